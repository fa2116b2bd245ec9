#include "support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#if defined(__linux__)
#include <linux/capability.h>
#include <sys/prctl.h>
#endif

namespace gaia::memory::test {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

struct Channel {
  Descriptor parent;
  Descriptor child;
};

Channel make_pipe(bool child_writes) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  Channel channel{Descriptor(ends[0]), Descriptor(ends[1])};
  if (!child_writes) std::swap(channel.parent, channel.child);
  return channel;
}

Channel make_terminal() {
  int parent = -1;
  int child = -1;
  const winsize size{.ws_row = 25, .ws_col = 60, .ws_xpixel = 0, .ws_ypixel = 0};
  if (openpty(&parent, &child, nullptr, nullptr, &size) != 0) fail("openpty");
  fcntl(parent, F_SETFD, FD_CLOEXEC);
  return {Descriptor(parent), Descriptor(child)};
}

Channel make_output(const ProcessOptions& options) {
  if (options.terminal_output) return make_terminal();
  Channel channel = make_pipe(/*child_writes=*/true);
  if (options.closed_output) channel.parent.close();
  if (options.output_file.empty()) return channel;
  channel.child = Descriptor(open(options.output_file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!channel.child.is_open()) fail(options.output_file.c_str());
  return channel;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

void give_up_privileges() {
#if defined(__linux__)
  prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
  prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
#endif
}

// Between fork and exec: only what is safe there.
[[noreturn]] void become(const ProcessOptions& options, char* const* arguments,
                         char* const* environment, const std::array<int, 3>& streams) {
  for (int stream = 0; stream < 3; ++stream) {
    dup2(streams[static_cast<std::size_t>(stream)], stream);
  }
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(127);
  if (options.max_file_bytes) {
    const rlimit limit{*options.max_file_bytes, *options.max_file_bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (options.bound_by_permissions) give_up_privileges();
  execve(arguments[0], arguments, environment);
  _exit(127);
}

void read_some(Descriptor& from, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = read(from.get(), buffer.data(), buffer.size());
  if (count > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {  // a terminal whose other end is gone answers EIO
    from.close();
  }
}

void write_some(Descriptor& to, std::string_view& text) {
  const ssize_t count = write(to.get(), text.data(), text.size());
  if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  if (text.empty() || (count < 0 && errno != EINTR && errno != EAGAIN)) to.close();
}

// Feeds and reads until the process has closed its side of everything.
void converse(Descriptor input, std::string_view text, Descriptor out, Descriptor err,
              ProcessResult& result) {
  if (text.empty()) input.close();
  if (input.is_open()) fcntl(input.get(), F_SETFL, O_NONBLOCK);
  while (input.is_open() || out.is_open() || err.is_open()) {
    std::array<pollfd, 3> watched{
        {{input.get(), POLLOUT, 0}, {out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) fail("poll");
    if (watched[0].revents != 0) write_some(input, text);
    if (watched[1].revents != 0) read_some(out, result.out);
    if (watched[2].revents != 0) read_some(err, result.err);
  }
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) fail("waitpid");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

bool has_terminals() {
  int parent = -1;
  int child = -1;
  if (openpty(&parent, &child, nullptr, nullptr, nullptr) != 0) return false;
  close(parent);
  close(child);
  return true;
}

ProcessResult run_process(const ProcessOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);  // the process may end before it has read its input
  std::vector<std::string> command = options.command;
  std::vector<std::string> variables;
  for (const auto& [name, value] : options.environment) variables.push_back(name + "=" + value);
  const std::vector<char*> arguments = pointers(command);
  const std::vector<char*> environment = pointers(variables);
  Channel input = make_pipe(/*child_writes=*/false);
  Channel out = make_output(options);
  Channel err = make_pipe(/*child_writes=*/true);

  const pid_t process = fork();
  if (process < 0) fail("fork");
  if (process == 0) {
    become(options, arguments.data(), environment.data(),
           {input.child.get(), out.child.get(), err.child.get()});
  }
  input.child.close();
  out.child.close();
  err.child.close();
  ProcessResult result;
  converse(std::move(input.parent), options.input, std::move(out.parent), std::move(err.parent),
           result);
  result.exit_status = wait_for(process);
  return result;
}

}  // namespace gaia::memory::test
