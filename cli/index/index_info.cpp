// `neardup index info` describes an index file; `neardup index verify` reads and checks every byte of it.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/index/any_index.h"
#include "cli/index/index_commands.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  std::string file;
  OutputFormat format = OutputFormat::text;
};

std::string_view name_of(std::optional<IdKind> kind) {
  if (!kind) return "none";
  return *kind == IdKind::number ? "numbers" : "texts";
}

/// The lines that only one kind of index has: name in JSON, name in text, value.
struct InfoLine {
  const char* name;
  const char* label;
  std::string value;
};

std::vector<InfoLine> lines_of(const HammingIndex& index) {
  const IndexOptions& made = index.options();
  return {
      {"bits", "bits", std::to_string(made.bits)},
      {"max_distance", "max distance", std::to_string(made.max_distance)},
      {"fingerprints", "fingerprints", std::to_string(index.size())},
      {"expected_share_at_0.8", "finds at 0.8", fmt::format("{:.4f}", share_found(made, made.max_distance))}};
}

std::vector<InfoLine> lines_of(const SimilarityIndex& index) {
  return {{"min_similarity", "similarity", fmt::format("{}", index.options().min_similarity)},
          {"documents", "documents", std::to_string(index.size())},
          {"expected_recall", "recall", fmt::format("{:.4f}", index.expected_recall())}};
}

int run_info(const Options& options) {
  const AnyIndex index = AnyIndex::open(options.file);
  const std::vector<InfoLine> lines =
      index.similarity() != nullptr ? lines_of(*index.similarity()) : lines_of(*index.distance());
  const std::string_view ids = name_of(index.id_kind());
  const std::uintmax_t bytes = std::filesystem::file_size(options.file);
  if (options.format == OutputFormat::jsonl) {
    JsonObject line;
    line.text("file", options.file);
    if (index.recipe().empty()) line.raw("recipe", "null");
    if (!index.recipe().empty()) line.text("recipe", index.recipe());
    for (const InfoLine& next : lines) line.raw(next.name, next.value);
    print(line.text("ids", ids)
              .text("plan", index.explain())
              .number("bytes", static_cast<std::int64_t>(bytes))
              .line());
    return exit_done;
  }
  std::string text = fmt::format("{:<14}{}\n{:<14}{}\n", "file", options.file, "recipe",
                                 index.recipe().empty() ? "unknown" : index.recipe());
  for (const InfoLine& next : lines) text += fmt::format("{:<14}{}\n", next.label, next.value);
  print(text +
        fmt::format("{:<14}{}\n{:<14}{}\n{:<14}{}\n", "ids", ids, "plan", index.explain(), "bytes", bytes));
  return exit_done;
}

int run_verify(const Options& options) {
  if (index_kind(options.file) == IndexKind::similarity) {
    SimilarityIndex::verify(options.file);
  } else {
    HammingIndex::verify(options.file);
  }
  print(fmt::format("{}: sound, all {} bytes\n", options.file, std::filesystem::file_size(options.file)));
  return exit_done;
}

}  // namespace

Action add_index_info(const Command& index) {
  static const std::map<std::string, OutputFormat> formats = {{"text", OutputFormat::text},
                                                              {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command =
      index.add_subcommand("info", "Recipe, rule, size and plan of an index file, and what share it finds");
  add_index_file(command, options->file);
  command.add_option("--format", options->format, "Output: text or jsonl", formats).type_name("FORMAT");
  return [options] { return run_info(*options); };
}

Action add_index_verify(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command = index.add_subcommand("verify", "Check every byte of an index file");
  add_index_file(command, options->file);
  return [options] { return run_verify(*options); };
}

}  // namespace neardup::cli
