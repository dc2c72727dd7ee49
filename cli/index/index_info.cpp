// `neardup index info` describes an index file; `neardup index verify` reads and checks every byte of it.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

#include "cli/command_line.h"
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

int run_info(const Options& options) {
  const HammingIndex index = HammingIndex::open(options.file);
  const IndexOptions& made = index.options();
  const std::string_view ids = name_of(index.id_kind());
  const std::uintmax_t bytes = std::filesystem::file_size(options.file);
  if (options.format == OutputFormat::jsonl) {
    JsonObject line;
    line.text("file", options.file);
    if (made.recipe.empty()) line.raw("recipe", "null");
    if (!made.recipe.empty()) line.text("recipe", made.recipe);
    print(line.integer("bits", made.bits)
              .integer("max_distance", made.max_distance)
              .integer("fingerprints", static_cast<std::int64_t>(index.size()))
              .text("ids", ids)
              .text("plan", index.explain())
              .integer("bytes", static_cast<std::int64_t>(bytes))
              .line());
    return exit_done;
  }
  print(
      fmt::format("file          {}\nrecipe        {}\nbits          {}\nmax distance  {}\nfingerprints  {}\n"
                  "ids           {}\nplan          {}\nbytes         {}\n",
                  options.file, made.recipe.empty() ? "unknown" : made.recipe, made.bits, made.max_distance,
                  index.size(), ids, index.explain(), bytes));
  return exit_done;
}

int run_verify(const Options& options) {
  HammingIndex::verify(options.file);
  print(fmt::format("{}: sound, all {} bytes\n", options.file, std::filesystem::file_size(options.file)));
  return exit_done;
}

}  // namespace

Action add_index_info(const Command& index) {
  static const std::map<std::string, OutputFormat> formats = {{"text", OutputFormat::text},
                                                              {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command =
      index.add_subcommand("info", "Recipe, width, distance, size and plan of an index file");
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
