// Texts to ignore wherever they occur, such as starter code or a page frame. Their features are subtracted
// before fingerprinting, their shingles before computing similarity, their sentences before signing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace neardup::internal {

/// A set of 64-bit hashes, filled once and queried often: open addressing, at most half full.
class HashSet {
 public:
  /// Returns the XXH3 of the bytes, the same hash as for features.
  [[nodiscard]] static std::uint64_t hash(std::string_view text) noexcept;

  void insert(std::uint64_t hash);
  [[nodiscard]] bool contains(std::uint64_t hash) const noexcept {
    if (slots_.empty()) return false;
    return slots_[find(hash)] != 0;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  static constexpr std::uint64_t free_from_zero(std::uint64_t hash) noexcept { return hash + (hash == 0); }
  /// Returns the slot of the hash, or the free slot where it belongs.
  [[nodiscard]] std::size_t find(std::uint64_t hash) const noexcept;
  void grow();

  std::vector<std::uint64_t> slots_;  // 0: free
  std::size_t size_ = 0;
};

/// Holds the XXH3 hashes of all boilerplate texts together.
struct Boilerplate {
  HashSet features;   // features of the recipe
  HashSet shingles;   // shingles for similarity
  HashSet sentences;  // normalised sentences
};

}  // namespace neardup::internal
