// Results go to standard output, in the form that its reader wants; everything else goes to
// standard error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gaia/memory/log.h"
#include "wire/json.h"

namespace gaia::memory::cli {

enum class Style {
  terminal,  // for a person: wrapped, dates in words
  plain,     // for a script: one line each, never wrapped or coloured
  json,      // for a program: exactly one document
};

// Keeps the results until `flush`, so that a command that fails half-way has printed nothing.
// Every text that comes from outside goes through printable() or wrap() before it is passed here.
class Output {
 public:
  explicit Output(bool json);

  Style style() const { return style_; }
  std::size_t width() const { return width_; }

  void line(std::string_view text);
  void json(const wire::Json& document);
  void raw(std::string_view text) { pending_ += text; }

  // Less prominent, where there are colours.
  std::string dim(std::string_view text) const;

  // Drops what was not flushed.
  void clear() { pending_.clear(); }

  // Throws Error(storage_full) or Error(io_error) if standard output does not take it all.
  void flush();

  // True once standard output refused something.
  bool broken() const { return broken_; }

 private:
  Style style_;
  bool colour_;
  std::size_t width_;
  bool broken_ = false;
  std::string pending_;
};

// A line on standard error, made printable.
void note(std::string_view text);

// How far long work is, on a standard error that is a terminal. The line is gone at the end.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(std::size_t done, std::size_t total);

 private:
  std::string what_;
  bool shown_;
  std::size_t last_permille_;
};

// For --verbose.
class StderrLogger : public Logger {
 public:
  void log(LogLevel level, std::string_view message) override;
};

}  // namespace gaia::memory::cli
