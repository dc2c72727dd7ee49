#include "neardup/join/bucket_join.h"

#include <algorithm>
#include <bit>

#include "neardup/simd/word_bits.h"

namespace neardup {

namespace {

constexpr int kMaxSplitBits = 12;

/// A change of coordinates: rotates the lowest `field_bits` bits up by `count` and leaves the others.
template <typename Word>
class FieldRotation {
 public:
  FieldRotation(int field_bits, int count) : field_bits_(field_bits), count_(count) {}

  /// Rotating the whole word up by `count` puts the lower bits of the field in place, rotating it down by
  /// field_bits - count the upper ones.
  [[nodiscard]] Word operator()(const Word& word) const {
    if (count_ == 0) return word;
    constexpr int kWidth = simd::kWordBits<Word>;
    const int border = field_bits_ - count_;
    const Word lower = simd::bit_and(word, simd::bit_range<Word>(0, border));
    const Word upper = simd::bit_and(word, simd::bit_range<Word>(border, field_bits_));
    const Word rest = simd::bit_and(word, simd::bit_range<Word>(field_bits_, kWidth));
    return simd::bit_or(
        rest, simd::bit_or(simd::rotate_up(lower, count_), simd::rotate_up(upper, kWidth - border)));
  }

  [[nodiscard]] FieldRotation inverse() const {
    return {field_bits_, count_ == 0 ? 0 : field_bits_ - count_};
  }

 private:
  int field_bits_;
  int count_;
};

/// Fills `out` with the words, ordered by the `bits` bits from `shift` on; returns where each value starts.
template <typename Word>
std::vector<std::size_t> sort_by_key(std::span<const Word> words, int shift, int bits,
                                     std::vector<Word>& out) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const auto key = [&](const Word& word) {
    return static_cast<std::size_t>(simd::bits_from(word, shift) & mask);
  };
  std::vector<std::size_t> starts((std::size_t{1} << bits) + 1);
  for (const Word& word : words) ++starts[key(word) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<std::size_t> next(starts);
  out.resize(words.size());
  for (const Word& word : words) out[next[key(word)]++] = word;
  return starts;
}

}  // namespace

template <typename Word>
std::size_t drop_copies(std::span<Word> words, std::vector<Word>* copies) {
  const std::size_t slots = std::bit_ceil(words.size() * 2 + 1);
  std::vector<std::uint32_t> table(slots);  // place among the kept, plus 1
  std::size_t kept = 0;
  for (const Word& word : words) {
    std::size_t slot = simd::mix(word) & (slots - 1);
    while (table[slot] != 0 && words[table[slot] - 1] != word) slot = (slot + 1) & (slots - 1);
    if (table[slot] == 0) {
      words[kept] = word;
      table[slot] = static_cast<std::uint32_t>(++kept);
    } else if (copies != nullptr) {
      copies->push_back(word);
    }
  }
  return kept;
}

template <typename Word>
void BucketJoiner<Word>::join(Bucket<Word> bucket, const simd::PairRule<Word>& rule) {
  if (bucket.words.size() < 2 || (is_cross_ && (bucket.stored == 0 || bucket.stored == bucket.words.size())))
    return;
  const bool has_pieces = rule.field_bits > rule.max_distance;
  if (has_pieces && bucket.words.size() <= simd::kMaxTableWords && by_tables(bucket, rule)) return;
  if (!is_cross_) {
    bucket.words = bucket.words.first(drop_copies(bucket.words, &found_.copies));
    bucket.stored = bucket.words.size();
  }
  ++oversized_;
  if (has_pieces && bucket.words.size() > simd::kMaxTableWords) {
    split(bucket, rule);
  } else {
    scan(bucket, rule);
  }
}

template <typename Word>
bool BucketJoiner<Word>::by_tables(Bucket<Word>& bucket, const simd::PairRule<Word>& rule) {
  if (is_cross_) return simd::cross_by_tables(bucket.words, bucket.stored, rule, scratch_, found_);
  const simd::TableOutcome outcome = simd::join_by_tables(bucket.words, rule, scratch_, found_);
  bucket.words = bucket.words.first(outcome.size);
  return outcome.finished;
}

/// As between blocks: one of max_distance + 1 pieces of the field is equal, and the first such piece owns the
/// pair.
template <typename Word>
void BucketJoiner<Word>::split(Bucket<Word> bucket, const simd::PairRule<Word>& rule) {
  for (int piece = 0; piece <= rule.max_distance; ++piece) split_on_piece(bucket, rule, piece);
}

template <typename Word>
void BucketJoiner<Word>::split_on_piece(Bucket<Word> bucket, const simd::PairRule<Word>& rule, int piece) {
  const int pieces = rule.max_distance + 1;
  const auto piece_end = [&](int i) { return rule.field_bits * (i + 1) / pieces; };
  const auto key_bits = [&](int i) { return std::min(kMaxSplitBits, piece_end(i) - piece_end(i - 1)); };
  const FieldRotation<Word> turn(rule.field_bits, rule.field_bits - piece_end(piece));
  const int left_bits = rule.field_bits - key_bits(piece);

  std::vector<simd::EarlierBlock<Word>> earlier(rule.earlier.begin(), rule.earlier.end());
  for (int i = 0; i < piece; ++i) {
    earlier.push_back({simd::bit_range<Word>(piece_end(i) - key_bits(i), piece_end(i)), 0});
  }
  for (simd::EarlierBlock<Word>& block : earlier) block.mask = turn(block.mask);

  std::vector<Word> turned(bucket.words.size());
  std::transform(bucket.words.begin(), bucket.words.end(), turned.begin(), turn);
  const std::span<const Word> words = turned;
  std::vector<Word> stored;
  std::vector<Word> asked;
  const auto stored_starts = sort_by_key(words.first(bucket.stored), left_bits, key_bits(piece), stored);
  const auto asked_starts = sort_by_key(words.subspan(bucket.stored), left_bits, key_bits(piece), asked);
  turned.clear();

  const std::size_t pairs_before = found_.pairs.size();
  const simd::PairRule<Word> inner{rule.max_distance, left_bits, earlier};
  for (std::size_t key = 0; key + 1 < stored_starts.size(); ++key) {
    const std::size_t stored_count = stored_starts[key + 1] - stored_starts[key];
    turned.assign(stored.begin() + static_cast<std::ptrdiff_t>(stored_starts[key]),
                  stored.begin() + static_cast<std::ptrdiff_t>(stored_starts[key + 1]));
    turned.insert(turned.end(), asked.begin() + static_cast<std::ptrdiff_t>(asked_starts[key]),
                  asked.begin() + static_cast<std::ptrdiff_t>(asked_starts[key + 1]));
    join({turned, stored_count}, inner);
  }
  const FieldRotation<Word> back = turn.inverse();
  for (std::size_t i = pairs_before; i < found_.pairs.size(); ++i) {
    found_.pairs[i] = {back(found_.pairs[i].first), back(found_.pairs[i].second)};
  }
}

template <typename Word>
void BucketJoiner<Word>::scan(Bucket<Word> bucket, const simd::PairRule<Word>& rule) {
  const std::span<const Word> words = bucket.words;
  const std::span<const Word> asked = words.subspan(bucket.stored);
  simd::scan({words.first(bucket.stored), {&asked, 1}, !is_cross_}, rule, found_);
}

template class BucketJoiner<std::uint64_t>;
template class BucketJoiner<Bits128>;
template std::size_t drop_copies(std::span<std::uint64_t>, std::vector<std::uint64_t>*);
template std::size_t drop_copies(std::span<Bits128>, std::vector<Bits128>*);

}  // namespace neardup
