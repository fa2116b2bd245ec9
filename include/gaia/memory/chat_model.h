// A model that answers in text. Its answers are treated as untrusted input everywhere.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gaia/memory/export.h"

namespace gaia::memory {

struct ChatMessage {
  std::string role;  // "system", "user" or "assistant"
  std::string content;
};

struct ChatRequest {
  std::vector<ChatMessage> messages;
  std::optional<std::string> json_schema;  // if set, the answer is JSON of this schema
  std::chrono::milliseconds time_limit{3000};
};

// Implementations must be callable from any thread.
class GAIA_MEMORY_EXPORT ChatModel {
 public:
  virtual ~ChatModel();

  // The answer's text. Throws Error(unavailable) when the model does not answer within the limit;
  // by then the work has been cancelled.
  virtual std::string chat(const ChatRequest& request) = 0;
};

}  // namespace gaia::memory
