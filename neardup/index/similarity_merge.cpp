// Merges runs of a SimilarityIndex. The entries of the sources follow each other: a place in the new run is
// the number of live entries before it. The tables of a band are sorted by key, so a merge goes through the
// buckets of the new table in order and takes from each source the entries that belong there.
#include <algorithm>

#include "neardup/index/similarity_run.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"
#include "neardup/util/uniform_sort.h"

namespace neardup::internal::lsm {

namespace {

/// Gives the live entries of a run their places in the new one.
class NewPlaces {
 public:
  NewPlaces(const DeadBits& dead, std::size_t size, std::uint32_t first) : dead_(dead), first_(first) {
    ranks_.reserve(dead.size());
    std::uint32_t rank = first;
    for (const std::uint64_t bits : dead) {
      ranks_.push_back(rank);
      rank += 64 - static_cast<std::uint32_t>(count_bits(bits));
    }
    live_ = size - count_dead(dead);
  }

  [[nodiscard]] std::size_t live() const noexcept { return live_; }
  [[nodiscard]] bool is_dead(std::uint32_t place) const noexcept { return lsm::is_dead(dead_, place); }
  /// REQUIRES: the entry is live
  [[nodiscard]] std::uint32_t of(std::uint32_t place) const noexcept {
    if (dead_.empty()) return first_ + place;
    const std::uint64_t before = (std::uint64_t{1} << (place % 64)) - 1;
    const auto dead_before = static_cast<std::uint32_t>(count_bits(dead_[place / 64] & before));
    return ranks_[place / 64] + place % 64 - dead_before;
  }

 private:
  const DeadBits& dead_;
  std::uint32_t first_;
  std::vector<std::uint32_t> ranks_;  // the new place of the first entry of each word, if it is live
  std::size_t live_ = 0;
};

/// Goes through the live entries of one band of a run in the order of their keys.
class RunCursor {
 public:
  RunCursor(const BandTable& table, const NewPlaces& places) : table_(&table), places_(&places) {}

  /// Appends the entries with keys up to `last`, as key and new place in one word.
  void take(std::uint32_t last, std::vector<std::uint64_t>& entries) {
    for (; next_ < table_->size(); ++next_) {
      while (table_->starts[bucket_ + 1] <= next_) ++bucket_;
      const std::uint32_t key = table_->key(next_, bucket_);
      if (key > last) return;
      const std::uint32_t place = table_->places[next_];
      if (places_->is_dead(place)) continue;
      entries.push_back(std::uint64_t{key} << 32 | places_->of(place));
    }
  }

 private:
  const BandTable* table_;
  const NewPlaces* places_;
  std::uint32_t bucket_ = 0;
  std::size_t next_ = 0;
};

/// Throws Error unless the entries of a mapped table can be merged without further checks.
void require_sound(const RunSource<SimilarityRun>& source) {
  if (source.run->sets_guard() == nullptr) return;
  source.run->verify();
}

class Merge {
 public:
  Merge(std::size_t bands, const MemoryPool& pool, const NewSimilarEntries& entries,
        const std::vector<RunSource<SimilarityRun>>& sources)
      : bands_(bands), pool_(pool), entries_(entries), sources_(sources) {
    for (const RunSource<SimilarityRun>& source : sources) {
      require_sound(source);
      places_.emplace_back(*source.dead, source.run->size(), static_cast<std::uint32_t>(size_));
      size_ += places_.back().live();
      if (size_ >= 0xFFFF'FFFF) break;
    }
    first_new_ = static_cast<std::uint32_t>(size_);
    size_ += entries.size();
    if (size_ >= 0xFFFF'FFFF) {
      throw Error(ErrorCode::invalid_argument, "index: more than 2^32 - 2 documents");
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  [[nodiscard]] SimilarityRun::Parts run(std::uint64_t id_seed) {
    constexpr std::size_t kLarge = std::size_t{1} << 18;
    SimilarityRun::Parts parts;
    parts.tables.resize(bands_);
    parts.ids = merge_ids();
    // Ids and sets are tasks as well, the longest first.
    run_tasks(size_ < kLarge ? 1 : thread_count(0), bands_ + 2, [&](std::size_t task, int /*thread*/) {
      if (task == 0) parts.sets = merge_sets();
      if (task == 1) parts.id_table = build_id_table(pool_, parts.ids, id_seed);
      if (task >= 2) parts.tables[task - 2] = merge_band(task - 2);
    });
    return parts;
  }

 private:
  /// Calls visit(source, place) for every live entry of the sources, in the new order.
  template <typename Visit>
  void for_each_old(const Visit& visit) const {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      for (std::uint32_t place = 0; place < sources_[i].run->size(); ++place) {
        if (!places_[i].is_dead(place)) visit(*sources_[i].run, place);
      }
    }
  }

  [[nodiscard]] BandTable merge_band(std::size_t band) const {
    constexpr std::size_t kFewEntries = std::size_t{1} << 17;  // whose sort stays in the cache
    return size_ <= kFewEntries ? sort_band(band) : merge_sorted_band(band);
  }

  /// Sorts all entries anew, which takes less time than a merge if there are few.
  [[nodiscard]] BandTable sort_band(std::size_t band) const {
    std::vector<std::uint64_t> entries;
    entries.reserve(size_);
    constexpr std::uint32_t kLastKey = 0xFFFF'FFFF;
    for (std::size_t i = 0; i < sources_.size(); ++i)
      RunCursor(sources_[i].run->parts().tables[band], places_[i]).take(kLastKey, entries);
    append_new(band, entries);
    sort_uniform(entries);
    BandTableWriter writer(pool_, size_);
    for (const std::uint64_t entry : entries) writer.append(entry);
    return writer.finish();
  }

  [[nodiscard]] BandTable merge_sorted_band(std::size_t band) const {
    BandTableWriter writer(pool_, size_);
    std::vector<RunCursor> cursors;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      cursors.emplace_back(sources_[i].run->parts().tables[band], places_[i]);
    }
    std::vector<std::uint64_t> added;
    append_new(band, added);
    sort_uniform(added);
    auto next = added.begin();
    std::vector<std::uint64_t> bucket;
    const std::uint64_t width = std::uint64_t{1} << (32 - writer.bits());
    for (std::uint64_t end = width; end <= std::uint64_t{1} << 32; end += width) {
      bucket.clear();
      for (RunCursor& cursor : cursors) cursor.take(static_cast<std::uint32_t>(end - 1), bucket);
      while (next != added.end() && *next >> 32 < end) bucket.push_back(*next++);
      if (!std::ranges::is_sorted(bucket)) std::ranges::sort(bucket);
      for (const std::uint64_t entry : bucket) writer.append(entry);
    }
    return writer.finish();
  }

  /// Appends the new entries, as key and place in one word.
  void append_new(std::size_t band, std::vector<std::uint64_t>& entries) const {
    entries.reserve(entries.size() + entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i)
      entries.push_back(std::uint64_t{entries_.keys[i * bands_ + band]} << 32 | (first_new_ + i));
  }

  [[nodiscard]] IdColumn merge_ids() const {
    return entries_.ids.kind == IdKind::number ? merge_numbers() : merge_texts();
  }

  [[nodiscard]] IdColumn merge_numbers() const {
    IdColumn ids{IdKind::number, Column<std::uint64_t>(pool_, size_), {}};
    std::uint64_t* next = ids.numbers.writable();
    for_each_old(
        [&](const SimilarityRun& run, std::uint32_t place) { *next++ = run.parts().ids.numbers[place]; });
    std::ranges::copy(entries_.ids.numbers.values(), next);
    return ids;
  }

  [[nodiscard]] IdColumn merge_texts() const {
    std::size_t bytes = entries_.ids.texts.size();
    for_each_old([&](const SimilarityRun& run, std::uint32_t place) {
      bytes += run.parts().ids.id(place, nullptr).text().size();
    });
    IdColumn ids{IdKind::text, Column<std::uint64_t>::zeros(pool_, size_ + 1), Column<char>(pool_, bytes)};
    std::size_t count = 0;
    std::size_t filled = 0;
    const auto append = [&](std::string_view text) {
      std::ranges::copy(text, ids.texts.writable() + filled);
      ids.numbers.writable()[++count] = filled += text.size();
    };
    for_each_old([&](const SimilarityRun& run, std::uint32_t place) {
      append(run.parts().ids.id(place, nullptr).text());
    });
    for (std::size_t i = 0; i < entries_.size(); ++i) append(entries_.ids.id(i, nullptr).text());
    return ids;
  }

  /// Copies sets only where some were removed, from a file, or out of too many segments.
  [[nodiscard]] PackedSets merge_sets() const {
    PackedSetsWriter writer(pool_, size_);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const SimilarityRun& run = *sources_[i].run;
      if (run.sets_guard() == nullptr && places_[i].live() == run.size() &&
          writer.can_share(run.parts().sets)) {
        writer.share(run.parts().sets);
        continue;
      }
      std::vector<std::string_view> live;
      for (std::uint32_t place = 0; place < run.size(); ++place) {
        if (!places_[i].is_dead(place)) live.push_back(run.parts().sets.bytes_at(place, nullptr));
      }
      writer.copy(live);
    }
    writer.copy(writer.share(entries_.pieces, entries_.sets));
    return writer.finish();
  }

  std::size_t bands_;
  const MemoryPool& pool_;
  const NewSimilarEntries& entries_;
  const std::vector<RunSource<SimilarityRun>>& sources_;
  std::vector<NewPlaces> places_;  // of each source
  std::uint32_t first_new_ = 0;
  std::size_t size_ = 0;
};

}  // namespace

std::shared_ptr<const SimilarityRun> merge_similar(std::size_t bands, std::uint64_t id_seed,
                                                   const MemoryPool& pool, const NewSimilarEntries& entries,
                                                   const std::vector<RunSource<SimilarityRun>>& sources) {
  Merge merge(bands, pool, entries, sources);
  if (merge.size() == 0) return nullptr;
  return std::make_shared<const SimilarityRun>(merge.run(id_seed), nullptr, nullptr);
}

}  // namespace neardup::internal::lsm
