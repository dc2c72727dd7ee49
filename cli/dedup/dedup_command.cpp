// `neardup dedup`: copies a corpus without its near-duplicates. Reads the input once, decides which
// documents to keep, then copies their records byte for byte. Without -o it writes no clean corpus,
// and the summary says what would happen.
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/dedup/dedup_index.h"
#include "cli/dedup/dedup_lines.h"
#include "cli/dedup/dedup_report.h"
#include "cli/dedup/dedup_summary.h"
#include "cli/dedup/dedup_warnings.h"
#include "cli/index/index_commands.h"
#include "cli/output_guard.h"
#include "cli/pair_lines.h"
#include "cli/rule_options.h"
#include "cli/run.h"
#include "cli/terminal/list_file.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/record_writer.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/util/error.h"
#include "neardup/util/join_names.h"

namespace neardup::cli {

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  RuleOptions rule;
  bool recipe_is_given = false;
  std::vector<std::string> against;
  std::string update;
  LinkKind link = LinkKind::star;
  std::string keep = "first";
  std::string output;
  std::string removed;
  std::string pairs;
  std::string clusters;
  ReportFileOptions report;
  bool annotate = false;
  std::string date_field;
  std::string source_field;
  bool check = false;
  bool quiet = false;
  bool stats = false;
};

/// What the functions that write the outputs need.
struct Run {
  const Collection& collection;
  const Deduplication& result;
  Progress& progress;
};

void require_consistent(const Options& options) {
  const auto require = [](bool holds, const char* message) {
    if (!holds) throw Error(ErrorCode::invalid_argument, message);
  };
  options.rule.require_one_rule(options.input.inputs);
  require(!has_stdin(options.against) || !has_stdin(options.input.inputs),
          "dedup: --against - and the input - are both standard input, which can be read once");
  require(!options.annotate || !options.output.empty(), "dedup: --annotate needs -o");
  require(options.annotate || (options.date_field.empty() && options.source_field.empty()),
          "dedup: --date-field and --source-field say what --annotate adds; give --annotate");
  OutputPlan plan{.inputs = options.input.inputs,
                  .references = options.recipe.given_files(),
                  .globs = options.input.read.globs,
                  .corpus = options.output};
  const std::vector<std::string>& templates = options.rule.templates;
  plan.references.insert(plan.references.end(), templates.begin(), templates.end());
  plan.files = {{"--removed", options.removed},
                {"--pairs", options.pairs},
                {"--clusters", options.clusters},
                {"--report", options.report.path}};
  OutputPlan with_index = plan;  // without --against, which may name the index of --update itself
  with_index.files.emplace_back("--update", options.update);
  refuse_destructive_outputs(with_index);
  plan.references.insert(plan.references.end(), options.against.begin(), options.against.end());
  refuse_destructive_outputs(plan);
}

/// The fields to read from each document: the one that --keep ranks by, then those that --annotate reports.
struct CarriedFields {
  std::vector<std::string> names;
  FactFields facts;
};

CarriedFields carried_fields(const Options& options, const KeepPolicy& keep) {
  CarriedFields carried;
  if (!keep.field.empty()) carried.names.push_back(keep.field);
  if (!options.date_field.empty()) {
    carried.facts.date = carried.names.size();
    carried.names.push_back(options.date_field);
  }
  if (!options.source_field.empty()) {
    carried.facts.source = carried.names.size();
    carried.names.push_back(options.source_field);
  }
  return carried;
}

CollectionOptions reading(const Options& options, const Recipe& recipe, const KeepPolicy& keep,
                          ProblemReport& problems) {
  CollectionOptions reading = collection_options(options.input, options.rule, recipe, problems);
  reading.reference = options.against;
  reading.read.fields = carried_fields(options, keep).names;
  reading.keep_lengths = keep.kind == KeepPolicy::Kind::longest || keep.kind == KeepPolicy::Kind::shortest;
  return reading;
}

void write_pairs(const Run& run, const std::string& path) {
  ListFile out(path);
  PairLines lines([&](std::uint32_t ordinal) { return run.result.id(ordinal); }, format_of_name(path),
                  [&out](std::string_view bytes) { out.write(bytes); });
  run.result.for_each_link([&lines](const DocumentPair& pair) { lines.add(pair); });
  lines.flush();
  out.commit();
}

void write_corpus(const Run& run, const Options& options, const FactFields& facts) {
  const CleanOutput output{.path = options.output,
                           .inputs = options.input.inputs,
                           .progress = [&run](std::uint32_t done) { run.progress.advance_to(done); }};
  const std::uint32_t reference = run.collection.reference_documents();
  const ReadOptions& read = run.collection.options().read;
  if (options.annotate) {
    const Annotation annotation(run.collection, run.result, facts);
    write_records(
        run.collection.records(), read, [reference](std::uint32_t i) { return i >= reference; }, output,
        [&annotation](std::uint32_t document, std::string_view record) {
          return annotation.add_to(document, record);
        });
  } else {
    write_records(
        run.collection.records(), read, [&run](std::uint32_t i) { return run.result.is_clean(i); }, output);
  }
}

void write_outputs(const Run& run, const Options& options, const FactFields& facts) {
  run.progress.start("writing", Progress::Unit::documents, run.collection.size());
  if (!options.output.empty()) write_corpus(run, options, facts);
  if (!options.removed.empty()) write_removed(run.collection, run.result, options.removed);
  if (!options.clusters.empty()) write_clusters(run.result, options.clusters);
  if (!options.pairs.empty()) write_pairs(run, options.pairs);
  run.progress.finish();
}

DocumentPairs find_pairs(const Collection& collection, const PairRule& rule, const Options& options,
                         Progress& progress) {
  const int threads = options.input.threads;
  const PairScope scope{.bound = PairScope::Bound::documents};
  if (!progress.is_shown()) return find_document_pairs(collection, rule, threads, {}, scope);
  progress.start("joining", Progress::Unit::documents, collection.size());
  bool is_checking = false;
  const PairProgress shown{.join =
                               [&](double share) {
                                 if (!is_checking) progress.advance_to_share(share);
                               },
                           .check =
                               [&](double share) {
                                 if (!is_checking)
                                   progress.start("checking", Progress::Unit::documents, collection.size());
                                 is_checking = true;
                                 progress.advance_to_share(share);
                               }};
  DocumentPairs pairs = find_document_pairs(collection, rule, threads, shown, scope);
  progress.finish();
  return pairs;
}

Deduplication link_documents(const Collection& collection, const PairRule& rule, const DocumentPairs& pairs,
                             DeduplicationOptions choice, Progress& progress) {
  if (progress.is_shown() && !pairs.is_complete()) {
    progress.start("linking", Progress::Unit::documents, collection.size());
    choice.search.progress = [&progress](double share) { progress.advance_to_share(share); };
  }
  Deduplication result(collection, rule, pairs, choice);
  progress.finish();
  return result;
}

Collection read_collection(const Options& options, CollectionOptions reading, ProblemReport& problems,
                           Progress& progress) {
  if (progress.is_shown()) {
    const std::vector<std::string>& globs = options.input.read.globs;
    const std::uint64_t inputs = count_input_bytes(options.input.inputs, globs);
    const std::uint64_t reference = count_input_bytes(reading.reference, globs);
    progress.start("reading", Progress::Unit::bytes, inputs == 0 ? 0 : inputs + reference);
    reading.on_read = [&progress](std::uint64_t bytes) { progress.advance_to(bytes); };
  }
  // Shared with on_problem, which the collection keeps in its options.
  const auto references = std::make_shared<ReferenceCheck>(reading.reference);
  reading.on_problem = [references, &problems](const Problem& problem) {
    references->note(problem);
    problems.add(problem);
  };
  Collection collection(options.input.inputs, std::move(reading));
  progress.finish();
  references->finish(collection, problems);
  if (collection.size() == collection.reference_documents() && problems.errors() > 0)
    throw Error(ErrorCode::io, "nothing could be read; nothing is written");
  return collection;
}

/// Returns what the report shows about the run besides its rule and recipe.
ReportRun report_run(const Options& options, double seconds, const ProblemReport& problems) {
  ReportRun run{.seconds = seconds, .skipped = problems.errors()};
  run.parameters = {{"input", join_names(options.input.inputs)},
                    {"keep", options.keep},
                    {"link", options.link == LinkKind::star ? "star" : "components"}};
  if (!options.against.empty()) run.parameters.emplace_back("against", join_names(options.against));
  if (!options.rule.within.empty()) run.parameters.emplace_back("within", options.rule.within);
  if (!options.rule.templates.empty())
    run.parameters.emplace_back("template", join_names(options.rule.templates));
  return run;
}

/// Removes from --against the index that --update is going to create, and returns true if it did so: the same
/// command then works on the first day and on every later one. Throws Error for any other missing reference,
/// because that would let every document pass as new.
bool leave_out_new_archive(Options& options) {
  return std::erase_if(options.against, [&](const std::string& path) {
           std::error_code error;
           if (path == "-" || std::filesystem::exists(path, error)) return false;
           if (path == options.update) return true;
           throw Error(ErrorCode::io, "--against " + path + ": no such file or folder; nothing is written");
         }) > 0;
}

/// Throws Error, before the work is done, if writing the records would fail later.
void require_writable_records(const Collection& collection, const Options& options) {
  if (options.output.empty()) return;
  require_output_fits(collection.records(), collection.reference_documents(), options.output);
  if (options.annotate) Annotation::require_objects(collection);
}

int run_dedup(Options options) {
  const auto start = std::chrono::steady_clock::now();
  require_consistent(options);
  const bool archive_is_new = leave_out_new_archive(options);
  const KeepPolicy keep = parse_keep_policy(options.keep);
  DedupIndexes indexes(
      options.against,
      {.update = options.update, .will_write = !options.output.empty(), .quiet = options.quiet});
  indexes.settle(options.rule);
  if (options.report.wanted() && !indexes.asked_file().empty())
    throw Error(ErrorCode::invalid_argument,
                "dedup: --report shows documents side by side, and " + indexes.asked_file() +
                    " is an index, which has no texts; give --against the documents themselves");
  const Recipe recipe = options.rule.apply_to(indexes.recipe(options.recipe, options.recipe_is_given));
  if (archive_is_new && !options.rule.needs_text() && !options.rule.distance)
    options.rule.distance = recipe.steps().max_distance;  // as later runs against the index will do
  ProblemReport problems(options.quiet, options.input.broken);
  Progress progress(!options.quiet);
  const Collection collection =
      read_collection(options, reading(options, recipe, keep, problems), problems, progress);
  require_writable_records(collection, options);
  warn_of_repeated_id(collection, problems);
  const CarriedFields carried = carried_fields(options, keep);
  warn_of_unknown_fields(collection, carried.names, problems);
  warn_of_unknown_sources(collection, keep, problems);
  const PairRule rule = options.rule.rule(recipe);
  const DocumentPairs pairs = find_pairs(collection, rule, options, progress);
  DeduplicationOptions choice{.link = options.link, .keep = keep};
  choice.archive = indexes.find(collection, options.rule, options.input.threads);
  choice.search.threads = options.input.threads;
  const Deduplication result = link_documents(collection, rule, pairs, std::move(choice), progress);
  warn_of_chaining(result, problems);
  write_outputs({collection, result, progress}, options, carried.facts);
  if (is_output_folder(options.output) && !options.annotate)
    warn_of_old_files(collection, result, options.output, options.input.inputs, problems);
  const auto seconds = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (options.report.wanted())
    write_report(options.report, {collection, rule, pairs, result}, report_run(options, seconds(), problems),
                 options.input.threads);
  const IndexAdditions additions = indexes.update(collection, result, problems);
  const DedupSummary summary{.collection = collection,
                             .pairs = pairs,
                             .result = result,
                             .rule = rule,
                             .is_dry = options.output.empty(),
                             .only_marks = options.annotate,
                             .broken = problems.errors(),
                             .warnings = problems.warnings(),
                             .index = additions,
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
          "the rule, --distance")
      .type_name("FILE")
      .not_empty()
      .group(group);
}

void add_annotation_options(const Command& command, Options& options) {
  const std::string group = "Output";
  command
      .add_flag("--annotate", options.annotate,
                "Keep everything and add a field `neardup`: cluster (the id that would be kept), duplicate, "
                "distance, similarity, copies, sources (JSONL only)")
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
      .add_option(
          "-o,--output", options.output,
          "Clean corpus: a file, or FOLDER/ for files with the names of the input; .gz and .zst compress")
      .type_name("PATH")
      .not_empty()
      .group(group);
  add_annotation_options(command, options);
  const std::pair<const char*, std::pair<std::string*, const char*>> lists[] = {
      {"--removed",
       {&options.removed, "List of removed documents, each with the kept one; TSV or JSONL by extension"}},
      {"--pairs", {&options.pairs, "Pairs of a kept and a removed document; TSV or JSONL by extension"}},
      {"--clusters", {&options.clusters, "Clusters of two or more; TSV or JSONL by extension"}}};
  for (const auto& [name, target] : lists)
    command.add_option(name, *target.first, target.second).type_name("FILE").not_empty().group(group);
  options.report.add_to(command);
  command
      .add_option(
          "--update", options.update,
          "Index file to add the kept documents to, after all outputs are written; created if missing. "
          "A dry run does not change it")
      .type_name("INDEX")
      .not_empty()
      .group(group);
  command
      .add_option(
          "--temp-dir", options.input.read.temporary_folder,
          "Directory for spooling input that cannot be read twice, such as pipes (default: $TMPDIR or /tmp)")
      .type_name("DIR")
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
  options->recipe.add_to(command);
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_dedup(*options);
  };
}

}  // namespace neardup::cli
