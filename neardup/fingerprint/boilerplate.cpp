#include "neardup/fingerprint/boilerplate.h"

#include <xxhash.h>

#include <bit>
#include <utility>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

std::uint64_t HashSet::hash(std::string_view text) noexcept { return XXH3_64bits(text.data(), text.size()); }

std::size_t HashSet::find(std::uint64_t hash) const noexcept {
  const std::uint64_t wanted = free_from_zero(hash);
  std::size_t slot = spread_hash(wanted, 64 - std::countr_zero(slots_.size()));
  while (slots_[slot] != 0 && slots_[slot] != wanted) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

void HashSet::insert(std::uint64_t hash) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  std::uint64_t& slot = slots_[find(hash)];
  size_ += slot == 0 ? 1 : 0;
  slot = free_from_zero(hash);
}

void HashSet::grow() {
  const std::vector<std::uint64_t> old =
      std::exchange(slots_, std::vector<std::uint64_t>(slots_.empty() ? 16 : 2 * slots_.size()));
  for (const std::uint64_t hash : old) {
    if (hash != 0) slots_[find(hash)] = hash;
  }
}

}  // namespace neardup::internal
