// What a verification measure looks at in a document: its features with their weights, or its text.
//
// Features are compared by their 64-bit hashes, as in the similarity joins: equal hashes count as
// equal features.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "neardup/collection/rule.h"
#include "neardup/corpus/document.h"
#include "neardup/features/features.h"
#include "neardup/features/weighted_features.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {

using WeightedHash = WeightedFeature<std::uint64_t>;

/// The measure decides which of the two members is used; the other one is empty.
struct Evidence {
  std::vector<WeightedHash> features = {};  // distinct, ascending
  std::string text = {};
};

/// Extracts the evidence of documents. Not thread-safe: use one per thread.
class EvidenceTaker {
 public:
  EvidenceTaker(const Recipe& recipe, const Verification& verification,
                std::shared_ptr<const Boilerplate> boilerplate = {})
      : fingerprinter_(recipe, boilerplate),
        verification_(verification),
        boilerplate_(std::move(boilerplate)) {}

  /// Returns the evidence of a document. Leaves out features of the boilerplate, but takes texts
  /// whole.
  [[nodiscard]] Evidence take(const Document& document);

 private:
  [[nodiscard]] const Features& features_of(const Document& document);
  [[nodiscard]] bool is_boilerplate(const WeightedHash& entry) const noexcept;

  Fingerprinter fingerprinter_;
  Verification verification_;
  std::shared_ptr<const Boilerplate> boilerplate_;
  Features shingles_;
  HashLists hashes_;
  std::string scratch_;
};

/// Returns the score of two documents: exact if it is at least `least`, otherwise some value below
/// `least`.
[[nodiscard]] double measure_evidence(Measure measure, const Evidence& a, const Evidence& b, double least);

}  // namespace neardup::internal
