#include "neardup/join/similarity/similar_dense.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate_check.h"
#include "neardup/join/similarity/prefix_table.h"
#include "neardup/join/similarity/shingle_order.h"
#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/hash_spread.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kTask = 64;                             // documents per task
constexpr std::size_t kCheckedAtOnce = std::size_t{1} << 22;  // candidates, 8 bytes each
constexpr std::size_t kFirstLimit = 16;                       // candidates of two components in one list
constexpr std::size_t kLimitGrowth = 64;
constexpr std::size_t kWindow = 4;      // neighbours of a component in the first rounds
constexpr std::size_t kFewUnions = 64;  // the first rounds end when they connect one document in so many

/// Remembers of every shingle whether it occurs in more than one component. Shingles share slots, so
/// some seem to and do not; that costs time, never an edge.
class MixedShingles {
 public:
  explicit MixedShingles(std::uint64_t occurrences)
      : shift_(64 - std::clamp(static_cast<int>(std::bit_width(occurrences)), 10, 25)),
        slots_(std::size_t{1} << (64 - shift_), kEmpty) {}

  /// Adds a shingle of a component. Thread-safe.
  void add(std::uint64_t shingle, std::uint32_t component) noexcept {
    const std::atomic_ref slot(slots_[place_of(shingle)]);
    std::uint32_t before = kEmpty;
    if (slot.compare_exchange_strong(before, component, std::memory_order_relaxed)) return;
    if (before != component && before != kMixed) slot.store(kMixed, std::memory_order_relaxed);
  }

  /// REQUIRES: no thread is still adding
  [[nodiscard]] bool contains(std::uint64_t shingle) const noexcept {
    return slots_[place_of(shingle)] == kMixed;
  }

 private:
  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kMixed = kEmpty - 1;
  [[nodiscard]] std::size_t place_of(std::uint64_t shingle) const noexcept {
    return spread_hash(shingle, shift_);
  }

  int shift_;
  std::vector<std::uint32_t> slots_;  // a component, or one of the two above
};

/// A document in the list of one of its rarest shingles.
struct Posting {
  std::uint64_t shingle;
  std::uint32_t document;
  std::uint32_t position;
};

/// The postings of one component in one list.
struct Group {
  std::span<const Posting> postings;
  std::uint32_t reach = 0;     // the largest set that one of them can be similar to
  std::uint32_t smallest = 0;  // the smallest set of the group
};

class SimilarDense final : public DenseJoin {
 public:
  explicit SimilarDense(SimilarDenseInput input)
      : input_(std::move(input)), threads_(thread_count(input_.threads)) {}

  [[nodiscard]] std::optional<std::vector<ScoredPair>> pairs_of(const PairRequest& request) override {
    build_table();
    std::vector<std::uint32_t> asked;
    std::ranges::copy_if(request.documents, std::back_inserter(asked), [this](std::uint32_t document) {
      return std::ranges::binary_search(input_.documents, document);
    });
    const std::uint64_t limit =
        request.documents.size() > 1 ? request.max_pairs : std::numeric_limits<std::uint64_t>::max();
    std::vector<Candidate> found = candidates_of({asked, limit, request.wants});
    if (found.size() > limit) return std::nullopt;
    std::vector<ScoredPair> pairs;
    for (const ScoredPair& pair : check(std::move(found))) {
      if (std::ranges::binary_search(asked, pair.first)) pairs.push_back(pair);
      if (std::ranges::binary_search(asked, pair.second))
        pairs.push_back({pair.second, pair.first, pair.score});
    }
    std::ranges::sort(pairs);
    return pairs;
  }

  void connect(Forest& forest) override {
    std::vector<std::uint32_t> components(input_.documents.size());
    std::ranges::transform(input_.documents, components.begin(),
                           [&](std::uint32_t document) { return forest.root_of(document); });
    const MixedShingles mixed = find_mixed(components);
    const std::vector<std::uint32_t> doubtful = find_doubtful(mixed);
    if (doubtful.empty()) return;
    std::vector<Posting> postings = take_postings(doubtful, mixed);
    // Many components that grow together are first compared with a few neighbours each, round by
    // round, so that the complete comparison finds few components left.
    std::size_t unions = postings.size();
    while (unions > doubtful.size() / kFewUnions) {
      sort_by_component(postings, forest);
      unions = connect_lists(postings, forest, {.window = kWindow, .candidates = kFirstLimit}).unions;
    }
    Outcome outcome{.is_complete = false};
    for (std::size_t limit = kFirstLimit; !outcome.is_complete; limit *= kLimitGrowth) {
      sort_by_component(postings, forest);
      outcome = connect_lists(postings, forest, {.candidates = limit});
    }
  }

  [[nodiscard]] std::vector<ScoredPair> check(std::vector<Candidate> candidates) override {
    std::erase_if(candidates, [this](Candidate candidate) {
      return !input_.is_pair(first_of(candidate), second_of(candidate));
    });
    candidates_ += candidates.size();
    const JoinOptions options{.threads = threads_};
    const JoinControl control(options, 1);
    const CheckInput input{input_.sketches, input_.source, input_.min_similarity};
    std::vector<ScoredPair> pairs;
    for (const SimilarPair& pair : check_candidates(std::move(candidates), input, threads_, control))
      pairs.push_back({pair.first, pair.second, pair.similarity});
    return pairs;
  }

  [[nodiscard]] std::uint64_t candidates() const noexcept override { return candidates_; }

 private:
  /// Calls use(index in the documents, set, thread) for each of the documents, on all threads.
  template <typename Use>
  void for_each_set(std::span<const std::uint32_t> documents, const Use& use) const {
    run_tasks(threads_, (documents.size() + kTask - 1) / kTask, [&](std::size_t task, int thread) {
      const std::size_t begin = task * kTask;
      const auto some = documents.subspan(begin, std::min(kTask, documents.size() - begin));
      input_.batches(some,
                     [&](std::size_t i, std::span<const std::uint64_t> set) { use(begin + i, set, thread); });
    });
  }

  /// Returns the order of shingles, from a sample of the documents.
  [[nodiscard]] ShingleOrder order_of(std::span<const std::uint32_t> documents) const {
    const std::size_t wanted = std::min(documents.size(), ShingleOrder::kSample);
    std::vector<std::uint32_t> sample;
    for (std::size_t i = 0; i < wanted; ++i) sample.push_back(documents[i * documents.size() / wanted]);
    return {{input_.sketches, input_.batches, input_.min_similarity, threads_}, sample, false};
  }

  // ---- The pairs of a few documents ----

  void build_table() {
    if (table_) return;
    constexpr std::size_t kBatch = 8192;
    order_.emplace(order_of(input_.documents));
    table_.emplace(input_.min_similarity);
    std::vector<ShinglePrefix> prefixes(kBatch);
    std::vector<PrefixScratch> scratch(static_cast<std::size_t>(threads_));
    for (std::size_t begin = 0; begin < input_.documents.size(); begin += kBatch) {
      const auto batch = std::span<const std::uint32_t>(input_.documents)
                             .subspan(begin, std::min(kBatch, input_.documents.size() - begin));
      for_each_set(batch, [&](std::size_t i, std::span<const std::uint64_t> set, int thread) {
        order_->take_prefix(set, scratch[static_cast<std::size_t>(thread)], prefixes[i]);
      });
      for (std::size_t i = 0; i < batch.size(); ++i)
        table_->add(static_cast<std::uint32_t>(begin + i), prefixes[i]);
    }
  }

  /// What a thread needs to probe the table.
  struct Prober {
    PrefixScratch scratch = {};
    ShinglePrefix prefix = {};
    std::vector<bool> is_met = {};  // by entry
    std::vector<std::uint32_t> met = {};
    std::vector<Candidate> found = {};
  };

  /// Returns the wanted pairs that may be similar, or more than `max_pairs` of them.
  [[nodiscard]] std::vector<Candidate> candidates_of(const PairRequest& request) const {
    std::vector<Prober> probers(static_cast<std::size_t>(threads_));
    std::atomic<std::uint64_t> total = 0;
    for_each_set(request.documents, [&](std::size_t i, std::span<const std::uint64_t> set, int thread) {
      if (total.load(std::memory_order_relaxed) > request.max_pairs) return;
      Prober& prober = probers[static_cast<std::size_t>(thread)];
      const std::size_t before = prober.found.size();
      probe(request.documents[i], set, request.wants, prober);
      total.fetch_add(prober.found.size() - before, std::memory_order_relaxed);
    });
    std::vector<Candidate> all;
    for (const Prober& prober : probers) all.insert(all.end(), prober.found.begin(), prober.found.end());
    return all;
  }

  void probe(std::uint32_t document, std::span<const std::uint64_t> set,
             const std::function<bool(std::uint32_t, std::uint32_t)>& wants, Prober& prober) const {
    order_->take_prefix(set, prober.scratch, prober.prefix);
    prober.is_met.resize(input_.documents.size());
    const auto size = static_cast<std::uint32_t>(set.size());
    table_->probe(prober.prefix, [&](std::uint32_t entry, std::uint32_t there, std::uint32_t here) {
      if (prober.is_met[entry]) return;
      prober.is_met[entry] = true;
      prober.met.push_back(entry);
      const std::uint32_t other = input_.documents[entry];
      if (other == document || (wants && !wants(document, other))) return;
      if (can_be_similar({size, here}, {input_.sketches.shingles(other), there}))
        prober.found.push_back(make_candidate(document, other));
    });
    for (const std::uint32_t entry : prober.met) prober.is_met[entry] = false;
    prober.met.clear();
  }

  /// A set and the position of its first shingle in common with another set.
  struct Meeting {
    std::uint32_t size;
    std::uint32_t position;
  };
  [[nodiscard]] bool can_be_similar(const Meeting& a, const Meeting& b) const {
    const std::size_t needed = least_overlap(a.size, b.size, input_.min_similarity);
    return std::min({a.size - a.position, b.size - b.position, a.size, b.size}) >= needed;
  }

  // ---- Components ----

  [[nodiscard]] MixedShingles find_mixed(const std::vector<std::uint32_t>& components) const {
    std::uint64_t occurrences = 0;
    for (const std::uint32_t document : input_.documents) occurrences += input_.sketches.shingles(document);
    MixedShingles mixed(occurrences);
    for_each_set(input_.documents, [&](std::size_t i, std::span<const std::uint64_t> set, int) {
      for (const std::uint64_t shingle : set) mixed.add(shingle, components[i]);
    });
    return mixed;
  }

  /// Returns the documents that can be similar to a document of another component: a set that is
  /// similar enough shares at least least_size() shingles, and all of those are mixed.
  [[nodiscard]] std::vector<std::uint32_t> find_doubtful(const MixedShingles& mixed) const {
    std::vector<std::uint8_t> is_doubtful(input_.documents.size());
    for_each_set(input_.documents, [&](std::size_t i, std::span<const std::uint64_t> set, int) {
      const auto shared = static_cast<std::size_t>(
          std::ranges::count_if(set, [&](std::uint64_t shingle) { return mixed.contains(shingle); }));
      is_doubtful[i] = shared >= least_size(set.size(), input_.min_similarity) ? 1 : 0;
    });
    std::vector<std::uint32_t> doubtful;
    for (std::size_t i = 0; i < is_doubtful.size(); ++i) {
      if (is_doubtful[i] != 0) doubtful.push_back(input_.documents[i]);
    }
    return doubtful;
  }

  /// Returns the prefixes of the documents, without shingles of one component only.
  [[nodiscard]] std::vector<Posting> take_postings(std::span<const std::uint32_t> documents,
                                                   const MixedShingles& mixed) const {
    struct Taker {
      PrefixScratch scratch = {};
      ShinglePrefix prefix = {};
      std::vector<Posting> postings = {};
    };
    const ShingleOrder order = order_of(documents);
    std::vector<Taker> takers(static_cast<std::size_t>(threads_));
    for_each_set(documents, [&](std::size_t i, std::span<const std::uint64_t> set, int thread) {
      Taker& taker = takers[static_cast<std::size_t>(thread)];
      order.take_prefix(set, taker.scratch, taker.prefix);
      for (const PrefixShingle& shingle : taker.prefix.shingles) {
        if (mixed.contains(shingle.shingle))
          taker.postings.push_back({shingle.shingle, documents[i], shingle.position});
      }
    });
    std::vector<Posting> postings;
    for (const Taker& taker : takers)
      postings.insert(postings.end(), taker.postings.begin(), taker.postings.end());
    return postings;
  }

  static void sort_by_component(std::vector<Posting>& postings, Forest& forest) {
    std::ranges::sort(postings, {}, [&](const Posting& posting) {
      return std::tuple(posting.shingle, forest.root_of(posting.document), posting.document);
    });
  }

  struct Limits {
    std::size_t window = std::numeric_limits<std::size_t>::max();  // later groups to compare a group with
    std::size_t candidates = 0;                                    // of two groups in one list
  };
  struct Outcome {
    bool is_complete = true;  // no limit left out candidates
    std::size_t unions = 0;
  };

  /// Compares the components of each list within the limits, and unites what is similar.
  /// REQUIRES: the postings are sorted by component
  Outcome connect_lists(std::span<const Posting> postings, Forest& forest, const Limits& limits) {
    Outcome outcome;
    std::vector<Candidate> waiting;
    for (std::size_t begin = 0, end = 0; begin < postings.size(); begin = end) {
      while (end < postings.size() && postings[end].shingle == postings[begin].shingle) ++end;
      const std::vector<Group> groups = groups_of(postings.subspan(begin, end - begin), forest);
      for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::size_t last = limits.window < groups.size() - i ? i + limits.window : groups.size() - 1;
        for (std::size_t j = i + 1; j <= last && groups[j].reach >= groups[i].smallest; ++j) {
          if (are_connected(groups[i], groups[j], forest)) continue;
          const bool are_all = add_candidates(groups[i], groups[j], limits.candidates, waiting);
          outcome.is_complete = outcome.is_complete && are_all;
        }
        if (waiting.size() >= kCheckedAtOnce) outcome.unions += unite(waiting, forest);
      }
    }
    outcome.unions += unite(waiting, forest);
    return outcome;
  }

  /// Returns the groups of a list, largest reach first. A pair of a group and a later one needs the
  /// later one to reach the smallest set of the first.
  [[nodiscard]] std::vector<Group> groups_of(std::span<const Posting> list, Forest& forest) const {
    std::vector<Group> groups;
    for (std::size_t begin = 0, end = 0; begin < list.size(); begin = end) {
      Group group{.postings = {}, .reach = 0, .smallest = std::numeric_limits<std::uint32_t>::max()};
      while (end < list.size() && forest.are_connected(list[end].document, list[begin].document)) {
        const std::uint32_t size = input_.sketches.shingles(list[end].document);
        group.reach =
            std::max(group.reach, PrefixTable::reach(size, list[end].position, input_.min_similarity));
        group.smallest = std::min(group.smallest, size);
        ++end;
      }
      group.postings = list.subspan(begin, end - begin);
      groups.push_back(group);
    }
    std::ranges::sort(groups, std::ranges::greater{}, &Group::reach);
    return groups;
  }

  [[nodiscard]] static bool are_connected(const Group& a, const Group& b, Forest& forest) {
    return forest.are_connected(a.postings.front().document, b.postings.front().document);
  }

  /// Adds candidates of the two groups. Returns false if there are more than the limit.
  [[nodiscard]] bool add_candidates(const Group& a, const Group& b, std::size_t limit,
                                    std::vector<Candidate>& candidates) const {
    std::size_t added = 0;
    for (const Posting& one : a.postings) {
      const Meeting meeting{input_.sketches.shingles(one.document), one.position};
      for (const Posting& other : b.postings) {
        if (std::max(one.document, other.document) < input_.reference_documents) continue;
        if (!can_be_similar(meeting, {input_.sketches.shingles(other.document), other.position})) continue;
        if (added++ == limit) return false;
        candidates.push_back(make_candidate(one.document, other.document));
      }
    }
    return true;
  }

  /// Unites the candidates that are pairs, and forgets them all. Returns how many components fewer
  /// there are.
  std::size_t unite(std::vector<Candidate>& candidates, Forest& forest) {
    std::size_t unions = 0;
    for (const ScoredPair& pair : check(std::exchange(candidates, {}))) {
      if (forest.are_connected(pair.first, pair.second)) continue;
      forest.unite(pair.first, pair.second);
      ++unions;
    }
    return unions;
  }

  SimilarDenseInput input_;
  int threads_;
  std::optional<ShingleOrder> order_;  // of `pairs_of`
  std::optional<PrefixTable> table_;   // of `pairs_of`; entries are indexes into input_.documents
  std::uint64_t candidates_ = 0;
};

}  // namespace

std::unique_ptr<DenseJoin> make_similar_dense(SimilarDenseInput input) {
  return std::make_unique<SimilarDense>(std::move(input));
}

}  // namespace neardup::internal
