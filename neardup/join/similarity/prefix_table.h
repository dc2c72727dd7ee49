// A dynamic index of shingle sets by their rarest shingles. It answers: which sets can be similar
// enough to this one?
//
// Shingles have a fixed order, rare ones first. If a set of n shingles must have m in common with
// another, at most n - m may be missing there, so the two share a shingle among their first
// n - m + 1 (prefix filter; Bayardo, Ma, Srikant, "Scaling up all pairs similarity search"). If the
// first common shingle is at position p, only n - p shingles can be common, which bounds the size
// of the other set: the posting's reach. Long posting lists, such as those of a template that many
// documents share, are bucketed by reach, so that a probe skips the postings that cannot reach its
// set.
//
// Memory: about 12 bytes per posting whose shingle is in one set only, 12 more for the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace neardup::internal {

/// A shingle and its position in the ordered set. The position may be too low, never too high.
struct PrefixShingle {
  std::uint64_t shingle = 0;
  std::uint32_t position = 0;
};

/// The rarest shingles of a set, positions ascending. Shingles that no other set has may be left
/// out.
struct ShinglePrefix {
  std::vector<PrefixShingle> shingles = {};
  std::uint32_t set_size = 0;
};

class PrefixTable {
 public:
  explicit PrefixTable(double min_similarity) : min_similarity_(min_similarity) {}

  /// Returns how many shingles a prefix needs so that a probe misses no set of the similarity.
  [[nodiscard]] static std::size_t prefix_length(std::size_t set_size, double min_similarity) noexcept;

  /// Returns the size of the largest set that can be similar enough to a set of `set_size` shingles
  /// if their first common shingle is at `position` of this one.
  [[nodiscard]] static std::uint32_t reach(std::uint32_t set_size, std::uint32_t position,
                                           double min_similarity) noexcept;

  /// Adds the prefix of a set under the number `entry`. REQUIRES: entry < 2^31
  void add(std::uint32_t entry, const ShinglePrefix& prefix);
  void clear();

  /// Calls meet(entry, position in the entry, position in `prefix`) for every shingle that an entry
  /// shares with the prefix, except for postings that cannot reach the set. Positions may be too
  /// low.
  template <typename Meet>
  void probe(const ShinglePrefix& prefix, const Meet& meet) const {
    for (const auto& [shingle, position] : prefix.shingles) prefetch_slot(shingle);
    for (const auto& [shingle, position] : prefix.shingles) {
      const std::uint32_t value = find(shingle);
      if (value == kNothing) continue;
      if ((value & kIsList) == 0) {
        meet(value, 0, position);
      } else {
        lists_[value & ~kIsList].for_each(prefix.set_size, [&, here = position](const Posting& posting) {
          meet(posting.entry, posting.position, here);
        });
      }
    }
  }

 private:
  struct Posting {
    std::uint32_t entry;
    std::uint32_t position;
    std::uint32_t reach;  // size of the largest set that can be similar enough
  };
  class PostingList {
   public:
    void add(const Posting& posting);
    template <typename Use>
    void for_each(std::uint32_t set_size, const Use& use) const {
      for (const Posting& posting : few_) {
        if (posting.reach >= set_size) use(posting);
      }
      if (by_reach_.empty()) return;
      for (std::size_t i = class_of(set_size); i < by_reach_.size(); ++i) {
        for (const Posting& posting : by_reach_[i]) {
          if (posting.reach >= set_size) use(posting);
        }
      }
    }

   private:
    static constexpr std::size_t kFew = 32;
    /// Returns the bucket of a set size; there are eight buckets per power of two.
    [[nodiscard]] static std::size_t class_of(std::uint32_t size) noexcept;

    std::vector<Posting> few_;
    std::vector<std::vector<Posting>> by_reach_;
  };
  /// An open-addressing table. A slot holds 32 bits of the shingle's hash and a value: an entry, or
  /// the number of a posting list. With the 8 bits that choose the table, 40 bits of the hash are
  /// compared; a false match only costs a comparison of two sets.
  struct Table {
    std::vector<std::uint64_t> slots = {};
    std::size_t used = 0;
  };

  static constexpr std::uint32_t kIsList = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  void prefetch_slot(std::uint64_t shingle) const noexcept;
  [[nodiscard]] std::uint32_t find(std::uint64_t shingle) const noexcept;
  void insert(std::uint64_t shingle, const Posting& posting);
  static void grow(Table& table);
  [[nodiscard]] static std::size_t first_slot_of(const Table& table, std::uint32_t tag) noexcept;
  [[nodiscard]] static std::size_t slot_of(const Table& table, std::uint32_t tag) noexcept;

  double min_similarity_;
  std::array<Table, 256> tables_;
  std::vector<PostingList> lists_;
};

}  // namespace neardup::internal
