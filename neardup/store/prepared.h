// What a collection takes from a document before it looks at other documents: the expensive part of a check,
// done without locks.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/sketch/sketch.h"
#include "neardup/store/live_collection.h"
#include "neardup/store/records.h"

namespace neardup::internal::store {

struct Prepared {
  Entry entry = {};
  Body body = {};
  std::optional<std::int64_t> time = {};
  bool id_is_location = false;
  /// True if the rule can compare the document with others. Any other is a duplicate of equal content only.
  bool is_judged = false;
  /// True if equal content must be looked up by its digest, because the rule might not find it.
  bool is_found_by_content = false;
};

/// Prepares documents, one at a time; keeps its memory between them.
class Preparer {
 public:
  /// `sketcher` is null if the rule is a distance.
  Preparer(const Recipe& recipe, const Sketcher* sketcher, bool keep_text);
  [[nodiscard]] Prepared prepare(LiveDocument document);

 private:
  [[nodiscard]] std::span<const std::uint64_t> shingles(const Document& document,
                                                        const FingerprintResult& result);
  [[nodiscard]] ContentDigest digest(const Document& document, const FingerprintResult& result);

  RecipeSteps steps_;
  Fingerprinter fingerprinter_;
  ShingleSetTaker shingles_;
  const Sketcher* sketcher_;
  bool keep_text_;
  std::string scratch_;
  std::vector<std::uint32_t> values_;
};

/// Lends preparers to threads. Thread-safe.
class PreparerPool {
 public:
  PreparerPool(Recipe recipe, const Sketcher* sketcher, bool keep_text)
      : recipe_(std::move(recipe)), sketcher_(sketcher), keep_text_(keep_text) {}
  [[nodiscard]] Prepared prepare(LiveDocument document);

 private:
  Recipe recipe_;
  const Sketcher* sketcher_;
  bool keep_text_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Preparer>> free_;
};

}  // namespace neardup::internal::store
