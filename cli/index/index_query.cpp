// `neardup index query`: prints `query TAB id TAB distance` for every hit, with the queries in
// input order and the hits of each query by distance, then id. Reads the file without a lock,
// because writers replace the file and never modify it.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/index/index_commands.h"
#include "cli/index/index_input.h"
#include "cli/run.h"
#include "cli/terminal/json_text.h"
#include "neardup/util/error.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

namespace {

struct Options {
  std::string file;
  IndexInput input;
  std::vector<std::string> fingerprints;  // in hex
  RecipeOptions recipe;
  bool recipe_is_given = false;
  std::optional<int> distance;
  std::size_t limit = 0;
  OutputFormat format = OutputFormat::tsv;
  bool quiet = false;
  bool stats = false;
};

/// Answers queries and counts the hits. Thread-safe.
class QueryRun {
 public:
  QueryRun(const HammingIndex& index, const Options& options)
      : index_(index),
        options_(options),
        distance_(options.distance.value_or(index.options().max_distance)) {}

  [[nodiscard]] std::string answer(const NamedFingerprints& queries) {
    const std::vector<FindResult> results = index_.find_batch(queries.fingerprints, distance_);
    std::string lines;
    for (std::size_t i = 0; i < results.size(); ++i) {
      std::size_t hits = results[i].size();
      if (options_.limit != 0) hits = std::min(hits, options_.limit);
      for (std::size_t hit = 0; hit < hits; ++hit) append_line(queries.ids[i], results[i][hit], lines);
      hits_.fetch_add(hits, std::memory_order_relaxed);
    }
    return lines;
  }

  [[nodiscard]] std::uint64_t hits() const noexcept { return hits_; }

 private:
  void append_line(const std::string& query, const Hit& hit, std::string& lines) const {
    const std::string id = hit.id.written();
    if (options_.format == OutputFormat::jsonl) {
      lines += JsonLine().text("query", query).text("id", id).integer("distance", hit.distance).line();
    } else {
      lines += fmt::format("{}\t{}\t{}\n", escape_tsv(query), escape_tsv(id), hit.distance);
    }
  }

  const HammingIndex& index_;
  const Options& options_;
  int distance_;
  std::atomic<std::uint64_t> hits_ = 0;
};

/// Returns the queries of --fingerprint HEX; the name of each is the fingerprint itself.
NamedFingerprints given_fingerprints(const std::vector<std::string>& texts) {
  NamedFingerprints named;
  for (const std::string& text : texts) {
    const std::optional<Fingerprint> fingerprint = from_hex(text);
    if (!fingerprint) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("'{}' is not a fingerprint of 8, 16 or 32 hex digits", text));
    }
    named.ids.push_back(to_hex(*fingerprint));
    named.fingerprints.push_back(*fingerprint);
  }
  return named;
}

/// The writer of a pipe may wait for the answer.
void print_at_once(std::string_view lines) {
  print(lines);
  flush_output();
}

InputCounts answer_all(const Options& options, const HammingIndex& index, QueryRun& run,
                       ProblemReport& problems) {
  const auto work = [&run](const NamedFingerprints& queries) { return run.answer(queries); };
  InputCounts counts;
  const NamedFingerprints given = given_fingerprints(options.fingerprints);
  counts.documents += given.ids.size();
  print_at_once(run.answer(given));
  for (const FingerprintList& list :
       read_lists(options.input.fingerprint_files, index.options().bits, problems)) {
    counts.add(process_list(list, options.input.documents.threads, work, print_at_once));
  }
  if (options.input.documents.inputs.empty()) return counts;
  counts.add(process_documents(options.input.documents, recipe_of_index(options.file, index, options.recipe),
                               problems, work, print_at_once));
  return counts;
}

void report_left_out(const InputCounts& counts, ProblemReport& problems) {
  if (counts.without_fingerprint == 0) return;
  problems.add({.severity = Problem::Severity::warning,
                .message = fmt::format("{} of {} queries have no fingerprint and find nothing",
                                       counts.without_fingerprint, counts.documents)});
}

void print_stats(const HammingIndex& index, const InputCounts& counts, std::uint64_t hits, double seconds) {
  const auto whole = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
  JsonLine line;
  line.text("recipe", index.options().recipe)
      .text("plan", index.explain())
      .integer("fingerprints", whole(index.size()))
      .integer("queries", whole(counts.documents))
      .integer("without_fingerprint", whole(counts.without_fingerprint))
      .integer("hits", whole(hits))
      .number("seconds", seconds)
      .integer("peak_memory_bytes", whole(peak_memory_bytes()));
  std::fputs(line.line().c_str(), stderr);
}

int run_query(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  if (options.input.is_empty() && options.fingerprints.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "index query: give INPUT, --fingerprints FILE or --fingerprint HEX");
  }
  const HammingIndex index = HammingIndex::open(options.file);
  if (options.recipe_is_given) refuse_other_recipe(options.file, index, options.recipe.resolve());
  ProblemReport problems(options.quiet, options.input.documents.broken);
  QueryRun run(index, options);
  const InputCounts counts = answer_all(options, index, run, problems);
  report_left_out(counts, problems);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (options.stats) print_stats(index, counts, run.hits(), elapsed.count());
  return problems.errors() > 0 ? exit_error : exit_done;
}

void add_query_options(const Command& command, Options& options) {
  static const std::map<std::string, OutputFormat> formats = {{"tsv", OutputFormat::tsv},
                                                              {"jsonl", OutputFormat::jsonl}};
  command.add_option("--fingerprint", options.fingerprints, "A query in hex; may be repeated")
      .type_name("HEX");
  command
      .add_option("-k,--distance", options.distance,
                  "Find everything that differs in at most K bits (default: the most that the index allows)")
      .type_name("K");
  command.add_option("--limit", options.limit, "Print at most N nearest hits per query")
      .type_name("N")
      .positive();
  command.add_option("--format", options.format, "Output: tsv or jsonl", formats).type_name("FORMAT");
}

}  // namespace

Action add_index_query(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command = index.add_subcommand("query", "Print query, id and distance of every hit");
  add_index_file(command, options->file);
  options->input.add_to(command);
  add_query_options(command, *options);
  options->recipe.add_to(command);
  command.get_option("--recipe").default_str("the index's");
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  command.add_flag("--stats", options->stats,
                   "Print plan, counts, time and memory as JSON on standard error");
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_query(*options);
  };
}

}  // namespace neardup::cli
