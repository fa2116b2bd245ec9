#include "runtime/log_capture.h"

#include <ggml.h>
#include <llama.h>

#include <mutex>

namespace gaia::memory::runtime {
namespace {

// A damaged file can log a line for each of its tensors; an error message needs the last few.
constexpr std::size_t kMaxBytes = 400;

thread_local LogCapture* current = nullptr;

void on_line(ggml_log_level level, const char* text, void*) {
  if (level == GGML_LOG_LEVEL_ERROR && current != nullptr) current->add(text);
}

// A failed assertion of ggml ends the process whatever happens here. Without a callback it would
// first print a backtrace, and start a debugger for it where there is one.
void on_abort(const char*) {}

}  // namespace

void silence_log() {
  static std::once_flag once;
  std::call_once(once, [] {
    llama_log_set(on_line, nullptr);
    ggml_set_abort_callback(on_abort);
  });
}

LogCapture::LogCapture() : outer_(current) {
  silence_log();
  current = this;
}

LogCapture::~LogCapture() { current = outer_; }

void LogCapture::add(const char* line) {
  std::string text = line;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (text.empty()) return;
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  lines_ += (lines_.empty() ? "" : "; ") + text;
  if (lines_.size() > kMaxBytes) lines_.erase(0, lines_.size() - kMaxBytes);
}

std::string LogCapture::text(const std::string& otherwise) const {
  return lines_.empty() ? otherwise : lines_;
}

}  // namespace gaia::memory::runtime
