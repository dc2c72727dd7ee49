#include "neardup/index/memtable.h"

#include <algorithm>

#include "neardup/index/probing.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
Memtable<Word>::Memtable(const Plan& plan, const MemoryPool& pool, IdKind kind, std::uint32_t capacity)
    : kind_(kind),
      capacity_(capacity),
      pool_(pool),
      fingerprints_(pool, capacity),
      locations_(pool, capacity),
      ids_(pool, capacity),
      removals_(pool, capacity) {
  if (kind == IdKind::text) texts_ = std::make_unique<std::string[]>(capacity);
  if (kind == IdKind::number) numbers_ = PoolArray<std::uint64_t>(pool, capacity);
  if (plan.way() == SearchWay::scan) return;
  for (int block = 0; block < plan.blocks(); ++block) {
    // Keys of a run 16 times as long: about one entry per chain, because each step is a jump in memory.
    chains_.emplace_back(pool, plan.field(block, std::uint64_t{capacity} << plan.entries_per_bucket_log2()),
                         capacity);
  }
}

template <FingerprintWord Word>
std::size_t Memtable<Word>::find(View view, const Word& query, int distance,
                                 std::vector<simd::ScanHit>& hits) const {
  const std::size_t before = hits.size();
  const auto keep = [&](const simd::ScanHit& hit) {
    hits.push_back(hit);
    return true;
  };
  if (const auto candidates = follow_chains(view, query, distance, keep)) return *candidates;
  hits.resize(before);
  scan_fingerprints(fingerprints(view), query, distance, [&](std::size_t place, std::uint32_t bits) {
    hits.push_back({static_cast<std::uint32_t>(place), bits});
  });
  return view.added;
}

template <FingerprintWord Word>
std::size_t Memtable<Word>::find_first(View view, const Word& query, int distance,
                                       std::optional<simd::ScanHit>& hit) const {
  const auto take_live = [&](const simd::ScanHit& next) {
    if (is_removed(view, {Location::kMemtable, next.index})) return true;
    hit = next;
    return false;
  };
  const auto candidates = follow_chains(view, query, distance, take_live);
  if (candidates) return *candidates;
  hit = first_fingerprint(fingerprints(view), query, distance, [&](std::uint32_t place) {
    return !is_removed(view, {Location::kMemtable, place});
  });
  return view.added;
}

/// Follows the chains and calls visit(hit) for each entry within the distance until it returns false.
/// Returns the number of candidates, or nullopt if the chains are so many or so long that scanning all
/// entries is better.
template <FingerprintWord Word>
template <typename Visit>
std::optional<std::size_t> Memtable<Word>::follow_chains(View view, const Word& query, int distance,
                                                         const Visit& visit) const {
  constexpr std::size_t kStepCost = 16;  // a step is a jump in memory, as costly as scanning 16 entries
  const std::size_t most_steps = view.added / kStepCost;
  if (chains_.empty()) return std::nullopt;
  const Allowances allowances = spread_allowances(static_cast<int>(chains_.size()), distance);
  std::size_t steps = 0;
  std::size_t candidates = 0;
  bool stopped = false;
  for (std::size_t table = 0; table < chains_.size(); ++table) {
    const EntryChains& chains = chains_[table];
    const auto follow = [&](std::uint32_t key, int) {
      for (std::uint32_t link = chains.first(key); link != 0; link = chains.after(link), ++steps) {
        if (steps >= most_steps) return false;
        const std::uint32_t place = link - 1;
        if (place >= view.added) continue;  // newer than the view
        ++candidates;
        const Word difference = different_bits(fingerprints_[place], query);
        const int bits = count_bits(difference);
        if (bits > distance || is_seen_before(table, allowances, difference)) continue;
        stopped = !visit(simd::ScanHit{place, static_cast<std::uint32_t>(bits)});
        if (stopped) return false;
      }
      return ++steps <= most_steps;
    };
    const KeyField field = chains.field();
    const bool all = for_each_near_key(field.key(query), field.bits, allowances[table], follow);
    if (stopped) return candidates;
    if (!all) return std::nullopt;
  }
  return candidates;
}

/// Returns whether the chains of an earlier table have already led to an entry with this difference
/// from the query.
template <FingerprintWord Word>
bool Memtable<Word>::is_seen_before(std::size_t table, const Allowances& allowances,
                                    const Word& difference) const noexcept {
  for (std::size_t earlier = 0; earlier < table; ++earlier) {
    if (count_bits(chains_[earlier].field().key(difference)) <= allowances[earlier]) return true;
  }
  return false;
}

template <FingerprintWord Word>
void Memtable<Word>::prefetch(const Word& query) const noexcept {
  for (const EntryChains& chains : chains_) chains.prefetch(chains.field().key(query));
}

template <FingerprintWord Word>
bool Memtable<Word>::is_removed(View view, Location location) const {
  if (view.removed == 0) return false;
  return removals_
      .find(hash_of_location(location),
            [&](std::uint32_t i) { return i < view.removed && locations_[i] == location; })
      .has_value();
}

template <FingerprintWord Word>
std::optional<std::uint32_t> Memtable<Word>::find_id(View view, const IdRef& id, std::uint64_t hash) const {
  if (id.kind() != kind_) return std::nullopt;
  return ids_.find(hash, [&](std::uint32_t place) {
    if (place >= view.added) return false;
    const IdRef other = this->id(place);
    const bool same = kind_ == IdKind::text ? other.text() == id.text() : other.number() == id.number();
    return same && !is_removed(view, {Location::kMemtable, place});
  });
}

template <FingerprintWord Word>
void Memtable<Word>::stage_add(const Word& word, const IdRef& id, std::uint64_t hash) {
  assert(has_room() && id.kind() == kind_);
  if (kind_ == IdKind::text) texts_[added_] = std::string(id.text());
  if (kind_ == IdKind::number) numbers_[added_] = id.number();
  fingerprints_[added_] = word;
  for (EntryChains& chains : chains_) chains.insert(word, added_);
  ids_.insert(hash, added_++);
}

template <FingerprintWord Word>
void Memtable<Word>::stage_remove(Location location) noexcept {
  assert(removed_ < capacity_);
  locations_[removed_] = location;
  removals_.insert(hash_of_location(location), removed_++);
}

template <FingerprintWord Word>
NewEntries<Word> Memtable<Word>::live_entries(View view) const {
  NewEntries<Word> live;
  std::vector<std::uint32_t> places;
  std::size_t bytes = 0;
  for (std::uint32_t place = 0; place < view.added; ++place) {
    if (is_removed(view, {Location::kMemtable, place})) continue;
    places.push_back(place);
    live.fingerprints.push_back(fingerprints_[place]);
    bytes += kind_ == IdKind::text ? texts_[place].size() : 0;
  }
  live.ids.kind = kind_;
  const bool is_text = kind_ == IdKind::text;
  live.ids.numbers = Column<std::uint64_t>::zeros(pool_, places.size() + (is_text ? 1 : 0));
  live.ids.texts = Column<char>(pool_, bytes);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!is_text) live.ids.numbers.writable()[i] = numbers_[places[i]];
    if (!is_text) continue;
    const std::string& text = texts_[places[i]];
    std::ranges::copy(text, live.ids.texts.writable() + filled);
    live.ids.numbers.writable()[i + 1] = filled += text.size();
  }
  return live;
}

template <FingerprintWord Word>
std::size_t Memtable<Word>::bytes() const noexcept {
  const std::size_t id_bytes = kind_ == IdKind::text ? sizeof(std::string) : sizeof(std::uint64_t);
  std::size_t sum = sizeof(*this) + capacity_ * (sizeof(Word) + id_bytes + sizeof(Location));
  sum += ids_.bytes() + removals_.bytes();
  for (const EntryChains& chains : chains_) sum += (chains.keys() + capacity_) * sizeof(std::uint32_t);
  return sum;
}

template class Memtable<std::uint64_t>;
template class Memtable<Bits128>;

}  // namespace neardup::internal::lsm
