// What `dedup` says at its end: two lines for people, or one of JSON (--stats), on standard error.
#pragma once

#include <cstdint>

#include "cli/dedup_index.h"
#include "neardup/fingerprint/collection.h"
#include "neardup/join/document_pairs.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::cli {

struct DedupSummary {
  const Collection& collection;
  const DocumentPairs& pairs;
  const Deduplication& result;
  const PairRule& rule;
  bool is_dry = false;       // no clean corpus was written
  bool only_marks = false;   // duplicates were marked, not removed
  std::uint64_t broken = 0;  // inputs and records that were skipped
  std::uint64_t warnings = 0;
  IndexAdditions index = {};  // by --update
  double seconds = 0;
};

void print_summary(const DedupSummary& summary);
void print_stats(const DedupSummary& summary);

}  // namespace neardup::cli
