#include "neardup/join/similar_pairs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <ranges>

namespace neardup {

namespace {

/// The groups of equal documents that take part in any pair, and the similar pairs of groups.
class Groups {
 public:
  explicit Groups(const SimilarPairParts& parts) {
    for (const SimilarPair& pair : parts.near) {
      members_[pair.first];
      members_[pair.second];
    }
    for (const SimilarPair& pair : parts.copies) members_[pair.first].push_back(pair.second);
    for (auto& [first, members] : members_) members.insert(members.begin(), first);
    for (const SimilarPair& pair : parts.near) {
      neighbours_.push_back(pair);
      neighbours_.push_back({pair.second, pair.first, pair.similarity});
    }
    std::ranges::sort(neighbours_);
  }

  /// Returns the groups, ascending by their first documents, with their members in ascending order.
  [[nodiscard]] const std::map<std::uint32_t, std::vector<std::uint32_t>>& members() const noexcept {
    return members_;
  }

  /// Returns the pairs of this member of the group with every later similar document, ascending.
  [[nodiscard]] std::vector<SimilarPair> partners(std::uint32_t group, std::uint32_t document) const {
    std::vector<SimilarPair> pairs;
    const auto add = [&](std::uint32_t other, double similarity) {
      for (const std::uint32_t member : members_.at(other)) {
        if (member > document) pairs.push_back({document, member, similarity});
      }
    };
    add(group, 1);
    for (const SimilarPair& pair : std::ranges::equal_range(neighbours_, group, {}, &SimilarPair::first)) {
      add(pair.second, pair.similarity);
    }
    std::ranges::sort(pairs);
    return pairs;
  }

 private:
  std::map<std::uint32_t, std::vector<std::uint32_t>> members_;
  std::vector<SimilarPair> neighbours_;  // both directions, sorted
};

}  // namespace

std::uint64_t SimilarPairs::count(EqualPairs equal) const {
  if (equal == EqualPairs::star) return parts_.near.size() + parts_.copies.size();
  std::map<std::uint32_t, std::uint64_t> sizes;
  for (const SimilarPair& pair : parts_.copies) ++sizes[pair.first];
  std::uint64_t count = 0;
  for (const auto& [first, copies] : sizes) count += copies * (copies + 1) / 2;
  const auto size_of = [&sizes](std::uint32_t first) {
    const auto found = sizes.find(first);
    return found == sizes.end() ? 1 : found->second + 1;
  };
  for (const SimilarPair& pair : parts_.near) count += size_of(pair.first) * size_of(pair.second);
  return count;
}

void SimilarPairs::for_each_star(const std::function<void(const SimilarPair&)>& sink) const {
  const auto give = [&](const SimilarPair& pair) {
    if (pair.second >= reference_documents_) sink(pair);
  };
  auto near = parts_.near.begin();
  for (const SimilarPair& copy : parts_.copies) {
    for (; near != parts_.near.end() && *near < copy; ++near) give(*near);
    give(copy);
  }
  std::for_each(near, parts_.near.end(), give);
}

void SimilarPairs::for_each(EqualPairs equal, const std::function<void(const SimilarPair&)>& sink) const {
  if (equal == EqualPairs::star) return for_each_star(sink);
  const Groups groups(parts_);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> documents;  // (document, its group)
  for (const auto& [first, members] : groups.members()) {
    for (const std::uint32_t member : members) documents.emplace_back(member, first);
  }
  std::ranges::sort(documents);
  for (const auto& [document, group] : documents) {
    for (const SimilarPair& pair : groups.partners(group, document)) {
      if (pair.second >= reference_documents_) sink(pair);
    }
  }
}

std::vector<SimilarPair> SimilarPairs::collect(EqualPairs equal) const {
  std::vector<SimilarPair> pairs;
  for_each(equal, [&pairs](const SimilarPair& pair) { pairs.push_back(pair); });
  return pairs;
}

}  // namespace neardup
