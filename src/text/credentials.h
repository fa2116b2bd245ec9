// Recognises text that carries a credential, so that it is refused before it reaches the file.
// Talk about credentials ("rotate the API key every 90 days"), commit hashes, UUIDs and checksums
// are not credentials.
#pragma once

#include <optional>
#include <string_view>

namespace gaia::memory::text {

// What the first credential in the text is, as a phrase for a message ("an OpenAI-style key",
// "a private key block", "a password assignment"), or nullopt. The view is static. Takes any
// bytes; time is linear in their number.
std::optional<std::string_view> find_credential(std::string_view text);

}  // namespace gaia::memory::text
