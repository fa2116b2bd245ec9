#include "gaia/memory/error.h"

#include <array>
#include <utility>

namespace gaia::memory {
namespace {

// Exit statuses stay below 64 (sysexits.h) and away from 1 (unexpected) and 126 up (the shell's).
// JSON-RPC: -32602 and -32603 are the protocol's own, the others are in its range for servers.
constexpr std::array<ErrorRow, 13> kRows{{
    {ErrorCode::invalid_argument, "invalid_argument", 2, 400, -32602},
    {ErrorCode::not_found, "not_found", 3, 404, -32001},
    {ErrorCode::ambiguous, "ambiguous", 4, 409, -32002},
    {ErrorCode::refused, "refused", 5, 422, -32003},
    {ErrorCode::busy, "busy", 6, 503, -32004},
    {ErrorCode::read_only, "read_only", 7, 403, -32005},
    {ErrorCode::storage_full, "storage_full", 8, 507, -32006},
    {ErrorCode::corrupt, "corrupt", 9, 500, -32007},
    {ErrorCode::unsupported_version, "unsupported_version", 10, 409, -32008},
    {ErrorCode::unavailable, "unavailable", 11, 503, -32009},
    {ErrorCode::invalid_model, "invalid_model", 12, 422, -32010},
    {ErrorCode::io_error, "io_error", 13, 500, -32011},
    {ErrorCode::internal, "internal", 14, 500, -32603},
}};

}  // namespace

Error::Error(ErrorCode code, const std::string& message, std::string hint)
    : std::runtime_error(message), code_(code), hint_(std::move(hint)) {}

const ErrorRow& error_row(ErrorCode code) noexcept {
  for (const ErrorRow& row : kRows) {
    if (row.code == code) return row;
  }
  return kRows.back();
}

}  // namespace gaia::memory
