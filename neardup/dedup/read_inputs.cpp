#include "neardup/dedup/read_inputs.h"

#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include "neardup/collection/boilerplate_reader.h"
#include "neardup/corpus/input_list.h"
#include "neardup/index/hamming_index.h"
#include "neardup/join/hamming/join_plan.h"
#include "neardup/linkage/keep_order.h"
#include "neardup/linkage/keep_policy.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

/// Remembers which references had errors. An unreadable reference would let every document pass as new, so it
/// ends the run. An empty one only causes a warning.
class ReferenceCheck {
 public:
  explicit ReferenceCheck(std::vector<std::string> references) : references_(std::move(references)) {
    for (const std::string& reference : references_) {
      if (is_index_file(reference))
        throw Error(ErrorCode::invalid_argument,
                    reference + ": is an index, not a file of documents; open it and give it as the archive");
    }
  }

  void note(const Problem& problem) {
    if (problem.severity != Problem::Severity::error) return;
    ++errors_;
    for (const std::string& reference : references_)
      if (is_from(problem.path, reference)) failed_.insert(reference);
  }

  /// Throws Error if a reference could not be read, or nothing at all.
  void finish(const Collection& collection, const FindOptions& options) const {
    std::set<std::string> empty(references_.begin(), references_.end());
    for (Ordinal i = 0; i < collection.reference_documents() && !empty.empty(); ++i) {
      const std::string& path = collection.records().path(i);
      std::erase_if(empty, [&path](const std::string& reference) { return is_from(path, reference); });
    }
    for (const std::string& reference : empty) {
      if (failed_.contains(reference))
        throw Error(ErrorCode::io,
                    reference + ": nothing of the reference could be read; nothing is written");
      if (options.on_problem)
        options.on_problem({.severity = Problem::Severity::warning,
                            .path = reference,
                            .code = ProblemCode::empty_reference,
                            .message = "the reference has no documents"});
    }
    if (collection.size() == collection.reference_documents() && errors_ > 0)
      throw Error(ErrorCode::io, "nothing could be read; nothing is written");
  }

 private:
  /// Returns true if `path` is the file `source` or lies in the folder `source`.
  static bool is_from(std::string_view path, std::string_view source) {
    return preference({.sources = {std::string(source)}}, path) == 0;
  }

  std::vector<std::string> references_;
  std::set<std::string> failed_;
  std::uint64_t errors_ = 0;
};

std::shared_ptr<const Boilerplate> boilerplate_of(const FindOptions& options) {
  if (options.templates.empty()) return nullptr;
  ReadOptions read = options.read;
  read.format = InputFormat::automatic;  // the given format is that of the documents
  return std::make_shared<const Boilerplate>(
      read_boilerplate(options.templates, options.recipe, read, options.on_problem));
}

/// Returns what reading counts up to: bytes of files, or documents in memory; 0 if that is unknown.
std::uint64_t reading_total(const Inputs& inputs, const FindOptions& options) {
  if (const auto* const documents = std::get_if<Inputs::Documents>(&inputs.source()))
    return documents->size();
  if (const auto* const table = std::get_if<Inputs::Table>(&inputs.source())) return (*table)->size();
  const std::uint64_t input_bytes = count_input_bytes(inputs.paths(), options.read.globs);
  return input_bytes == 0 ? 0 : input_bytes + count_input_bytes(options.against, options.read.globs);
}

std::function<void(std::uint64_t)> read_progress(const Inputs& inputs, const FindOptions& options) {
  if (!options.on_progress) return {};
  const std::uint64_t total = reading_total(inputs, options);
  return [&options, total](std::uint64_t bytes) {
    options.on_progress({.phase = Progress::Phase::reading, .done = bytes, .total = total});
  };
}

}  // namespace

void throw_if_stopped(const FindOptions& options) {
  if (options.stop.stop_requested()) throw Error(ErrorCode::stopped, "stopped; nothing is written");
}

Rule rule_of(const FindOptions& options) {
  const Rule rule =
      options.rule.value_or(AtLeastSimilar{.min_similarity = options.recipe.steps().similarity});
  if (const std::optional<int> distance = distance_of(rule))
    check_join_distance(options.recipe.steps().bits, *distance);
  return rule;
}

Collection read_inputs(const Inputs& inputs, const FindOptions& options, const Rule& rule,
                       const KeptFacts& facts) {
  ReferenceCheck references(options.against);
  CollectionOptions reading{.recipe = options.recipe, .read = options.read, .threads = options.threads};
  reading.rule = rule;
  reading.sketch_seed = options.seed;
  reading.reference = options.against;
  reading.document_fields = std::exchange(reading.read.fields, facts.fields);
  reading.keep_lengths = facts.lengths;
  reading.memory = options.memory > 0 ? options.memory : default_memory_limit().value_or(0);
  if (!options.within.empty()) reading.within = parse_within(options.within);
  reading.boilerplate = boilerplate_of(options);
  reading.stop = options.stop;
  reading.on_read = read_progress(inputs, options);
  reading.on_problem = [&](const Problem& problem) {
    references.note(problem);
    if (options.on_problem) options.on_problem(problem);
  };
  Collection collection(inputs, std::move(reading));
  collection.forget_callbacks();
  throw_if_stopped(options);
  references.finish(collection, options);
  return collection;
}

std::function<void(double)> phase_progress(const FindOptions& options, Progress::Phase phase,
                                           std::uint64_t total) {
  if (!options.on_progress) return {};
  return [&options, phase, total](double share) {
    options.on_progress({.phase = phase,
                         .done = static_cast<std::uint64_t>(share * static_cast<double>(total)),
                         .total = total});
  };
}

DocumentPairs find_reported_pairs(const Collection& collection, const FindOptions& options,
                                  PairScope::Bound bound) {
  PairOptions pair_options{.threads = options.threads, .scope = {.bound = bound}, .stop = options.stop};
  bool is_checking = false;
  if (options.on_progress) {
    pair_options.progress.join =
        [&, report = phase_progress(options, Progress::Phase::joining, collection.size())](double share) {
          if (!is_checking) report(share);
        };
    pair_options.progress.check =
        [&, report = phase_progress(options, Progress::Phase::checking, collection.size())](double share) {
          is_checking = true;
          report(share);
        };
  }
  DocumentPairs pairs = find_document_pairs(collection, pair_options);
  throw_if_stopped(options);
  return pairs;
}

}  // namespace neardup::internal
