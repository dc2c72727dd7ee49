// In an ordinary text nearly all features occur once, and which do is not to be foreseen: a table that is
// asked for each of them costs a wrong guess of the processor at every other collision. So hashes are counted
// on many small counters first, without a branch on the data. What is alone on its counter occurs once. Only
// the few others go through a table.
#include "neardup/fingerprint/distinct_hashes.h"

#include <algorithm>
#include <bit>

namespace neardup {

namespace {

/// The place of a hash in a table whose size is a power of two.
struct Spread {
  static constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  // for hashes whose top bits are poor
  explicit Spread(std::size_t capacity) noexcept : shift(64 - std::countr_zero(capacity)) {}
  [[nodiscard]] std::size_t operator()(std::uint64_t hash) const noexcept {
    return (hash * kGoldenRatio) >> shift;
  }
  int shift;
};

}  // namespace

/// Pointers on purpose, here and below: these loops run once for every feature of every text.
std::size_t DistinctHashes::take_single(const HashLists& given) {
  const std::size_t count = given.low.size();
  const std::size_t capacity = std::bit_ceil(8 * count + 2);
  const Spread place_of(capacity);
  counters_.assign(capacity, 0);
  std::uint8_t* const counters = counters_.data();
  for (const std::uint64_t hash : given.low) {
    std::uint8_t& counter = counters[place_of(hash)];
    counter = static_cast<std::uint8_t>(counter + (counter < 2 ? 1 : 0));
  }
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    hashes.low.data()[size] = given.low.data()[i];
    firsts.data()[size] = static_cast<std::uint32_t>(i);
    doubtful_.data()[i - size] = static_cast<std::uint32_t>(i);
    size += counters[place_of(given.low.data()[i])] == 1 ? 1 : 0;
  }
  if (!given.high.empty()) {
    for (std::size_t i = 0; i < size; ++i) hashes.high.data()[i] = given.high.data()[firsts.data()[i]];
  }
  doubtful_.resize(count - size);
  return size;
}

/// An open-addressing table of numbers of kept hashes, half empty at most. The first `size` hashes are not in
/// it: nothing here equals one of them.
void DistinctHashes::look_up_doubtful(const HashLists& given, std::size_t size) {
  const std::size_t capacity = std::bit_ceil(2 * doubtful_.size() + 2);
  const Spread place_of(capacity);
  const bool is_wide = !given.high.empty();
  slots_.assign(capacity, 0);
  for (const std::uint32_t place : doubtful_) {
    const std::uint64_t low = given.low.data()[place];
    const std::uint64_t high = is_wide ? given.high.data()[place] : 0;
    const auto is_other = [&](std::uint32_t kept) {
      return hashes.low.data()[kept - 1] != low || (is_wide && hashes.high.data()[kept - 1] != high);
    };
    std::size_t slot = place_of(low);
    while (slots_.data()[slot] != 0 && is_other(slots_.data()[slot])) slot = (slot + 1) & (capacity - 1);
    std::uint32_t& kept = slots_.data()[slot];  // 0: free; otherwise one more than the number of the hash
    if (kept != 0) {
      ++occurrences.data()[kept - 1];
      continue;
    }
    hashes.low.data()[size] = low;
    if (is_wide) hashes.high.data()[size] = high;
    firsts.data()[size] = place;
    kept = static_cast<std::uint32_t>(++size);
  }
  hashes.low.resize(size);
  hashes.high.resize(is_wide ? size : 0);
  firsts.resize(size);
  occurrences.resize(size);
}

void DistinctHashes::find(const HashLists& given) {
  const std::size_t room = given.low.size() + 1;  // a step that keeps nothing writes as well
  hashes.low.resize(room);
  hashes.high.resize(given.high.empty() ? 0 : room);
  firsts.resize(room);
  doubtful_.resize(room);
  const std::size_t single = take_single(given);
  occurrences.assign(room, 1);
  look_up_doubtful(given, single);
}

}  // namespace neardup
