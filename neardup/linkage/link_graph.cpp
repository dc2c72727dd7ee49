#include "neardup/linkage/link_graph.h"

#include <numeric>
#include <utility>

namespace neardup {

LinkGraph::LinkGraph(std::size_t documents, Score score) : score_(score), group_of_(documents) {
  std::iota(group_of_.begin(), group_of_.end(), 0U);
}

void LinkGraph::add_pair(std::uint32_t first, std::uint32_t second, double score) {
  edges_.push_back({first, {second, score}});
}

void LinkGraph::add(std::span<const SimilarPair> near, std::span<const SimilarPair> copies) {
  edges_.reserve(edges_.size() + near.size());
  for (const SimilarPair& pair : near) add_pair(pair.first, pair.second, pair.similarity);
  for (const SimilarPair& pair : copies) add_copy(pair.first, pair.second);
}

void LinkGraph::add_star(std::span<const NearPair> pairs) {
  for (const NearPair& pair : pairs) {
    if (pair.distance == 0) {
      add_copy(pair.first, pair.second);
    } else {
      add_pair(pair.first, pair.second, pair.distance);
    }
  }
}

/// Counting sort by group: ends_[group] first counts, then points to where the next neighbour goes.
void LinkGraph::finish() {
  ends_.assign(documents(), 0);
  for (const Edge& edge : edges_) {
    ++ends_[edge.from];
    ++ends_[edge.to.group];
  }
  std::size_t sum = 0;
  for (std::size_t& end : ends_) sum += std::exchange(end, sum);
  neighbours_.resize(sum);
  for (const Edge& edge : edges_) {
    neighbours_[ends_[edge.from]++] = edge.to;
    neighbours_[ends_[edge.to.group]++] = {edge.from, edge.to.score};
  }
  edges_ = {};
}

std::span<const Neighbour> LinkGraph::neighbours(std::uint32_t group) const noexcept {
  const std::size_t begin = group == 0 ? 0 : ends_[group - 1];
  return std::span(neighbours_).subspan(begin, ends_[group] - begin);
}

}  // namespace neardup
