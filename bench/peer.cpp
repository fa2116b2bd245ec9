#include "peer.h"

#include "gaia/memory/error.h"

#if defined(_WIN32)

namespace gaia::memory::bench {

Peer::Peer(const std::vector<std::string>&) {
  throw Error(ErrorCode::unavailable, "Peers are not measured on Windows");
}
Peer::~Peer() = default;
std::string Peer::ask(const std::string&) { return {}; }

}  // namespace gaia::memory::bench

#else

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

extern char** environ;

namespace gaia::memory::bench {
namespace {

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends;
  if (::pipe(ends.data()) != 0) throw Error(ErrorCode::unavailable, "No pipe could be made");
  return ends;
}

// The child's process id; its standard input and output are `input` and `output`.
int spawn(const std::vector<std::string>& command, int input, int output,
          std::array<int, 2> not_for_it) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  for (const int end : not_for_it) posix_spawn_file_actions_addclose(&actions, end);
  pid_t process = -1;
  const int failure =
      posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure == 0 ? process : -1;
}

}  // namespace

Peer::Peer(const std::vector<std::string>& command) {
  std::signal(SIGPIPE, SIG_IGN);  // a peer that ended is an error of `ask`
  const auto questions = make_pipe(), answers = make_pipe();
  process_ = spawn(command, questions[0], answers[1], {questions[1], answers[0]});
  ::close(questions[0]);
  ::close(answers[1]);
  to_ = ::fdopen(questions[1], "w");
  from_ = ::fdopen(answers[0], "r");
  if (process_ < 0) throw Error(ErrorCode::unavailable, "Cannot start " + command[0]);
}

Peer::~Peer() {
  std::fclose(to_);  // the end of its input is the end of the peer
  std::fclose(from_);
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
}

std::string Peer::ask(const std::string& line) {
  std::fputs((line + "\n").c_str(), to_);
  std::fflush(to_);
  std::string answer;
  for (int next = std::fgetc(from_); next != '\n'; next = std::fgetc(from_)) {
    if (next == EOF) throw Error(ErrorCode::unavailable, "The peer program ended early");
    answer.push_back(static_cast<char>(next));
  }
  return answer;
}

}  // namespace gaia::memory::bench

#endif
