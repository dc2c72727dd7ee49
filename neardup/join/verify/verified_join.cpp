#include "neardup/join/verify/verified_join.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate.h"
#include "neardup/join/verify/pair_verifier.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kCandidateBatch = std::size_t{1} << 22;  // candidates, 8 bytes each

/// The documents with the same fingerprint and the same content, represented by the first of them.
struct ContentNode {
  std::uint32_t group = 0;     // the first document with this fingerprint
  std::uint32_t document = 0;  // the first document with this fingerprint and this content
  std::uint32_t last = 0;      // the last document with this fingerprint and this content
};

/// Splits the groups of equal fingerprints by content.
class ContentNodes {
 public:
  ContentNodes(const Collection& collection, const std::vector<NearPair>& copies) : collection_(collection) {
    for (std::size_t begin = 0, end = 0; begin < copies.size(); begin = end) {
      while (end < copies.size() && copies[end].first == copies[begin].first) ++end;
      add_group(std::span(copies).subspan(begin, end - begin));
    }
    std::ranges::sort(copies_);
  }

  /// Returns the nodes of one group, ordered by document.
  [[nodiscard]] std::vector<ContentNode> of(std::uint32_t group) const {
    const auto found = std::ranges::equal_range(nodes_, group, {}, &ContentNode::group);
    if (found.empty()) return {{group, group, group}};
    return {found.begin(), found.end()};
  }
  [[nodiscard]] std::uint64_t count(std::uint32_t group) const {
    return std::max<std::uint64_t>(1,
                                   std::ranges::equal_range(nodes_, group, {}, &ContentNode::group).size());
  }
  /// Returns the nodes of all groups of two or more documents, ordered by group, then document.
  [[nodiscard]] std::span<const ContentNode> all() const noexcept { return nodes_; }
  [[nodiscard]] std::vector<SimilarPair> take_copies() { return std::move(copies_); }

 private:
  /// Adds a group. `copies` are all pairs (first of the group, copy), in order.
  void add_group(std::span<const NearPair> copies) {
    const std::span<const std::uint32_t> documents = collection_.comparable();
    const std::uint32_t group = documents[copies.front().first];
    std::vector<std::uint32_t> members = {group};
    for (const NearPair& copy : copies) members.push_back(documents[copy.second]);
    std::ranges::sort(members, {},
                      [this](std::uint32_t member) { return std::pair(collection_.digest(member), member); });
    const auto begin = static_cast<std::ptrdiff_t>(nodes_.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0 && collection_.digest(members[i]) == collection_.digest(members[i - 1])) {
        nodes_.back().last = members[i];
        copies_.push_back({nodes_.back().document, members[i], 1});
      } else {
        nodes_.push_back({group, members[i], members[i]});
      }
    }
    std::ranges::sort(nodes_.begin() + begin, nodes_.end(), {}, &ContentNode::document);
  }

  const Collection& collection_;
  std::vector<ContentNode> nodes_;
  std::vector<SimilarPair> copies_;
};

/// Collects candidates and verifies them, one batch at a time.
class Verifier {
 public:
  Verifier(const Collection& collection, const VerifyOptions& options, JoinControl& control)
      : collection_(collection),
        verifier_(collection, options.verification, control.threads()),
        control_(control) {}

  void add(const ContentNode& a, const ContentNode& b) {
    const std::uint32_t reference = collection_.reference_documents();
    if (a.last < reference && b.last < reference) return;
    batch_.push_back(make_candidate(a.document, b.document));
    if (batch_.size() >= kCandidateBatch) empty();
  }

  [[nodiscard]] std::vector<SimilarPair> finish() {
    empty();
    std::ranges::sort(found_);
    return std::move(found_);
  }
  [[nodiscard]] std::uint64_t candidates() const noexcept { return candidates_; }

 private:
  void empty() {
    candidates_ += batch_.size();
    const std::vector<SimilarPair> found = verifier_.verify(std::exchange(batch_, {}), control_);
    found_.insert(found_.end(), found.begin(), found.end());
  }

  const Collection& collection_;
  PairVerifier verifier_;
  JoinControl& control_;
  std::vector<Candidate> batch_;
  std::vector<SimilarPair> found_;
  std::uint64_t candidates_ = 0;
};

void add_pairs_inside_groups(std::span<const ContentNode> nodes, Verifier& verifier) {
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    for (auto other = std::next(node); other != nodes.end() && other->group == node->group; ++other)
      verifier.add(*node, *other);
  }
}

void add_pairs_between_groups(const Collection& collection, const NearPairs& near, const ContentNodes& nodes,
                              Verifier& verifier) {
  const std::span<const std::uint32_t> documents = collection.comparable();
  for (const NearPair& pair : near.parts().near) {
    const std::vector<ContentNode> others = nodes.of(documents[pair.second]);
    for (const ContentNode& node : nodes.of(documents[pair.first])) {
      for (const ContentNode& other : others) verifier.add(node, other);
    }
  }
}

/// Returns how many pairs of contents have to be compared.
std::uint64_t count_candidates(const Collection& collection, const NearPairs& near,
                               const ContentNodes& nodes) {
  const std::span<const std::uint32_t> documents = collection.comparable();
  const std::span<const ContentNode> all = nodes.all();
  std::uint64_t count = 0;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].group == all[begin].group) ++end;
    count += (end - begin) * (end - begin - 1) / 2;
  }
  for (const NearPair& pair : near.parts().near)
    count += nodes.count(documents[pair.first]) * nodes.count(documents[pair.second]);
  return count;
}

}  // namespace

SimilarPairs verified_join(const Collection& collection, const NearPairs& near,
                           const VerifyOptions& options) {
  const JoinOptions common = {.threads = options.threads, .progress = options.progress, .stop = options.stop};
  // A lower bound on the number of candidates. There are more if groups have several contents;
  // progress then reaches 0.99 early and stays there until the end.
  JoinControl control(common, static_cast<double>(near.parts().near.size() + 1));
  ContentNodes nodes(collection, near.parts().copies);
  const bool has_limit = options.max_candidates > 0;
  if (near.stats().overflowed ||
      (has_limit && count_candidates(collection, near, nodes) > options.max_candidates)) {
    control.finish();
    return {
        {.near = {}, .copies = nodes.take_copies()}, {.overflowed = true}, collection.reference_documents()};
  }
  Verifier verifier(collection, options, control);
  add_pairs_inside_groups(nodes.all(), verifier);
  add_pairs_between_groups(collection, near, nodes, verifier);
  SimilarPairParts parts{verifier.finish(), nodes.take_copies()};
  SimilarityStats stats{.candidates = verifier.candidates(), .copies = parts.copies.size()};
  stats.stopped = control.stopped();
  if (stats.stopped) parts = {};
  control.finish();
  return {std::move(parts), stats, collection.reference_documents()};
}

}  // namespace neardup::internal
