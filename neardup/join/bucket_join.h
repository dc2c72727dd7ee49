// The near pairs of one bucket whatever its size and shape: tables when it is ordinary, and when it is not (a
// template page, an attacker, a dense ball) it is split on further bits or scanned. Always exact, and never
// more than a fixed multiple of the output away from what a random bucket of that size costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/simd/hamming_kernels.h"

namespace neardup {

/// The words of a bucket: the stored ones come first. In a self join they are all there is, and every pair of
/// them counts; in a cross join only pairs of a stored and an asked word do.
template <typename Word>
struct Bucket {
  std::span<Word> words;
  std::size_t stored = 0;  // of a cross join; in a self join words.size()
};

/// Moves the first of each distinct word to the front, in order; returns how many there are. The others are
/// appended to `copies` if that is given.
template <typename Word>
std::size_t drop_copies(std::span<Word> words, std::vector<Word>* copies);

/// One for each thread; collects what it finds.
template <typename Word>
class BucketJoiner {
 public:
  /// Above `max_pairs` it comes to an end: whoever uses it gives up.
  BucketJoiner(bool is_cross, std::uint64_t max_pairs) : is_cross_(is_cross) { found_.max_pairs = max_pairs; }

  /// May reorder and shorten the words. In a cross join neither side has copies.
  void join(Bucket<Word> bucket, const simd::PairRule<Word>& rule);

  [[nodiscard]] simd::FoundValues<Word>& found() noexcept { return found_; }
  [[nodiscard]] std::uint64_t oversized() const noexcept { return oversized_; }

 private:
  [[nodiscard]] bool by_tables(Bucket<Word>& bucket, const simd::PairRule<Word>& rule);
  void split(Bucket<Word> bucket, const simd::PairRule<Word>& rule);
  void split_on_piece(Bucket<Word> bucket, const simd::PairRule<Word>& rule, int piece);
  void scan(Bucket<Word> bucket, const simd::PairRule<Word>& rule);

  bool is_cross_;
  simd::TableScratch scratch_;
  simd::FoundValues<Word> found_;
  std::uint64_t oversized_ = 0;
};

extern template class BucketJoiner<std::uint64_t>;
extern template class BucketJoiner<Bits128>;

}  // namespace neardup
