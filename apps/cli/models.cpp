// models list and models import: the model files on this machine.
#include "gaia/memory/model_files.h"

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/layout.h"

namespace gaia::memory::cli {
namespace {

struct NoArguments {};

struct ImportArguments {
  std::string folder;
  std::string precision = "q8_0";
  std::string name;
  std::string to;
};

std::string row(const ModelFile& model) {
  return printable(model.name) + "  " + std::string(wire::to_text(model.kind)) + "  " +
         printable(model.precision) + "  " + std::to_string(model.dimension) + "  " +
         in_bytes(model.size_bytes) + "  " + printable(model.path.string());
}

void list(Session& session, const NoArguments&) {
  const std::filesystem::path& folder = session.settings().models_folder.value;
  const std::vector<ModelFile> models =
      list_models(folder, [](const std::filesystem::path& file, const Error& error) {
        note(file.string() + " is left out: " + error.what());
      });
  Output& output = session.output();
  if (output.style() == Style::json) {
    wire::Json files = wire::Json::array();
    for (const ModelFile& model : models) files.push_back(wire::to_json(model));
    return output.json({{"folder", folder.string()}, {"models", files}});
  }
  if (models.empty()) note("no model files in " + folder.string());
  for (const ModelFile& model : models) output.line(row(model));
}

Precision to_precision(const std::string& name) {
  if (name == "q8_0") return Precision::q8_0;
  if (name == "f16") return Precision::f16;
  if (name == "f32") return Precision::f32;
  throw Error(ErrorCode::invalid_argument, "unknown precision '" + name + "'",
              "--precision takes q8_0, f16 or f32");
}

void import(Session& session, const ImportArguments& arguments) {
  ImportOptions options{.source = arguments.folder,
                        .destination = session.settings().models_folder.value,
                        .name = arguments.name,
                        .precision = to_precision(arguments.precision)};
  if (!arguments.to.empty()) options.destination = arguments.to;
  ModelFile model;
  {
    Progress progress("importing tensors");
    options.on_progress = std::ref(progress);
    model = import_model(options);
  }
  Output& output = session.output();
  if (output.style() == Style::json) return output.json(wire::to_json(model));
  output.line(row(model));
}

void add_list(Program& program, CLI::App& models) {
  CLI::App& command =
      add_command(models, "list", "List the model files", "gaia-memory models list");
  set_action(program, command, std::make_shared<NoArguments>(), list);
}

void add_import(Program& program, CLI::App& models) {
  CLI::App& command = add_command(models, "import", "Make a model file from published weights",
                                  "gaia-memory models import ~/Downloads/all-MiniLM-L6-v2");
  auto arguments = std::make_shared<ImportArguments>();
  add_text(command, "FOLDER", arguments->folder,
           "Folder with model.safetensors, config.json and vocab.txt")
      .required();
  add_text(command, "--precision", arguments->precision, "q8_0, f16 or f32 [q8_0]");
  add_text(command, "--name", arguments->name, "The model's name [its own, or the folder's]");
  add_text(command, "--to", arguments->to,
           "A .gguf file or a folder [GAIA_MEMORY_MODELS, ~/.gaia/models]");
  set_action(program, command, arguments, import);
}

}  // namespace

void add_models(Program& program) {
  CLI::App& models =
      add_command(program.app, "models", "Model files: list, import", "gaia-memory models list");
  models.require_subcommand(1);
  add_list(program, models);
  add_import(program, models);
}

}  // namespace gaia::memory::cli
