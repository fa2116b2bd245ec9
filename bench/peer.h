// Another program to compare with, as a child process that answers each line with one line. Its
// script keeps its own time, so that pipes and interpreters are not part of the figures.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace gaia::memory::bench {

class Peer {
 public:
  // Errors: unavailable (cannot be started, or this system has no pipes as POSIX has them).
  explicit Peer(const std::vector<std::string>& command);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // Errors: unavailable (the peer ended; what it had to say is on standard error).
  std::string ask(const std::string& line);

 private:
  int process_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace gaia::memory::bench
