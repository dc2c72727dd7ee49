#include "neardup/join/similarity/prefix_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/hash_spread.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal {

namespace {

struct HashParts {
  std::size_t table;
  std::uint32_t tag;
};

HashParts parts_of(std::uint64_t shingle) noexcept {
  const std::uint64_t hash = shingle * kGoldenRatio;
  return {static_cast<std::size_t>(hash >> 56), static_cast<std::uint32_t>(hash >> 24)};
}

std::uint32_t value_of(std::uint64_t slot) noexcept { return static_cast<std::uint32_t>(slot); }
std::uint32_t tag_of(std::uint64_t slot) noexcept { return static_cast<std::uint32_t>(slot >> 32); }

}  // namespace

std::size_t PrefixTable::prefix_length(std::size_t set_size, double min_similarity) noexcept {
  return std::min(set_size, set_size - least_size(set_size, min_similarity) + 1);
}

std::size_t PrefixTable::PostingList::class_of(std::uint32_t size) noexcept {
  return static_cast<std::size_t>(8 * std::log2(static_cast<double>(std::max<std::uint32_t>(size, 1))));
}

void PrefixTable::PostingList::add(const Posting& posting) {
  const auto put = [this](const Posting& one) {
    const std::size_t reach_class = class_of(one.reach);
    if (by_reach_.size() <= reach_class) by_reach_.resize(reach_class + 1);
    by_reach_[reach_class].push_back(one);
  };
  if (!by_reach_.empty()) return put(posting);
  few_.push_back(posting);
  if (few_.size() <= kFew) return;
  for (const Posting& one : few_) put(one);
  few_ = {};
}

/// Sets of sizes a and b with similarity S have an overlap of at least S / (1 + S) * (a + b). From
/// this position on only set_size - position shingles are left, which bounds b. The last term
/// allows for rounding.
std::uint32_t PrefixTable::reach(std::uint32_t set_size, std::uint32_t position,
                                 double min_similarity) noexcept {
  const double left = set_size - position;
  const double most = left * (1 + min_similarity) / min_similarity - set_size + 1e-6 * set_size;
  return static_cast<std::uint32_t>(std::clamp(most, 0.0, 4e9));
}

std::size_t PrefixTable::first_slot_of(const Table& table, std::uint32_t tag) noexcept {
  return std::size_t{tag} >> (32 - std::countr_zero(table.slots.size()));
}

std::size_t PrefixTable::slot_of(const Table& table, std::uint32_t tag) noexcept {
  const std::size_t mask = table.slots.size() - 1;
  std::size_t slot = first_slot_of(table, tag);
  while (table.slots.data()[slot] != kEmpty && tag_of(table.slots.data()[slot]) != tag)
    slot = (slot + 1) & mask;
  return slot;
}

void PrefixTable::prefetch_slot(std::uint64_t shingle) const noexcept {
  const HashParts parts = parts_of(shingle);
  const Table& table = tables_[parts.table];
  if (table.used > 0) prefetch(table.slots.data() + first_slot_of(table, parts.tag));
}

std::uint32_t PrefixTable::find(std::uint64_t shingle) const noexcept {
  const HashParts parts = parts_of(shingle);
  const Table& table = tables_[parts.table];
  if (table.used == 0) return kNothing;
  const std::uint64_t slot = table.slots.data()[slot_of(table, parts.tag)];
  return slot == kEmpty ? kNothing : value_of(slot);
}

void PrefixTable::grow(Table& table) {
  Table larger{std::vector<std::uint64_t>(std::max<std::size_t>(16, 2 * table.slots.size()), kEmpty),
               table.used};
  for (const std::uint64_t slot : table.slots) {
    if (slot != kEmpty) larger.slots[slot_of(larger, tag_of(slot))] = slot;
  }
  table = std::move(larger);
}

void PrefixTable::insert(std::uint64_t shingle, const Posting& posting) {
  const HashParts parts = parts_of(shingle);
  Table& table = tables_[parts.table];
  if (10 * (table.used + 1) > 7 * table.slots.size()) grow(table);
  std::uint64_t& slot = table.slots[slot_of(table, parts.tag)];
  if (slot == kEmpty) {
    slot = std::uint64_t{parts.tag} << 32 | posting.entry;
    ++table.used;
    return;
  }
  if ((value_of(slot) & kIsList) == 0) {
    // The slot does not store the first entry's position; position 0 and unlimited reach miss
    // nothing.
    const std::uint32_t first = value_of(slot);
    slot = std::uint64_t{parts.tag} << 32 | kIsList | static_cast<std::uint32_t>(lists_.size());
    lists_.emplace_back().add({first, 0, std::numeric_limits<std::uint32_t>::max()});
  }
  lists_[value_of(slot) & ~kIsList].add(posting);
}

void PrefixTable::add(std::uint32_t entry, const ShinglePrefix& prefix) {
  for (const auto& [shingle, position] : prefix.shingles)
    insert(shingle, {entry, position, reach(prefix.set_size, position, min_similarity_)});
}

void PrefixTable::clear() {
  for (Table& table : tables_) {
    std::ranges::fill(table.slots, kEmpty);
    table.used = 0;
  }
  lists_.clear();
}

}  // namespace neardup::internal
