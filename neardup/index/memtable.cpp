#include "neardup/index/memtable.h"

#include <algorithm>

#include "neardup/index/probing.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
Memtable<Word>::Memtable(const Plan& plan, const MemoryPool& pool, IdKind kind, std::uint32_t capacity)
    : MemtableBase(pool, kind, capacity), fingerprints_(pool, capacity) {
  if (plan.way() == SearchWay::scan) return;
  for (int block = 0; block < plan.blocks(); ++block) {
    // Keys of a run 16 times as long: about one entry per chain, because each step is a jump in memory.
    const KeyField field = plan.field(block, std::uint64_t{capacity} << plan.entries_per_bucket_log2());
    chains_.push_back({field, EntryChains(pool, field.bits, capacity)});
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
    const EntryChains& chains = chains_[table].chains;
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
    const KeyField field = chains_[table].field;
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
    if (count_bits(chains_[earlier].field.key(difference)) <= allowances[earlier]) return true;
  }
  return false;
}

template <FingerprintWord Word>
void Memtable<Word>::prefetch(const Word& query) const noexcept {
  for (const FieldChains& table : chains_) table.chains.prefetch(table.field.key(query));
}

template <FingerprintWord Word>
void Memtable<Word>::stage_add(const Word& word, const IdRef& id, std::uint64_t hash) {
  fingerprints_[next_place()] = word;
  const std::uint32_t place = stage_id(id, hash);
  for (FieldChains& table : chains_) table.chains.insert(table.field.key(word), place);
}

template <FingerprintWord Word>
NewEntries<Word> Memtable<Word>::live_entries(View view) const {
  const std::vector<std::uint32_t> places = live_places(view);
  NewEntries<Word> live;
  for (const std::uint32_t place : places) live.fingerprints.push_back(fingerprints_[place]);
  live.ids = ids_at(places);
  return live;
}

template <FingerprintWord Word>
std::size_t Memtable<Word>::bytes() const noexcept {
  std::size_t sum = base_bytes() + capacity() * sizeof(Word);
  for (const FieldChains& table : chains_) sum += (table.chains.keys() + capacity()) * sizeof(std::uint32_t);
  return sum;
}

template class Memtable<std::uint64_t>;
template class Memtable<Bits128>;

}  // namespace neardup::internal::lsm
