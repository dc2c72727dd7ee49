#include "neardup/index/run_search.h"

#include <algorithm>

#include "neardup/index/scan_words.h"

namespace neardup::index {

namespace {

/// Whether a table of this field, probed with this allowance, has shown words that differ in `difference`.
template <FingerprintWord Word>
bool is_seen_in(KeyField field, int allowance, const Word& difference) noexcept {
  return count_bits(field.key(difference)) <= allowance;
}

}  // namespace

/// What one find carries along.
template <FingerprintWord Word>
struct RunSearch<Word>::Target {
  const Word& query;
  std::vector<RunHit>& hits;
  CandidateBudget& budget;
};

template <FingerprintWord Word>
void RunSearch<Word>::scan_all(const Word& query, std::vector<RunHit>& hits, CandidateBudget& budget) const {
  if (!budget.take(run_->size())) return;
  const std::span<const Word> words = run_->parts().tables[0].entries.values();
  touch(run_->guard(), words);
  scan_words(words, query, distance_, [&](std::size_t place, std::uint32_t distance) {
    hits.push_back({static_cast<std::uint32_t>(place), distance});
  });
}

template <FingerprintWord Word>
void RunSearch<Word>::announce(const Probe& probe) const noexcept {
  __builtin_prefetch(run_->parts().tables[probe.table].starts.data() + probe.key);
}

template <FingerprintWord Word>
Bucket RunSearch<Word>::open(const Probe& probe) const {
  constexpr std::size_t kCacheLine = 64;
  constexpr std::size_t kLines = 4;  // the machine sees by itself that a longer bucket goes on
  const BlockTable<Word>& table = run_->parts().tables[probe.table];
  const Bucket bucket = table.bucket(probe.key, run_->guard());
  const char* const begin = reinterpret_cast<const char*>(table.entries.data() + bucket.begin);
  const std::size_t bytes = std::min(bucket.size() * sizeof(Word), kLines * kCacheLine);
  for (std::size_t line = 0; line < bytes; line += kCacheLine) __builtin_prefetch(begin + line);
  return bucket;
}

template <FingerprintWord Word>
void RunSearch<Word>::scan(const Word& query, const Probe& probe, Bucket bucket, std::vector<RunHit>& hits,
                           CandidateBudget& budget) const {
  if (bucket.size() == 0) return;
  const Target target{query, hits, budget};
  if (!run_->parts().hot[probe.table].empty() && scan_second_level(target, probe, bucket)) return;
  if (!budget.take(bucket.size())) return;
  const std::span<const Word> words = run_->parts().tables[probe.table].words(bucket);
  if (probe.table == 0) {  // the first table of all: nothing before it, and places are at hand
    scan_words(words, query, distance_, [&](std::size_t index, std::uint32_t distance) {
      hits.push_back({bucket.begin + static_cast<std::uint32_t>(index), distance});
    });
    return;
  }
  scan_words(words, query, distance_, [&](std::size_t index, std::uint32_t distance) {
    accept(target, probe, words[index], distance);
  });
}

/// The buckets of a second level that the query leads to. The key differs in `flips` bits already, so the
/// other bits differ in no more than the rest of the distance.
template <FingerprintWord Word>
typename RunSearch<Word>::SecondLevel RunSearch<Word>::open_second_level(const HotBucket<Word>& hot,
                                                                         const Word& query, int flips) const {
  SecondLevel level;
  level.allowances = spread_allowances(static_cast<int>(hot.pieces.size()), distance_ - flips);
  for (std::size_t piece = 0; piece < hot.pieces.size(); ++piece) {
    const BlockTable<Word>& table = hot.pieces[piece];
    for_each_near_key(table.field.key(query), table.field.bits, level.allowances[piece],
                      [&](std::uint32_t key, int) {
                        level.buckets.emplace_back(piece, table.bucket(key, run_->guard()));
                        level.candidates += level.buckets.back().second.size();
                        return true;
                      });
  }
  return level;
}

/// True when the bucket has a second level and it was used: not where the bucket is so dense that its pieces
/// together hold more than itself.
template <FingerprintWord Word>
bool RunSearch<Word>::scan_second_level(const Target& target, const Probe& probe, Bucket bucket) const {
  const HotBucket<Word>* const hot = run_->hot_bucket(probe.table, probe.key);
  if (hot == nullptr) return false;
  const SecondLevel level = open_second_level(*hot, target.query, probe.flips);
  if (level.candidates >= bucket.size()) return false;
  if (!target.budget.take(level.candidates)) return true;
  for (const auto& [piece, inner] : level.buckets) {
    const std::span<const Word> words = hot->pieces[piece].words(inner);
    scan_words(words, target.query, distance_,
               [&, found_in = piece](std::size_t index, std::uint32_t distance) {
                 const Word difference = different_bits(words[index], target.query);
                 for (std::size_t before = 0; before < found_in; ++before) {
                   if (is_seen_in(hot->pieces[before].field, level.allowances[before], difference)) return;
                 }
                 accept(target, probe, words[index], distance);
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

template <FingerprintWord Word>
void RunSearch<Word>::accept(const Target& target, const Probe& probe, const Word& word,
                             std::uint32_t distance) const {
  const Word difference = different_bits(word, target.query);
  for (std::size_t before = 0; before < probe.table; ++before) {
    if (is_seen_in(run_->parts().tables[before].field, (*allowances_)[before], difference)) return;
  }
  const Bucket entries = run_->equal_entries(word);
  for (std::uint32_t place = entries.begin; place < entries.end; ++place)
    target.hits.push_back({place, distance});
}

template class RunSearch<std::uint64_t>;
template class RunSearch<Bits128>;

}  // namespace neardup::index
