#include "neardup/linkage/linkage.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <ranges>
#include <utility>

namespace neardup::internal {

namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

/// Calls visit(document, always_kept) in the order of preference: archive, reference, others. A document that
/// is always kept stays whatever is near it.
template <typename Visit>
void in_order(std::size_t documents, const LinkOptions& options, const Visit& visit) {
  assert(options.archived_documents <= documents);
  const std::size_t others = documents - options.archived_documents;
  assert(options.order.empty() || options.order.size() == others);
  const auto references = std::min<std::size_t>(options.reference_documents, others);
  for (std::size_t i = others; i < documents; ++i) visit(static_cast<std::uint32_t>(i), true);
  for (std::size_t i = 0; i < references; ++i) visit(static_cast<std::uint32_t>(i), true);
  for (std::size_t i = options.order.empty() ? references : 0; i < others; ++i) {
    const std::uint32_t document = options.order.empty() ? static_cast<std::uint32_t>(i) : options.order[i];
    if (document >= references) visit(document, false);
  }
}

Linkage nobody_linked(const LinkGraph& graph) {
  Linkage linkage(graph.memory());
  linkage.kept_of.assign(graph.documents(), kNobody);
  linkage.scores.assign(graph.documents(), kNoScore);
  return linkage;
}

/// Links documents one by one. A group of equal documents needs only one kept document: every later member is
/// equal to it, and nothing is closer. (Reference documents are kept regardless; the first one counts.)
///
/// In the order of ordinals, the kept document of a group can only be its first: if the first joined another
/// document, so does every copy, since it sees the same kept neighbours and perhaps more. So the linker
/// stores nothing besides the answer.
class StarLinker final : public StarVisitor {
 public:
  StarLinker(const LinkGraph& graph, const LinkOptions& options)
      : graph_(graph),
        references_(options.reference_documents),
        linkage_(nobody_linked(graph)),
        by_ordinal_(options.order.empty()),
        others_(graph.documents() - options.archived_documents),
        kept_in_(by_ordinal_ ? 0 : graph.documents(), kNobody),
        turn_(by_ordinal_ ? 0 : graph.documents()) {}

  /// Returns false if an equal document was kept: nothing is closer.
  [[nodiscard]] bool needs_search(std::uint32_t document) const override {
    return kept_in(graph_.group_of(document)) == kNobody;
  }

  bool settle(std::uint32_t document, const std::optional<KeptMatch>& match) override {
    visit(document, document < references_, match);
    return linkage_.kept_of[document] == document;
  }

  void improve(std::uint32_t document, const KeptMatch& match) override {
    best_ = linkage_.kept_of[document];
    best_score_ = linkage_.scores[document];
    consider(match.kept, match.score);
    linkage_.kept_of[document] = best_;
    linkage_.scores[document] = best_score_;
  }

  void visit(std::uint32_t document, bool always_kept, const std::optional<KeptMatch>& match = {}) {
    best_ = kNobody;
    const std::uint32_t group = graph_.group_of(document);
    if (!always_kept) {
      consider(kept_in(group), graph_.equal_score());
      for (const Neighbour& neighbour : graph_.neighbours(group))
        consider(kept_in(neighbour.group), neighbour.score);
      if (match) consider(match->kept, match->score);
    }
    if (best_ == kNobody) keep(document, group);
    linkage_.kept_of[document] = best_ == kNobody ? document : best_;
    linkage_.scores[document] = best_ == kNobody ? graph_.equal_score() : best_score_;
  }

  [[nodiscard]] Linkage take() { return std::move(linkage_); }

 private:
  void keep(std::uint32_t document, std::uint32_t group) {
    if (by_ordinal_) return;
    turn_[document] = next_turn_++;
    if (kept_in_[group] == kNobody) kept_in_[group] = document;
  }

  [[nodiscard]] std::uint32_t kept_in(std::uint32_t group) const {
    if (!by_ordinal_) return kept_in_[group];
    return linkage_.kept_of[group] == group ? group : kNobody;
  }

  /// Returns true if `one` was kept before `other`.
  [[nodiscard]] bool is_earlier(std::uint32_t one, std::uint32_t other) const {
    if (!by_ordinal_) return turn_[one] < turn_[other];
    return std::pair(one < others_, one) < std::pair(other < others_, other);
  }

  void consider(std::uint32_t kept, double score) {
    if (kept == kNobody) return;
    const bool closer = best_ == kNobody || graph_.is_closer(score, best_score_);
    const bool earlier_of_equals = !closer && score == best_score_ && is_earlier(kept, best_);
    if (!closer && !earlier_of_equals) return;
    best_ = kept;
    best_score_ = score;
  }

  const LinkGraph& graph_;
  std::uint32_t references_;
  Linkage linkage_;
  bool by_ordinal_;
  std::size_t others_;                  // number of documents before the archived ones
  std::vector<std::uint32_t> kept_in_;  // by group: its kept document
  std::vector<std::uint32_t> turn_;     // by kept document: the number kept before it
  std::uint32_t next_turn_ = 0;
  std::uint32_t best_ = kNobody;
  double best_score_ = 0;
};

/// Returns the components that the pairs of the graph form; members are groups.
Forest connect_groups(const LinkGraph& graph) {
  Forest forest(graph.documents());
  for (std::uint32_t group = 0; group < graph.documents(); ++group) {
    for (const Neighbour& neighbour : graph.neighbours(group)) forest.unite(group, neighbour.group);
  }
  return forest;
}

/// Sets the score of every document that is a copy or a neighbour of its kept document.
void score_members(const LinkGraph& graph, Linkage& linkage) {
  for (std::uint32_t document = 0; document < graph.documents(); ++document) {
    const std::uint32_t group = graph.group_of(document);
    const std::uint32_t kept_group = graph.group_of(linkage.kept_of[document]);
    if (group == kept_group) linkage.scores[document] = graph.equal_score();
    for (const Neighbour& neighbour : graph.neighbours(group)) {
      if (neighbour.group != kept_group || group == kept_group) continue;
      const std::optional<double> before = linkage.score(document);
      if (!before || graph.is_closer(neighbour.score, *before)) linkage.scores[document] = neighbour.score;
    }
  }
}

/// Sets the scores of documents that have none yet and form a pair with their kept document that the
/// graph leaves out.
void score_dense_members(const LinkGraph& graph, const LinkOptions& options, DenseJoin& dense,
                         Linkage& linkage) {
  const std::size_t texts = graph.documents() - options.archived_documents;
  const auto candidate_of = [&](std::uint32_t document) -> std::optional<Candidate> {
    const Candidate candidate =
        make_candidate(graph.group_of(document), graph.group_of(linkage.kept_of[document]));
    const std::uint32_t later = second_of(candidate);
    if (linkage.score(document) || later >= texts || later < options.reference_documents) return std::nullopt;
    return candidate;
  };
  std::vector<Candidate> candidates;
  for (std::uint32_t document = 0; document < texts; ++document) {
    if (const auto candidate = candidate_of(document)) candidates.push_back(*candidate);
  }
  std::ranges::sort(candidates);
  const auto repeats = std::ranges::unique(candidates);
  candidates.erase(repeats.begin(), repeats.end());
  const std::vector<ScoredPair> pairs = dense.check(std::move(candidates));
  for (std::uint32_t document = 0; document < texts; ++document) {
    const auto candidate = candidate_of(document);
    if (!candidate) continue;
    const auto pair = std::ranges::lower_bound(
        pairs, *candidate, {}, [](const ScoredPair& one) { return make_candidate(one.first, one.second); });
    if (pair != pairs.end() && make_candidate(pair->first, pair->second) == *candidate)
      linkage.scores[document] = pair->score;
  }
}

/// Returns the largest cluster of ten or more documents in which less than half are like the kept one.
std::optional<ChainWarning> find_chain(const Linkage& linkage) {
  constexpr std::size_t kFewMembers = 10;
  std::vector<std::uint32_t> members(linkage.kept_of.size());
  std::vector<std::uint32_t> like_kept(linkage.kept_of.size());
  for (std::uint32_t document = 0; document < linkage.kept_of.size(); ++document) {
    ++members[linkage.kept_of[document]];
    like_kept[linkage.kept_of[document]] += linkage.score(document) ? 1 : 0;
  }
  std::optional<ChainWarning> worst;
  for (std::uint32_t kept = 0; kept < members.size(); ++kept) {
    if (members[kept] < kFewMembers || 2 * std::size_t{like_kept[kept]} >= members[kept]) continue;
    if (!worst || members[kept] > worst->members) worst = {kept, members[kept], like_kept[kept]};
  }
  return worst;
}

}  // namespace

Linkage link_star(const LinkGraph& graph, const LinkOptions& options, StarSearch* search) {
  StarLinker linker(graph, options);
  std::vector<std::uint32_t> order;  // for the search; archived documents have no text to search with
  StarOrder searched;
  in_order(graph.documents(), options, [&](std::uint32_t document, bool always_kept) {
    const bool is_archived = document >= graph.documents() - options.archived_documents;
    if (search == nullptr || is_archived) return linker.visit(document, always_kept);
    searched.always_kept += always_kept ? 1 : 0;
    order.push_back(document);
  });
  searched.documents = order;
  if (search != nullptr) search->run(searched, linker);
  return linker.take();
}

Linkage link_components(const LinkGraph& graph, const LinkOptions& options, DenseJoin* dense,
                        const Linkage* stars) {
  Linkage linkage = nobody_linked(graph);
  Forest forest = connect_groups(graph);
  if (dense != nullptr) {
    for (std::uint32_t document = 0; stars != nullptr && document < graph.documents(); ++document)
      forest.unite(graph.group_of(document), graph.group_of(stars->kept_of[document]));
    dense->connect(forest);
  }
  std::vector<std::uint32_t> kept_in(graph.documents(), kNobody);  // by root
  in_order(graph.documents(), options, [&](std::uint32_t document, bool always_kept) {
    std::uint32_t& kept = kept_in[forest.root_of(graph.group_of(document))];
    if (kept == kNobody) kept = document;
    linkage.kept_of[document] = always_kept ? document : kept;
  });
  score_members(graph, linkage);
  if (dense != nullptr) score_dense_members(graph, options, *dense, linkage);
  linkage.warning = find_chain(linkage);
  return linkage;
}

Clusters::Clusters(const Linkage& linkage)
    : members_(linkage.kept_of.get_allocator()), ends_(linkage.kept_of.get_allocator()) {
  const auto documents = static_cast<std::uint32_t>(linkage.kept_of.size());
  // By kept document: first the number of its members, then the place of its next member in members_.
  std::pmr::vector<std::uint32_t> places(documents, linkage.kept_of.get_allocator());
  for (const std::uint32_t kept : linkage.kept_of) ++places[kept];
  std::uint32_t sum = 0;  // fits: no document is in two clusters
  for (std::uint32_t& place : places) {
    const std::uint32_t members = place > 1 ? place : 0;
    place = members == 0 ? kNobody : sum;
    sum += members;
    if (members > 0) ends_.push_back(sum);
  }
  members_.resize(sum);
  const auto put = [&](std::uint32_t document) {
    std::uint32_t& place = places[linkage.kept_of[document]];
    if (place < sum) members_[place++] = document;
  };
  for (std::uint32_t i = 0; i < documents; ++i) {
    if (linkage.is_kept(i)) put(i);
  }
  for (std::uint32_t i = 0; i < documents; ++i) {
    if (!linkage.is_kept(i)) put(i);
  }
}

std::optional<std::size_t> Clusters::find(std::uint32_t kept) const noexcept {
  const auto clusters = std::views::iota(std::size_t{0}, size());
  const auto found = std::ranges::partition_point(
      clusters, [&](std::size_t cluster) { return (*this)[cluster].front() < kept; });
  if (found == clusters.end() || (*this)[*found].front() != kept) return std::nullopt;
  return *found;
}

}  // namespace neardup::internal
