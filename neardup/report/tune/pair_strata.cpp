#include "neardup/report/tune/pair_strata.h"

#include <algorithm>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {
namespace {

/// Hashes a pair with the finaliser of SplitMix64: every bit of the pair affects every bit of the key.
std::uint64_t key_of_pair(const DocumentPair& pair) {
  std::uint64_t key = (std::uint64_t{pair.first} << 32 | pair.second) + kGoldenRatio;
  key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9;
  key = (key ^ key >> 27) * 0x94D049BB133111EB;
  return key ^ key >> 31;
}

}  // namespace

void PairStrata::add(std::size_t stratum, const DocumentPair& pair) {
  std::vector<Entry>& heap = strata_[stratum];
  const Entry entry{key_of_pair(pair), pair};
  if (heap.size() == most_) {
    if (most_ == 0 || !(entry < heap.front())) return;
    std::ranges::pop_heap(heap, std::less<>());
    heap.pop_back();
  }
  heap.push_back(entry);
  std::ranges::push_heap(heap, std::less<>());
}

std::vector<DocumentPair> PairStrata::choose(std::size_t count) const {
  std::vector<std::vector<Entry>> sorted = strata_;
  for (std::vector<Entry>& entries : sorted) std::ranges::sort(entries, std::less<>());
  std::vector<DocumentPair> chosen;
  for (std::size_t turn = 0; turn < most_ && chosen.size() < count; ++turn) {
    for (const std::vector<Entry>& entries : sorted) {
      if (turn < entries.size() && chosen.size() < count) chosen.push_back(entries[turn].pair);
    }
  }
  return chosen;
}

}  // namespace neardup::internal
