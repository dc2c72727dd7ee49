// `neardup dedup`: copies a corpus without its near-duplicates. Reads the input once, decides which
// documents to keep, then copies their records byte for byte. Without -o it writes no clean corpus,
// and the summary says what would happen.
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/dedup/dedup_index.h"
#include "cli/dedup/dedup_lines.h"
#include "cli/dedup/dedup_report.h"
#include "cli/dedup/dedup_summary.h"
#include "cli/index/index_commands.h"
#include "cli/output_guard.h"
#include "cli/resource_options.h"
#include "cli/rule_options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "neardup/corpus/convert/output_kind.h"
#include "neardup/dedup/dedup.h"
#include "neardup/util/error.h"
#include "neardup/util/join_names.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  RuleOptions rule;
  ResourceOptions resources;
  bool recipe_is_given = false;
  std::vector<std::string> against;
  std::string update;
  LinkKind link = LinkKind::star;
  std::string keep = "first";
  std::string output;
  std::string removed;
  std::string pairs;
  std::string clusters;
  bool header = false;
  ReportFileOptions report;
  bool annotate = false;
  std::string date_field;
  std::string source_field;
  bool check = false;
  bool quiet = false;
  bool stats = false;
};

void require_consistent(const Options& options) {
  const auto require = [](bool holds, const char* message) {
    if (!holds) throw Error(ErrorCode::invalid_argument, message);
  };
  options.rule.require_one_rule(options.input.inputs);
  require(!has_stdin(options.against) || !has_stdin(options.input.inputs),
          "dedup: --against - and the input - are both standard input, which can be read only once");
  require(!options.rule.lossless || options.keep == "first" || options.keep == "longest",
          "dedup: --lossless keeps the longest document; --keep does not go with it");
  require(!options.rule.lossless || options.link == LinkKind::star,
          "dedup: --lossless makes stars; --link components does not go with it");
  require(!options.annotate || !options.output.empty(), "dedup: --annotate needs -o");
  require(options.annotate || (options.date_field.empty() && options.source_field.empty()),
          "dedup: --date-field and --source-field say what --annotate adds; give --annotate");
  for (const std::string* const path : {&options.output, &options.removed, &options.pairs, &options.clusters})
    require_possible_output(*path);
  const OutputKind kind = kind_of_output(options.output);
  require(!options.annotate || kind == OutputKind::parquet || is_of_kind(InputFormat::jsonl, kind),
          "dedup: --annotate adds a field with members; name the output .jsonl or .parquet");
  OutputPlan plan{.inputs = options.input.inputs,
                  .references = options.recipe.given_files(),
                  .globs = options.input.read.globs,
                  .corpus = options.output};
  const std::vector<std::string>& templates = options.rule.templates;
  plan.references.insert(plan.references.end(), templates.begin(), templates.end());
  plan.files = {{"--removed", options.removed},
                {"--pairs", options.pairs},
                {"--clusters", options.clusters},
                {"--report", options.report.path},
                {"--errors", options.input.problems.list}};
  OutputPlan with_index = plan;  // without --against, which may name the index of --update itself
  with_index.files.emplace_back("--update", options.update);
  refuse_destructive_outputs(with_index);
  plan.references.insert(plan.references.end(), options.against.begin(), options.against.end());
  refuse_destructive_outputs(plan);
}

/// Shows the progress of the library on the terminal.
class ShownProgress {
 public:
  explicit ShownProgress(bool is_wanted) : progress_(is_wanted) {}

  /// Returns the function to call; empty if nothing is shown.
  [[nodiscard]] std::function<void(const Progress&)> listener() {
    if (!progress_.is_shown()) return {};
    return [this](const Progress& progress) { show(progress); };
  }
  void finish() { progress_.finish(); }

 private:
  void show(const Progress& progress) {
    static constexpr std::array kNames = {"reading", "joining", "checking", "linking", "writing"};
    if (phase_ != progress.phase) {
      const bool is_reading = progress.phase == Progress::Phase::reading;
      progress_.start(kNames[static_cast<std::size_t>(progress.phase)],
                      is_reading ? ProgressBar::Unit::bytes : ProgressBar::Unit::documents, progress.total);
    }
    phase_ = progress.phase;
    progress_.advance_to(progress.done);
  }

  ProgressBar progress_;
  std::optional<Progress::Phase> phase_;
};

DedupOptions dedup_options(const Options& options, const Recipe& recipe, ProblemReport& problems) {
  DedupOptions made{.find = find_options(options.input, options.rule, recipe, problems),
                    .link = options.link,
                    .keep = parse_keep_policy(options.keep)};
  options.resources.apply_to(made.find);
  made.find.against = options.against;
  made.output = options.output;
  made.annotate = options.annotate;
  made.date_field = options.date_field;
  made.source_field = options.source_field;
  return made;
}

void write_lists(const DedupResult& result, const Options& options) {
  if (!options.removed.empty()) write_removed(result, {options.removed, options.header});
  if (!options.clusters.empty()) write_clusters(result, {options.clusters, options.header});
  if (!options.pairs.empty()) write_pairs(result, {options.pairs, options.header});
}

/// Returns what the report shows about the run besides its rule and recipe.
ReportOptions report_options(const Options& options, double seconds, const ProblemReport& problems) {
  ReportOptions page{.seconds = seconds, .skipped = problems.errors()};
  page.parameters = {{"input", join_names(options.input.inputs)},
                     {"keep", options.keep},
                     {"link", options.link == LinkKind::star ? "star" : "components"}};
  if (!options.against.empty()) page.parameters.emplace_back("against", join_names(options.against));
  if (!options.rule.within.empty()) page.parameters.emplace_back("within", options.rule.within);
  if (!options.rule.templates.empty())
    page.parameters.emplace_back("template", join_names(options.rule.templates));
  return page;
}

/// Throws Error for a missing reference, because that would let every document pass as new; but --update may
/// create an index that --against names too.
void refuse_missing_references(const Options& options) {
  for (const std::string& path : options.against) {
    std::error_code error;
    if (path == "-" || path == options.update || std::filesystem::exists(path, error)) continue;
    throw Error(ErrorCode::io, "--against " + path + ": no such file or folder; nothing is written");
  }
}

int run_dedup(Options options) {
  const auto start = std::chrono::steady_clock::now();
  require_consistent(options);
  refuse_missing_references(options);
  DedupIndexes indexes(
      options.against,
      {.update = options.update, .will_write = !options.output.empty(), .quiet = options.quiet});
  ProblemReport problems = options.input.report_problems("dedup", options.quiet);
  std::string about_code;
  if (!options.recipe_is_given && !options.rule.lossless && !options.rule.by_sentences &&
      !indexes.decide_recipe())
    about_code = choose_recipe(options.recipe, options.input, problems);
  const Recipe recipe = indexes.settle(options.rule, options.recipe, options.recipe_is_given);
  if (options.report.wanted() && !indexes.asked_file().empty())
    throw Error(ErrorCode::invalid_argument,
                "dedup: --report shows documents side by side, and " + indexes.asked_file() +
                    " is an index, which has no texts; give --against the documents themselves");
  ShownProgress progress(!options.quiet);
  DedupOptions choice = dedup_options(options, recipe, problems);
  choice.archive = indexes.asked();
  choice.find.on_progress = progress.listener();
  const DedupResult result = dedup(options.input.inputs, choice);
  progress.finish();
  write_lists(result, options);
  const auto seconds = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (options.report.wanted())
    write_report(options.report, result, report_options(options, seconds(), problems));
  const IndexAdditions additions = indexes.update(result, problems);
  problems.finish();
  const DedupSummary summary{.result = result,
                             .is_dry = options.output.empty(),
                             .only_marks = options.annotate,
                             .has_within = !options.rule.within.empty(),
                             .skips_missing = options.input.read.missing == MissingText::skip,
                             .broken = problems.errors(),
                             .warnings = problems.warnings(),
                             .index = additions,
                             .share = indexes.expected_share(options.rule),
                             .about_code = about_code,
                             .seconds = seconds()};
  if (options.stats)
    print_stats(summary);
  else if (!options.quiet)
    print_summary(summary);
  if (problems.errors() > 0) return exit_error;
  const bool found = result.counts().exact + result.counts().near > 0;
  return options.check && found ? exit_different : exit_done;
}

void add_choice_options(const Command& command, Options& options) {
  static const std::map<std::string, LinkKind> links = {{"star", LinkKind::star},
                                                        {"components", LinkKind::components}};
  const std::string group = "Choice";
  command
      .add_option("--link", options.link,
                  "star: members are like the kept document (default); components: like any other member",
                  links)
      .type_name("KIND")
      .group(group);
  command
      .add_flag(
          "--lossless", options.rule.lossless,
          "Remove a document only if the one kept contains all its words in a row; keeps the longest, misses "
          "none")
      .group(group);
  command
      .add_option("--keep", options.keep,
                  "first, last, longest, shortest, max:FIELD, min:FIELD or prefer:PATH,PATH...")
      .type_name("POLICY")
      .capture_default_str()
      .group(group);
  command
      .add_option(
          "--against", options.against,
          "Reference documents or an index file (`neardup index build`): removes from the input what the "
          "reference has, and never changes the reference; may be repeated. An index sets the recipe and "
          "the rule: --similarity or --distance, as it was built")
      .type_name("FILE")
      .not_empty()
      .group(group);
}

void add_annotation_options(const Command& command, Options& options) {
  const std::string group = "Output";
  command
      .add_flag("--annotate", options.annotate,
                "Keep everything and add a field `neardup`: cluster (the id that would be kept), duplicate, "
                "distance, similarity, copies, sources (JSONL and Parquet)")
      .group(group);
  command
      .add_option(
          "--date-field", options.date_field,
          "With --annotate: report the first and last value of this field in the cluster. Values compare as "
          "numbers if all are numbers, else as bytes: write dates as ISO 8601, in one time zone")
      .type_name("NAME")
      .group(group);
  command
      .add_option("--source-field", options.source_field,
                  "With --annotate: the field that says where a document is from (default: its file)")
      .type_name("NAME")
      .group(group);
}

void add_output_options(const Command& command, Options& options) {
  const std::string group = "Output";
  command
      .add_option("-o,--output", options.output,
                  "Clean corpus: a file, or FOLDER/ for files with the names of the input. A file named "
                  ".jsonl, .csv, "
                  ".tsv or .parquet is of that kind, whatever the input is; .gz and .zst compress")
      .type_name("PATH")
      .not_empty()
      .group(group);
  add_annotation_options(command, options);
  const std::pair<const char*, std::pair<std::string*, const char*>> lists[] = {
      {"--removed",
       {&options.removed,
        "List of removed documents, each with the kept one; TSV, or .jsonl, .csv or .parquet by name"}},
      {"--pairs",
       {&options.pairs, "Pairs of a kept and a removed document; TSV, or .jsonl, .csv or .parquet by name"}},
      {"--clusters",
       {&options.clusters, "Clusters of two or more; TSV, or .jsonl, .csv or .parquet by name"}}};
  for (const auto& [name, target] : lists)
    command.add_option(name, *target.first, target.second).type_name("FILE").not_empty().group(group);
  command.add_flag("--header", options.header, "Lists in TSV begin with a line that names their columns")
      .group(group);
  options.report.add_to(command);
  command
      .add_option(
          "--update", options.update,
          "Index file to add the kept documents to, after all outputs are written; created if missing, for "
          "the rule of this run. A dry run does not change it")
      .type_name("INDEX")
      .not_empty()
      .group(group);
  command.add_flag("--check", options.check, "Exit code 1 when there are duplicates").group(group);
  command.add_flag("-q,--quiet", options.quiet, "No warnings, no progress, no summary").group(group);
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
  options->resources.add_to(command, "Resources");
  options->recipe.add_to(command);
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_dedup(*options);
  };
}

}  // namespace neardup::cli
