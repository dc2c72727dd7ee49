#include "neardup/corpus/repeated_id.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace neardup::internal {
namespace {

/// A Bloom filter with all bits of a key in one word, so that each key costs one memory access.
class SeenFilter {
 public:
  explicit SeenFilter(std::size_t keys) : words_(std::bit_ceil(keys / 2 + 1)) {}

  /// Adds the key and returns whether it was perhaps added before; false is certain.
  bool add(std::uint64_t hash) {
    std::uint64_t& word = words_[hash >> 32 & (words_.size() - 1)];
    const std::uint64_t bits = std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63) |
                               std::uint64_t{1} << (hash >> 12 & 63);
    const bool was_there = (word & bits) == bits;
    word |= bits;
    return was_there;
  }

 private:
  std::vector<std::uint64_t> words_;
};

constexpr std::uint32_t kBlock = 1 << 14;

struct IdHash {
  std::uint64_t operator()(std::string_view id) const noexcept { return XXH3_64bits(id.data(), id.size()); }
};

/// Returns documents whose id perhaps occurred before, in ascending order. Never misses a true repetition,
/// except that it stops after `most` suspects: with that many, nearly all are true, so the first suffice.
std::vector<std::uint32_t> find_suspects(const RecordTable& records, std::uint32_t begin) {
  const std::size_t most = (records.size() - begin) / 8 + 1024;
  SeenFilter filter(records.size() - begin);
  std::vector<std::uint32_t> suspects;
  for (std::uint32_t i = begin; i < records.size() && suspects.size() < most; ++i) {
    const std::optional<std::string_view> id = records.own_id(i);
    if (id && filter.add(IdHash()(*id))) suspects.push_back(i);
    if (i % kBlock == 0) records.breathe();
  }
  return suspects;
}

}  // namespace

std::optional<std::uint32_t> find_repeated_id(const RecordTable& records, std::uint32_t begin) {
  if (begin >= records.size()) return std::nullopt;
  const std::vector<std::uint32_t> suspects = find_suspects(records, begin);
  if (suspects.empty()) return std::nullopt;
  std::unordered_map<std::string_view, bool, IdHash> was_seen;
  for (const std::uint32_t suspect : suspects) was_seen.try_emplace(*records.own_id(suspect), false);
  for (std::uint32_t i = begin; i <= suspects.back(); ++i) {
    const std::optional<std::string_view> id = records.own_id(i);
    if (i % kBlock == 0) records.breathe();
    const auto found = id ? was_seen.find(*id) : was_seen.end();
    if (found == was_seen.end()) continue;
    if (found->second) return i;
    found->second = true;
  }
  return std::nullopt;
}

}  // namespace neardup::internal
