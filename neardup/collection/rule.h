// A rule decides which two documents are near-duplicates of each other. There are five:
//
//   WithinDistance   fingerprints that differ in few bits
//   AtLeastSimilar   texts that share most of their shingles
//   Verified         fingerprints that differ in few bits, and an exact measure of the texts
//   EqualSentences   texts with the same longest sentences
//   Contained        texts of which one has all words of the other in a row; only dedup() knows it
//
// Documents with the same content are near-duplicates under every rule. A document that a rule cannot
// judge, because it is too short, is a near-duplicate only of its exact copies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace neardup {

struct WithinDistance {
  int max_distance = 3;  // 0..16 for fingerprints of 64 bits, 0..32 for 128
  friend bool operator==(const WithinDistance&, const WithinDistance&) = default;
};

struct AtLeastSimilar {
  double min_similarity = 0.8;  // Jaccard similarity of the shingle sets, 0.2..1
  bool exact = false;           // misses no pair, and takes longer; implied below 0.5
  friend bool operator==(const AtLeastSimilar&, const AtLeastSimilar&) = default;
};

enum class Measure {
  jaccard,      // common features / all features
  containment,  // common features / features of the smaller set
  cosine,       // cosine of the feature weight vectors
  edit,         // 1 - edit distance / characters of the longer text
  lcs,          // longest common substring / characters of the longer text
};
[[nodiscard]] std::string_view name_of(Measure measure) noexcept;

/// Returns true for measures that compare texts, false for those that compare features.
[[nodiscard]] bool compares_texts(Measure measure) noexcept;

struct Verification {
  Measure measure = Measure::jaccard;
  double min_similarity = 0.8;
  bool on_shingles = false;  // compares the shingles of AtLeastSimilar, not the recipe's features
  friend bool operator==(const Verification&, const Verification&) = default;
};

/// Parses "MEASURE:VALUE" with a value above 0 and at most 1, or "MEASURE" alone for the default
/// value. Throws Error.
[[nodiscard]] Verification parse_verification(std::string_view text);

struct Verified {
  int max_distance = 3;  // as in WithinDistance
  Verification verification = {};
  friend bool operator==(const Verified&, const Verified&) = default;
};

struct EqualSentences {
  int sentences = 3;  // the number of longest sentences that must be equal
  friend bool operator==(const EqualSentences&, const EqualSentences&) = default;
};

/// Removes only what the document kept in its place says too: its tokens, normalised as for similarity, must be a
/// run of consecutive tokens of the kept document. So its shingles are all among those of the kept one. Case,
/// punctuation and white space may differ. The kept document is the longest that contains it. Misses nothing of at
/// least one shingle; of shorter documents only exact copies are found.
struct Contained {
  friend bool operator==(const Contained&, const Contained&) = default;
};

using Rule = std::variant<WithinDistance, AtLeastSimilar, Verified, EqualSentences, Contained>;

/// Describes a rule, for example "distance at most 6", "similarity at least 0.8" or "distance at
/// most 10, then edit at least 0.9 on the normalised texts".
[[nodiscard]] std::string describe(const Rule& rule);
[[nodiscard]] std::string describe(const Verification& verification);

/// Returns true if the similarity says which of two matches is the closer one, false if the distance does.
[[nodiscard]] bool scores_similarity(const Rule& rule) noexcept;

/// Returns the distance within which the rule looks for pairs, or nothing if it does not use fingerprints.
[[nodiscard]] std::optional<int> distance_of(const Rule& rule) noexcept;

/// Returns the similarity that texts must reach under AtLeastSimilar, or nothing under the other rules.
[[nodiscard]] std::optional<double> similarity_of(const Rule& rule) noexcept;

}  // namespace neardup
