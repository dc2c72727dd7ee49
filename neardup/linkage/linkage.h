// Turns pairs into clusters, each with the one document that is kept.
//
// Star: takes documents in the order of the keep policy; each joins the closest document that was kept before
// it, or is kept itself. So every removed document was compared with the one kept in its place, and no
// document is removed because of a chain of small steps.
// Components: documents that pairs connect form one cluster, however long the chain; a warning reports when a
// chain went too far.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "neardup/join/dense_join.h"
#include "neardup/join/star_search.h"
#include "neardup/linkage/link_graph.h"

namespace neardup::internal {

struct LinkOptions {
  /// All documents but the archived ones in the order of preference, best first (see keep_order). If empty,
  /// documents are taken by ordinal, which needs less memory.
  std::span<const std::uint32_t> order = {};
  /// The number of documents at the front that are the reference: always kept, and before all others.
  std::uint32_t reference_documents = 0;
  /// The number of documents at the end that are archived: always kept, even before the reference. They are
  /// not copies of any document.
  std::uint32_t archived_documents = 0;
};

/// A cluster whose members, for the most part, were never compared with the kept document or are not like it.
struct ChainWarning {
  std::uint32_t kept = 0;
  std::size_t members = 0;  // including the kept one
  std::size_t like_kept = 0;
  friend bool operator==(const ChainWarning&, const ChainWarning&) = default;
};

struct Linkage {
  /// REQUIRES: the memory outlives the linkage
  explicit Linkage(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : kept_of(memory), scores(memory) {}

  std::pmr::vector<std::uint32_t> kept_of;   // by document: the one kept in its place; itself if it is kept
  std::pmr::vector<double> scores;           // by document: score of its pair with the kept one; NaN: no pair
  std::optional<ChainWarning> warning = {};  // for the largest such cluster

  /// Returns the score of the document's pair with the kept one, or no value if they are not a pair.
  [[nodiscard]] std::optional<double> score(std::uint32_t document) const noexcept {
    const double score = scores[document];
    return std::isnan(score) ? std::nullopt : std::optional(score);
  }

  [[nodiscard]] bool is_kept(std::uint32_t document) const noexcept { return kept_of[document] == document; }
};

/// Links documents as stars. Ties go to the document that was kept first. `search`, if given, finds the pairs
/// that the graph leaves out.
[[nodiscard]] Linkage link_star(const LinkGraph& graph, const LinkOptions& options = {},
                                StarSearch* search = nullptr);

/// Links connected components and keeps the first document of each in the order. `dense`, if given,
/// finds the pairs that the graph leaves out; `stars` is then the star linkage of the same documents,
/// whose links connect most of them at once.
[[nodiscard]] Linkage link_components(const LinkGraph& graph, const LinkOptions& options = {},
                                      DenseJoin* dense = nullptr, const Linkage* stars = nullptr);

/// The clusters of two or more documents, sorted by the ordinal of the kept document.
class Clusters {
 public:
  explicit Clusters(const Linkage& linkage);

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  /// Returns the index of the cluster whose kept document this is, or no value if its cluster
  /// has no other document.
  [[nodiscard]] std::optional<std::size_t> find(std::uint32_t kept) const noexcept;
  /// Returns the kept document, then the other members by ordinal.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t cluster) const noexcept {
    const std::size_t begin = cluster == 0 ? 0 : ends_[cluster - 1];
    return std::span(members_).subspan(begin, ends_[cluster] - begin);
  }

 private:
  std::pmr::vector<std::uint32_t> members_;
  std::pmr::vector<std::size_t> ends_;
};

}  // namespace neardup::internal
