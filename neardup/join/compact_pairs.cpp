// Unfolding makes one row at a time, in the order of the documents. A row is all pairs whose first
// document is the same.
#include "neardup/join/compact_pairs.h"

#include <algorithm>
#include <span>

namespace neardup::internal {

namespace {

int score_of(const NearPair& pair) noexcept { return pair.distance; }
double score_of(const SimilarPair& pair) noexcept { return pair.similarity; }

/// The score of two documents that the join cannot tell apart.
template <typename Pair>
constexpr int kEqualScore = 0;
template <>
constexpr int kEqualScore<SimilarPair> = 1;

/// Returns the pairs of a sorted list whose first document is `document`.
template <typename Pair>
std::span<const Pair> row_of(const std::vector<Pair>& pairs, std::uint32_t document) {
  return std::ranges::equal_range(pairs, document, {}, &Pair::first);
}

template <typename Pair>
std::vector<Pair> turned_round(const std::vector<Pair>& pairs) {
  std::vector<Pair> turned;
  turned.reserve(pairs.size());
  for (const Pair& pair : pairs) turned.push_back({pair.second, pair.first, score_of(pair)});
  std::ranges::sort(turned);
  return turned;
}

/// A document and the first document of its group.
struct Member {
  std::uint32_t document;
  std::uint32_t first;
  friend auto operator<=>(const Member&, const Member&) = default;
};

/// Returns every document that can be the first of a pair, in order.
template <typename Pair>
std::vector<Member> members(const PairParts<Pair>& parts) {
  std::vector<Member> result;
  for (const Pair& pair : parts.near) {
    result.push_back({pair.first, pair.first});
    if (!parts.is_cross) result.push_back({pair.second, pair.second});
  }
  for (const Pair& copy : parts.copies) {
    if (!parts.is_cross) result.push_back({copy.first, copy.first});
    result.push_back({copy.second, copy.first});
  }
  std::ranges::sort(result);
  const auto repeats = std::ranges::unique(result);
  result.erase(repeats.begin(), repeats.end());
  return result;
}

/// Unfolds groups: pairs every document of a group with every document of its near groups.
template <typename Pair>
class Unfolding {
 public:
  Unfolding(const PairParts<Pair>& parts, EqualPairs equal) : parts_(parts), equal_(equal) {
    if (!parts.is_cross) turned_ = turned_round(parts.near);
  }

  template <typename Give>
  void for_each(const Give& give) {
    for (const Member& member : members(parts_)) {
      row_.clear();
      fill_row(member);
      std::ranges::sort(row_);
      for (const Pair& pair : row_) give(pair);
    }
  }

 private:
  using Score = decltype(score_of(Pair()));

  void fill_row(const Member& member) {
    for (const Pair& pair : row_of(parts_.near, member.first)) add_group(member, pair.second, score_of(pair));
    if (parts_.is_cross) return;
    for (const Pair& pair : row_of(turned_, member.first)) add_group(member, pair.second, score_of(pair));
    add_group(member, member.first, kEqualScore<Pair>);
  }

  /// Pairs the member with the documents of a group; in a self join only with those after it.
  void add_group(const Member& member, std::uint32_t group, Score score) {
    const auto add = [&](std::uint32_t other) {
      if (parts_.is_cross || other > member.document) row_.push_back({member.document, other, score});
    };
    add(group);
    if (equal_ == EqualPairs::star) return;
    for (const Pair& copy : row_of(parts_.is_cross ? parts_.reference_copies : parts_.copies, group)) {
      add(copy.second);
    }
  }

  const PairParts<Pair>& parts_;
  EqualPairs equal_;
  std::vector<Pair> turned_;
  std::vector<Pair> row_;
};

template <typename Pair>
std::uint64_t group_size(const std::vector<Pair>& copies, std::uint32_t first) {
  return 1 + row_of(copies, first).size();
}

}  // namespace

template <typename Pair, typename Stats>
std::uint64_t CompactPairs<Pair, Stats>::count(EqualPairs equal) const {
  if (!parts_.is_cross && equal == EqualPairs::star) return parts_.near.size() + parts_.copies.size();
  const std::vector<Pair>& other_copies = parts_.is_cross ? parts_.reference_copies : parts_.copies;
  std::uint64_t count = 0;
  for (const Pair& pair : parts_.near) {
    const std::uint64_t others = equal == EqualPairs::star ? 1 : group_size(other_copies, pair.second);
    count += group_size(parts_.copies, pair.first) * others;
  }
  if (parts_.is_cross) return count;
  std::uint64_t in_group = 0;  // earlier copies of the same group; its first document adds one
  for (std::size_t i = 0; i < parts_.copies.size(); ++i) {
    in_group = i > 0 && parts_.copies[i].first == parts_.copies[i - 1].first ? in_group + 1 : 0;
    count += in_group + 1;
  }
  return count;
}

/// A cross join lists every new document, even those of one group.
template <typename Pair, typename Stats>
bool CompactPairs<Pair, Stats>::needs_unfolding(EqualPairs equal) const noexcept {
  const bool has_groups = !parts_.copies.empty() || !parts_.reference_copies.empty();
  return has_groups && (parts_.is_cross || equal == EqualPairs::all);
}

template <typename Pair, typename Stats>
void CompactPairs<Pair, Stats>::for_each(EqualPairs equal, const Sink& sink) const {
  const auto give = [&](const Pair& pair) {
    if (pair.second >= reference_documents_) sink(pair);
  };
  if (needs_unfolding(equal)) return Unfolding<Pair>(parts_, equal).for_each(give);
  for_each_star(give);
}

template <typename Pair, typename Stats>
void CompactPairs<Pair, Stats>::for_each_star(const Sink& sink) const {
  auto copy = parts_.copies.begin();
  for (const Pair& pair : parts_.near) {
    while (copy != parts_.copies.end() && *copy < pair) sink(*copy++);
    sink(pair);
  }
  while (copy != parts_.copies.end()) sink(*copy++);
}

template <typename Pair, typename Stats>
std::vector<Pair> CompactPairs<Pair, Stats>::collect(EqualPairs equal) const {
  std::vector<Pair> pairs;
  if (!needs_unfolding(equal) && reference_documents_ == 0) {
    pairs.resize(parts_.near.size() + parts_.copies.size());
    std::ranges::merge(parts_.near, parts_.copies, pairs.begin());
    return pairs;
  }
  pairs.reserve(count(equal));
  for_each(equal, [&](const Pair& pair) { pairs.push_back(pair); });
  return pairs;
}

template class CompactPairs<NearPair, JoinStats>;
template class CompactPairs<SimilarPair, SimilarityStats>;

}  // namespace neardup::internal
