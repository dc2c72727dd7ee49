// Three lists make the answer. Let r be the first reference document and n the first new document
// of some fingerprints:
//   the cross join has (n, r, 0) if both have the same fingerprint: then r is the first of their group;
//   every other pair of the cross join, and every pair of the self join, is a pair of two groups.
// A pair of groups may be found up to three times (n with n', n with r', n' with r), so repeats go.
#include "neardup/join/hamming/new_pairs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "neardup/join/hamming/near_pairs.h"
#include "neardup/join/hamming/value_answer.h"

namespace neardup::internal {

namespace {

/// Numbers the documents of both sets as one, the reference first.
class Groups {
 public:
  Groups(const NearPairParts& cross, std::uint32_t reference) : reference_(reference) {
    for (const NearPair& pair : cross.near) {
      if (pair.distance == 0) equal_.emplace_back(pair.first, pair.second);  // ascending, like cross.near
    }
  }

  /// Returns the first document of the group whose first new document this is, by its ordinal there.
  [[nodiscard]] std::uint32_t first_of(std::uint32_t fresh) const {
    const auto found = std::ranges::lower_bound(equal_, fresh, {}, &Equal::first);
    return found != equal_.end() && found->first == fresh ? found->second : reference_ + fresh;
  }

 private:
  using Equal = std::pair<std::uint32_t, std::uint32_t>;  // (first new, first reference) document
  std::uint32_t reference_;
  std::vector<Equal> equal_;
};

NearPair ordered(std::uint32_t a, std::uint32_t b, int distance) {
  return {std::min(a, b), std::max(a, b), distance};
}

void sort_unique(std::vector<NearPair>& pairs) {
  std::ranges::sort(pairs);
  const auto repeats = std::ranges::unique(pairs);
  pairs.erase(repeats.begin(), repeats.end());
}

NearPairParts merge(const NearPairParts& self, const NearPairParts& cross, std::uint32_t reference) {
  const Groups groups(cross, reference);
  NearPairParts parts;
  for (const NearPair& pair : self.near)
    parts.near.push_back(ordered(groups.first_of(pair.first), groups.first_of(pair.second), pair.distance));
  for (const NearPair& pair : cross.near) {
    const std::uint32_t first = groups.first_of(pair.first);
    if (pair.distance != 0) {
      parts.near.push_back(ordered(first, pair.second, pair.distance));
    } else {
      parts.copies.push_back({first, reference + pair.first, 0});
    }
  }
  for (const NearPair& copy : self.copies)
    parts.copies.push_back({groups.first_of(copy.first), reference + copy.second, 0});
  parts.copies.insert(parts.copies.end(), cross.reference_copies.begin(), cross.reference_copies.end());
  sort_unique(parts.near);
  std::ranges::sort(parts.copies);
  return parts;
}

template <typename Word>
NearPairs find_new(std::span<const Word> fingerprints, std::size_t reference, const JoinOptions& options) {
  if (reference == 0) return find_near_pairs(fingerprints, options);
  const auto share = [&options](double begin, double end) {
    JoinOptions part = options;
    if (options.progress)
      part.progress = [=, &options](double done) { options.progress(begin + (end - begin) * done); };
    return part;
  };
  const std::span<const Word> fresh = fingerprints.subspan(reference);
  const NearPairs cross = find_cross_pairs(fresh, fingerprints.first(reference), share(0, 0.5));
  const NearPairs self = find_near_pairs(fresh, share(0.5, 1));
  JoinStats stats = self.stats();
  stats.candidates += cross.stats().candidates;
  stats.value_pairs += cross.stats().value_pairs;
  stats.oversized_buckets += cross.stats().oversized_buckets;
  stats.stopped = stats.stopped || cross.stats().stopped;
  if (stats.stopped) return {{}, std::move(stats)};
  if (stats.overflowed || cross.stats().overflowed)
    return overflowed_answer(fingerprints, {}, std::move(stats));
  NearPairParts parts = merge(self.parts(), cross.parts(), static_cast<std::uint32_t>(reference));
  stats.copies = parts.copies.size();
  return {std::move(parts), std::move(stats)};
}

}  // namespace

NearPairs find_new_near_pairs(std::span<const std::uint64_t> fingerprints, std::size_t reference,
                              const JoinOptions& options) {
  return find_new(fingerprints, reference, options);
}

NearPairs find_new_near_pairs(std::span<const Bits128> fingerprints, std::size_t reference,
                              const JoinOptions& options) {
  return find_new(fingerprints, reference, options);
}

}  // namespace neardup::internal
