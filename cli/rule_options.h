// What makes two documents a pair: --distance or --similarity, and what goes with each. Shared by `pairs` and
// `dedup`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
  std::string within;
  bool by_sentences = false;  // --method
  std::optional<int> sentences;
  std::vector<std::string> templates;
  bool exact = false;
  std::uint64_t seed = 0;

  void add_to(const Command& command);
  /// Throws Error when they contradict each other or the inputs.
  void require_one_rule(const std::vector<std::string>& inputs) const;
  [[nodiscard]] bool needs_text() const noexcept {
    return similarity || exact || shingle || !verify.empty() || !within.empty() || by_sentences ||
           !templates.empty();
  }
  /// True when fingerprints decide, alone or first.
  [[nodiscard]] bool is_by_distance() const noexcept { return distance || !verify.empty(); }

  /// The recipe that the other options say, with the shingles of these.
  [[nodiscard]] Recipe apply_to(const Recipe& recipe) const;
  [[nodiscard]] PairRule rule(const Recipe& recipe) const;

 private:
  void add_thresholds(const Command& command, const std::string& group);
  void add_conditions(const Command& command, const std::string& group);
};

/// How a collection is to be read for a rule; problems are reported.
[[nodiscard]] CollectionOptions collection_options(const InputOptions& input, const RuleOptions& rule,
                                                   const Recipe& recipe, ProblemReport& problems);

}  // namespace neardup::cli
