// Each family's prefixes are those of its authors' model cards; without them a model answers, and
// ranks badly. Change `recipe` whenever a pair changes: stored vectors are then made again.
#include "models/role_prefixes.h"

#include <algorithm>
#include <array>
#include <string>

namespace gaia::memory::models {
namespace {

struct Family {
  std::string_view marker;  // in the model's name, lower case; the first that fits counts
  RolePrefixes prefixes;
};

constexpr std::array<Family, 10> kFamilies{{
    // nomic-ai/nomic-embed-text-v1.5 and -v2-moe, "Usage": a task instruction prefix is required.
    {"nomic-embed", {"nomic", "search_query: ", "search_document: "}},
    // google/embeddinggemma-300m, "Prompt Instructions": retrieval query, and document without
    // title.
    {"embeddinggemma", {"gemma", "task: search result | query: ", "title: none | text: "}},
    // intfloat/multilingual-e5-*-instruct, "Usage": documents take none.
    {"e5-small-instruct", {}},  // there is none; keeps the marker below from claiming it
    {"e5-large-instruct",
     {"e5-instruct",
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
      "Query: ",
      ""}},
    // intfloat/e5-* and multilingual-e5-*, "FAQ 1": each input starts with one of the two.
    {"e5-", {"e5", "query: ", "passage: "}},
    // BAAI/bge-m3, "FAQ": no instruction.
    {"bge-m3", {}},
    // BAAI/bge-*-en and -en-v1.5, "Model List": the instruction is for short queries only.
    {"bge-", {"bge", "Represent this sentence for searching relevant passages: ", ""}},
    // mixedbread-ai/mxbai-embed-large-v1, "Quickstart".
    {"mxbai-embed", {"mxbai", "Represent this sentence for searching relevant passages: ", ""}},
    // Snowflake/snowflake-arctic-embed-*-v2.0 and then v1, "Usage": documents take none.
    {"arctic-embed", {"arctic", "Represent this sentence for searching relevant passages: ", ""}},
    // Qwen/Qwen3-Embedding-*, "Usage": an instruction for queries only.
    {"qwen3-embedding",
     {"qwen3",
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
      "Query:",
      ""}},
}};

}  // namespace

RolePrefixes role_prefixes(std::string_view model_name) {
  std::string name(model_name);
  std::ranges::transform(name, name.begin(), [](char c) {
    if (c == ' ' || c == '_') return '-';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const Family& family : kFamilies) {
    if (name.find(family.marker) != std::string::npos) return family.prefixes;
  }
  return {};
}

}  // namespace gaia::memory::models
