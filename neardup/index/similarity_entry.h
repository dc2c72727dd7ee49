// What a SimilarityIndex is told about a document: its shingle set, from which similarity is computed, and
// for a text too short to have shingles, a digest of its content.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/util/bits128.h"

namespace neardup {

namespace internal {
struct Boilerplate;
}

/// Refers to a shingle set without owning it.
struct SimilarityEntry {
  /// Distinct hashes in any order, uniformly distributed, as ShingleSetTaker returns them.
  std::span<const std::uint64_t> shingles = {};
  /// Used only if there are no shingles. Such an entry is similar, with similarity 1, to entries without
  /// shingles of the same content, and to no others.
  Bits128 content = {};
  /// The band keys of the shingles under the plan and the seed of the index, if the caller has them anyway;
  /// they are taken on trust. Empty: the index computes them.
  std::span<const std::uint32_t> bands = {};
  /// The set in the packed form of the index (index/packed_sets.h), if the caller has it anyway; `shingles` is not
  /// read then. Used only together with `bands`.
  std::string_view packed = {};
};

/// Makes the entries of documents, as `dedup --similarity` sees them; keeps its memory between them. Use one
/// object per thread.
class SimilarityEntryTaker {
 public:
  /// Excludes the shingles of the boilerplate, if there is any.
  explicit SimilarityEntryTaker(const Recipe& recipe,
                                const std::shared_ptr<const internal::Boilerplate>& boilerplate = {});
  SimilarityEntryTaker(const SimilarityEntryTaker& other);
  SimilarityEntryTaker(SimilarityEntryTaker&& other) noexcept;
  SimilarityEntryTaker& operator=(SimilarityEntryTaker other) noexcept;
  ~SimilarityEntryTaker();

  /// Returns an entry that is valid until the next call.
  [[nodiscard]] SimilarityEntry take(const Document& document);
  [[nodiscard]] SimilarityEntry take(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace neardup
