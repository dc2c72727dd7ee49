// Every document compared with every other: fingerprints first, then the measure, as the words say it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/collection/rule.h"
#include "neardup/corpus/document.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/join/verify/text_similarity.h"
#include "neardup/sketch/shingle_set.h"
#include "tests/reference/feature_measures.h"

namespace neardup::internal::reference {

struct JudgedDocument {
  std::optional<Fingerprint> fingerprint;
  ContentDigest digest;
  Features features;
  Features shingles;
  std::string text;
};

inline JudgedDocument judge(const Recipe& recipe, const Document& document) {
  JudgedDocument judged;
  Fingerprinter fingerprinter(recipe);
  const FingerprintResult result = fingerprinter.fingerprint(document);
  if (result && result.comparable()) judged.fingerprint = *result;
  std::string scratch;
  judged.digest = content_digest(recipe.steps(), document, scratch);
  judged.features = fingerprinter.features(document);
  take_similarity_shingles(recipe.steps(), document, judged.shingles);
  judged.text = normal_text(recipe.steps(), document, scratch);
  return judged;
}

inline double measure(const Verification& verification, const JudgedDocument& a, const JudgedDocument& b) {
  if (compares_texts(verification.measure)) return measure_texts(verification.measure, a.text, b.text);
  return verification.on_shingles ? measure_features(verification.measure, a.shingles, b.shingles)
                                  : measure_features(verification.measure, a.features, b.features);
}

/// The score of a pair, if it is one. Documents of one content and fingerprint are the same.
inline std::optional<double> verified_score(const Verified& rule, const JudgedDocument& a,
                                            const JudgedDocument& b) {
  const bool same_content = a.digest == b.digest;
  if (!a.fingerprint || !b.fingerprint) {
    const bool same = !a.fingerprint && !b.fingerprint && same_content;
    return same ? std::optional<double>(1) : std::nullopt;
  }
  const int distance = hamming_distance(*a.fingerprint, *b.fingerprint);
  if (distance == 0 && same_content) return 1;
  if (distance > rule.max_distance) return std::nullopt;
  const double score = measure(rule.verification, a, b);
  return score >= rule.verification.min_similarity ? std::optional<double>(score) : std::nullopt;
}

}  // namespace neardup::internal::reference
