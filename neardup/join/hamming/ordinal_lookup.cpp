#include "neardup/join/hamming/ordinal_lookup.h"

#include <algorithm>
#include <bit>

#include "neardup/simd/word_bits.h"
#include "neardup/util/parallel.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal {

namespace {

// Small enough that the allocator reuses the thread's memory for a chunk's list. It would map a
// list of a megabyte anew for each chunk, and the system would clear every page of it.
constexpr std::size_t kChunk = std::size_t{1} << 14;
constexpr std::size_t kAhead = 16;  // prefetch distance, in lookups

/// An occurrence of a value in the input.
struct Hit {
  std::uint32_t ordinal;
  std::uint32_t number;
};

/// A Bloom filter with two bits per value, both in the same 64-bit word. With 8 to 16 bits of
/// memory per value, one in 20 to 80 other values passes.
template <typename Word>
class BitFilter {
 public:
  explicit BitFilter(std::size_t values)
      : shift_(64 - std::max(4, static_cast<int>(std::bit_width(values)) - 3)),
        words_(std::uint64_t{1} << (64 - shift_)) {}

  void add(const Word& value) noexcept {
    const std::uint64_t hash = simd::mix(value);
    words_[hash >> shift_] |= bits_of(hash);
  }
  [[nodiscard]] bool may_have(const Word& value) const noexcept {
    const std::uint64_t hash = simd::mix(value);
    return (bits_of(hash) & ~words_[hash >> shift_]) == 0;
  }

 private:
  /// Returns the two bits of a value, chosen by the lowest bits of the hash; the highest bits
  /// choose the word.
  [[nodiscard]] static std::uint64_t bits_of(std::uint64_t hash) noexcept {
    return (std::uint64_t{1} << (hash % 64)) | (std::uint64_t{1} << (hash / 64 % 64));
  }

  int shift_;
  std::vector<std::uint64_t> words_;
};

/// Returns the hits of one chunk, in the order of the input.
template <typename Word>
std::vector<Hit> hits_in(std::span<const Word> input, std::size_t begin, const BitFilter<Word>& filter,
                         const ValueTable<Word>& values) {
  std::vector<Hit> hits;
  const std::size_t end = std::min(begin + kChunk, input.size());
  std::vector<std::uint32_t> likely(end - begin + 1);
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) {  // no unpredictable branch on the filter's answer
    likely[count] = static_cast<std::uint32_t>(i);
    count += filter.may_have(input[i]) ? 1 : 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    values.prefetch(input[likely[std::min(i + kAhead, count)]]);
    const std::uint32_t number = values.find(input[likely[i]]);
    if (number != ValueTable<Word>::kNone) hits.push_back({likely[i], number});
  }
  return hits;
}

}  // namespace

template <typename Word>
std::uint32_t ValueTable<Word>::insert(const Word& value) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  Slot& slot = slots_[slot_of(value)];
  if (slot.number == kNone) slot = {value, static_cast<std::uint32_t>(size_++)};
  return slot.number;
}

template <typename Word>
std::uint32_t ValueTable<Word>::find(const Word& value) const noexcept {
  return slots_.empty() ? kNone : slots_[slot_of(value)].number;
}

template <typename Word>
void ValueTable<Word>::prefetch(const Word& value) const noexcept {
  internal::prefetch(slots_.data() + (simd::mix(value) & (slots_.size() - 1)));
}

/// Returns the slot of the value, or the free slot where it would go.
template <typename Word>
std::size_t ValueTable<Word>::slot_of(const Word& value) const noexcept {
  std::size_t slot = simd::mix(value) & (slots_.size() - 1);
  while (slots_[slot].number != kNone && slots_[slot].value != value) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

template <typename Word>
void ValueTable<Word>::grow() {
  std::vector<Slot> old(std::max<std::size_t>(64, 2 * slots_.size()));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number != kNone) slots_[slot_of(slot.value)] = slot;
  }
}

template <typename Word>
void ValueTable<Word>::visit(const std::function<void(const Word&)>& visitor) const {
  for (const Slot& slot : slots_) {
    if (slot.number != kNone) visitor(slot.value);
  }
}

template <typename Word>
Documents find_documents(std::span<const Word> input, const ValueTable<Word>& values,
                         const JoinControl& control) {
  Documents documents;
  documents.first.assign(values.size(), ValueTable<Word>::kNone);
  if (values.size() == 0) return documents;
  BitFilter<Word> filter(values.size());
  values.visit([&](const Word& value) { filter.add(value); });
  std::vector<std::vector<Hit>> hits((input.size() + kChunk - 1) / kChunk);
  run_tasks(control.threads(), hits.size(), [&](std::size_t chunk, int) {
    if (!control.stopped()) hits[chunk] = hits_in(input, chunk * kChunk, filter, values);
  });
  for (std::vector<Hit>& chunk : hits) {
    for (const Hit& hit : chunk) {
      std::uint32_t& first = documents.first[hit.number];
      if (first == ValueTable<Word>::kNone) {
        first = hit.ordinal;
      } else {
        documents.copies.push_back({first, hit.ordinal, 0});
      }
    }
    chunk = {};
  }
  return documents;
}

void sort_pairs(std::vector<NearPair>& pairs, int threads) {
  constexpr std::size_t kSmall = 20'000;
  if (pairs.size() < kSmall) return std::sort(pairs.begin(), pairs.end());
  const std::uint32_t last = std::max_element(pairs.begin(), pairs.end())->first;
  const int shift = std::max(0, static_cast<int>(std::bit_width(last)) - 12);
  std::vector<std::size_t> starts((last >> shift) + 2);
  for (const NearPair& pair : pairs) ++starts[(pair.first >> shift) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<std::size_t> next(starts);
  std::vector<NearPair> sorted(pairs.size());
  for (const NearPair& pair : pairs) sorted[next[pair.first >> shift]++] = pair;
  run_tasks(threads, starts.size() - 1, [&](std::size_t i, int) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(starts[i]),
              sorted.begin() + static_cast<std::ptrdiff_t>(starts[i + 1]));
  });
  pairs.swap(sorted);
}

template class ValueTable<std::uint64_t>;
template class ValueTable<Bits128>;
template Documents find_documents(std::span<const std::uint64_t>, const ValueTable<std::uint64_t>&,
                                  const JoinControl&);
template Documents find_documents(std::span<const Bits128>, const ValueTable<Bits128>&, const JoinControl&);

}  // namespace neardup::internal
