// Maps fingerprints back to documents. The search moves fingerprints without their ordinals;
// afterwards one pass over the input looks up those that take part in a pair. A Bloom filter that
// stays in cache rejects nearly all others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/join/hamming_join.h"
#include "neardup/join/join_control.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

/// A set of fingerprint values, numbered in the order of insertion.
template <typename Word>
class ValueTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// Returns the number of the value; adds the value if it is new.
  std::uint32_t insert(const Word& value);
  /// Returns the number of the value, or kNone.
  [[nodiscard]] std::uint32_t find(const Word& value) const noexcept;
  /// Prefetches the slot that `find` reads first. REQUIRES: the table is not empty
  void prefetch(const Word& value) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void visit(const std::function<void(const Word&)>& visitor) const;

 private:
  struct Slot {
    Word value{};
    std::uint32_t number = kNone;
  };
  void grow();
  [[nodiscard]] std::size_t slot_of(const Word& value) const noexcept;

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

/// The documents that have the values of a table.
struct Documents {
  std::vector<std::uint32_t> first;  // by number of the value; ValueTable::kNone if no document has it
  std::vector<NearPair> copies;      // (first, other, 0) in the order of `other`
};

/// Finds the documents of the input whose fingerprints are in the table.
template <typename Word>
[[nodiscard]] Documents find_documents(std::span<const Word> input, const ValueTable<Word>& values,
                                       const JoinControl& control);

/// Sorts by (first, second). The result is the same for any number of threads.
void sort_pairs(std::vector<NearPair>& pairs, int threads);

extern template class ValueTable<std::uint64_t>;
extern template class ValueTable<Bits128>;

}  // namespace neardup::internal
