// Unfolding makes one row at a time, in the order of the documents. A row is all pairs whose first
// document is the same.
#include "neardup/join/near_pairs.h"

#include <algorithm>
#include <span>

namespace neardup {

namespace {

struct ByFirst {
  bool operator()(const NearPair& a, std::uint32_t b) const noexcept { return a.first < b; }
  bool operator()(std::uint32_t a, const NearPair& b) const noexcept { return a < b.first; }
};

/// Returns the pairs of a sorted list whose first document is `document`.
std::span<const NearPair> row_of(const std::vector<NearPair>& pairs, std::uint32_t document) {
  const auto [begin, end] = std::equal_range(pairs.begin(), pairs.end(), document, ByFirst{});
  return {begin, end};
}

std::vector<NearPair> turned_round(const std::vector<NearPair>& pairs) {
  std::vector<NearPair> turned;
  turned.reserve(pairs.size());
  for (const NearPair& pair : pairs) turned.push_back({pair.second, pair.first, pair.distance});
  std::sort(turned.begin(), turned.end());
  return turned;
}

/// A document and the first document of its group.
struct Member {
  std::uint32_t document;
  std::uint32_t first;
  friend auto operator<=>(const Member&, const Member&) = default;
};

/// Returns every document that can be the first of a pair, in order.
std::vector<Member> members(const NearPairParts& parts) {
  std::vector<Member> result;
  for (const NearPair& pair : parts.near) {
    result.push_back({pair.first, pair.first});
    if (!parts.is_cross) result.push_back({pair.second, pair.second});
  }
  for (const NearPair& copy : parts.copies) {
    if (!parts.is_cross) result.push_back({copy.first, copy.first});
    result.push_back({copy.second, copy.first});
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Unfolds groups: pairs every document of a group with every document of its near groups.
class Unfolding {
 public:
  Unfolding(const NearPairParts& parts, EqualPairs equal) : parts_(parts), equal_(equal) {
    if (!parts.is_cross) turned_ = turned_round(parts.near);
  }

  void for_each(const std::function<void(const NearPair&)>& sink) {
    for (const Member& member : members(parts_)) {
      row_.clear();
      fill_row(member);
      std::sort(row_.begin(), row_.end());
      for (const NearPair& pair : row_) sink(pair);
    }
  }

 private:
  void fill_row(const Member& member) {
    for (const NearPair& pair : row_of(parts_.near, member.first))
      add_group(member, pair.second, pair.distance);
    if (parts_.is_cross) return;
    for (const NearPair& pair : row_of(turned_, member.first)) add_group(member, pair.second, pair.distance);
    add_group(member, member.first, 0);
  }

  /// Pairs the member with the documents of a group; in a self join only with those after it.
  void add_group(const Member& member, std::uint32_t group, int distance) {
    const auto add = [&](std::uint32_t other) {
      if (parts_.is_cross || other > member.document) row_.push_back({member.document, other, distance});
    };
    add(group);
    if (equal_ == EqualPairs::star) return;
    for (const NearPair& copy : row_of(parts_.is_cross ? parts_.reference_copies : parts_.copies, group)) {
      add(copy.second);
    }
  }

  const NearPairParts& parts_;
  EqualPairs equal_;
  std::vector<NearPair> turned_;
  std::vector<NearPair> row_;
};

std::uint64_t group_size(const std::vector<NearPair>& copies, std::uint32_t first) {
  return 1 + row_of(copies, first).size();
}

}  // namespace

std::uint64_t NearPairs::count(EqualPairs equal) const {
  if (!parts_.is_cross && equal == EqualPairs::star) return parts_.near.size() + parts_.copies.size();
  std::uint64_t count = 0;
  for (const NearPair& pair : parts_.near) {
    const std::uint64_t others =
        equal == EqualPairs::star
            ? 1
            : group_size(parts_.is_cross ? parts_.reference_copies : parts_.copies, pair.second);
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

void NearPairs::for_each(EqualPairs equal, const std::function<void(const NearPair&)>& sink) const {
  const bool has_groups = !parts_.copies.empty() || !parts_.reference_copies.empty();
  if (has_groups && (parts_.is_cross || equal == EqualPairs::all))
    return Unfolding(parts_, equal).for_each(sink);
  for_each_star(sink);
}

void NearPairs::for_each_star(const std::function<void(const NearPair&)>& sink) const {
  auto copy = parts_.copies.begin();
  for (const NearPair& pair : parts_.near) {
    while (copy != parts_.copies.end() && *copy < pair) sink(*copy++);
    sink(pair);
  }
  while (copy != parts_.copies.end()) sink(*copy++);
}

std::vector<NearPair> NearPairs::collect(EqualPairs equal) const {
  std::vector<NearPair> pairs;
  if (!parts_.is_cross && (equal == EqualPairs::star || parts_.copies.empty())) {
    pairs.resize(parts_.near.size() + parts_.copies.size());
    std::merge(parts_.near.begin(), parts_.near.end(), parts_.copies.begin(), parts_.copies.end(),
               pairs.begin());
    return pairs;
  }
  pairs.reserve(count(equal));
  for_each(equal, [&](const NearPair& pair) { pairs.push_back(pair); });
  return pairs;
}

}  // namespace neardup
