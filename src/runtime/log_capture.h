// The runtime reports why a call failed only by log lines, and to stderr unless told otherwise.
// They are kept away from the host's terminal, and the errors among them go into our messages.
#pragma once

#include <string>

namespace gaia::memory::runtime {

// From here on llama.cpp and ggml print nothing, not even when an assertion of theirs fails. Any
// thread, any number of times.
void silence_log();

// Collects the error lines that this thread's calls into the runtime log while it lives. Lives on
// the stack; the innermost one collects.
class LogCapture {
 public:
  LogCapture();
  ~LogCapture();
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;

  // The last lines in one, separated by "; ", or `otherwise` if there were none.
  std::string text(const std::string& otherwise) const;

  void add(const char* line);  // for the runtime's callback

 private:
  std::string lines_;
  LogCapture* outer_;
};

}  // namespace gaia::memory::runtime
