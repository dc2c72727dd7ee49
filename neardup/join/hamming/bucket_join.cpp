#include "neardup/join/hamming/bucket_join.h"

#include <algorithm>
#include <bit>

#include "neardup/simd/word_bits.h"

namespace neardup::internal {

namespace {

constexpr int kMaxPieceBits = 64;

/// A change of coordinates: rotates the lowest `field_bits` bits up by `count` and keeps the
/// others.
template <typename Word>
class FieldRotation {
 public:
  FieldRotation(int field_bits, int count) : field_bits_(field_bits), count_(count) {}

  /// Rotates the field. Rotating the whole fingerprint up by `count` puts the lower bits of the
  /// field in place; rotating it down by field_bits - count puts the upper bits in place.
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

/// Groups fingerprints that agree on a piece: the highest bits of the field, from bit `shift` up.
template <typename Word>
class PieceGroups {
 public:
  static constexpr int kSlotBits = 12;

  /// Orders the fingerprints by slot, then by piece. A slot holds the fingerprints of one piece or
  /// of a few.
  PieceGroups(std::span<const Word> words, int shift, int bits) : shift_(shift), words_(words.size()) {
    const auto slot = [&](const Word& word) { return slot_of(simd::bits_from(word, shift), bits); };
    starts_.resize((std::size_t{1} << kSlotBits) + 1);
    for (const Word& word : words) ++starts_[slot(word) + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    std::vector<std::size_t> next(starts_);
    for (const Word& word : words) words_[next[slot(word)]++] = word;
    if (bits <= kSlotBits) return;  // the slot is the piece
    for (std::size_t i = 0; i + 1 < starts_.size(); ++i) {
      std::sort(words_.begin() + static_cast<std::ptrdiff_t>(starts_[i]),
                words_.begin() + static_cast<std::ptrdiff_t>(starts_[i + 1]));
    }
  }

  [[nodiscard]] static constexpr std::size_t slots() noexcept { return std::size_t{1} << kSlotBits; }
  [[nodiscard]] std::span<const Word> slot(std::size_t number) const noexcept {
    return std::span(words_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
  }

  /// Removes the fingerprints that have the piece from the front of `rest` and returns them.
  [[nodiscard]] std::span<const Word> take(std::span<const Word>& rest, std::uint64_t piece) const noexcept {
    std::size_t size = 0;
    while (size < rest.size() && piece_of(rest[size]) == piece) ++size;
    const std::span<const Word> taken = rest.first(size);
    rest = rest.subspan(size);
    return taken;
  }
  /// Returns the piece and the bits above the field, which are the same in the whole bucket.
  [[nodiscard]] std::uint64_t piece_of(const Word& word) const noexcept {
    return simd::bits_from(word, shift_);
  }

 private:
  /// Hashes a long piece to spread it over the slots: in a dense ball around a centre, most bits of
  /// the piece are equal.
  [[nodiscard]] static std::size_t slot_of(std::uint64_t piece, int bits) noexcept {
    const std::uint64_t own = piece & (bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
    if (bits <= kSlotBits) return static_cast<std::size_t>(own);
    return static_cast<std::size_t>(simd::mix(own) >> (64 - kSlotBits));
  }

  int shift_;
  std::vector<Word> words_;
  std::vector<std::size_t> starts_;
};

}  // namespace

template <typename Word>
std::size_t drop_copies(std::span<Word> words, std::vector<Word>* copies) {
  const std::size_t slots = std::bit_ceil(words.size() * 2 + 1);
  std::vector<std::uint32_t> table(slots);  // index among the kept fingerprints plus 1; 0: free
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
void BucketJoiner<Word>::join(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule) {
  if (found_.is_full() || bucket.words.size() < 2 ||
      (is_cross_ && (bucket.stored == 0 || bucket.stored == bucket.words.size())))
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
bool BucketJoiner<Word>::by_tables(JoinBucket<Word>& bucket, const simd::PairRule<Word>& rule) {
  if (is_cross_) return simd::cross_by_tables(bucket.words, bucket.stored, rule, scratch_, found_);
  const simd::TableOutcome outcome = simd::join_by_tables(bucket.words, rule, scratch_, found_);
  bucket.words = bucket.words.first(outcome.size);
  return outcome.finished;
}

/// Splits the field into max_distance + 1 pieces. As with blocks, a near pair is equal in at least
/// one piece, and the first such piece owns the pair.
template <typename Word>
void BucketJoiner<Word>::split(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule) {
  for (int piece = 0; piece <= rule.max_distance; ++piece) split_on_piece(bucket, rule, piece);
}

template <typename Word>
void BucketJoiner<Word>::split_on_piece(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule,
                                        int piece) {
  const int pieces = rule.max_distance + 1;
  const auto piece_end = [&](int i) { return rule.field_bits * (i + 1) / pieces; };
  const auto key_bits = [&](int i) { return std::min(kMaxPieceBits, piece_end(i) - piece_end(i - 1)); };
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
  const PieceGroups<Word> stored(words.first(bucket.stored), left_bits, key_bits(piece));
  const PieceGroups<Word> asked(words.subspan(bucket.stored), left_bits, key_bits(piece));

  const std::size_t pairs_before = found_.pairs.size();
  const simd::PairRule<Word> inner{rule.max_distance, left_bits, earlier};
  std::vector<Word> group;
  for (std::size_t slot = 0; slot < PieceGroups<Word>::slots(); ++slot) {
    std::span<const Word> stored_left = stored.slot(slot);
    std::span<const Word> asked_left = asked.slot(slot);
    while (!stored_left.empty()) {
      const std::uint64_t value = stored.piece_of(stored_left.front());
      const std::span<const Word> own = stored.take(stored_left, value);
      while (!asked_left.empty() && asked.piece_of(asked_left.front()) < value) {
        asked_left = asked_left.subspan(1);
      }
      const std::span<const Word> others = asked.take(asked_left, value);
      group.assign(own.begin(), own.end());
      group.insert(group.end(), others.begin(), others.end());
      join({group, own.size()}, inner);
    }
  }
  const FieldRotation<Word> back = turn.inverse();
  for (std::size_t i = pairs_before; i < found_.pairs.size(); ++i) {
    found_.pairs[i] = {back(found_.pairs[i].first), back(found_.pairs[i].second)};
  }
}

template <typename Word>
void BucketJoiner<Word>::scan(JoinBucket<Word> bucket, const simd::PairRule<Word>& rule) {
  const std::span<const Word> words = bucket.words;
  const std::span<const Word> asked = words.subspan(bucket.stored);
  simd::scan({words.first(bucket.stored), {&asked, 1}, !is_cross_}, rule, found_);
}

template class BucketJoiner<std::uint64_t>;
template class BucketJoiner<Bits128>;
template std::size_t drop_copies(std::span<std::uint64_t>, std::vector<std::uint64_t>*);
template std::size_t drop_copies(std::span<Bits128>, std::vector<Bits128>*);

}  // namespace neardup::internal
