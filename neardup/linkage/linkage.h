// From pairs to clusters, each with the one document that is kept.
//
// Star: documents come in the order of the keep policy; each joins the closest document that was kept before
// it, or is kept itself. So every removed document was compared with the one that stands for it, and nothing
// is removed because of a chain of small steps. Components: whatever pairs connect is one cluster, however
// long the chain; a warning tells when that went too far.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "neardup/join/star_search.h"
#include "neardup/linkage/link_graph.h"

namespace neardup {

struct LinkOptions {
  /// All documents but the archived ones, the one to keep first at the front (see keep_order); empty: by
  /// ordinal, which needs less memory.
  std::span<const std::uint32_t> order = {};
  /// The first documents are the reference: always kept, and before all others.
  std::uint32_t reference_documents = 0;
  /// The last documents are those of an archive: always kept, before even the reference. They are nobody's
  /// copy.
  std::uint32_t archived_documents = 0;
};

/// A cluster of which most members were never compared with the kept document, or are not like it.
struct ChainWarning {
  std::uint32_t kept = 0;
  std::size_t members = 0;  // the kept one included
  std::size_t like_kept = 0;
  friend bool operator==(const ChainWarning&, const ChainWarning&) = default;
};

struct Linkage {
  std::vector<std::uint32_t> kept_of;        // by document: who stands for it; itself when it is kept
  std::vector<double> scores;                // by document: of the pair with the kept one; NaN: no pair
  std::optional<ChainWarning> warning = {};  // the largest such cluster

  /// Of the pair with the kept one, if that is a pair.
  [[nodiscard]] std::optional<double> score(std::uint32_t document) const noexcept {
    const double score = scores[document];
    return std::isnan(score) ? std::nullopt : std::optional(score);
  }

  [[nodiscard]] bool is_kept(std::uint32_t document) const noexcept { return kept_of[document] == document; }
};

/// Ties go to the document that was kept earliest. `search` finds the pairs that the graph leaves out, if
/// any.
[[nodiscard]] Linkage link_star(const LinkGraph& graph, const LinkOptions& options = {},
                                StarSearch* search = nullptr);

/// The first of a component in the order is kept.
[[nodiscard]] Linkage link_components(const LinkGraph& graph, const LinkOptions& options = {});

/// Clusters of two or more, by the ordinal of the kept document.
class Clusters {
 public:
  explicit Clusters(const Linkage& linkage);

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  /// The number of the cluster of two or more that this document is kept for, if there is one.
  [[nodiscard]] std::optional<std::size_t> find(std::uint32_t kept) const noexcept;
  /// The kept document, then the others by ordinal.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t cluster) const noexcept {
    const std::size_t begin = cluster == 0 ? 0 : ends_[cluster - 1];
    return std::span(members_).subspan(begin, ends_[cluster] - begin);
  }

 private:
  std::vector<std::uint32_t> members_;
  std::vector<std::size_t> ends_;
};

}  // namespace neardup
