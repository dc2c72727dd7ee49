// The summary that `dedup` prints on standard error when it is done: a few lines for people, or one
// line of JSON (--stats).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/dedup/dedup_index.h"
#include "neardup/dedup/dedup.h"

namespace neardup::cli {

struct DedupSummary {
  const DedupResult& result;
  bool is_dry = false;         // true if the run wrote no clean corpus
  bool only_marks = false;     // true if the run marked duplicates instead of removing them
  bool has_within = false;     // true if --within was given
  bool skips_missing = false;  // true if records without text were left out
  std::uint64_t broken = 0;    // number of inputs and records skipped
  std::uint64_t warnings = 0;
  IndexAdditions index = {};                // what --update added
  std::optional<ExpectedShare> share = {};  // if an index of fingerprints took part
  std::string about_code = {};              // if the recipe for source code was chosen; see choose_recipe()
  double seconds = 0;
};

void print_summary(const DedupSummary& summary);
void print_stats(const DedupSummary& summary);

}  // namespace neardup::cli
