// The keys that our importer adds to a GGUF file.
#pragma once

namespace gaia::memory::inference {

// How many tokens of a text the model was trained to see, special ones included. Often fewer than
// its table of positions has rows, which is the runtime's "context".
inline constexpr const char* kMaxTokensKey = "gaia_memory.max_tokens";

// Of a cross-encoder: what to add to a token's id to put it into the second segment.
inline constexpr const char* kSegmentOffsetKey = "gaia_memory.segment_offset";

// What tells the model from others of its name; fingerprint.h says how.
inline constexpr const char* kFingerprintKey = "gaia_memory.fingerprint";

// What the authors want before a question and before a document.
inline constexpr const char* kQueryPrefixKey = "gaia_memory.prefix.query";
inline constexpr const char* kDocumentPrefixKey = "gaia_memory.prefix.document";

// Rises when a file made by an older importer should be made again.
inline constexpr const char* kImporterVersionKey = "gaia_memory.importer_version";
inline constexpr unsigned kImporterVersion = 2;

}  // namespace gaia::memory::inference
