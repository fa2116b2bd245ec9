// The smallest program that remembers: two facts, and a question in other words.
//     hello_memory MODEL.gguf
#include <iostream>
#include <stdexcept>

#include "gaia/memory/agent_memory.h"
#include "gaia/memory/local_models.h"

int main(int argc, char** argv) try {
  if (argc != 2) throw std::invalid_argument("usage: hello_memory MODEL.gguf");
  gaia::memory::AgentMemory memory(
      {.store = {.db_path = "hello.db"}, .embedder = gaia::memory::make_local_embedder({argv[1]})});
  memory.remember({.category = "fact", .content = "Allergic to hazelnuts"});
  memory.remember({.category = "fact", .content = "The spare key is with Frau Öztürk"});

  for (const auto& found : memory.recall("I am locked out, who can let me in?").items) {
    std::cout << found.score << "  " << found.item.content << '\n';
  }
} catch (const std::exception& error) {
  std::cerr << "hello_memory: " << error.what() << '\n';
  return 1;
}
