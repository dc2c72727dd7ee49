// Groups the fingerprints of one pass by the leading bits of a block (radix partitioning): the only
// step of a join that moves them through memory. The input stays unchanged; every pass reads it and
// writes to one buffer that all passes share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/join_control.h"
#include "neardup/simd/partition_kernels.h"
#include "neardup/util/huge_array.h"

namespace neardup::internal {

template <typename Word>
class Partition {
 public:
  /// Counts the fingerprints of each part, for all blocks, in one pass over the input. `total`
  /// determines the number of parts, so two inputs with the same total are grouped alike.
  /// REQUIRES: the input outlives this object
  Partition(std::span<const Word> input, std::size_t total, const JoinPlan& plan, JoinControl& control);

  /// Fills the buffer for a block, with every fingerprint rotated so that the block's key is in its
  /// highest bits.
  void fill(std::size_t block, JoinControl& control);

  /// Returns the number of leading bits by which `fill` grouped: at most the block's key_bits.
  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] std::size_t parts() const noexcept { return starts_.size() - 1; }
  [[nodiscard]] std::span<Word> part(std::size_t number) noexcept {
    return buffer_.span().subspan(starts_[number], starts_[number + 1] - starts_[number]);
  }

 private:
  /// Returns one of the pieces of the input that threads process in turn.
  [[nodiscard]] std::span<const Word> chunk(std::size_t number) const;
  [[nodiscard]] std::span<std::uint32_t> counts(std::size_t block, std::size_t chunk);

  std::span<const Word> input_;
  std::size_t chunks_;
  std::vector<simd::PartitionKey> keys_;            // one per block
  std::vector<std::vector<std::uint32_t>> counts_;  // [block * chunks + chunk][part]
  std::vector<std::uint32_t> starts_;
  HugeArray<Word> buffer_;
  int bits_ = 0;
};

extern template class Partition<std::uint64_t>;
extern template class Partition<Bits128>;

/// Returns by how many bits to rotate a fingerprint up so that the key of the block is in its
/// highest bits.
[[nodiscard]] constexpr int rotation_of(const JoinBlock& block, int width) noexcept {
  return (width - block.first_bit - block.key_bits) % width;
}

}  // namespace neardup::internal
