#include "neardup/index/run_search.h"

#include <algorithm>

#include "neardup/index/probing.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal::lsm {

namespace {

/// Prefetches the first cache lines of a bucket.
template <typename T>
void fetch(const T* entries, std::size_t count, std::size_t most_lines) noexcept {
  constexpr std::size_t kCacheLine = 64;
  const char* const begin = reinterpret_cast<const char*>(entries);
  const std::size_t skipped = reinterpret_cast<std::uintptr_t>(begin) % kCacheLine;
  const std::size_t bytes = std::min(skipped + count * sizeof(T), most_lines * kCacheLine);
  for (std::size_t line = 0; line < bytes; line += kCacheLine) internal::prefetch(begin - skipped + line);
}

/// Prefetches what a scan of the bucket will read.
template <FingerprintWord Word>
void fetch_bucket(const BlockTable<Word>& table, Bucket bucket) noexcept {
  constexpr std::size_t kLinesOfFingerprints = 4;  // the hardware prefetcher takes over in a longer bucket
  constexpr std::size_t kLinesOfTags = 32;         // but it starts too late for tags, which scan quickly
  if (table.has_tags()) return fetch(table.tags.data() + bucket.begin, bucket.size(), kLinesOfTags);
  fetch(table.entries.data() + bucket.begin, bucket.size(), kLinesOfFingerprints);
}

/// Calls visit(entry) for a few entries of the bucket, spread evenly, until it returns false. None if the
/// bucket is so small that scanning it costs no more.
template <typename Visit>
void for_each_sample(Bucket bucket, const Visit& visit) {
  constexpr std::size_t kSamples = 16;
  if (bucket.size() < 4 * kSamples) return;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const auto entry =
        bucket.begin + static_cast<std::uint32_t>((2 * i + 1) * bucket.size() / (2 * kSamples));
    if (!visit(entry)) return;
  }
}

}  // namespace

template <FingerprintWord Word>
void RunSearch<Word>::scan_all(const Word& query, std::vector<RunHit>& hits, CandidateBudget& budget) const {
  if (!budget.take(run_->size())) return;
  const std::span<const Word> fingerprints = run_->parts().tables[0].entries.values();
  touch(run_->guard(), fingerprints);
  scan_fingerprints(fingerprints, query, distance_, [&](std::size_t place, std::uint32_t distance) {
    hits.push_back({static_cast<std::uint32_t>(place), distance});
  });
}

template <FingerprintWord Word>
std::optional<RunHit> RunSearch<Word>::scan_for_first(const Word& query, const LiveTest& is_live) const {
  const std::span<const Word> fingerprints = run_->parts().tables[0].entries.values();
  touch(run_->guard(), fingerprints);
  const std::optional<simd::ScanHit> hit = first_fingerprint(fingerprints, query, distance_, is_live);
  return hit ? std::optional<RunHit>({hit->index, hit->distance}) : std::nullopt;
}

template <FingerprintWord Word>
std::optional<RunHit> RunSearch<Word>::sample_hot_buckets(const Word& query, const LiveTest& is_live) const {
  std::optional<RunHit> found;
  const auto& parts = run_->parts();
  for (std::size_t table = 0; table < parts.tables.size() && !found; ++table) {
    if (parts.hot[table].empty()) continue;
    const KeyField field = parts.tables[table].field;
    const auto sample = [&](std::uint32_t key, int flips) {
      const Probe probe{key, static_cast<std::uint16_t>(table), static_cast<std::uint16_t>(flips)};
      const HotBucket<Word>* const hot = run_->hot_bucket(table, key);
      if (hot != nullptr) found = sample_hot_bucket(*hot, probe, query, is_live);
      return !found;
    };
    static_cast<void>(for_each_near_key(field.key(query), field.bits, (*allowances_)[table], sample));
  }
  return found;
}

/// Samples the bucket, then the buckets of its second level, where entries near the query are denser.
template <FingerprintWord Word>
std::optional<RunHit> RunSearch<Word>::sample_hot_bucket(const HotBucket<Word>& hot, const Probe& probe,
                                                         const Word& query, const LiveTest& is_live) const {
  std::optional<RunHit> found;
  const auto try_place = [&](std::uint32_t place) {
    const int distance = count_bits(different_bits(run_->fingerprint(place), query));
    if (distance <= distance_ && is_live(place)) found = {place, static_cast<std::uint32_t>(distance)};
    return !found;
  };
  const auto try_word = [&](const BlockTable<Word>& table, std::uint32_t entry) {
    const Bucket equal = run_->equal_entries(table.fingerprints({entry, entry + 1}, run_->guard())[0]);
    return equal.size() == 0 || try_place(equal.begin);  // 0: only in a file with wrong content
  };
  const BlockTable<Word>& table = run_->parts().tables[probe.table];
  for_each_sample(table.bucket(probe.key, run_->guard()), [&](std::uint32_t entry) {
    const bool has_place = probe.table == 0 || table.has_tags();
    return has_place ? try_place(table.place(entry, run_->size(), run_->guard())) : try_word(table, entry);
  });
  const Allowances allowances =
      spread_allowances(static_cast<int>(hot.pieces.size()), distance_ - probe.flips);
  for (std::size_t i = 0; i < hot.pieces.size() && !found; ++i) {
    const BlockTable<Word>& piece = hot.pieces[i];
    const auto sample = [&](std::uint32_t key, int) {
      for_each_sample(piece.bucket(key, run_->guard()),
                      [&](std::uint32_t entry) { return try_word(piece, entry); });
      return !found;
    };
    static_cast<void>(for_each_near_key(piece.field.key(query), piece.field.bits, allowances[i], sample));
  }
  return found;
}

template <FingerprintWord Word>
void RunSearch<Word>::prefetch(const Probe& probe) const noexcept {
  internal::prefetch(run_->parts().tables[probe.table].starts.data() + probe.key);
}

template <FingerprintWord Word>
Bucket RunSearch<Word>::open(const Probe& probe) const {
  const BlockTable<Word>& table = run_->parts().tables[probe.table];
  const Bucket bucket = table.bucket(probe.key, run_->guard());
  fetch_bucket(table, bucket);
  return bucket;
}

template <FingerprintWord Word>
void RunSearch<Word>::scan(const Target& target, const Probe& probe, Bucket bucket) const {
  if (bucket.size() == 0) return;
  if (!run_->parts().hot[probe.table].empty() && scan_second_level(target, probe, bucket)) return;
  if (!target.budget.take(bucket.size())) return;
  const BlockTable<Word>& table = run_->parts().tables[probe.table];
  if (table.has_tags()) {
    const std::uint16_t tag = table.tag_field.tag(target.query);
    scan_tags(table.tags_of(bucket, run_->guard()), tag, tag_limit_, [&](std::size_t index) {
      const std::uint32_t entry = bucket.begin + static_cast<std::uint32_t>(index);
      target.candidates.push_back({this, &target.query, target.number, entry, probe.table});
      prefetch(target.candidates.back());
    });
    return;
  }
  const std::span<const Word> fingerprints = table.fingerprints(bucket, run_->guard());
  if (probe.table == 0) {  // no earlier table can have reported them, and entries are places
    scan_fingerprints(fingerprints, target.query, distance_, [&](std::size_t index, std::uint32_t distance) {
      target.hits.push_back({bucket.begin + static_cast<std::uint32_t>(index), distance});
    });
    return;
  }
  scan_fingerprints(fingerprints, target.query, distance_, [&](std::size_t index, std::uint32_t distance) {
    accept(target, probe, fingerprints[index], distance);
  });
}

template <FingerprintWord Word>
void RunSearch<Word>::prefetch(const SearchCandidate<Word>& candidate) const noexcept {
  const auto& parts = run_->parts();
  if (candidate.table > 0) internal::prefetch(parts.tables[candidate.table].places.data() + candidate.entry);
}

template <FingerprintWord Word>
void RunSearch<Word>::find_place(SearchCandidate<Word>& candidate) const {
  const auto& parts = run_->parts();
  candidate.entry = parts.tables[candidate.table].place(candidate.entry, run_->size(), run_->guard());
  internal::prefetch(parts.tables[0].entries.data() + candidate.entry);
  internal::prefetch(parts.ids.numbers.data() + candidate.entry);  // most candidates are hits
}

template <FingerprintWord Word>
void RunSearch<Word>::verify(const SearchCandidate<Word>& candidate, std::vector<RunHit>& hits) const {
  const Word difference = different_bits(run_->fingerprint(candidate.entry), *candidate.query);
  const int distance = count_bits(difference);
  if (distance > distance_ || !is_first_to_cover(candidate.table, difference)) return;
  const std::uint32_t end = candidate.table == 0 ? candidate.entry + 1 : run_->end_of_equal(candidate.entry);
  for (std::uint32_t place = candidate.entry; place < end; ++place)
    hits.push_back({place, static_cast<std::uint32_t>(distance)});
}

/// Returns the buckets of a second level that the query leads to. The key already differs in
/// `flips` bits, so the other bits differ in at most the rest of the distance.
template <FingerprintWord Word>
typename RunSearch<Word>::SecondLevel RunSearch<Word>::open_second_level(const HotBucket<Word>& hot,
                                                                         const Word& query, int flips) const {
  SecondLevel level;
  level.buckets.reserve(hot.pieces.size());
  level.allowances = spread_allowances(static_cast<int>(hot.pieces.size()), distance_ - flips);
  for (std::size_t piece = 0; piece < hot.pieces.size(); ++piece) {
    const BlockTable<Word>& table = hot.pieces[piece];
    for_each_near_key(table.field.key(query), table.field.bits, level.allowances[piece],
                      [&](std::uint32_t key, int) {
                        const Bucket bucket = table.bucket(key, run_->guard());
                        fetch_bucket(table, bucket);
                        level.buckets.emplace_back(piece, bucket);
                        level.candidates += bucket.size();
                        return true;
                      });
  }
  return level;
}

/// Returns true if the bucket has a second level and this function has used it. It does not if the
/// bucket is so dense that the buckets of its pieces together hold more entries than the bucket.
template <FingerprintWord Word>
bool RunSearch<Word>::scan_second_level(const Target& target, const Probe& probe, Bucket bucket) const {
  const HotBucket<Word>* const hot = run_->hot_bucket(probe.table, probe.key);
  if (hot == nullptr) return false;
  const SecondLevel level = open_second_level(*hot, target.query, probe.flips);
  if (level.candidates >= bucket.size()) return false;
  if (!target.budget.take(level.candidates)) return true;
  for (const auto& [piece, inner] : level.buckets) {
    const BlockTable<Word>& table = hot->pieces[piece];
    const std::span<const Word> fingerprints = table.fingerprints(inner, run_->guard());
    const auto visit = [&, found_in = piece](std::size_t index, std::uint32_t distance) {
      const Word difference = different_bits(fingerprints[index], target.query);
      for (std::size_t before = 0; before < found_in; ++before) {
        if (covers(hot->pieces[before], level.allowances[before], difference)) return;
      }
      accept(target, probe, fingerprints[index], distance);
    };
    if (!table.has_tags()) {
      scan_fingerprints(fingerprints, target.query, distance_, visit);
      continue;
    }
    const std::uint16_t tag = table.tag_field.tag(target.query);
    scan_tags(table.tags_of(inner, run_->guard()), tag, tag_limit_, [&](std::size_t index) {
      const int distance = count_bits(different_bits(fingerprints[index], target.query));
      if (distance <= distance_) visit(index, static_cast<std::uint32_t>(distance));
    });
  }
  return true;
}

template <FingerprintWord Word>
bool RunSearch<Word>::is_flooded(const Word& query) const {
  const auto& parts = run_->parts();
  if (!run_->has_hot_buckets()) return false;
  std::size_t candidates = 0;
  for (std::size_t table = 0; table < parts.tables.size(); ++table) {
    for_each_probe(query, table, [&](const Probe& probe) {
      const std::size_t size = parts.tables[table].bucket(probe.key, run_->guard()).size();
      const HotBucket<Word>* const hot = run_->hot_bucket(table, probe.key);
      if (hot == nullptr) candidates += size;
      if (hot != nullptr)
        candidates += std::min(size, open_second_level(*hot, query, probe.flips).candidates);
    });
  }
  return candidates > run_->size() / 2;
}

/// Returns whether probing this table with this allowance leads to fingerprints that differ from
/// the query in `difference`.
template <FingerprintWord Word>
bool RunSearch<Word>::covers(const BlockTable<Word>& table, int allowance,
                             const Word& difference) const noexcept {
  return count_bits(table.field.key(difference)) <= allowance &&
         (!table.has_tags() || count_bits(std::uint32_t{table.tag_field.tag(difference)}) <= tag_limit_);
}

/// Returns whether this table is the first to cover such fingerprints. A table may come across
/// fingerprints that it does not cover, because a second level leads to fingerprints whatever their tags.
template <FingerprintWord Word>
bool RunSearch<Word>::is_first_to_cover(std::size_t table, const Word& difference) const noexcept {
  const std::vector<BlockTable<Word>>& tables = run_->parts().tables;
  for (std::size_t before = 0; before < table; ++before) {
    if (covers(tables[before], (*allowances_)[before], difference)) return false;
  }
  return covers(tables[table], (*allowances_)[table], difference);
}

template <FingerprintWord Word>
void RunSearch<Word>::accept(const Target& target, const Probe& probe, const Word& word,
                             std::uint32_t distance) const {
  if (!is_first_to_cover(probe.table, different_bits(word, target.query))) return;
  const Bucket entries = run_->equal_entries(word);
  check_hits(target.hits.size() + entries.size(), run_->size());
  for (std::uint32_t place = entries.begin; place < entries.end; ++place)
    target.hits.push_back({place, distance});
}

template class RunSearch<std::uint64_t>;
template class RunSearch<Bits128>;

}  // namespace neardup::internal::lsm
