#include "neardup/join/verified_join.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "neardup/corpus/record_table.h"
#include "neardup/join/candidate_tasks.h"
#include "neardup/join/evidence.h"
#include "neardup/join/join_control.h"
#include "neardup/util/parallel.h"

namespace neardup {

namespace {

constexpr std::size_t kCandidateBatch = std::size_t{1} << 22;  // candidates, 8 bytes each
constexpr std::size_t kTaskEvidence = std::size_t{64} << 20;   // bytes
// Comparing texts takes far longer than reading them again: many small tasks keep all threads busy.
constexpr std::size_t kTaskTexts = std::size_t{1} << 20;

/// Documents with one fingerprint and one content, known by the first of them.
struct ContentNode {
  std::uint32_t group = 0;     // the first document with this fingerprint
  std::uint32_t document = 0;  // the first one with this content, too
  std::uint32_t last = 0;
};

/// Takes the groups of equal fingerprints apart by content.
class ContentNodes {
 public:
  ContentNodes(const Collection& collection, const std::vector<NearPair>& copies) : collection_(collection) {
    for (std::size_t begin = 0, end = 0; begin < copies.size(); begin = end) {
      while (end < copies.size() && copies[end].first == copies[begin].first) ++end;
      add_group(std::span(copies).subspan(begin, end - begin));
    }
    std::ranges::sort(copies_);
  }

  /// Those of one group, by document.
  [[nodiscard]] std::vector<ContentNode> of(std::uint32_t group) const {
    const auto found = std::ranges::equal_range(nodes_, group, {}, &ContentNode::group);
    if (found.empty()) return {{group, group, group}};
    return {found.begin(), found.end()};
  }
  /// Those of all groups with a copy, ordered by group, then document.
  [[nodiscard]] std::span<const ContentNode> all() const noexcept { return nodes_; }
  [[nodiscard]] std::vector<SimilarPair> take_copies() { return std::move(copies_); }

 private:
  /// `copies` are all pairs (first of the group, copy), in order.
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

/// Measures the candidates of one task. One object a thread.
class TaskMeasure {
 public:
  TaskMeasure(const Collection& collection, const Verification& verification)
      : reader_(collection.records(), collection.options().read),
        taker_(collection.options().recipe, verification, collection.options().boilerplate),
        verification_(verification) {}

  void run(std::span<const Candidate> candidates) {
    const std::vector<std::uint32_t> documents = documents_of(candidates);
    std::vector<Evidence> evidence;
    evidence.reserve(documents.size());
    for (const std::uint32_t document : documents) evidence.push_back(taker_.take(reader_.read(document)));
    for (const Candidate candidate : candidates) {
      const Evidence& first = evidence[place_of(documents, first_of(candidate))];
      const Evidence& second = evidence[place_of(documents, second_of(candidate))];
      const double least = verification_.min_similarity;
      const double score = measure_evidence(verification_.measure, first, second, least);
      if (score >= least) found_.push_back({first_of(candidate), second_of(candidate), score});
    }
  }

  [[nodiscard]] std::span<const SimilarPair> found() const noexcept { return found_; }

 private:
  RecordReader reader_;
  EvidenceTaker taker_;
  Verification verification_;
  std::vector<SimilarPair> found_;
};

/// Collects candidates and measures them, a batch at a time.
class Verifier {
 public:
  Verifier(const Collection& collection, const VerifyOptions& options, JoinControl& control)
      : collection_(collection), options_(options), control_(control) {
    for (int thread = 0; thread < control.threads(); ++thread)
      measures_.push_back(std::make_unique<TaskMeasure>(collection, options.verification));
  }

  void add(const ContentNode& a, const ContentNode& b) {
    const std::uint32_t reference = collection_.reference_documents();
    if (a.last < reference && b.last < reference) return;
    batch_.push_back(make_candidate(a.document, b.document));
    if (batch_.size() >= kCandidateBatch) empty();
  }

  [[nodiscard]] std::vector<SimilarPair> finish() {
    empty();
    std::vector<SimilarPair> found;
    for (const auto& measure : measures_)
      found.insert(found.end(), measure->found().begin(), measure->found().end());
    std::ranges::sort(found);
    return found;
  }
  [[nodiscard]] std::uint64_t candidates() const noexcept { return candidates_; }

 private:
  void empty() {
    candidates_ += batch_.size();
    const bool has_texts = compares_texts(options_.verification.measure);
    const CandidateTasks tasks(std::exchange(batch_, {}), collection_.size(),
                               has_texts ? kTaskTexts : kTaskEvidence,
                               [this](std::uint32_t document) { return cost_of(document); });
    run_tasks(control_.threads(), tasks.size(), [&](std::size_t task, int thread) {
      if (control_.stopped()) return;
      measures_[static_cast<std::size_t>(thread)]->run(tasks[task]);
      control_.advance(static_cast<double>(tasks[task].size()), thread);
    });
  }

  /// A feature begins at every character at most.
  [[nodiscard]] std::size_t cost_of(std::uint32_t document) const {
    const std::size_t length = collection_.records().place(document).length;
    return compares_texts(options_.verification.measure) ? length : length * sizeof(WeightedHash);
  }

  const Collection& collection_;
  const VerifyOptions& options_;
  JoinControl& control_;
  std::vector<std::unique_ptr<TaskMeasure>> measures_;  // by thread
  std::vector<Candidate> batch_;
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

}  // namespace

SimilarPairs verified_join(const Collection& collection, const NearPairs& near,
                           const VerifyOptions& options) {
  const JoinOptions common = {.threads = options.threads, .progress = options.progress, .stop = options.stop};
  // At least this many candidates; more where groups have several contents, and then the end comes late.
  JoinControl control(common, static_cast<double>(near.parts().near.size() + 1));
  ContentNodes nodes(collection, near.parts().copies);
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

}  // namespace neardup
