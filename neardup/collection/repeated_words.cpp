#include "neardup/collection/repeated_words.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

namespace {

/// Holds one bit per slot, with many more slots than fingerprints.
class SlotSet {
 public:
  explicit SlotSet(std::size_t words)
      : shift_(64 - (static_cast<int>(std::bit_width(words)) + 4)),
        bits_((std::size_t{1} << (64 - shift_)) / 64 + 1) {}

  [[nodiscard]] bool has(std::uint64_t word) const noexcept {
    const std::uint64_t slot = slot_of(word);
    return (bits_[slot / 64] >> (slot % 64) & 1) != 0;
  }
  void add(std::uint64_t word) noexcept {
    const std::uint64_t slot = slot_of(word);
    bits_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

 private:
  [[nodiscard]] std::uint64_t slot_of(std::uint64_t word) const noexcept { return spread_hash(word, shift_); }

  int shift_;
  std::vector<std::uint64_t> bits_;
};

std::uint64_t slot_word(std::uint64_t word) noexcept { return word; }
std::uint64_t slot_word(const Bits128& word) noexcept { return word.low ^ std::rotl(word.high, 32); }

/// Finds repeats: a fingerprint whose slot is taken only once occurs once. Sorts only the few others.
template <typename Word>
std::vector<std::uint32_t> find_repeated(std::span<const Word> words) {
  SlotSet taken(words.size());
  SlotSet taken_again(words.size());
  for (const Word& word : words) {
    const std::uint64_t key = slot_word(word);
    if (taken.has(key)) taken_again.add(key);
    taken.add(key);
  }
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (taken_again.has(slot_word(words[i]))) positions.push_back(static_cast<std::uint32_t>(i));
  }
  std::ranges::sort(positions, {},
                    [&](std::uint32_t position) { return std::pair(words[position], position); });
  const auto is_alone = [&](std::size_t i) {
    const Word& word = words[positions[i]];
    return (i == 0 || words[positions[i - 1]] != word) &&
           (i + 1 == positions.size() || words[positions[i + 1]] != word);
  };
  std::vector<std::uint32_t> repeated;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (!is_alone(i)) repeated.push_back(positions[i]);
  }
  return repeated;
}

}  // namespace

std::vector<std::uint32_t> repeated_words(std::span<const std::uint64_t> words) {
  return find_repeated(words);
}
std::vector<std::uint32_t> repeated_words(std::span<const Bits128> words) { return find_repeated(words); }

}  // namespace neardup::internal
