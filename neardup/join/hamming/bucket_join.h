// Finds the near pairs of one bucket, whatever its size and shape. An ordinary bucket goes through
// hash tables; an extraordinary one (a template page, an attack, a dense ball) is split on further
// bits or scanned. The result is always exact, and the cost never exceeds that of a random bucket
// of the same size by more than a fixed multiple of the output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/simd/hamming_kernels.h"

namespace neardup::internal {

/// The fingerprints of a bucket, build side ("stored") first. A self join has only a build side,
/// and every pair of it counts; in a cross join only pairs of a build-side and a probe-side
/// ("asked") fingerprint count.
template <typename Word>
struct JoinBucket {
  std::span<Word> words;
  std::size_t stored = 0;  // size of the build side; words.size() in a self join
};

/// Moves the first occurrence of each distinct fingerprint to the front, in order, and returns
/// their number. Appends the other occurrences to `copies` unless it is null.
template <typename Word>
std::size_t drop_copies(std::span<Word> words, std::vector<Word>* copies);

/// Joins buckets and collects the pairs it finds. Not thread-safe: use one per thread.
template <typename Word>
class BucketJoiner {
 public:
  /// Stops once it has found more than `max_pairs` pairs; the caller then gives up the whole join.
  BucketJoiner(bool is_cross, std::uint64_t max_pairs) : is_cross_(is_cross) { found_.max_pairs = max_pairs; }

  /// Finds the near pairs of the bucket. May reorder the fingerprints and drop copies.
  /// REQUIRES: in a cross join neither side has copies
  void join(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule);

  [[nodiscard]] simd::FoundValues<Word>& found() noexcept { return found_; }
  [[nodiscard]] std::uint64_t oversized() const noexcept { return oversized_; }

 private:
  [[nodiscard]] bool by_tables(JoinBucket<Word>& bucket, const simd::PairRule<Word>& rule);
  void split(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule);
  void split_on_piece(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule, int piece);
  void scan(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule);

  bool is_cross_;
  simd::TableScratch scratch_;
  simd::FoundValues<Word> found_;
  std::uint64_t oversized_ = 0;
};

extern template class BucketJoiner<std::uint64_t>;
extern template class BucketJoiner<Bits128>;

}  // namespace neardup::internal
