// Uses the library as its users do: public headers only, and one target to link.
#include <cstdio>

#include "gaia/memory/local_models.h"
#include "gaia/memory/memory_store.h"

int main() {
  gaia::memory::MemoryStore store({.db_path = "consumer.db"});
  store.store({.category = "fact", .content = "The espresso machine is on the third floor"});

  const auto found = store.search("espresso machine");
  if (found.size() != 1) {
    std::fprintf(stderr, "expected to find 1 item, found %zu\n", found.size());
    return 1;
  }
  std::printf("found: %s\n", found.front().item.content.c_str());

  if (!gaia::memory::has_local_models()) return 0;  // a build without the runtime
  try {
    gaia::memory::make_local_embedder({.model = "no-such-model.gguf"});
  } catch (const gaia::memory::Error& error) {
    return error.code() == gaia::memory::ErrorCode::not_found ? 0 : 1;
  }
  return 1;
}
