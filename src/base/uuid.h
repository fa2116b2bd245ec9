// Random identifiers.
#pragma once

#include <string>

namespace gaia::memory {

// A version 4 UUID (RFC 9562), lower case, from the operating system's randomness. Any thread.
std::string make_uuid();

}  // namespace gaia::memory
