// What makes two documents a pair: --distance or --similarity, and what goes with each. Shared by `pairs` and
// `dedup`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options.h"
#include "cli/output.h"
#include "neardup/fingerprint/collection.h"
#include "neardup/join/document_pairs.h"

namespace neardup::cli {

struct RuleOptions {
  std::optional<int> distance;
  std::optional<double> similarity;
  std::optional<int> shingle;
  std::string verify;
  bool exact = false;
  std::uint64_t seed = 0;

  void add_to(const Command& command);
  /// Throws Error when they contradict each other.
  void require_one_rule() const;
  [[nodiscard]] bool needs_text() const noexcept { return similarity || exact || shingle || !verify.empty(); }
  /// True when fingerprints decide, alone or first.
  [[nodiscard]] bool is_by_distance() const noexcept { return distance || !verify.empty(); }

  /// The recipe that the other options say, with the shingles of these.
  [[nodiscard]] Recipe apply_to(const Recipe& recipe) const;
  [[nodiscard]] PairRule rule(const Recipe& recipe) const;
};

/// How a collection is to be read for a rule; problems are reported.
[[nodiscard]] CollectionOptions collection_options(const InputOptions& input, const RuleOptions& rule,
                                                   const Recipe& recipe, ProblemReport& problems);

}  // namespace neardup::cli
