#include "neardup/join/hamming/near_dense.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "neardup/join/hamming/compartment_mask.h"
#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/hamming/near_pairs.h"
#include "neardup/join/hamming/scan_pass.h"
#include "neardup/join/join_control.h"
#include "neardup/join/verify/pair_verifier.h"
#include "neardup/simd/within_kernels.h"
#include "neardup/simd/word_bits.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kLargeGroup = 16;  // from here on, a component in a bucket is skipped as a whole
constexpr std::size_t kScan = 512;       // fingerprints per call of the kernel

/// A fingerprint and its document.
template <typename Word>
struct Member {
  Word fingerprint;
  std::uint32_t document;
};

/// The fingerprints of one bucket, ordered so that a scan can leave out what is connected: large
/// groups of one component each, then the rest of the reference, then all others.
template <typename Word>
class GroupedBucket {
 public:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  /// Groups the members by the components they are in now.
  void fill(std::span<const Member<Word>> members, Forest& forest, std::uint32_t reference_documents) {
    ordered_.clear();
    for (const Member<Word>& member : members) ordered_.emplace_back(forest.root_of(member.document), member);
    std::ranges::sort(ordered_, {},
                      [](const auto& entry) { return std::pair(entry.first, entry.second.document); });
    fingerprints_.clear();
    documents_.clear();
    large_.clear();
    groups_ = 0;
    const auto for_each_group = [&](const auto& use) {
      for (std::size_t begin = 0, end = 0; begin < ordered_.size(); begin = end) {
        while (end < ordered_.size() && ordered_[end].first == ordered_[begin].first) ++end;
        use(begin, end);
      }
    };
    for_each_group([&](std::size_t begin, std::size_t end) {
      ++groups_;
      if (end - begin < kLargeGroup) return;
      large_.push_back({static_cast<std::uint32_t>(documents_.size()),
                        static_cast<std::uint32_t>(documents_.size() + end - begin)});
      for (std::size_t i = begin; i < end; ++i) add(ordered_[i].second);
    });
    for (const bool wants_reference : {true, false}) {
      Range& range = wants_reference ? reference_ : others_;
      range.begin = static_cast<std::uint32_t>(documents_.size());
      for_each_group([&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; end - begin < kLargeGroup && i < end; ++i) {
          if ((ordered_[i].second.document < reference_documents) == wants_reference) add(ordered_[i].second);
        }
      });
      range.end = static_cast<std::uint32_t>(documents_.size());
    }
  }

  [[nodiscard]] std::span<const Range> large() const noexcept { return large_; }
  [[nodiscard]] Range reference() const noexcept { return reference_; }
  [[nodiscard]] Range others() const noexcept { return others_; }
  [[nodiscard]] std::size_t groups() const noexcept { return groups_; }
  [[nodiscard]] std::span<const Word> fingerprints() const noexcept { return fingerprints_; }
  [[nodiscard]] std::uint32_t document(std::size_t i) const noexcept { return documents_[i]; }

 private:
  void add(const Member<Word>& member) {
    fingerprints_.push_back(member.fingerprint);
    documents_.push_back(member.document);
  }

  std::vector<std::pair<std::uint32_t, Member<Word>>> ordered_;  // scratch: (component, member)
  std::vector<Word> fingerprints_;
  std::vector<std::uint32_t> documents_;
  std::vector<Range> large_;
  Range reference_;
  Range others_;
  std::size_t groups_ = 0;
};

template <typename Word>
class NearDense final : public DenseJoin {
 public:
  NearDense(const Collection& collection, const NearDenseOptions& options,
            const std::function<std::uint32_t(std::uint32_t)>& group_of)
      : collection_(collection),
        options_(options),
        threads_(thread_count(options.threads)),
        places_(collection.size(), kNone) {
    if (options.verification)
      verifier_ = std::make_unique<PairVerifier>(collection, *options.verification, threads_);
    const std::span<const std::uint32_t> comparable = collection.comparable();
    for (std::size_t i = 0; i < comparable.size(); ++i) {
      if (group_of(comparable[i]) != comparable[i]) continue;
      Word fingerprint = collection.fingerprints().template as<Word>()[i];
      if (!collection.compartments().empty())
        apply_compartment_mask(fingerprint, collection.compartments()[comparable[i]]);
      places_[comparable[i]] = static_cast<std::uint32_t>(members_.size());
      members_.push_back({fingerprint, comparable[i]});
      fingerprints_.push_back(fingerprint);
      documents_.push_back(comparable[i]);
    }
  }

  [[nodiscard]] std::optional<std::vector<ScoredPair>> pairs_of(const PairRequest& request) override {
    std::vector<Word> asked;
    std::vector<std::uint32_t> askers;
    for (const std::uint32_t document : request.documents) {
      if (places_[document] == kNone) continue;
      asked.push_back(fingerprints_[places_[document]]);
      askers.push_back(document);
    }
    const NearPairs near =
        find_cross_pairs(asked, fingerprints_,
                         {.max_distance = options_.max_distance,
                          .threads = threads_,
                          .max_pairs = request.documents.size() > 1 ? request.max_pairs : 0});
    candidates_ += near.stats().candidates;
    if (near.stats().overflowed) return std::nullopt;
    std::vector<ScoredPair> pairs;
    near.for_each(EqualPairs::all, [&](const NearPair& pair) {
      const std::uint32_t first = askers[pair.first];
      const std::uint32_t second = documents_[pair.second];
      const bool is_wanted = !request.wants || request.wants(first, second);
      if (first != second && is_wanted && shares_compartment(first, second))
        pairs.push_back({first, second, static_cast<double>(pair.distance)});
    });
    if (verifier_) return verified(pairs);
    std::ranges::sort(pairs);
    return pairs;
  }

  void connect(Forest& forest) override {
    const JoinPlan plan = plan_join(simd::kWordBits<Word>, members_.size(),
                                    {.max_distance = options_.max_distance, .method = JoinMethod::scan});
    for (block_ = 0; block_ < plan.blocks.size(); ++block_) connect(forest, plan);
  }

  [[nodiscard]] std::vector<ScoredPair> check(std::vector<Candidate> candidates) override {
    candidates_ += candidates.size();
    std::vector<ScoredPair> found;
    std::erase_if(candidates,
                  [&](Candidate candidate) { return distance(candidate) > options_.max_distance; });
    if (verifier_) {
      for (const SimilarPair& pair : verify(std::move(candidates)))
        found.push_back({pair.first, pair.second, pair.similarity});
    } else {
      for (const Candidate candidate : candidates)
        found.push_back(
            {first_of(candidate), second_of(candidate), static_cast<double>(distance(candidate))});
    }
    std::ranges::sort(found);
    return found;
  }

  [[nodiscard]] std::uint64_t candidates() const noexcept override { return candidates_; }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  using Bucket = GroupedBucket<Word>;

  [[nodiscard]] bool shares_compartment(std::uint32_t a, std::uint32_t b) const {
    const std::span<const std::uint32_t> compartments = collection_.compartments();
    return compartments.empty() || compartments[a] == compartments[b];
  }

  [[nodiscard]] int distance(Candidate candidate) const {
    const std::uint32_t a = places_[first_of(candidate)];
    const std::uint32_t b = places_[second_of(candidate)];
    if (a == kNone || b == kNone || !shares_compartment(first_of(candidate), second_of(candidate)))
      return std::numeric_limits<int>::max();
    return simd::bits_set(simd::bit_xor(fingerprints_[a], fingerprints_[b]));
  }

  [[nodiscard]] std::vector<SimilarPair> verify(std::vector<Candidate> candidates) {
    const JoinOptions options{.threads = threads_};
    JoinControl control(options, 1);
    return verifier_->verify(std::move(candidates), control);
  }

  /// Returns those of the pairs whose texts pass the verification, ascending, with its scores.
  [[nodiscard]] std::vector<ScoredPair> verified(const std::vector<ScoredPair>& pairs) {
    std::vector<Candidate> candidates;
    candidates.reserve(pairs.size());
    for (const ScoredPair& pair : pairs) candidates.push_back(make_candidate(pair.first, pair.second));
    std::ranges::sort(candidates);
    const auto repeats = std::ranges::unique(candidates);
    candidates.erase(repeats.begin(), repeats.end());
    std::vector<SimilarPair> scores = verify(std::move(candidates));
    std::ranges::sort(scores);
    std::vector<ScoredPair> found;
    for (const ScoredPair& pair : pairs) {
      const SimilarPair wanted{std::min(pair.first, pair.second), std::max(pair.first, pair.second), 0};
      const auto score = std::ranges::lower_bound(scores, wanted);
      if (score != scores.end() && score->first == wanted.first && score->second == wanted.second)
        found.push_back({pair.first, pair.second, score->similarity});
    }
    std::ranges::sort(found);
    return found;
  }

  /// Connects what is near in one block of bits: first inside the buckets, which connects most of
  /// what there is to connect, then between them.
  void connect(Forest& forest, const JoinPlan& plan) {
    const JoinBlock& block = plan.blocks[block_];
    const std::vector<std::size_t> ends = sort_by_key(block);
    const std::size_t buckets = ends.size();
    const auto bucket = [&](std::size_t key) {
      const std::size_t begin = key == 0 ? 0 : ends[key - 1];
      return std::span<const Member<Word>>(members_).subspan(begin, ends[key] - begin);
    };
    run_tasks(threads_, buckets, [&](std::size_t key, int thread) {
      connect_inside(bucket(key), {forest, plan, thread, true});
    });
    std::vector<Bucket> grouped(buckets);
    run_tasks(threads_, buckets, [&](std::size_t key, int) {
      grouped[key].fill(bucket(key), forest, collection_.reference_documents());
    });
    const std::vector<std::uint32_t> changes = key_changes(block.key_bits, block.radius);
    run_tasks(threads_, buckets, [&](std::size_t key, int thread) {
      for (const std::uint32_t change : changes) {
        const std::size_t other = key ^ change;
        if (other <= key) continue;
        for (const Member<Word>& member : bucket(key))
          probe(member, grouped[other], {forest, plan, thread, false});
      }
    });
  }

  /// Sorts the members by the key of the block; returns where each key ends.
  std::vector<std::size_t> sort_by_key(const JoinBlock& block) {
    const std::uint64_t mask = (std::uint64_t{1} << block.key_bits) - 1;
    const auto key_of = [&](const Member<Word>& member) {
      if (block.key_bits == 0) return std::size_t{0};  // the key would begin above the top bit
      return static_cast<std::size_t>(simd::bits_from(member.fingerprint, block.first_bit) & mask);
    };
    std::vector<std::size_t> ends(mask + 1, 0);
    for (const Member<Word>& member : members_) ++ends[key_of(member)];
    std::size_t sum = 0;
    for (std::size_t& end : ends) sum += std::exchange(end, sum);
    std::vector<Member<Word>> sorted(members_.size());
    for (const Member<Word>& member : members_) sorted[ends[key_of(member)]++] = member;
    members_ = std::move(sorted);
    return ends;
  }

  struct Probe {
    Forest& forest;
    const JoinPlan& plan;
    int thread;
    bool is_inside;  // both members are of one bucket, so every pair comes twice
  };

  /// Compares a bucket with itself. Groups it anew whenever half of its groups have gone, so that a
  /// cloud of fragments that grows together is not compared pair by pair.
  void connect_inside(std::span<const Member<Word>> members, const Probe& probe_of) {
    if (members.size() < 2) return;
    Bucket grouped;
    grouped.fill(members, probe_of.forest, collection_.reference_documents());
    std::size_t unions = 0;
    for (const Member<Word>& member : members) {
      if (grouped.groups() < 2) return;
      unions += probe(member, grouped, probe_of);
      if (2 * unions < grouped.groups()) continue;
      grouped.fill(members, probe_of.forest, collection_.reference_documents());
      unions = 0;
    }
  }

  /// Unites the member with everything near it in the bucket. Returns the number of edges it used.
  std::size_t probe(const Member<Word>& member, const Bucket& bucket, const Probe& probe_of) {
    std::size_t unions = 0;
    for (const auto& range : bucket.large()) {
      if (probe_of.forest.are_connected(member.document, bucket.document(range.begin))) continue;
      unions += scan(member, bucket, range, probe_of, true);
    }
    if (member.document >= collection_.reference_documents())
      unions += scan(member, bucket, bucket.reference(), probe_of, false);
    return unions + scan(member, bucket, bucket.others(), probe_of, false);
  }

  /// Unites the member with what is near it in the range; stops at the first edge if one is enough.
  std::size_t scan(const Member<Word>& member, const Bucket& bucket, typename Bucket::Range range,
                   const Probe& probe_of, bool one_is_enough) {
    std::array<simd::ScanHit, kScan> hits;
    std::size_t unions = 0;
    for (std::size_t begin = range.begin; begin < range.end; begin += kScan) {
      const auto some = bucket.fingerprints().subspan(begin, std::min<std::size_t>(kScan, range.end - begin));
      candidates_.fetch_add(some.size(), std::memory_order_relaxed);
      const std::size_t found =
          simd::scan_within(some, member.fingerprint, options_.max_distance, hits.data());
      for (const simd::ScanHit& hit : std::span(hits).first(found)) {
        const Member<Word> other{some[hit.index], bucket.document(begin + hit.index)};
        if (probe_of.forest.are_connected(member.document, other.document) ||
            !is_edge(member, other, probe_of))
          continue;
        probe_of.forest.unite(member.document, other.document);
        ++unions;
        if (one_is_enough) return unions;
      }
    }
    return unions;
  }

  /// Decides whether two near members are a pair that linkage uses. A pair of two reference
  /// documents is none. Texts are compared only in the first block that shows the pair.
  [[nodiscard]] bool is_edge(const Member<Word>& a, const Member<Word>& b, const Probe& probe_of) {
    if (a.document == b.document || !shares_compartment(a.document, b.document)) return false;
    if (std::max(a.document, b.document) < collection_.reference_documents()) return false;
    if (!verifier_) return true;
    if (probe_of.is_inside && a.document > b.document) return false;  // comes again, the other way round
    const Word difference = simd::bit_xor(a.fingerprint, b.fingerprint);
    for (std::size_t i = 0; i < block_; ++i) {
      const JoinBlock& earlier = probe_of.plan.blocks[i];
      const Word mask = simd::bit_range<Word>(earlier.first_bit, earlier.first_bit + earlier.key_bits);
      if (simd::bits_set(simd::bit_and(difference, mask)) <= earlier.radius) return false;
    }
    return verifier_->measure(verifier_->read(a.document, probe_of.thread),
                              verifier_->read(b.document, probe_of.thread)) >=
           verifier_->verification().min_similarity;
  }

  const Collection& collection_;
  NearDenseOptions options_;
  int threads_;
  std::unique_ptr<PairVerifier> verifier_;  // null: the distance decides
  std::vector<Member<Word>> members_;       // in any order
  std::vector<Word> fingerprints_;
  std::vector<std::uint32_t> documents_;  // by place in fingerprints_
  std::vector<std::uint32_t> places_;     // by document: its place in fingerprints_
  std::size_t block_ = 0;
  std::atomic<std::uint64_t> candidates_ = 0;
};

}  // namespace

std::unique_ptr<DenseJoin> make_near_dense(const Collection& collection, const NearDenseOptions& options,
                                           const std::function<std::uint32_t(std::uint32_t)>& group_of) {
  if (collection.options().recipe.steps().bits == 128)
    return std::make_unique<NearDense<Bits128>>(collection, options, group_of);
  return std::make_unique<NearDense<std::uint64_t>>(collection, options, group_of);
}

}  // namespace neardup::internal
