#include "neardup/linkage/link_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace neardup::internal {

LinkGraph::LinkGraph(std::size_t documents, Score score, std::pmr::memory_resource* memory)
    : score_(score), group_of_(documents, memory), neighbours_(memory) {
  std::iota(group_of_.begin(), group_of_.end(), 0U);
}

void LinkGraph::add_pair(std::uint32_t first, std::uint32_t second, double score) {
  neighbours_.push_back({first, second, score});
}

/// Uses a sorted list and one bit per document instead of one offset per document: most documents
/// have no neighbour.
void LinkGraph::finish() {
  const std::size_t pairs = neighbours_.size();
  neighbours_.reserve(2 * pairs);
  has_neighbours_.assign(documents(), false);
  for (std::size_t i = 0; i < pairs; ++i) {
    const Neighbour there = neighbours_[i];
    neighbours_.push_back({there.group, there.of, there.score});
    has_neighbours_[there.of] = has_neighbours_[there.group] = true;
  }
  std::ranges::sort(neighbours_, {},
                    [](const Neighbour& neighbour) { return std::pair(neighbour.of, neighbour.group); });
}

std::span<const Neighbour> LinkGraph::neighbours(std::uint32_t group) const noexcept {
  if (!has_neighbours_[group]) return {};
  return std::ranges::equal_range(neighbours_, group, {}, &Neighbour::of);
}

}  // namespace neardup::internal
