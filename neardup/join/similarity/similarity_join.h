// The steps that the exact and the banded similarity join share: everything except how they find
// candidates. Private: not installed.
#pragma once

#include "neardup/join/compact_pairs.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate_store.h"
#include "neardup/join/similarity/equal_sets.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/join/similarity_options.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

/// Throws Error unless the options fit the collection and the similarity is between `least` and 1.
void require_valid(const SketchTable& sketches, const SimilarityOptions& options, double least);

/// Collapses equal sets, calls find_candidates(firsts, filter, store, control, parts, stats) and
/// checks the candidates that it added. `work` says how often the join visits each document, for
/// progress reports.
template <typename FindCandidates>
SimilarPairs join_similar(const SketchTable& sketches, const ShingleSource& source,
                          const SimilarityOptions& options, double work,
                          const FindCandidates& find_candidates) {
  const JoinOptions common = {.threads = options.threads,
                              .max_pairs = options.max_pairs,
                              .progress = options.progress,
                              .stop = options.stop};
  const double with_check = options.check_progress ? 1 : 1.3;
  JoinControl control(common, work * static_cast<double>(sketches.size()) * with_check);
  EqualSets sets = find_equal_sets(sketches, options, control);
  const PairFilter filter(sketches, sets, options);
  const CheckInput check{sketches, source, options.min_similarity, options.check_progress};
  CandidateStore store(check, options.candidate_bytes, control);
  SimilarityStats stats;
  SimilarPairParts parts;
  find_candidates(sets.firsts, filter, store, control, parts, stats);
  parts.near = store.finish();
  parts.copies = std::move(sets.copies);
  stats.candidates = store.candidates();
  stats.copies = parts.copies.size();
  stats.without_shingles = sets.without_shingles;
  stats.overflowed = control.overflowed();
  stats.stopped = options.stop.stop_requested();
  if (stats.overflowed) parts.near = {};
  if (stats.stopped) parts = {};
  control.finish();
  return {std::move(parts), stats, options.reference_documents};
}

}  // namespace neardup::internal
