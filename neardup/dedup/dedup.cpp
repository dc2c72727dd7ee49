#include "neardup/dedup/dedup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "neardup/corpus/convert/output_kind.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_writer.h"
#include "neardup/corpus/repeated_id.h"
#include "neardup/dedup/archive.h"
#include "neardup/dedup/index_additions.h"
#include "neardup/dedup/read_inputs.h"
#include "neardup/linkage/annotation.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/linkage/keep_order.h"
#include "neardup/report/page/report_page.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"
#include "neardup/util/output_file.h"

namespace neardup {

using namespace internal;
namespace {

void refuse(bool is_wrong, const std::string& message) {
  if (is_wrong) throw Error(ErrorCode::invalid_argument, message);
}

/// The fields to read from each document: the one that the keep policy ranks by, then those of annotations.
struct CarriedFields {
  explicit CarriedFields(const DedupOptions& options) {
    if (!options.keep.field.empty()) names.push_back(options.keep.field);
    if (!options.date_field.empty()) {
      facts.date = names.size();
      names.push_back(options.date_field);
    }
    if (!options.source_field.empty()) {
      facts.source = names.size();
      names.push_back(options.source_field);
    }
  }

  std::vector<std::string> names;
  FactFields facts;
};

bool needs_lengths(const KeepPolicy& keep) {
  return keep.kind == KeepPolicy::Kind::longest || keep.kind == KeepPolicy::Kind::shortest;
}

/// Reports what is odd about the documents and the decision, as warnings.
class Warnings {
 public:
  Warnings(const Collection& collection, const FindOptions& options)
      : collection_(collection), on_problem_(options.on_problem) {}

  /// Warns, once, when several documents of the input have the same id.
  void about_repeated_id() const {
    const RecordTable& records = collection_.records();
    const std::optional<Ordinal> again = find_repeated_id(records, collection_.reference_documents());
    if (again)
      warn(records.path(*again), ProblemCode::repeated_id,
           "several documents have the id " + records.id(*again) +
               "; the lists name documents by their ids (said once)");
  }

  /// Warns of each field in which no document has a value: its name is probably misspelt.
  void about_fields(const std::vector<std::string>& names) const {
    for (std::size_t place = 0; place < names.size(); ++place) {
      std::size_t i = 0;
      while (i < collection_.size() && collection_.field(i, place).empty()) ++i;
      if (i == collection_.size() && i > 0)
        warn("field " + names[place], ProblemCode::no_field_value, "no document has a value in it");
    }
  }

  /// Warns of each preferred source that no document comes from.
  void about_sources(const KeepPolicy& keep) const {
    std::vector<bool> is_met(keep.sources.size());
    for (std::size_t i = 0; i < collection_.size() && std::ranges::count(is_met, false) > 0; ++i) {
      const auto source = static_cast<std::size_t>(preference(keep, collection_.records().path(i)));
      if (source < is_met.size()) is_met[source] = true;
    }
    for (std::size_t source = 0; source < is_met.size() && collection_.size() > 0; ++source) {
      if (!is_met[source])
        warn(keep.sources[source], ProblemCode::no_such_source,
             "no document comes from this source (a file, or a folder as the inputs name it)");
    }
  }

  /// Warns of a cluster that consists mostly of documents unlike the kept one, through chaining.
  void about_chaining(const Deduplication& result) const {
    const std::optional<ChainWarning>& warning = result.linkage().warning;
    if (warning)
      warn("chaining", ProblemCode::chained_cluster,
           fmt::format("of the {} documents of cluster {} only {} are like the kept one", warning->members,
                       result.id(warning->kept), warning->like_kept));
  }

  /// Warns if most documents are in one cluster: a shared frame makes them alike, or the wrong field was read.
  void about_large_cluster(const Deduplication& result) const {
    constexpr std::uint64_t kFew = 10;     // a large share of fewer documents means nothing
    if (result.linkage().warning) return;  // chaining explains it
    for (std::size_t i = 0; i < result.clusters().size(); ++i) {
      const std::span<const Ordinal> cluster = result.clusters()[i];
      const auto members = static_cast<std::uint64_t>(std::ranges::count_if(
          cluster, [&](Ordinal document) { return document >= collection_.reference_documents(); }));
      if (members < kFew || 2 * members <= result.counts().documents) continue;
      warn({}, ProblemCode::large_cluster,
           fmt::format("{} of {} documents are in one cluster, that of {}", grouped_number(members),
                       grouped_number(result.counts().documents), result.id(cluster.front())));
    }
  }

  /// Warns of files from an earlier run in the folder `output` that belong to an input from which nothing is
  /// kept. They are not replaced, so they would look like part of the clean corpus.
  void about_old_files(const Deduplication& result, const std::string& output,
                       const Inputs::Paths& inputs) const {
    std::map<std::string, bool> stays;  // for each file: whether any of its documents is kept
    for (Ordinal i = collection_.reference_documents(); i < collection_.size(); ++i) {
      bool& any = stays[collection_.records().path(i)];
      any = any || result.is_clean(i);
    }
    std::vector<std::string> old_files;
    for (const auto& [path, any] : stays) {
      const std::filesystem::path target = std::filesystem::path(output) / relative_name(path, inputs);
      if (!any && std::filesystem::exists(target)) old_files.push_back(target.string());
    }
    if (!old_files.empty())
      warn(output, ProblemCode::old_output,
           fmt::format("has {} from an earlier run whose inputs keep no document now, such as {}",
                       plural(old_files.size(), "file"), old_files.front()));
  }

 private:
  void warn(std::string path, ProblemCode code, std::string message) const {
    if (on_problem_)
      on_problem_({.severity = Problem::Severity::warning,
                   .path = std::move(path),
                   .code = code,
                   .message = std::move(message)});
  }

  const Collection& collection_;
  const std::function<void(const Problem&)>& on_problem_;
};

/// Throws Error, before the work is done, if writing the records would fail later.
void require_writable(const Collection& collection, const DedupOptions& options) {
  if (options.output.empty()) return;
  if (collection.size() > 0 && collection.records().list_of(collection.size() - 1) != nullptr)
    throw Error(ErrorCode::invalid_argument,
                options.output + ": documents in memory have no records to write");
  require_output_fits(collection.records(), collection.reference_documents(), options.output);
  if (options.annotate) Annotation::require_objects(collection, options.output);
}

void write_output(const Collection& collection, const Deduplication& result, const DedupOptions& options,
                  const Inputs::Paths& inputs) {
  CleanOutput output{.path = options.output, .inputs = inputs, .first = collection.reference_documents()};
  if (options.find.on_progress) {
    output.progress = [&](Ordinal done) {
      options.find.on_progress({.phase = Progress::Phase::writing, .done = done, .total = collection.size()});
    };
  }
  const ReadOptions& read = collection.options().read;
  if (!options.annotate) {
    write_records(collection.records(), read, [&](Ordinal i) { return result.is_clean(i); }, output);
    if (is_output_folder(options.output))
      Warnings(collection, options.find).about_old_files(result, options.output, inputs);
    return;
  }
  const Annotation annotation(collection, result, CarriedFields(options).facts);
  const Ordinal reference = collection.reference_documents();
  write_records(
      collection.records(), read, [reference](Ordinal i) { return i >= reference; }, output,
      [&annotation](Ordinal document, std::string_view record) {
        return annotation.add_to(document, record);
      });
}

Collection read(const Inputs& inputs, const DedupOptions& options) {
  require_possible_output(options.output);
  const CarriedFields carried(options);
  Collection collection = read_inputs(inputs, options.find, rule_against(options.archive, options.find),
                                      {.fields = carried.names, .lengths = needs_lengths(options.keep)});
  require_writable(collection, options);
  const Warnings warnings(collection, options.find);
  warnings.about_repeated_id();
  warnings.about_fields(carried.names);
  warnings.about_sources(options.keep);
  return collection;
}

/// Returns the rule with another threshold. Throws Error unless it is stricter.
Rule stricter_rule(const Rule& rule, double threshold) {
  if (const auto* const similar = std::get_if<AtLeastSimilar>(&rule)) {
    refuse(
        threshold < similar->min_similarity || threshold > 1,
        fmt::format("the pairs are known from similarity {} up to 1, so a similarity of {} needs a new run",
                    similar->min_similarity, threshold));
    return AtLeastSimilar{.min_similarity = threshold, .exact = similar->exact};
  }
  const auto* const near = std::get_if<WithinDistance>(&rule);
  refuse(near == nullptr,
         "only a threshold of similarity or distance can be changed; this rule is: " + describe(rule));
  const int distance = static_cast<int>(threshold);
  refuse(distance != threshold || distance < 0 || distance > near->max_distance,
         fmt::format("the pairs are known for distances 0 to {}, so a distance of {} needs a new run",
                     near->max_distance, threshold));
  return WithinDistance{.max_distance = distance};
}

Deduplication link(const Collection& collection, const DocumentPairs& pairs, const DedupOptions& options) {
  DeduplicationOptions choice{.link = options.link, .keep = options.keep};
  choice.archive = find_archived(options.archive, collection,
                                 {.threads = options.find.threads, .stop = options.find.stop});
  choice.search.threads = options.find.threads;
  if (!pairs.is_complete())
    choice.search.progress = phase_progress(options.find, Progress::Phase::linking, collection.size());
  Deduplication result(collection, pairs, choice);
  throw_if_stopped(options.find);
  return result;
}

}  // namespace

namespace {

/// Returns what a later rethreshold() needs of the options: no callback, which may not outlive the call.
DedupOptions linking_options(const DedupOptions& options) {
  DedupOptions kept{.link = options.link, .keep = options.keep};
  kept.find.threads = options.find.threads;
  return kept;
}

}  // namespace

/// The later members refer to the earlier ones, so none moves.
struct DedupResult::State {
  State(const Inputs& inputs, const DedupOptions& options)
      : shared(std::make_shared<const Collection>(read(inputs, options))),
        collection(*shared),
        pairs(find_reported_pairs(collection, options.find, PairScope::Bound::documents)),
        result(link(collection, pairs, options)),
        linking(linking_options(options)),
        threads(options.find.threads) {
    const Warnings warnings(collection, options.find);
    warnings.about_chaining(result);
    warnings.about_large_cluster(result);
    count();
  }

  State(const State& looser, const Rule& rule)
      : shared(looser.shared),
        collection(*shared),
        pairs(looser.pairs.stricter(rule)),
        result(link(collection, pairs, looser.linking)),
        linking(looser.linking),
        threads(looser.threads) {
    count();
  }

  void count() {
    const DeduplicationCounts& linked = result.counts();
    counts = {.documents = linked.documents,
              .reference = collection.reference_documents(),
              .kept = linked.kept,
              .exact = linked.exact,
              .near = linked.near,
              .clusters = linked.clusters,
              .largest = linked.largest,
              .too_short = collection.too_short(),
              .without_fingerprint = collection.counts().without_fingerprint,
              .without_text = collection.counts().without_text,
              .within_values = collection.compartment_values(),
              .candidates = pairs.candidates() + result.compared(),
              .text_bytes = collection.counts().text_bytes};
  }

  std::shared_ptr<const Collection> shared;
  const Collection& collection;
  DocumentPairs pairs;
  Deduplication result;
  DedupOptions linking;
  int threads;
  DedupCounts counts;
  std::mutex mutex;  // guards the reader, which keeps a file open between records
  std::optional<RecordReader> reader;
};

DedupResult::DedupResult(std::unique_ptr<State> state) : state_(std::move(state)) {}
DedupResult::DedupResult(DedupResult&&) noexcept = default;
DedupResult& DedupResult::operator=(DedupResult&&) noexcept = default;
DedupResult::~DedupResult() = default;

const DedupCounts& DedupResult::counts() const noexcept { return state_->counts; }
Ordinal DedupResult::size() const noexcept { return static_cast<Ordinal>(state_->collection.size()); }
Ordinal DedupResult::reference_documents() const noexcept { return state_->collection.reference_documents(); }
std::string DedupResult::id(Ordinal document) const { return state_->result.id(document); }
bool DedupResult::is_kept(Ordinal document) const noexcept {
  return state_->result.linkage().is_kept(document);
}

std::vector<Ordinal> DedupResult::kept() const {
  std::vector<Ordinal> documents;
  for (Ordinal i = reference_documents(); i < size(); ++i) {
    if (is_kept(i)) documents.push_back(i);
  }
  return documents;
}

std::vector<Removed> DedupResult::removed() const {
  std::vector<Removed> removed;
  for_each_removed([&removed](const Removed& document) { removed.push_back(document); });
  return removed;
}

void DedupResult::for_each_removed(const std::function<void(const Removed&)>& sink) const {
  for (Ordinal i = reference_documents(); i < size(); ++i) {
    if (is_kept(i)) continue;
    const DocumentPair link = link_of(i);
    sink({.document = i,
          .kept = link.first,
          .id = id(i),
          .kept_id = id(link.first),
          .distance = link.distance,
          .similarity = link.similarity,
          .is_exact = state_->result.is_exact_copy(i)});
  }
}

std::size_t DedupResult::cluster_count() const noexcept { return state_->result.clusters().size(); }
std::span<const Ordinal> DedupResult::cluster(std::size_t cluster) const noexcept {
  return state_->result.clusters()[cluster];
}

DocumentPair DedupResult::link_of(Ordinal document) const { return state_->result.link_of(document); }
void DedupResult::for_each_link(const std::function<void(const DocumentPair&)>& sink) const {
  state_->result.for_each_link(sink);
}

std::optional<Fingerprint> DedupResult::fingerprint(Ordinal document) const {
  return state_->collection.fingerprint(document);
}

std::string DedupResult::record(Ordinal document) const {
  const std::scoped_lock lock(state_->mutex);
  if (!state_->reader)
    state_->reader.emplace(state_->collection.records(), state_->collection.options().read);
  return std::string(state_->reader->read_raw(document, document));
}

InputFormat DedupResult::format_of(Ordinal document) const noexcept {
  return state_->collection.records().file(document).format;
}

const Recipe& DedupResult::recipe() const noexcept { return state_->collection.options().recipe; }
const Rule& DedupResult::rule() const noexcept { return state_->pairs.rule(); }
const std::string& DedupResult::plan() const noexcept { return state_->pairs.plan(); }
double DedupResult::expected_recall() const noexcept { return state_->pairs.expected_recall(); }

DedupResult DedupResult::rethreshold(double threshold) const {
  refuse(state_->result.has_archive(),
         "an archive was compared with one threshold; another one needs a new run");
  return DedupResult(std::make_unique<State>(*state_, stricter_rule(rule(), threshold)));
}

void DedupResult::write_report(const std::string& path, const ReportOptions& options) const {
  refuse(state_->result.has_archive(), "a report shows documents side by side, and an archive has no texts");
  const ReportInput input{state_->collection, state_->pairs, state_->result};
  const std::string page = report_page(collect_report(input, options, state_->threads));
  OutputFile out(path);
  out.write(page);
  out.commit();
}

IndexAdditions add_kept(const DedupResult& result, SimilarityIndex& index) {
  return add_documents(result.state_->collection, result.kept(), index, result.state_->threads);
}

namespace {

/// Throws Error if the rule is Contained and another option would remove more than what is contained.
void require_lossless(const DedupOptions& options) {
  if (!options.find.rule || !std::holds_alternative<Contained>(*options.find.rule)) return;
  const KeepPolicy::Kind keep = options.keep.kind;
  refuse(keep != KeepPolicy::Kind::first && keep != KeepPolicy::Kind::longest,
         "where one document contains the other, the longest is kept; no other choice is possible");
  refuse(options.link != LinkKind::star,
         "where one document contains the other, clusters are stars; components would chain them");
  refuse(!options.find.templates.empty(),
         "a document is removed only if another contains all of it, so no part of it can be ignored");
  refuse(options.find.recipe.steps().tokens == TokenKind::code,
         "whether a document contains another is judged on its words, and recipes for source code replace "
         "names; use a recipe for text");
}

}  // namespace

DedupResult dedup(const Inputs& inputs, const DedupOptions& options) {
  require_lossless(options);
  refuse(options.annotate && options.output.empty(), "annotations are added to an output, and none is given");
  auto state = std::make_unique<DedupResult::State>(inputs, options);
  if (!options.output.empty()) write_output(state->collection, state->result, options, inputs.paths());
  return DedupResult(std::move(state));
}

}  // namespace neardup
