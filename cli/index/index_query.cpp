// `neardup index query`: prints `query TAB id TAB distance` for every hit, or the similarity in place of the
// distance, with the queries in input order and the best hits of each query first, then by id. Reads the file
// without a lock, because writers replace the file and never modify it.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/index/any_index.h"
#include "cli/index/index_commands.h"
#include "cli/index/index_input.h"
#include "cli/pair_lines.h"
#include "cli/run.h"
#include "neardup/corpus/json_text.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  std::string file;
  IndexInput input;
  std::vector<std::string> fingerprints;  // in hex
  RecipeOptions recipe;
  bool recipe_is_given = false;
  std::optional<int> distance;
  std::optional<double> similarity;
  std::size_t limit = 0;
  bool all = false;
  OutputFormat format = OutputFormat::tsv;
  bool quiet = false;
  bool stats = false;
};

/// Answers queries and counts the hits. Thread-safe.
class QueryRun {
 public:
  QueryRun(const AnyIndex& index, const Options& options)
      : index_(index), options_(options), measure_(index.distance() != nullptr ? "distance" : "similarity") {
    if (index.distance() != nullptr)
      distance_ = options.distance.value_or(index.distance()->options().max_distance);
    if (index.similarity() != nullptr)
      similarity_ = options.similarity.value_or(index.similarity()->options().min_similarity);
  }

  [[nodiscard]] std::string answer(const NamedFingerprints& queries) {
    const std::vector<FindResult> results = index_.distance()->find_batch(queries.fingerprints, distance_);
    std::string lines;
    auto absent = queries.absent.begin();
    for (std::size_t i = 0; i <= results.size(); ++i) {
      for (; absent != queries.absent.end() && absent->first == i; ++absent)
        append_unseen(absent->second, lines);
      if (i < results.size()) append(queries.ids[i], results[i].hits, lines);
    }
    return lines;
  }

  [[nodiscard]] std::string answer(const std::vector<NamedSet>& queries) {
    std::vector<SimilarityEntry> entries;
    for (const NamedSet& query : queries) {
      if (!query.has_no_text) entries.push_back(query.entry());
    }
    const std::vector<SimilarResult> results = index_.similarity()->find_batch(entries, similarity_);
    std::string lines;
    auto result = results.begin();
    for (const NamedSet& query : queries) {
      if (query.has_no_text) {
        append_unseen(query.id, lines);
      } else {
        append(query.id, (result++)->hits, lines);
      }
    }
    return lines;
  }

  [[nodiscard]] std::uint64_t hits() const noexcept { return hits_; }

 private:
  template <typename HitType>
  void append(const std::string& query, const std::vector<HitType>& hits, std::string& lines) {
    const std::size_t most = options_.limit == 0 ? hits.size() : std::min(hits.size(), options_.limit);
    for (std::size_t i = 0; i < most; ++i)
      append_line(query, hits[i].id.written(), measure_of(hits[i]), lines);
    if (most == 0) append_unseen(query, lines);
    hits_.fetch_add(most, std::memory_order_relaxed);
  }

  [[nodiscard]] static std::string measure_of(const Hit& hit) { return std::to_string(hit.distance); }
  [[nodiscard]] static std::string measure_of(const SimilarHit& hit) {
    return similarity_text(hit.similarity);
  }

  void append_line(const std::string& query, const std::string& id, const std::string& measure,
                   std::string& lines) const {
    if (options_.format == OutputFormat::jsonl) {
      lines += JsonObject().text("query", query).text("id", id).raw(measure_, measure).line();
    } else {
      lines += fmt::format("{}\t{}\t{}\n", escape_tsv(query), escape_tsv(id), measure);
    }
  }

  /// Appends a line for a query without hits, if the user wants to see those too.
  void append_unseen(const std::string& query, std::string& lines) const {
    if (!options_.all) return;
    if (options_.format == OutputFormat::jsonl) {
      lines += JsonObject().text("query", query).raw("id", "null").raw(measure_, "null").line();
    } else {
      lines += escape_tsv(query) + "\t-\t-\n";
    }
  }

  const AnyIndex& index_;
  const Options& options_;
  std::string_view measure_;
  int distance_ = 0;
  double similarity_ = 0;
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

InputCounts answer_documents(const Options& options, const AnyIndex& index, QueryRun& run,
                             ProblemReport& problems) {
  if (options.input.documents.inputs.empty()) return {};
  const auto answer = [&run](const auto& queries) { return run.answer(queries); };
  const Recipe recipe = recipe_of_index(options.file, index.recipe(), options.recipe);
  if (index.similarity() != nullptr)
    return process_sets(options.input.documents, recipe, problems, answer, print_at_once);
  return process_documents(options.input.documents, recipe, problems, answer, print_at_once);
}

InputCounts answer_all(const Options& options, const AnyIndex& index, QueryRun& run,
                       ProblemReport& problems) {
  InputCounts counts;
  if (index.distance() != nullptr) {
    const auto work = [&run](const NamedFingerprints& queries) { return run.answer(queries); };
    const NamedFingerprints given = given_fingerprints(options.fingerprints);
    counts.documents += given.ids.size();
    print(run.answer(given));
    for (const FingerprintList& list :
         read_lists(options.input.fingerprint_files, index.distance()->options().bits, problems)) {
      counts.add(process_list(list, options.input.documents.threads, work, print));
    }
  }
  counts.add(answer_documents(options, index, run, problems));
  return counts;
}

/// Throws Error if an option asks for what this kind of index does not have.
void refuse_other_kind(const Options& options, const AnyIndex& index) {
  const auto refuse = [&](const char* what) {
    throw Error(ErrorCode::invalid_argument, options.file + ": " + what);
  };
  if (index.similarity() != nullptr) {
    if (options.distance) refuse("an index of similarity; --distance needs one of fingerprints");
    if (options.input.is_ready_made() || !options.fingerprints.empty())
      refuse("an index of similarity answers for documents, not for fingerprints");
  } else if (options.similarity) {
    refuse("an index of fingerprints; --similarity needs one built with `index build --similarity`");
  }
}

/// Says how many similar documents the distance is expected to miss.
void say_expected_share(const Options& options, const AnyIndex& index) {
  const HammingIndex* const distance = index.distance();
  if (distance == nullptr || options.quiet || options.input.documents.inputs.empty()) return;
  const int most = options.distance.value_or(distance->options().max_distance);
  print_message(share_text(options.file, share_found(distance->options(), most), most));
}

void report_left_out(const InputCounts& counts, ProblemReport& problems) {
  if (counts.without_fingerprint == 0) return;
  problems.add({.severity = Problem::Severity::warning,
                .message = fmt::format("{} of {} queries have no fingerprint and find nothing",
                                       counts.without_fingerprint, counts.documents)});
}

void print_stats(const AnyIndex& index, const InputCounts& counts, std::uint64_t hits, double seconds) {
  JsonObject line;
  line.text("recipe", index.recipe())
      .text("plan", index.explain())
      .number(index.similarity() != nullptr ? "documents_in_index" : "fingerprints", index.size())
      .number("queries", counts.documents)
      .number("without_fingerprint", counts.without_fingerprint)
      .number("without_text", counts.without_text)
      .number("hits", hits)
      .number("seconds", seconds)
      .number("peak_memory_bytes", peak_memory_bytes());
  std::fputs(line.line().c_str(), stderr);
}

int run_query(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  if (options.input.is_empty() && options.fingerprints.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "index query: give INPUT, --fingerprints FILE or --fingerprint HEX");
  }
  const AnyIndex index = AnyIndex::open(options.file);
  if (options.recipe_is_given) refuse_other_recipe(options.file, index.recipe(), options.recipe.resolve());
  refuse_other_kind(options, index);
  std::vector<std::string> used = options.recipe.given_files();
  used.push_back(options.file);
  used.insert(used.end(), options.input.fingerprint_files.begin(), options.input.fingerprint_files.end());
  ProblemReport problems =
      options.input.documents.report_problems("index query", options.quiet, {.read = std::move(used)});
  QueryRun run(index, options);
  const InputCounts counts = answer_all(options, index, run, problems);
  report_left_out(counts, problems);
  options.input.documents.say_without_text(counts.without_text, "which find nothing", options.quiet);
  say_expected_share(options, index);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (options.stats) print_stats(index, counts, run.hits(), elapsed.count());
  problems.finish();
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
  command
      .add_option("-s,--similarity", options.similarity,
                  "Find everything at least this similar (default: the least that the index allows)")
      .type_name("S")
      .excludes(command.get_option("--distance"));
  command.add_flag("--all", options.all, "Also print queries without a hit, with - for id and distance");
  command.add_option("--limit", options.limit, "Print at most N nearest hits per query")
      .type_name("N")
      .positive();
  command.add_option("--format", options.format, "Output: tsv or jsonl", formats).type_name("FORMAT");
}

}  // namespace

Action add_index_query(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command =
      index.add_subcommand("query", "Print query, id and distance or similarity of every hit");
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
