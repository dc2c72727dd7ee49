#include "neardup/index/id_column.h"

#include <algorithm>
#include <bit>

#include "neardup/util/checksum.h"
#include "neardup/util/error.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal::lsm {

namespace {

/// The finaliser of MurmurHash3. It is a bijection, so two numbers never have the same hash.
std::uint64_t mix(std::uint64_t number) noexcept {
  number = (number ^ (number >> 33)) * 0xff51afd7ed558ccd;
  number = (number ^ (number >> 33)) * 0xc4ceb9fe1a85ec53;
  return number ^ (number >> 33);
}

__extension__ using Unsigned128 = unsigned __int128;

/// Maps a hash to 0..size-1 by its leading bits (Lemire 2019).
std::size_t first_slot(std::uint64_t hash, std::size_t size) noexcept {
  return static_cast<std::size_t>((Unsigned128{hash} * size) >> 64);
}

std::uint32_t place_mask(std::size_t ids) noexcept {
  return static_cast<std::uint32_t>((std::uint64_t{1} << std::bit_width(ids)) - 1);
}

/// Returns the trailing bits of the hash that lie above all places. first_slot uses the leading bits.
std::uint32_t tag_of(std::uint64_t hash, std::uint32_t mask) noexcept {
  return static_cast<std::uint32_t>(hash) & ~mask;
}

bool equal(const IdRef& a, const IdRef& b) noexcept {
  return a.kind() == IdKind::number ? a.number() == b.number() : a.text() == b.text();
}

}  // namespace

std::uint64_t hash_of(const IdRef& id, std::uint64_t seed) noexcept {
  return id.kind() == IdKind::number ? mix(id.number() ^ seed) : checksum(id.text(), seed);
}

IdRef IdColumn::id(std::size_t place, const MappedIndexFile* guard) const {
  if (kind == IdKind::number) {
    touch(guard, numbers.values().subspan(place, 1));
    return {numbers[place]};
  }
  touch(guard, numbers.values().subspan(place, 2));
  const std::uint64_t begin = numbers[place];
  const std::uint64_t end = numbers[place + 1];
  if (begin > end || end > texts.size())
    throw Error(ErrorCode::corrupt, "index: an id ends outside its column");
  const std::span<const char> text = texts.values().subspan(begin, end - begin);
  touch(guard, text);
  return {std::string_view(text.data(), text.size())};
}

void IdTable::prefetch(std::uint64_t hash) const noexcept {
  if (slots.size() != 0) internal::prefetch(slots.data() + first_slot(hash, slots.size()));
}

std::optional<std::uint32_t> IdTable::find(const IdColumn& ids, const IdRef& id, std::uint64_t hash,
                                           const MappedIndexFile* guard) const {
  if (ids.kind != id.kind() || slots.size() == 0) return std::nullopt;
  const std::uint32_t mask = place_mask(ids.size());
  const std::uint32_t tag = tag_of(hash, mask);
  std::size_t slot = first_slot(hash, slots.size());
  for (std::size_t probes = 0; probes < slots.size(); ++probes) {
    touch(guard, slots.values().subspan(slot, 1));
    const std::uint32_t value = slots[slot];
    if (value == 0) return std::nullopt;
    const std::uint32_t place = (value & mask) - 1;
    if ((value & ~mask) == tag && place < ids.size() && equal(ids.id(place, guard), id)) return place;
    if (++slot == slots.size()) slot = 0;
  }
  return std::nullopt;
}

std::size_t id_slots(std::size_t ids) noexcept { return ids + ids / 4 + 1; }

IdTable build_id_table(const MemoryPool& pool, const IdColumn& ids, std::uint64_t seed) {
  IdTable table{Column<std::uint32_t>::zeros(pool, id_slots(ids.size()))};
  std::uint32_t* const slots = table.slots.writable();
  const std::uint32_t mask = place_mask(ids.size());
  constexpr std::size_t kAhead = 32;  // slots are random places: prefetch them while others are filled
  std::uint64_t hashes[kAhead];
  for (std::size_t begin = 0; begin < ids.size(); begin += kAhead) {
    const std::size_t count = std::min(kAhead, ids.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_of(ids.id(begin + i, nullptr), seed);
      __builtin_prefetch(slots + first_slot(hashes[i], table.slots.size()), 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t slot = first_slot(hashes[i], table.slots.size());
      while (slots[slot] != 0) slot = slot + 1 == table.slots.size() ? 0 : slot + 1;
      slots[slot] = static_cast<std::uint32_t>(begin + i + 1) | tag_of(hashes[i], mask);
    }
  }
  return table;
}

}  // namespace neardup::internal::lsm
