#include "neardup/linkage/linkage.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace neardup {

namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// Calls visit(document) in the order of preference, reference documents first.
template <typename Visit>
void in_order(std::size_t documents, const LinkOptions& options, const Visit& visit) {
  assert(options.order.empty() || options.order.size() == documents);
  const auto references = std::min<std::size_t>(options.reference_documents, documents);
  for (std::size_t i = 0; i < references; ++i) visit(static_cast<std::uint32_t>(i));
  for (std::size_t i = 0; i < documents; ++i) {
    const std::uint32_t document = options.order.empty() ? static_cast<std::uint32_t>(i) : options.order[i];
    if (document >= references) visit(document);
  }
}

Linkage nobody_linked(const LinkGraph& graph) {
  Linkage linkage;
  linkage.kept_of.assign(graph.documents(), kNobody);
  linkage.score.assign(graph.documents(), std::nullopt);
  return linkage;
}

/// Links documents one by one. A group of equal documents needs only one kept document: whoever comes later
/// is equal to it, and nothing is closer. (Reference documents are kept regardless; the first one counts.)
class StarLinker {
 public:
  explicit StarLinker(const LinkGraph& graph)
      : graph_(graph),
        linkage_(nobody_linked(graph)),
        kept_in_(graph.documents(), kNobody),
        turn_(graph.documents()) {}

  void visit(std::uint32_t document, bool always_kept) {
    best_ = kNobody;
    const std::uint32_t group = graph_.group_of(document);
    if (!always_kept) {
      consider(group, graph_.equal_score());
      for (const Neighbour& neighbour : graph_.neighbours(group)) consider(neighbour.group, neighbour.score);
    }
    if (best_ == kNobody) {
      linkage_.kept_of[document] = document;
      linkage_.score[document] = graph_.equal_score();
      turn_[document] = next_turn_++;
      if (kept_in_[group] == kNobody) kept_in_[group] = document;
    } else {
      linkage_.kept_of[document] = best_;
      linkage_.score[document] = best_score_;
    }
  }

  [[nodiscard]] Linkage take() { return std::move(linkage_); }

 private:
  void consider(std::uint32_t group, double score) {
    const std::uint32_t kept = kept_in_[group];
    if (kept == kNobody) return;
    const bool closer = best_ == kNobody || graph_.is_closer(score, best_score_);
    const bool earlier_of_equals = !closer && score == best_score_ && turn_[kept] < turn_[best_];
    if (!closer && !earlier_of_equals) return;
    best_ = kept;
    best_score_ = score;
  }

  const LinkGraph& graph_;
  Linkage linkage_;
  std::vector<std::uint32_t> kept_in_;  // by group
  std::vector<std::uint32_t> turn_;     // by kept document: how many were kept before it
  std::uint32_t next_turn_ = 0;
  std::uint32_t best_ = kNobody;
  double best_score_ = 0;
};

/// Groups that pairs connect, as a forest.
class Forest {
 public:
  explicit Forest(const LinkGraph& graph) : parents_(graph.documents()) {
    std::iota(parents_.begin(), parents_.end(), 0U);
    for (std::uint32_t group = 0; group < parents_.size(); ++group) {
      for (const Neighbour& neighbour : graph.neighbours(group)) connect(group, neighbour.group);
    }
  }

  [[nodiscard]] std::uint32_t root_of(std::uint32_t group) {
    while (parents_[group] != group) group = parents_[group] = parents_[parents_[group]];
    return group;
  }

 private:
  void connect(std::uint32_t a, std::uint32_t b) {
    a = root_of(a);
    b = root_of(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> parents_;
};

/// The score of every document that is a copy or a neighbour of its kept one.
void score_members(const LinkGraph& graph, Linkage& linkage) {
  for (std::uint32_t document = 0; document < graph.documents(); ++document) {
    const std::uint32_t group = graph.group_of(document);
    const std::uint32_t kept_group = graph.group_of(linkage.kept_of[document]);
    if (group == kept_group) linkage.score[document] = graph.equal_score();
    for (const Neighbour& neighbour : graph.neighbours(group)) {
      if (neighbour.group == kept_group && group != kept_group) linkage.score[document] = neighbour.score;
    }
  }
}

/// The largest cluster of ten or more of which less than half is like the kept document.
std::optional<ChainWarning> find_chain(const Linkage& linkage) {
  constexpr std::size_t kFewMembers = 10;
  std::vector<ChainWarning> counts(linkage.kept_of.size());
  for (std::uint32_t document = 0; document < linkage.kept_of.size(); ++document) {
    ChainWarning& count = counts[linkage.kept_of[document]];
    count.kept = linkage.kept_of[document];
    ++count.members;
    count.like_kept += linkage.score[document] ? 1 : 0;
  }
  std::optional<ChainWarning> worst;
  for (const ChainWarning& count : counts) {
    if (count.members < kFewMembers || 2 * count.like_kept >= count.members) continue;
    if (!worst || count.members > worst->members) worst = count;
  }
  return worst;
}

}  // namespace

Linkage link_star(const LinkGraph& graph, const LinkOptions& options) {
  StarLinker linker(graph);
  in_order(graph.documents(), options,
           [&](std::uint32_t document) { linker.visit(document, document < options.reference_documents); });
  return linker.take();
}

Linkage link_components(const LinkGraph& graph, const LinkOptions& options) {
  Linkage linkage = nobody_linked(graph);
  Forest forest(graph);
  std::vector<std::uint32_t> kept_in(graph.documents(), kNobody);  // by root
  in_order(graph.documents(), options, [&](std::uint32_t document) {
    std::uint32_t& kept = kept_in[forest.root_of(graph.group_of(document))];
    if (kept == kNobody) kept = document;
    linkage.kept_of[document] = document < options.reference_documents ? document : kept;
  });
  score_members(graph, linkage);
  linkage.warning = find_chain(linkage);
  return linkage;
}

Clusters::Clusters(const Linkage& linkage) {
  const std::size_t documents = linkage.kept_of.size();
  std::vector<std::size_t> places(documents);  // by kept document: its number of members, then where they go
  for (const std::uint32_t kept : linkage.kept_of) ++places[kept];
  std::size_t sum = 0;
  for (std::size_t& place : places) {
    const std::size_t members = place > 1 ? place : 0;
    place = members == 0 ? std::numeric_limits<std::size_t>::max() : sum;
    sum += members;
    if (members > 0) ends_.push_back(sum);
  }
  members_.resize(sum);
  const auto put = [&](std::uint32_t document) {
    std::size_t& place = places[linkage.kept_of[document]];
    if (place < sum) members_[place++] = document;
  };
  for (std::uint32_t i = 0; i < documents; ++i) {
    if (linkage.is_kept(i)) put(i);
  }
  for (std::uint32_t i = 0; i < documents; ++i) {
    if (!linkage.is_kept(i)) put(i);
  }
}

}  // namespace neardup
