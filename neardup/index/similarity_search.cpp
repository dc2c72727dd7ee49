#include "neardup/index/similarity_search.h"

#include <algorithm>
#include <tuple>

#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/error.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal::lsm {

/// Looks up the keys in all bands of the runs and calls visit(run, ranges) for each run in which a key occurs,
/// until it returns false. A look-up is three dependent cache misses, so all look-ups take each step together.
template <typename Visit>
void SimilaritySearch::for_each_run(const BandKeys& keys, const Visit& visit) const {
  constexpr std::size_t kAtOnce = 4 * kMostBands;
  std::array<Bucket, kAtOnce> buckets;
  const auto bands = static_cast<std::size_t>(plan_.bands);
  const std::size_t runs_at_once = kAtOnce / bands;
  for (std::size_t begin = 0; begin < snapshot_.runs.size(); begin += runs_at_once) {
    const std::size_t end = std::min(begin + runs_at_once, snapshot_.runs.size());
    const auto for_each_look_up = [&](const auto& use) {
      Bucket* bucket = buckets.data();
      for (std::size_t run = begin; run < end; ++run) {
        const SimilarityRun& searched = *snapshot_.runs[run].run;
        for (std::size_t band = 0; band < bands; ++band)
          use(searched.parts().tables[band], keys[band], searched.guard(), *bucket++);
      }
    };
    for_each_look_up([](const BandTable& table, std::uint32_t key, const MappedIndexFile*, Bucket&) {
      table.prefetch(key);
    });
    for_each_look_up([](const BandTable& table, std::uint32_t key, const MappedIndexFile* guard,
                        Bucket& bucket) { bucket = table.open(key, guard); });
    std::uint64_t found = 0;
    for_each_look_up(
        [&found](const BandTable& table, std::uint32_t key, const MappedIndexFile* guard, Bucket& bucket) {
          bucket = table.narrow(bucket, key, guard);
          found += bucket.size();
          if (bucket.size() > 0) table.prefetch_places(bucket);
        });
    if (found == 0) continue;
    for (std::size_t run = begin; run < end; ++run) {
      const Ranges ranges(buckets.data() + (run - begin) * bands, bands);
      const bool has_any = std::ranges::any_of(ranges, [](const Bucket& range) { return range.size() > 0; });
      if (has_any && !visit(static_cast<std::uint32_t>(run), ranges)) return;
    }
  }
}

SimilarResult SimilaritySearch::find(const BandKeys& keys, const SimilarityEntry& entry) {
  entry_ = &entry;
  snapshot_.memtable->prefetch(view_, keys);
  for_each_run(keys, [this](std::uint32_t run, Ranges ranges) { return visit_candidates(run, ranges); });
  for (const std::uint32_t place : snapshot_.memtable->find(view_, keys)) {
    if (!check({Location::kMemtable, place})) break;
  }
  SimilarResult result;
  result.truncated = truncated_;
  result.hits.reserve(found_.size());
  for (const Found& found : found_) result.hits.push_back(hit(found));
  std::ranges::sort(result.hits, [](const SimilarHit& a, const SimilarHit& b) {
    return std::tie(b.similarity, a.id) < std::tie(a.similarity, b.id);
  });
  return result;
}

/// Looks at a few entries of every large range of a run first: in a large cluster, one of them is nearly always
/// a hit.
std::optional<SimilarHit> SimilaritySearch::find_first(const BandKeys& keys, const SimilarityEntry& entry) {
  entry_ = &entry;
  only_one_ = true;
  snapshot_.memtable->prefetch(view_, keys);
  for_each_run(keys, [this](std::uint32_t run, Ranges ranges) {
    return sample(run, ranges) && visit_candidates(run, ranges);
  });
  if (found_.empty() && !truncated_) {
    snapshot_.memtable->find_until(
        view_, keys, [this](std::uint32_t place) { return check({Location::kMemtable, place}); });
  }
  return found_.empty() ? std::nullopt : std::optional(hit(found_[0]));
}

/// Checks candidates spread evenly over large ranges. Returns false to stop.
bool SimilaritySearch::sample(std::uint32_t run, Ranges ranges) {
  constexpr std::uint32_t kSamples = 4;
  const SimilarityRun& searched = *snapshot_.runs[run].run;
  for (std::size_t band = 0; band < ranges.size(); ++band) {
    const Bucket range = ranges[band];
    if (range.size() < kSamples * kSamples) continue;
    for (std::uint32_t i = 0; i < kSamples; ++i) {
      const auto step = static_cast<std::uint32_t>(range.size()) / kSamples;
      const Bucket one{range.begin + i * step, range.begin + i * step + 1};
      const std::uint32_t place = searched.parts().tables[band].places_of(one, searched.guard())[0];
      if (is_candidate(searched, ranges, place) && !check({run, place})) return false;
    }
  }
  return true;
}

/// Returns whether the place is in enough of the ranges, whose places ascend.
bool SimilaritySearch::is_candidate(const SimilarityRun& run, Ranges ranges, std::uint32_t place) const {
  int equal = 0;
  for (std::size_t band = 0; band < ranges.size() && equal < plan_.equal_bands; ++band) {
    const auto places = run.parts().tables[band].places_of(ranges[band], run.guard());
    equal += std::ranges::binary_search(places, place) ? 1 : 0;
  }
  return equal >= plan_.equal_bands;
}

/// Checks all candidates of a run. Returns false to stop.
bool SimilaritySearch::visit_candidates(std::uint32_t run, Ranges ranges) {
  constexpr std::size_t kFew = 4096;
  std::size_t matches = 0;
  for (const Bucket& range : ranges) matches += range.size();
  if (matches < static_cast<std::size_t>(plan_.equal_bands)) return true;
  return matches <= kFew ? visit_few(run, ranges, matches) : visit_many(run, ranges);
}

/// Sorts the places of all ranges, so that those of a candidate become adjacent.
bool SimilaritySearch::visit_few(std::uint32_t run, Ranges ranges, std::size_t matches) {
  const SimilarityRun& searched = *snapshot_.runs[run].run;
  hash_query();  // while the places arrive
  std::vector<std::uint32_t> places;
  places.reserve(matches);
  for (std::size_t band = 0; band < ranges.size(); ++band) {
    if (ranges[band].size() == 0) continue;
    const auto some = searched.parts().tables[band].places_of(ranges[band], searched.guard());
    places.insert(places.end(), some.begin(), some.end());
  }
  std::ranges::sort(places);
  std::size_t candidates = 0;
  for (std::size_t begin = 0, end = 0; begin < places.size(); begin = end) {
    while (end < places.size() && places[end] == places[begin]) ++end;
    if (end - begin >= static_cast<std::size_t>(plan_.equal_bands)) places[candidates++] = places[begin];
  }
  places.resize(candidates);
  return check_all(run, places);
}

/// Checks candidates, and fetches those that come next meanwhile. Returns false to stop.
bool SimilaritySearch::check_all(std::uint32_t run, std::span<const std::uint32_t> places) {
  constexpr std::size_t kAhead = 4;
  const SimilarityRun& searched = *snapshot_.runs[run].run;
  const PackedSets& sets = searched.parts().sets;
  const auto prefetch_start = [&](std::uint32_t place) {
    sets.prefetch_start(place);
    internal::prefetch(searched.parts().ids.numbers.data() + place);
  };
  const auto is_inside = [&](std::size_t i) { return i < places.size() && places[i] < searched.size(); };
  for (std::size_t i = 0; i < std::min(2 * kAhead, places.size()); ++i)
    if (is_inside(i)) prefetch_start(places[i]);
  if (!places.empty()) static_cast<void>(query());  // while the first ones arrive
  for (std::size_t i = 0; i < std::min(kAhead, places.size()); ++i)
    if (is_inside(i)) sets.prefetch(places[i]);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (is_inside(i + 2 * kAhead)) prefetch_start(places[i + 2 * kAhead]);
    if (is_inside(i + kAhead)) sets.prefetch(places[i + kAhead]);
    if (!check({run, places[i]})) return false;
  }
  return true;
}

/// Counts in how many ranges each place is, one window of places at a time, because a range may hold millions.
bool SimilaritySearch::visit_many(std::uint32_t run, Ranges ranges) {
  constexpr std::size_t kWindow = std::size_t{1} << 16;
  const SimilarityRun& searched = *snapshot_.runs[run].run;
  std::vector<std::span<const std::uint32_t>> left;
  for (std::size_t band = 0; band < ranges.size(); ++band)
    left.push_back(searched.parts().tables[band].places_of(ranges[band], searched.guard()));
  std::vector<std::uint8_t> counts(kWindow);
  std::vector<std::uint32_t> candidates;
  for (std::size_t begin = 0; begin < searched.size(); begin += kWindow) {
    std::ranges::fill(counts, std::uint8_t{0});
    for (std::span<const std::uint32_t>& places : left) {
      std::size_t taken = 0;
      for (; taken < places.size() && places[taken] < begin + kWindow; ++taken) {
        if (places[taken] < begin)
          throw Error(ErrorCode::corrupt, "index: the entries of a band are out of order");
        ++counts[places[taken] - begin];
      }
      places = places.subspan(taken);
    }
    candidates.clear();
    for (std::size_t i = 0; i < kWindow; ++i) {
      if (counts[i] >= plan_.equal_bands) candidates.push_back(static_cast<std::uint32_t>(begin + i));
    }
    if (!check_all(run, candidates)) return false;
  }
  return true;
}

/// Compares a candidate with the query, unless it was removed. Returns false to stop.
bool SimilaritySearch::check(Location location) {
  const bool is_in_run = location.run != Location::kMemtable;
  if (is_in_run && location.place >= snapshot_.runs[location.run].run->size())
    throw Error(ErrorCode::corrupt, "index: an entry lies outside the run");
  if (snapshot_.is_removed(view_, location)) return true;
  if (options_.candidate_budget != 0 && ++checked_ > options_.candidate_budget) {
    truncated_ = true;
    return false;
  }
  const double similar = similarity(is_in_run ? snapshot_.runs[location.run].run->set(location.place)
                                              : snapshot_.memtable->set(location.place));
  if (similar < options_.min_similarity) return true;
  found_.push_back({similar, location});
  return !only_one_;
}

void SimilaritySearch::hash_query() {
  if (values_.empty()) values_ = short_hashes(*entry_);
}

const ShortHashTable& SimilaritySearch::query() {
  hash_query();
  if (!query_) query_.emplace(values_);
  return *query_;
}

/// Returns the similarity, or 0 if it is too low.
double SimilaritySearch::similarity(const PackedSet& set) {
  const ShortHashTable& query = this->query();
  const std::size_t least = least_overlap(query.size(), set.size(), options_.min_similarity);
  // A set in a file with wrong content may not be sorted, and then a value may count twice.
  const std::size_t common = std::min(query.count_common(set, least), query.size());
  return common < least ? 0 : jaccard(common, query.size(), set.size());
}

SimilarHit SimilaritySearch::hit(const Found& found) const {
  return {DocumentId(snapshot_.id(found.location)), found.similarity};
}

}  // namespace neardup::internal::lsm
