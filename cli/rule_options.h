// The options that decide which two documents are a pair: --distance, --similarity or --method, and
// the options that refine them. Shared by `pairs` and `dedup`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/terminal/output.h"
#include "neardup/dedup/find_pairs.h"

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
  bool lossless = false;  // of dedup only
  std::uint64_t seed = 0;

  void add_to(const Command& command);
  /// Throws Error when the options contradict each other or the inputs.
  void require_one_rule(const std::vector<std::string>& inputs) const;
  /// Returns true if the rule needs more of a document than its fingerprint.
  [[nodiscard]] bool needs_text() const noexcept {
    return similarity || exact || lossless || shingle || !verify.empty() || !within.empty() || by_sentences ||
           !templates.empty();
  }
  /// Returns true if fingerprints find the pairs, with or without a verification afterwards.
  [[nodiscard]] bool is_by_distance() const noexcept { return distance || !verify.empty(); }

  /// Returns the recipe with the shingle size of --shingle, if that was given.
  [[nodiscard]] Recipe apply_to(const Recipe& recipe) const;
  /// Returns the rule; the recipe provides the defaults.
  [[nodiscard]] Rule rule(const Recipe& recipe) const;

 private:
  void add_thresholds(const Command& command, const std::string& group);
  void add_conditions(const Command& command, const std::string& group);
};

/// Returns what to compare and how. Problems go to `problems`, which must outlive the options.
[[nodiscard]] FindOptions find_options(const InputOptions& input, const RuleOptions& rule,
                                       const Recipe& recipe, ProblemReport& problems);

}  // namespace neardup::cli
