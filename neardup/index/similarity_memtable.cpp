#include "neardup/index/similarity_memtable.h"

#include <algorithm>
#include <bit>

namespace neardup::internal::lsm {

SimilarityMemtable::SimilarityMemtable(const SketchPlan& plan, const MemoryPool& pool, IdKind kind,
                                       std::uint32_t capacity)
    : MemtableBase(pool, kind, capacity),
      bands_(static_cast<std::size_t>(plan.bands)),
      equal_bands_(plan.equal_bands),
      shift_(32 - static_cast<int>(std::bit_width(capacity))),
      keys_(pool, capacity * bands_),
      sets_(pool, capacity) {
  for (std::size_t band = 0; band < bands_; ++band) chains_.emplace_back(pool, 32 - shift_, capacity);
}

void SimilarityMemtable::prefetch(View view, const BandKeys& keys) const noexcept {
  if (view.added == 0) return;
  for (std::size_t band = 0; band < bands_; ++band) chains_[band].prefetch(keys[band] >> shift_);
}

std::vector<std::uint32_t> SimilarityMemtable::find(View view, const BandKeys& keys) const {
  std::vector<std::uint32_t> places;
  const auto keep = [&](std::uint32_t place) {
    places.push_back(place);
    return true;
  };
  if (follow_chains(view, keys, keep) != Way::gave_up) return places;
  places.clear();
  scan(view, keys, keep);
  return places;
}

bool SimilarityMemtable::is_candidate(std::uint32_t place, const BandKeys& keys) const noexcept {
  const std::uint32_t* const own = keys_at(place);
  int equal = 0;
  for (std::size_t band = 0; band < bands_; ++band) equal += own[band] == keys[band] ? 1 : 0;
  return equal >= equal_bands_;
}

/// Returns whether this is the first band in which the keys are equal. Each entry is visited in one band only.
bool SimilarityMemtable::is_first_equal(std::uint32_t place, const BandKeys& keys,
                                        std::size_t band) const noexcept {
  const std::uint32_t* const own = keys_at(place);
  if (own[band] != keys[band]) return false;
  for (std::size_t earlier = 0; earlier < band; ++earlier) {
    if (own[earlier] == keys[earlier]) return false;
  }
  return true;
}

void SimilarityMemtable::begin_piece(std::size_t least) {
  constexpr std::size_t kLeastPiece = std::size_t{1} << 18;
  constexpr std::size_t kMostPiece = std::size_t{1} << 20;
  if (filled_ != 0) {
    const std::span<const char> full(static_cast<const char*>(last_piece_.get()), filled_);
    full_pieces_.emplace_back(full, last_piece_);
  }
  const std::size_t bytes =
      std::max(least, std::clamp(std::size_t{capacity()} * 64, kLeastPiece, kMostPiece));
  last_piece_ = pool().take(bytes);
  free_ = {static_cast<char*>(last_piece_.get()), bytes};
  filled_ = 0;
  set_bytes_.fetch_add(bytes, std::memory_order_relaxed);
}

std::string_view SimilarityMemtable::keep_set(std::string_view set) {
  if (set.size() > free_.size()) begin_piece(set.size());
  std::ranges::copy(set, free_.data());
  const std::string_view kept(free_.data(), set.size());
  free_ = free_.subspan(set.size());
  filled_ += set.size();
  return kept;
}

void SimilarityMemtable::stage_add(const SketchedEntry& entry, const IdRef& id, std::uint64_t hash) {
  const std::uint32_t next = next_place();
  std::copy_n(entry.keys.begin(), bands_, &keys_[next * bands_]);
  sets_[next] = keep_set(entry.set());
  const std::uint32_t place = stage_id(id, hash);
  for (std::size_t band = 0; band < bands_; ++band) chains_[band].insert(entry.keys[band] >> shift_, place);
}

NewSimilarEntries SimilarityMemtable::live_entries(View view) const {
  const std::vector<std::uint32_t> places = live_places(view);
  NewSimilarEntries live;
  live.keys.reserve(places.size() * bands_);
  for (const std::uint32_t place : places) {
    live.keys.insert(live.keys.end(), keys_at(place), keys_at(place) + bands_);
    live.sets.emplace_back(sets_[place]);
  }
  if (places.size() == view.added) live.pieces = full_pieces_;  // a removed one would be a gap
  live.ids = ids_at(places);
  return live;
}

std::size_t SimilarityMemtable::bytes() const noexcept {
  std::size_t sum = base_bytes() + capacity() * (bands_ * sizeof(std::uint32_t) + sizeof(std::string_view));
  for (const EntryChains& chains : chains_) sum += (chains.keys() + capacity()) * sizeof(std::uint32_t);
  return sum + set_bytes_.load(std::memory_order_relaxed);
}

}  // namespace neardup::internal::lsm
