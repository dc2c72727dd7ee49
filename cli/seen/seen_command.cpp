// `neardup seen`: asks a live collection about documents as they come, one verdict line each, and maintains
// the collection. Threads fingerprint batches; checks follow in input order, so a run gives the same answers
// whatever the number of threads. Each batch is answered at once, and a batch ends where the input pauses.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/seen/seen_lines.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/corpus/process.h"
#include "neardup/store/live_collection.h"
#include "neardup/store/time_text.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  std::string folder;
  InputOptions input;
  RecipeOptions recipe;
  bool recipe_is_given = false;
  std::optional<int> distance;
  std::optional<double> similarity;
  std::string window;
  std::string ttl;
  std::string date_field;
  std::string source_field;
  bool keep_texts = false;
  Durability durability = Durability::sync;
  OutputFormat format = OutputFormat::tsv;
  bool build = false;
  bool query_only = false;
  bool check = false;
  bool info = false;
  bool verify = false;
  std::string export_path;
  std::string snapshot;
  std::vector<std::string> removed;
  bool quiet = false;
  bool stats = false;

  /// Returns true if nothing is asked that changes the collection.
  [[nodiscard]] bool only_reads() const noexcept {
    return query_only || (input.inputs.empty() && removed.empty());
  }
};

struct Counts {
  std::uint64_t documents = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t copies = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t without_text = 0;  // not among the documents
  [[nodiscard]] std::uint64_t seen() const noexcept { return duplicates + copies; }
};

std::optional<std::int64_t> span_of(const std::string& text, const char* option) {
  if (text.empty()) return std::nullopt;
  if (const std::optional<std::int64_t> span = parse_span(text)) return span;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: expected a span such as 14d, 36h, 90m or 0s, got '{}'", option, text));
}

LiveOptions live_options(const Options& options) {
  LiveOptions live{.window = span_of(options.window, "--window"), .ttl = span_of(options.ttl, "--ttl")};
  const bool has_files = !options.recipe.given_files().empty();
  if (options.recipe_is_given || has_files) live.recipe = options.recipe.resolve();
  if (options.distance) live.rule = LiveRule::distance(*options.distance);
  if (options.similarity) live.rule = LiveRule::similarity(*options.similarity);
  if (options.keep_texts) live.keeps_texts = true;
  live.durability = options.durability;
  live.read_only = options.only_reads();
  live.create = !live.read_only;
  live.threads = options.input.threads;
  return live;
}

/// Turns the documents of a batch into prepared ones, and finds their dates and sources.
class Preparation {
 public:
  Preparation(const Options& options, const LiveCollection& seen) : options_(options), seen_(seen) {}

  struct Result {
    std::vector<PreparedDocument> documents;
    /// Records without text, which are neither compared nor kept: how many documents come before each, and its id.
    std::vector<std::pair<std::size_t, std::string>> without_text;
    std::vector<Problem> undated;
    std::uint64_t text_bytes = 0;
  };

  Result operator()(DocumentBatch batch) const {
    Result result;
    for (Document& document : batch.documents) {
      if (document.has_no_text) {
        result.without_text.emplace_back(result.documents.size(), std::move(document.id));
        continue;
      }
      result.text_bytes += document.text.size();
      LiveDocument live;
      std::size_t field = 0;
      if (!options_.date_field.empty()) {
        live.time = parse_time(document.fields[field++]);
        if (!live.time) result.undated.push_back(undated(document));
      }
      if (!options_.source_field.empty()) live.source = document.fields[field];
      live.document = std::move(document);
      result.documents.push_back(seen_.prepare(std::move(live)));
    }
    return result;
  }

 private:
  [[nodiscard]] Problem undated(const Document& document) const {
    return {.severity = Problem::Severity::warning,
            .path = document.path,
            .line = document.line,
            .message = fmt::format("no date in \"{}\"; taken as seen now", options_.date_field)};
  }

  const Options& options_;
  const LiveCollection& seen_;
};

/// Answers the documents of the input in order.
Counts answer_all(const Options& options, LiveCollection& seen, ProblemReport& problems) {
  InputOptions input = options.input;
  input.read.stdin_has_lines = true;
  if (!options.date_field.empty()) input.read.fields.push_back(options.date_field);
  if (!options.source_field.empty()) input.read.fields.push_back(options.source_field);
  CorpusReader reader = input.open(seen.recipe());
  Counts counts;
  const auto answer = [&](Preparation::Result prepared) {
    for (const Problem& problem : prepared.undated) problems.add(problem);
    counts.text_bytes += prepared.text_bytes;
    const std::vector<LiveAnswer> answers = options.query_only
                                                ? seen.query_all(std::move(prepared.documents))
                                                : seen.check_all(std::move(prepared.documents));
    std::string lines;
    auto without_text = prepared.without_text.begin();
    for (std::size_t i = 0; i <= answers.size(); ++i) {
      for (; without_text != prepared.without_text.end() && without_text->first == i; ++without_text) {
        if (!options.build) append_no_text(without_text->second, options.format, lines);
      }
      if (i == answers.size()) break;
      const LiveAnswer& one = answers[i];
      ++counts.documents;
      counts.duplicates += one.verdict == LiveVerdict::near_duplicate ? 1U : 0U;
      counts.copies += one.verdict == LiveVerdict::exact_copy ? 1U : 0U;
      if (!options.build) append_verdict(one, options.format, lines);
    }
    print(lines);
    flush_output();  // the writer of a pipe may wait for it
  };
  process_corpus(
      reader,
      {.threads = input.threads, .on_problem = [&](const Problem& problem) { problems.add(problem); }},
      Preparation(options, seen), answer);
  counts.without_text = reader.without_text();
  return counts;
}

void remove_ids(const Options& options, LiveCollection& seen, ProblemReport& problems) {
  for (const std::string& id : options.removed) {
    if (seen.get(id)) continue;
    problems.add({.severity = Problem::Severity::warning,
                  .path = options.folder,
                  .code = ProblemCode::unknown_id,
                  .message = fmt::format("id not found: {}", id)});
  }
  if (!options.removed.empty()) seen.remove(options.removed);
}

void export_documents(const std::string& path, const LiveCollection& seen) {
  if (path.ends_with(".ndx")) {
    seen.export_index(path);
  } else if (path == "-") {
    seen.for_each([](const StoredDocument& document) { print(stored_line(document)); });
  } else {
    OutputFile file(path);
    seen.for_each([&](const StoredDocument& document) { file.write(stored_line(document)); });
    file.commit();
  }
}

void report(const Options& options, const Counts& counts, const LiveCollection& seen, double seconds) {
  if (options.build && !options.quiet) {
    print_message(fmt::format("{}: {} documents: {} kept, {} seen before ({} of them exact copies)",
                              options.folder, counts.documents, counts.documents - counts.seen(),
                              counts.seen(), counts.copies));
  }
  options.input.say_without_text(counts.without_text, "neither compared nor kept", options.quiet);
  if (!options.stats) return;
  std::fputs(JsonObject()
                 .text("recipe", seen.recipe().written())
                 .text("rule", seen.rule().written())
                 .number("documents", counts.documents)
                 .number("new", counts.documents - counts.seen())
                 .number("duplicates", counts.duplicates)
                 .number("exact_copies", counts.copies)
                 .number("kept", seen.size())
                 .number("without_text", counts.without_text)
                 .number("text_bytes", counts.text_bytes)
                 .number("seconds", seconds)
                 .number("peak_memory_bytes", peak_memory_bytes())
                 .line()
                 .c_str(),
             stderr);
}

int run_seen(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const bool maintains = options.info || options.verify || !options.export_path.empty() ||
                         !options.snapshot.empty() || !options.removed.empty();
  if (options.input.inputs.empty() && !maintains) {
    throw Error(
        ErrorCode::invalid_argument,
        "seen: give INPUT (- for standard input), or --info, --verify, --export, --snapshot or --remove");
  }
  LiveCollection seen(options.folder, live_options(options));
  ProblemReport problems = options.input.report_problems(
      "seen", options.quiet,
      {.read = options.recipe.given_files(), .written = {{"--export", options.export_path}}});
  remove_ids(options, seen, problems);
  Counts counts;
  if (!options.input.inputs.empty()) counts = answer_all(options, seen, problems);
  if (options.verify) {
    seen.verify();
    print(fmt::format("{}: sound, all {} documents\n", options.folder, seen.size()));
  }
  if (options.info) print(info_text(options.folder, seen.info(), options.format));
  if (!options.export_path.empty()) export_documents(options.export_path, seen);
  if (!options.snapshot.empty()) seen.snapshot(options.snapshot);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  report(options, counts, seen, elapsed.count());
  problems.finish();
  if (problems.errors() > 0) return exit_error;
  return options.check && counts.seen() > 0 ? exit_different : exit_done;
}

void add_rule_options(const Command& command, Options& options) {
  static const std::map<std::string, Durability> durabilities = {
      {"sync", Durability::sync}, {"interval", Durability::interval}, {"none", Durability::none}};
  const std::string group = "Collection";
  command
      .add_option("--similarity", options.similarity,
                  "Duplicates share this much of their text (default of a new collection: 0.8)")
      .type_name("S")
      .range(0.5, 1.0)
      .group(group);
  command.add_option("-k,--distance", options.distance, "Or: their fingerprints differ in at most K bits")
      .type_name("K")
      .range(0, 128)
      .excludes(command.get_option("--similarity"))
      .group(group);
  command
      .add_option(
          "--window", options.window,
          "Match only documents at most this much older: 14d, 36h; 0s: all (the collection remembers it)")
      .type_name("SPAN")
      .group(group);
  command.add_option("--ttl", options.ttl, "Forget documents that are older than this; 0s: never")
      .type_name("SPAN")
      .group(group);
  command.add_option("--date-field", options.date_field, "Field with the time of a document (default: now)")
      .type_name("NAME")
      .group(group);
  command.add_option("--source-field", options.source_field, "Field with the source, for the story")
      .type_name("NAME")
      .group(group);
  command.add_flag("--keep-texts", options.keep_texts, "Store the texts too").group(group);
  command
      .add_option("--sync", options.durability,
                  "Answer after the disk has it (sync, default), within 100 ms of it (interval), or none",
                  durabilities)
      .type_name("WHEN")
      .group(group);
}

void add_upkeep_options(const Command& command, Options& options) {
  const std::string group = "Upkeep";
  command.add_flag("--info", options.info, "Describe the collection").group(group);
  command.add_flag("--verify", options.verify, "Check every byte, and that store and indexes agree")
      .group(group);
  command
      .add_option(
          "--export", options.export_path,
          "Write the kept documents: JSON lines, or an index file if it is named *.ndx; - is standard output")
      .type_name("FILE")
      .not_empty()
      .group(group);
  command.add_option("--snapshot", options.snapshot, "Write a copy of the collection to a new folder")
      .type_name("DIR")
      .not_empty()
      .group(group);
  command.add_option("--remove", options.removed, "Remove a document by its id; may be repeated")
      .type_name("ID")
      .group(group);
}

}  // namespace

Action add_seen_command(const Command& app) {
  static const std::map<std::string, OutputFormat> formats = {{"tsv", OutputFormat::tsv},
                                                              {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command =
      app.add_subcommand("seen", "Say of every document whether a live collection has seen it, else keep it");
  command.add_option("DIR", options->folder, "The folder of the collection")
      .type_name("")
      .not_empty()
      .required();
  options->input.add_to(command);
  command.add_flag("--build", options->build, "Load the input without printing verdicts");
  command.add_flag("--query-only", options->query_only, "Change nothing");
  command.add_flag("--check", options->check, "Exit with 1 if any document was seen before");
  command.add_option("--format", options->format, "Output: tsv or jsonl", formats).type_name("FORMAT");
  add_rule_options(command, *options);
  add_upkeep_options(command, *options);
  options->recipe.add_to(command);
  command.get_option("--recipe").default_str("the collection's, text-1 for a new one");
  command.add_flag("-q,--quiet", options->quiet, "No warnings and no summary");
  command.add_flag("--stats", options->stats, "Print counts, time and memory as JSON on standard error");
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_seen(*options);
  };
}

}  // namespace neardup::cli
