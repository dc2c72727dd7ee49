// What the measures of a verification look at in a document: its features with their weights, or its text.
//
// Features are compared by 64-bit hashes, as in similarity: equal hashes are taken for equal features.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/join/verification.h"

namespace neardup {

struct WeightedHash {
  std::uint64_t hash = 0;
  double weight = 0;  // of all occurrences together
};

/// One of the two is used, as the measure says.
struct Evidence {
  std::vector<WeightedHash> features = {};  // distinct, ascending
  std::string text = {};
};

/// Document to evidence, many times. One object a thread.
class EvidenceTaker {
 public:
  EvidenceTaker(const Recipe& recipe, const Verification& verification,
                std::shared_ptr<const Boilerplate> boilerplate = {})
      : fingerprinter_(recipe, boilerplate),
        verification_(verification),
        boilerplate_(std::move(boilerplate)) {}

  /// Features of the boilerplate are left out; texts are taken whole.
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

/// Exact when it is at least `least`, else some lower value.
[[nodiscard]] double measure_evidence(Measure measure, const Evidence& a, const Evidence& b, double least);

}  // namespace neardup
