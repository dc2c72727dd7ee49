// `neardup fingerprint`: prints `id TAB fingerprint`, one line per document, in input order.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <span>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/fingerprint/fingerprint_corpus.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  OutputFormat format = OutputFormat::tsv;
  Notation notation = Notation::hex;
  bool quiet = false;
  bool stats = false;
};

std::string json_fingerprint(const Document& document, const FingerprintResult& result,
                             const Options& options) {
  JsonObject line;
  line.text("id", document.id);
  if (result) {
    line.text("fingerprint", to_text(*result, options.notation));
  } else {
    line.raw("fingerprint", "null").text("reason", describe(result.absence()));
  }
  return line.line();
}

void append_line(const Document& document, const FingerprintResult& result, const Options& options,
                 std::string& out) {
  if (options.format == OutputFormat::jsonl) {
    out += json_fingerprint(document, result, options);
    return;
  }
  out += escape_tsv(document.id);
  out += '\t';
  out += result ? to_text(*result, options.notation) : "-";
  out += '\n';
}

void print_stats(const Recipe& recipe, const FingerprintCounts& counts, const ProblemReport& problems,
                 double seconds) {
  JsonObject line;
  line.text("recipe", recipe.written())
      .number("documents", static_cast<std::int64_t>(counts.documents))
      .number("without_fingerprint", static_cast<std::int64_t>(counts.without_fingerprint))
      .number("without_text", static_cast<std::int64_t>(counts.without_text))
      .number("errors", static_cast<std::int64_t>(problems.errors()))
      .number("warnings", static_cast<std::int64_t>(problems.warnings()))
      .number("text_bytes", static_cast<std::int64_t>(counts.text_bytes))
      .number("seconds", seconds)
      .number("megabytes_per_second", static_cast<double>(counts.text_bytes) / 1e6 / seconds)
      .number("peak_memory_bytes", static_cast<std::int64_t>(peak_memory_bytes()));
  std::fputs(line.line().c_str(), stderr);
}

int run_fingerprint(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const Recipe recipe = options.recipe.resolve();
  CorpusReader reader = options.input.open(recipe);
  ProblemReport problems =
      options.input.report_problems("fingerprint", options.quiet, {.read = options.recipe.given_files()});
  const ProcessOptions process{.threads = options.input.threads,
                               .results_are_small = true,
                               .on_problem = [&](const Problem& problem) { problems.add(problem); }};
  const FingerprintCounts counts = fingerprint_corpus(
      reader, recipe, process,
      [&](std::span<const Document> documents, std::span<const FingerprintResult> results) {
        std::string lines;
        for (std::size_t i = 0; i < documents.size(); ++i)
          append_line(documents[i], results[i], options, lines);
        return lines;
      },
      [](const std::string& lines) {
        print(lines);
        flush_output();  // the writer of a pipe may wait for it
      });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (options.stats) print_stats(recipe, counts, problems, elapsed.count());
  if (options.input.read.missing == MissingText::skip)
    options.input.say_without_text(reader.without_text(), {}, options.quiet);
  problems.finish();
  return problems.errors() > 0 ? exit_error : exit_done;
}

}  // namespace

Action add_fingerprint_command(const Command& app) {
  static const std::map<std::string, OutputFormat> formats = {{"tsv", OutputFormat::tsv},
                                                              {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command = app.add_subcommand("fingerprint", "Print id and fingerprint of every document");
  options->input.add_to(command);
  command.get_option("INPUT").required();
  options->recipe.add_to(command);
  command.add_option("--format", options->format, "Output: tsv or jsonl", formats).type_name("FORMAT");
  add_notation_option(command, options->notation);
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  command.add_flag("--stats", options->stats, "Print counts, time and memory as JSON on standard error");
  return [options] { return run_fingerprint(*options); };
}

}  // namespace neardup::cli
