#include "cli/session.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gaia/memory/local_models.h"
#include "gaia/memory/model_files.h"

namespace gaia::memory::cli {
namespace {

constexpr std::string_view kPreferredModel = "all-MiniLM-L6-v2";
constexpr const char* kHowToGetAModel =
    "run scripts/setup, or `gaia-memory models import FOLDER` with the folder of an embedding "
    "model";

void require_switched_on(const Settings& settings, Intent intent) {
  if (!settings.switched_off || intent == Intent::read || intent == Intent::remove) return;
  throw Error(ErrorCode::refused, "memory is switched off by GAIA_MEMORY_DISABLED",
              "unset it to store");
}

}  // namespace

Session::Session(Settings settings, Output& output)
    : settings_(std::move(settings)), output_(output) {}

AgentMemory& Session::memory(Access access) {
  if (memory_ != nullptr) return *memory_;
  require_switched_on(settings_, access.intent);
  const bool leaves_no_trace = settings_.switched_off && access.intent == Intent::read;
  const bool may_write = has_file() ? !leaves_no_trace : access.intent == Intent::store;
  AgentMemory::Options options;
  options.store.db_path = settings_.db.value;
  options.store.read_only = !may_write;
  if (settings_.verbose) options.store.logger = std::make_shared<StderrLogger>();
  options.context = context_to_store();
  if (settings_.model.value != kNoModel) {
    if (access.uses_model && settings_.model.value) options.embedder = load_model();
    options.embedder_factory = [this] { return load_model(); };
  }
  memory_ = std::make_unique<AgentMemory>(std::move(options));
  return *memory_;
}

bool Session::has_file() const {
  std::error_code error;
  const bool exists = std::filesystem::exists(settings_.db.value, error);
  if (!error) return exists;
  throw Error(ErrorCode::io_error,
              "cannot look at " + settings_.db.value.string() + ": " + error.message(),
              "check the path and its permissions");
}

void Session::tell_no_file() const {
  note("there is no memory file " + settings_.db.value.string() +
       " yet; the first remember makes it");
}

std::shared_ptr<Embedder> Session::load_model() const {
  if (settings_.model.value) return make_local_embedder({.model = *settings_.model.value});
  if (const auto model = find_default_model()) return make_local_embedder({.model = *model});
  throw Error(ErrorCode::unavailable,
              "no embedding model in " + settings_.models_folder.value.string(), kHowToGetAModel);
}

std::optional<std::filesystem::path> Session::find_default_model() const {
  std::vector<ModelFile> models = list_models(settings_.models_folder.value);
  std::erase_if(models, [](const ModelFile& file) { return file.kind != ModelKind::embedding; });
  if (models.empty()) return std::nullopt;
  const auto preferred = std::find_if(models.begin(), models.end(), [](const ModelFile& file) {
    return file.name == kPreferredModel;
  });
  return preferred != models.end() ? preferred->path : models.front().path;
}

void Session::explain_missing_model(const std::string& reason) const {
  if (settings_.model.value == kNoModel) return;
  note("found by words only: " + reason + "; " + kHowToGetAModel);
}

}  // namespace gaia::memory::cli
