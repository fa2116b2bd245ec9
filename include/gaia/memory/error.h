// The one exception type of gaia-memory, and the closed list of reasons for it.
//
// Thrown: whatever ends the operation. Returned as values: what a caller must expect (an id that
// does not exist for `update`, an embedder that is offline for `recall`). When an Error is thrown,
// nothing has been changed in the file.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "gaia/memory/export.h"

namespace gaia::memory {

// When to use which:
enum class ErrorCode {
  invalid_argument,     // the caller's value is wrong, whatever the state of the memory
  not_found,            // an id, file or model that was named does not exist
  ambiguous,            // an id prefix that fits several items
  refused,              // understood and well-formed, but not allowed (a credential, a protected row)
  busy,                 // another process held the write lock longer than the documented wait
  read_only,            // the file, its folder or this store cannot be written
  storage_full,         // the disk, or a quota on it, is full
  corrupt,              // the file is damaged, or is not a database at all
  unsupported_version,  // the file is of a schema version that this build does not know
  unavailable,          // a model or a server that the call needs does not answer
  invalid_model,        // a model file that is damaged, of another kind, or cannot be honoured
  io_error,             // the operating system refused to read or write
  internal,             // a bug of ours; the message asks for a report
};

// `message` says what was wrong, `hint` what to do about it. Both are single lines without a
// trailing full stop or newline and are safe to show to a user.
class GAIA_MEMORY_EXPORT Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, std::string hint = {});

  ErrorCode code() const noexcept { return code_; }
  const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorCode code_;
  std::string hint_;
};

// How a code is spelled at each door. The table is closed: every code has a row.
struct ErrorRow {
  ErrorCode code;
  std::string_view name;  // as in JSON: "invalid_argument"
  int exit_status;        // of the command-line program
  int http_status;
  int json_rpc_code;
};

GAIA_MEMORY_EXPORT const ErrorRow& error_row(ErrorCode code) noexcept;

}  // namespace gaia::memory
