// Each family's prefixes are those of its authors' model cards; without them a model answers, and
// ranks badly. Change `recipe` whenever a pair changes: stored vectors are then made again.
#include "models/role_prefixes.h"

#include <algorithm>
#include <array>
#include <string>

namespace gaia::memory::models {
namespace {

struct Family {
  // Parts of the model's name, lower case. It needs both; the first that fits counts.
  std::string_view marker, also;
  std::string_view recipe, query, document;
};

constexpr std::string_view kWebSearch =
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ";
constexpr std::string_view kWebSearchWithoutSpace = kWebSearch.substr(0, kWebSearch.size() - 1);
constexpr std::string_view kRepresent = "Represent this sentence for searching relevant passages: ";
constexpr std::string_view kRepresentChinese = "为这个句子生成表示以用于检索相关文章：";

constexpr std::array<Family, 11> kFamilies{{
    // nomic-ai/nomic-embed-text-v1.5 and -v2-moe, "Usage": a task instruction prefix is required.
    {"nomic-embed", "", "nomic", "search_query: ", "search_document: "},
    // google/embeddinggemma-300m, "Prompt Instructions": retrieval query, and document without
    // title.
    {"embeddinggemma", "", "gemma", "task: search result | query: ", "title: none | text: "},
    // intfloat/e5-mistral-7b-instruct and multilingual-e5-large-instruct, "Usage": documents take
    // none.
    {"e5-", "-instruct", "e5-instruct", kWebSearch, ""},
    // intfloat/e5-* and multilingual-e5-*, "FAQ 1": each input starts with one of the two.
    {"e5-", "", "e5", "query: ", "passage: "},
    // BAAI/bge-*-zh and -zh-v1.5, and -en and -en-v1.5, "Model List": for short queries only. The
    // others of that name, like bge-m3, take none.
    {"bge-", "-zh", "bge-zh", kRepresentChinese, ""},
    {"bge-en-icl", "", "", "", ""},
    {"bge-", "-en", "bge", kRepresent, ""},
    // mixedbread-ai/mxbai-embed-large-v1, "Quickstart".
    {"mxbai-embed", "", "mxbai", kRepresent, ""},
    // Snowflake/snowflake-arctic-embed-*-v2.0, then v1 and v1.5, "Usage": documents take none.
    {"arctic-embed", "-v2", "arctic-v2", "query: ", ""},
    {"arctic-embed", "", "arctic", kRepresent, ""},
    // Qwen/Qwen3-Embedding-*, "Usage": an instruction for queries only.
    {"qwen3-embedding", "", "qwen3", kWebSearchWithoutSpace, ""},
}};

}  // namespace

RolePrefixes role_prefixes(std::string_view model_name) {
  std::string name(model_name);
  std::ranges::transform(name, name.begin(), [](char c) {
    if (c == ' ' || c == '_') return '-';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const Family& family : kFamilies) {
    if (name.find(family.marker) == std::string::npos) continue;
    if (name.find(family.also) == std::string::npos) continue;
    return {std::string(family.recipe), std::string(family.query), std::string(family.document)};
  }
  return {};
}

}  // namespace gaia::memory::models
