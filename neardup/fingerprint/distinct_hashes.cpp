// In an ordinary text nearly all features occur once. So this file first counts hashes on many small
// counters, without a branch on the data: a hash that is alone on its counter occurs once. Only the few
// others go through a hash table, where every other collision costs a branch misprediction. Nothing
// moves unless there is a repeat.
#include "neardup/fingerprint/distinct_hashes.h"

#include <algorithm>
#include <bit>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

namespace {

/// Maps a hash to a slot of a table whose size is a power of two.
class Spread {
 public:
  explicit Spread(std::size_t capacity) noexcept : shift_(64 - std::countr_zero(capacity)) {}
  [[nodiscard]] std::size_t operator()(std::uint64_t hash) const noexcept {
    return spread_hash(hash, shift_);
  }

 private:
  int shift_;
};

}  // namespace

/// Finds the hashes that share a counter. Uses pointers on purpose, here and below: these loops run
/// once per feature of every text.
void DistinctHashes::find_doubtful(const std::vector<std::uint64_t>& hashes) {
  const std::size_t capacity = std::bit_ceil(8 * hashes.size() + 2);
  const Spread slot_of(capacity);
  counters_.assign(capacity, 0);
  std::uint8_t* const counters = counters_.data();
  for (const std::uint64_t hash : hashes) {
    std::uint8_t& counter = counters[slot_of(hash)];
    counter = static_cast<std::uint8_t>(2 * counter + 1);  // 1 the first time, larger from then on
  }
  doubtful_.resize(hashes.size() + 1);  // a step that keeps nothing writes too
  std::uint32_t* next = doubtful_.data();
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    *next = static_cast<std::uint32_t>(i);
    next += counters[slot_of(hashes.data()[i])] != 1 ? 1 : 0;
  }
  doubtful_.resize(static_cast<std::size_t>(next - doubtful_.data()));
}

/// Finds repeats with an open-addressing table of positions, at most half full.
void DistinctHashes::find_repeats(const HashLists& hashes) {
  const std::size_t capacity = std::bit_ceil(2 * doubtful_.size() + 2);
  const Spread slot_of(capacity);
  const bool is_wide = !hashes.high.empty();
  const auto are_equal = [&](std::uint32_t a, std::uint32_t b) {
    return hashes.low.data()[a] == hashes.low.data()[b] &&
           (!is_wide || hashes.high.data()[a] == hashes.high.data()[b]);
  };
  slots_.assign(capacity, 0);
  repeats_.clear();
  for (const std::uint32_t position : doubtful_) {
    std::size_t slot = slot_of(hashes.low.data()[position]);
    std::uint32_t first = 0;  // one more than the position; 0: the slot is free
    while ((first = slots_.data()[slot]) != 0 && !are_equal(first - 1, position))
      slot = (slot + 1) & (capacity - 1);
    if (first != 0) {
      repeats_.push_back({position, first - 1});
    } else {
      slots_.data()[slot] = position + 1;
    }
  }
}

void DistinctHashes::remove_repeats(std::vector<std::uint64_t>& hashes) const {
  if (repeats_.empty() || hashes.empty()) return;
  auto out = hashes.begin() + repeats_[0].position;
  for (std::size_t i = 0; i < repeats_.size(); ++i) {
    const auto end = i + 1 < repeats_.size() ? hashes.begin() + repeats_[i + 1].position : hashes.end();
    out = std::copy(hashes.begin() + repeats_[i].position + 1, end, out);
  }
  hashes.erase(out, hashes.end());
}

void DistinctHashes::keep(HashLists& hashes) {
  size_ = hashes.low.size();
  find_doubtful(hashes.low);
  find_repeats(hashes);
  remove_repeats(hashes.low);
  remove_repeats(hashes.high);
}

std::vector<std::uint32_t> DistinctHashes::positions() const {
  std::vector<std::uint32_t> positions;
  auto repeat = repeats_.begin();
  for (std::uint32_t position = 0; position < size_; ++position) {
    const bool repeats = repeat != repeats_.end() && repeat->position == position;
    repeats ? void(++repeat) : positions.push_back(position);
  }
  return positions;
}

std::vector<std::uint32_t> DistinctHashes::occurrences() const {
  std::vector<std::uint32_t> occurrences(size_ - repeats_.size(), 1);
  for (const Repeat& repeat : repeats_) {
    const auto before = std::ranges::lower_bound(repeats_, repeat.first, {}, &Repeat::position);
    ++occurrences[repeat.first - static_cast<std::size_t>(before - repeats_.begin())];
  }
  return occurrences;
}

}  // namespace neardup::internal
