#include "neardup/index/memtable_base.h"

#include <algorithm>
#include <cassert>

namespace neardup::internal::lsm {

MemtableBase::MemtableBase(const MemoryPool& pool, IdKind kind, std::uint32_t capacity)
    : kind_(kind),
      capacity_(capacity),
      pool_(pool),
      locations_(pool, capacity),
      ids_(pool, capacity),
      removals_(pool, capacity) {
  if (kind == IdKind::text) texts_ = std::make_unique<std::string[]>(capacity);
  if (kind == IdKind::number) numbers_ = PoolArray<std::uint64_t>(pool, capacity);
}

bool MemtableBase::is_removed(View view, Location location) const {
  if (view.removed == 0) return false;
  return removals_
      .find(hash_of_location(location),
            [&](std::uint32_t i) { return i < view.removed && locations_[i] == location; })
      .has_value();
}

std::optional<std::uint32_t> MemtableBase::find_id(View view, const IdRef& id, std::uint64_t hash) const {
  if (id.kind() != kind_) return std::nullopt;
  return ids_.find(hash, [&](std::uint32_t place) {
    if (place >= view.added) return false;
    const IdRef other = this->id(place);
    const bool same = kind_ == IdKind::text ? other.text() == id.text() : other.number() == id.number();
    return same && !is_removed(view, {Location::kMemtable, place});
  });
}

std::uint32_t MemtableBase::stage_id(const IdRef& id, std::uint64_t hash) {
  assert(has_room() && id.kind() == kind_);
  if (kind_ == IdKind::text) texts_[added_] = std::string(id.text());
  if (kind_ == IdKind::number) numbers_[added_] = id.number();
  ids_.insert(hash, added_);
  return added_++;
}

void MemtableBase::stage_remove(Location location) noexcept {
  assert(removed_ < capacity_);
  locations_[removed_] = location;
  removals_.insert(hash_of_location(location), removed_++);
}

std::vector<std::uint32_t> MemtableBase::live_places(View view) const {
  std::vector<std::uint32_t> places;
  for (std::uint32_t place = 0; place < view.added; ++place) {
    if (!is_removed(view, {Location::kMemtable, place})) places.push_back(place);
  }
  return places;
}

IdColumn MemtableBase::ids_at(std::span<const std::uint32_t> places) const {
  const bool is_text = kind_ == IdKind::text;
  std::size_t bytes = 0;
  for (const std::uint32_t place : places) bytes += is_text ? texts_[place].size() : 0;
  IdColumn ids{kind_, Column<std::uint64_t>::zeros(pool_, places.size() + (is_text ? 1 : 0)),
               Column<char>(pool_, bytes)};
  std::size_t filled = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!is_text) ids.numbers.writable()[i] = numbers_[places[i]];
    if (!is_text) continue;
    const std::string& text = texts_[places[i]];
    std::ranges::copy(text, ids.texts.writable() + filled);
    ids.numbers.writable()[i + 1] = filled += text.size();
  }
  return ids;
}

std::size_t MemtableBase::base_bytes() const noexcept {
  const std::size_t id_bytes = kind_ == IdKind::text ? sizeof(std::string) : sizeof(std::uint64_t);
  return sizeof(*this) + capacity_ * (id_bytes + sizeof(Location)) + ids_.bytes() + removals_.bytes();
}

}  // namespace neardup::internal::lsm
