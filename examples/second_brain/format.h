// How the demonstration prints: plain text that a terminal gets in colour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gaia/memory/timestamp.h"

namespace second_brain {

inline constexpr std::size_t kWidth = 92;

bool stdout_is_terminal();

// The same text, emphasised if standard output is a terminal (and NO_COLOR is not set).
std::string bold(std::string_view text);
std::string dim(std::string_view text);
std::string good(std::string_view text);
std::string bad(std::string_view text);

// Broken at blanks so that no line is wider than kWidth; lines after the first begin with
// `indent` blanks, for which the first has room as well. No newline at the end.
std::string wrapped(std::string_view utf8, std::size_t indent);

// On one line of at most `width` characters (which must be more than three), cut if need be.
std::string shortened(std::string_view utf8, std::size_t width);

std::string date_text(const gaia::memory::Timestamp& time);       // 12 Sep 2026
std::string date_time_text(const gaia::memory::Timestamp& time);  // 12 Sep 2026, 09:48
// As above, without the time of what is due on a day, which is at its last minute.
std::string due_text(const gaia::memory::Timestamp& time);
std::string size_text(std::uintmax_t bytes);  // 412 KB
std::string fixed(double value, int decimals);
std::string ms_text(double ms);            // 9.4 ms; 640 ms; 1.3 s
std::string rate_text(double per_second);  // 62 per second

}  // namespace second_brain
