// The first step of find_pairs() and dedup(): reads the reference and the inputs into a collection, and
// reports what is odd about them.
#pragma once

#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/corpus/inputs.h"
#include "neardup/dedup/find_pairs.h"
#include "neardup/join/document_pairs.h"

namespace neardup::internal {

/// What the caller needs of each document besides what the rule needs.
struct KeptFacts {
  std::vector<std::string> fields = {};  // names of fields
  bool lengths = false;
};

/// Reads the collection. Throws Error, also if nothing could be read, or nothing of a reference.
[[nodiscard]] Collection read_inputs(const Inputs& inputs, const FindOptions& options, const Rule& rule,
                                     const KeptFacts& facts = {});

/// Returns the rule of the options; the recipe provides the defaults. Throws Error for a distance that no join
/// supports.
[[nodiscard]] Rule rule_of(const FindOptions& options);

/// Finds the pairs and reports progress. Throws Error if a stop is requested.
[[nodiscard]] DocumentPairs find_reported_pairs(const Collection& collection, const FindOptions& options,
                                                PairScope::Bound bound);

/// Throws Error if a stop is requested.
void throw_if_stopped(const FindOptions& options);

/// Returns a function that reports the share of a phase that is done; empty if nobody wants to know.
[[nodiscard]] std::function<void(double)> phase_progress(const FindOptions& options, Progress::Phase phase,
                                                         std::uint64_t total);

}  // namespace neardup::internal
