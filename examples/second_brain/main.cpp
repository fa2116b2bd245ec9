// A second brain in one file: it is told about seven weeks of somebody's life, and a new process
// answers a dozen questions about it, asked in other words.
//     second_brain store --db brain.db
//     second_brain ask   --db brain.db
#include <chrono>
#include <exception>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "gaia/memory/error.h"
#include "options.h"

namespace {

constexpr int kUsageStatus = 2;

constexpr std::string_view kUsage =
    "usage: second_brain store|ask --db FILE [--data FOLDER] [--model MODEL.gguf]\n"
    "  store  remembers the facts and the conversation of the data folder\n"
    "  ask    answers its questions from the file, and says how and how fast it found them\n";

second_brain::Options parse_options(std::span<char* const> arguments) {
  second_brain::Options options;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string_view name = arguments[i];
    if (i + 1 == arguments.size()) throw std::invalid_argument("a value is missing");
    if (name == "--db") {
      options.db = arguments[i + 1];
    } else if (name == "--data") {
      options.data = arguments[i + 1];
    } else if (name == "--model") {
      options.model = arguments[i + 1];
    } else {
      throw std::invalid_argument("unknown option " + std::string(name));
    }
  }
  if (options.db.empty()) throw std::invalid_argument("--db is missing");
  return options;
}

int run(std::string_view command, std::span<char* const> arguments,
        std::chrono::steady_clock::time_point started) {
  if (command != "store" && command != "ask") {
    throw std::invalid_argument("unknown command " + std::string(command));
  }
  second_brain::Options options = parse_options(arguments);
  options.started = started;
  return command == "store" ? second_brain::store(options) : second_brain::ask(options);
}

}  // namespace

int main(int argc, char** argv) {
  const auto started = std::chrono::steady_clock::now();
  const std::span<char* const> arguments(argv, static_cast<std::size_t>(argc));
  try {
    if (arguments.size() < 2) throw std::invalid_argument("a command is missing");
    return run(arguments[1], arguments.subspan(2), started);
  } catch (const std::invalid_argument& error) {
    std::cerr << "second_brain: " << error.what() << "\n" << kUsage;
    return kUsageStatus;
  } catch (const gaia::memory::Error& error) {
    std::cerr << "second_brain: " << error.what() << "\n";
    if (!error.hint().empty()) std::cerr << "  " << error.hint() << "\n";
    return gaia::memory::error_row(error.code()).exit_status;
  } catch (const std::exception& error) {
    std::cerr << "second_brain: " << error.what() << "\n";
    return 1;
  }
}
