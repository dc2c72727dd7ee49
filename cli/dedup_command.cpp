// `neardup dedup`: a pile of files in, the same without near-duplicates out. Reads once, decides, then copies
// the records that stay, byte for byte. Without -o nothing is written: the summary says what would happen.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/dedup_lines.h"
#include "cli/dedup_report.h"
#include "cli/json_text.h"
#include "cli/output.h"
#include "cli/pair_lines.h"
#include "cli/rule_options.h"
#include "cli/run.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/report/record_writer.h"
#include "neardup/util/error.h"
#include "neardup/util/join_names.h"
#include "neardup/util/output_file.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  RuleOptions rule;
  std::vector<std::string> against;
  LinkKind link = LinkKind::star;
  std::string keep = "first";
  std::string output;
  std::string removed;
  std::string pairs;
  std::string clusters;
  ReportFileOptions report;
  bool annotate = false;
  bool check = false;
  bool quiet = false;
  bool stats = false;
};

/// Everything that a run knows at its end.
struct Run {
  const Collection& collection;
  const PairRule& rule;
  const DocumentPairs& pairs;
  const Deduplication& result;
  double seconds = 0;
};

std::int64_t whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

CollectionOptions reading(const Options& options, const Recipe& recipe, const KeepPolicy& keep,
                          ProblemReport& problems) {
  CollectionOptions reading = collection_options(options.input, options.rule, recipe, problems);
  reading.reference = options.against;
  reading.keep_lengths = keep.kind == KeepPolicy::Kind::longest || keep.kind == KeepPolicy::Kind::shortest;
  if (!keep.field.empty()) reading.read.fields = {keep.field};
  return reading;
}

void write_pairs(const Run& run, const std::string& path) {
  OutputFile out(path);
  PairLines lines([&](std::uint32_t ordinal) { return run.collection.records().id(ordinal); },
                  format_of_name(path), [&out](std::string_view bytes) { out.write(bytes); });
  run.pairs.for_each(EqualPairs::star, [&lines](const DocumentPair& pair) { lines.add(pair); });
  lines.flush();
  out.commit();
}

void write_corpus(const Run& run, const Options& options) {
  const CleanOutput output{.path = options.output, .inputs = options.input.inputs};
  const std::uint32_t reference = run.collection.reference_documents();
  const ReadOptions& read = run.collection.options().read;
  if (options.annotate) {
    write_records(
        run.collection.records(), read, [reference](std::uint32_t i) { return i >= reference; }, output,
        [&run](std::uint32_t document, std::string_view record) {
          return annotate(run.collection, run.result, document, record);
        });
  } else {
    write_records(
        run.collection.records(), read, [&run](std::uint32_t i) { return run.result.is_clean(i); }, output);
  }
}

void write_outputs(const Run& run, const Options& options) {
  if (!options.output.empty()) write_corpus(run, options);
  if (!options.removed.empty()) write_removed(run.collection, run.result, options.removed);
  if (!options.clusters.empty()) write_clusters(run.collection, run.result, options.clusters);
  if (!options.pairs.empty()) write_pairs(run, options.pairs);
}

void print_summary(const Run& run, const Options& options) {
  const DeduplicationCounts& counts = run.result.counts();
  const double megabytes = static_cast<double>(run.collection.counts().text_bytes) / 1e6;
  std::string text =
      fmt::format("{} documents: {} kept, {} exact and {} near duplicates {}; {} clusters, the largest of {}",
                  counts.documents, counts.kept, counts.exact, counts.near,
                  options.output.empty() ? "found (dry run: give -o to write the clean corpus)"
                  : options.annotate     ? "marked"
                                         : "removed",
                  counts.clusters, counts.largest);
  if (run.collection.counts().without_fingerprint > 0 && options.rule.is_by_distance())
    text += fmt::format("; {} too short to judge", run.collection.counts().without_fingerprint);
  print_message(text);
  const std::string rule = run.rule.min_similarity ? fmt::format("expected recall at the threshold {:.2f} %",
                                                                 100 * run.pairs.expected_recall())
                                                   : describe(run.rule);
  print_message(fmt::format("{:.1f} MB in {:.2f} s, {:.0f} MB/s, peak memory {:.0f} MB; {}", megabytes,
                            run.seconds, megabytes / run.seconds,
                            static_cast<double>(peak_memory_bytes()) / 1e6, rule));
  if (const auto& warning = run.result.linkage().warning) {
    print_message(
        fmt::format("warning: chaining: of the {} documents of cluster {} only {} are like the kept one (see "
                    "--link star)",
                    warning->members, run.collection.records().id(warning->kept), warning->like_kept));
  }
}

void print_stats(const Run& run, const Recipe& recipe) {
  const DeduplicationCounts& counts = run.result.counts();
  JsonLine line;
  line.text("recipe", recipe.written())
      .text("rule", describe(run.rule))
      .text("plan", run.pairs.plan())
      .integer("documents", whole(counts.documents))
      .integer("reference", whole(run.collection.reference_documents()))
      .integer("kept", whole(counts.kept))
      .integer("exact", whole(counts.exact))
      .integer("near", whole(counts.near))
      .integer("clusters", whole(counts.clusters))
      .integer("largest", whole(counts.largest))
      .integer("without_fingerprint", whole(run.collection.counts().without_fingerprint))
      .integer("candidates", whole(run.pairs.candidates()))
      .number("expected_recall", run.pairs.expected_recall())
      .integer("text_bytes", whole(run.collection.counts().text_bytes))
      .number("seconds", run.seconds)
      .number("megabytes_per_second",
              static_cast<double>(run.collection.counts().text_bytes) / 1e6 / run.seconds)
      .integer("peak_memory_bytes", whole(peak_memory_bytes()));
  std::fputs(line.line().c_str(), stderr);
}

/// What the report tells about the run beside its rule and recipe.
ReportRun report_run(const Options& options, double seconds, const ProblemReport& problems) {
  ReportRun run{.seconds = seconds, .skipped = problems.errors()};
  run.parameters = {{"input", join_names(options.input.inputs)},
                    {"keep", options.keep},
                    {"link", options.link == LinkKind::star ? "star" : "components"}};
  if (!options.against.empty()) run.parameters.emplace_back("against", join_names(options.against));
  return run;
}

int run_dedup(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  options.rule.require_one_rule();
  if (options.annotate && options.output.empty())
    throw Error(ErrorCode::invalid_argument, "dedup: --annotate needs -o");
  const KeepPolicy keep = parse_keep_policy(options.keep);
  const Recipe recipe = options.rule.apply_to(options.recipe.resolve());
  ProblemReport problems(options.quiet);
  const Collection collection(options.input.inputs, reading(options, recipe, keep, problems));
  const PairRule rule = options.rule.rule(recipe);
  const DocumentPairs pairs = find_document_pairs(collection, rule, options.input.threads);
  const DeduplicationOptions choice{.link = options.link, .keep = keep};
  const Deduplication result(collection, rule, pairs, choice);
  Run run{collection, rule, pairs, result};
  write_outputs(run, options);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.report.wanted())
    write_report(options.report, {collection, rule, pairs, result, choice},
                 report_run(options, run.seconds, problems));
  if (options.stats)
    print_stats(run, recipe);
  else if (!options.quiet)
    print_summary(run, options);
  if (problems.errors() > 0) return exit_error;
  const bool found = result.counts().exact + result.counts().near > 0;
  return options.check && found ? exit_different : exit_done;
}

void add_choice_options(const Command& command, Options& options) {
  static const std::map<std::string, LinkKind> links = {{"star", LinkKind::star},
                                                        {"components", LinkKind::components}};
  const std::string group = "Choice";
  command
      .add_option("--link", options.link, "star: like the kept copy (default); components: like any copy",
                  links)
      .type_name("KIND")
      .group(group);
  command
      .add_option("--keep", options.keep,
                  "first, last, longest, shortest, max:FIELD, min:FIELD or prefer:PATH,PATH...")
      .type_name("POLICY")
      .capture_default_str()
      .group(group);
  command
      .add_option("--against", options.against,
                  "Reference files: what they have is removed from the input; they stay as they are; may be "
                  "repeated")
      .type_name("FILE")
      .group(group);
}

void add_output_options(const Command& command, Options& options) {
  const std::string group = "Output";
  command
      .add_option(
          "-o,--output", options.output,
          "Clean corpus: a file, or FOLDER/ for files with the names of the input; .gz and .zst compress")
      .type_name("PATH")
      .group(group);
  command.add_flag("--annotate", options.annotate, "Keep everything and add a field `neardup` (JSONL only)")
      .group(group);
  const std::pair<const char*, std::pair<std::string*, const char*>> lists[] = {
      {"--removed",
       {&options.removed, "What was removed, and for which kept document; TSV or JSONL by name"}},
      {"--pairs", {&options.pairs, "All pairs, copies as a star; TSV or JSONL by name"}},
      {"--clusters", {&options.clusters, "Clusters of two or more; TSV or JSONL by name"}}};
  for (const auto& [name, target] : lists)
    command.add_option(name, *target.first, target.second).type_name("FILE").group(group);
  options.report.add_to(command);
  command
      .add_option("--temp-dir", options.input.read.temporary_folder,
                  "Folder for what must be read twice and cannot be (default: $TMPDIR or /tmp)")
      .type_name("DIR")
      .group(group);
  command.add_flag("--check", options.check, "Exit code 1 when there are duplicates").group(group);
  command.add_flag("-q,--quiet", options.quiet, "No warnings, no summary").group(group);
  command.add_flag("--stats", options.stats, "The summary as JSON on standard error").group(group);
}

}  // namespace

Action add_dedup_command(const Command& app, std::string command_line) {
  const auto options = std::make_shared<Options>();
  options->report.command_line = std::move(command_line);
  const Command command = app.add_subcommand("dedup", "Remove near-duplicates: keep one of each");
  options->input.add_to(command);
  command.get_option("INPUT").required();
  options->rule.add_to(command);
  add_choice_options(command, *options);
  add_output_options(command, *options);
  options->recipe.add_to(command);
  return [options] { return run_dedup(*options); };
}

}  // namespace neardup::cli
