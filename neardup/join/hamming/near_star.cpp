#include "neardup/join/hamming/near_star.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "neardup/join/hamming/compartment_mask.h"
#include "neardup/join/hamming/near_pairs.h"
#include "neardup/join/join_control.h"
#include "neardup/join/verify/pair_verifier.h"
#include "neardup/simd/within_kernels.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kSmallestHalf = 2048;    // scanning this many costs less than setting up a join
constexpr std::size_t kSmallestTextHalf = 32;  // up to here, one thread compares the texts
constexpr std::size_t kFewKept = 1024;         // up to here, kept documents are scanned instead of joined
constexpr std::size_t kChunk = 131'072;        // documents per join for the closest matches
constexpr std::size_t kJoinForThreads = 8192;  // smaller joins stay on one thread

/// A kept document and a later one, by their positions in the order.
struct StarPair {
  std::uint32_t kept;
  std::uint32_t later;
  int distance;
};

template <typename Word>
class NearStar final : public StarSearch {
 public:
  NearStar(const Collection& collection, const NearStarOptions& options,
           std::function<std::uint32_t(std::uint32_t)> group_of)
      : collection_(collection),
        options_(options),
        group_of_(std::move(group_of)),
        threads_(thread_count(options.threads)),
        few_kept_(options.few > 0 ? options.few : kFewKept),
        smallest_half_(options.few > 0        ? options.few
                       : options.verification ? kSmallestTextHalf
                                              : kSmallestHalf) {
    if (options.verification)
      verifier_ = std::make_unique<PairVerifier>(collection, *options.verification, threads_);
  }

  void run(const StarOrder& order, StarVisitor& visitor) override {
    order_ = order;
    visitor_ = &visitor;
    find_words();
    best_.assign(order.documents.size(), kNobody);
    distances_.assign(verifier_ ? 0 : order.documents.size(), 0);
    scores_.assign(verifier_ ? order.documents.size() : 0, 0);
    is_kept_.assign(order.documents.size(), false);
    halve(0, static_cast<std::uint32_t>(order.documents.size()));
    if (!verifier_) find_closest();
  }

  [[nodiscard]] std::uint64_t candidates() const noexcept override { return candidates_; }

 private:
  void find_words() {
    const std::span<const std::uint32_t> comparable = collection_.comparable();
    std::vector<std::uint32_t> words(collection_.size(), kNobody);  // by document
    for (std::uint32_t i = 0; i < comparable.size(); ++i) words[comparable[i]] = i;
    words_.resize(order_.documents.size());
    std::ranges::transform(order_.documents, words_.begin(),
                           [&](std::uint32_t document) { return words[document]; });
  }

  [[nodiscard]] bool has_word(std::uint32_t place) const { return words_[place] != kNobody; }
  [[nodiscard]] Word word(std::uint32_t place) const {
    Word word = collection_.fingerprints().template as<Word>()[words_[place]];
    if (has_compartments()) apply_compartment_mask(word, collection_.compartments()[order_.documents[place]]);
    return word;
  }
  [[nodiscard]] double score(std::uint32_t place) const {
    return verifier_ ? scores_[place] : distances_[place];
  }

  void halve(std::uint32_t begin, std::uint32_t end) {
    if (end - begin <= smallest_half_) return settle(begin, end);
    const std::uint32_t middle = begin + (end - begin) / 2;
    halve(begin, middle);
    join(begin, middle, end);
    halve(middle, end);
  }

  /// Returns whether a match could still change anything for this document. By distance, one match
  /// is enough until find_closest. Texts are compared only once, so there every match counts right
  /// away.
  [[nodiscard]] bool asks(std::uint32_t place) const {
    if (!has_word(place) || place < order_.always_kept) return false;
    if (best_[place] != kNobody && (!verifier_ || score(place) == 1)) return false;
    return visitor_->needs_search(order_.documents[place]);
  }

  /// Finds the closest match of every removed document among all documents kept before it. Runs
  /// after all documents are settled.
  void find_closest() {
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> others;
    for (std::uint32_t place = 0; place < words_.size(); ++place) {
      if (!has_word(place)) continue;
      if (is_kept_[place]) {
        kept.push_back(place);
      } else if (best_[place] != kNobody && score(place) > 0) {
        others.push_back(place);
      }
    }
    if (kept.empty()) return;
    is_settled_ = true;
    for (std::size_t begin = 0, size = kChunk; begin < others.size(); begin += size)
      join(kept, std::span(others).subspan(begin, std::min(size, others.size() - begin)));
    for (const std::uint32_t place : others) visitor_->improve(order_.documents[place], *match_of(place));
  }

  void join(std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> later;
    for (std::uint32_t i = begin; i < middle; ++i) {
      if (is_kept_[i] && has_word(i)) kept.push_back(i);
    }
    if (kept.empty()) return;
    for (std::uint32_t i = middle; i < end; ++i) {
      if (asks(i)) later.push_back(i);
    }
    join(kept, later);
  }

  [[nodiscard]] std::vector<Word> words_at(std::span<const std::uint32_t> places) const {
    std::vector<Word> words;
    words.reserve(places.size());
    for (const std::uint32_t place : places) words.push_back(word(place));
    return words;
  }

  /// Offers the later documents their matches among the kept ones. By distance, only the closest
  /// match counts, so half the distance comes first: that join is faster, and most documents need
  /// no other.
  void join(std::span<const std::uint32_t> kept, std::span<const std::uint32_t> later) {
    if (later.empty()) return;
    if (kept.size() <= few_kept_) return scan_all(kept, later);
    const int half = options_.max_distance / 2;
    if (verifier_ || half == 0) return join_within(options_.max_distance, kept, later);
    join_within(half, kept, later);
    std::vector<std::uint32_t> rest;
    std::ranges::copy_if(later, std::back_inserter(rest), [&](std::uint32_t place) {
      return best_[place] == kNobody || (is_settled_ && score(place) > half);
    });
    join_within(options_.max_distance, kept, rest);
  }

  void join_within(int max_distance, std::span<const std::uint32_t> kept,
                   std::span<const std::uint32_t> later) {
    if (later.empty()) return;
    const bool is_small = kept.size() + later.size() < kJoinForThreads;
    const NearPairs found = find_cross_pairs(words_at(later), words_at(kept),
                                             {.max_distance = max_distance,
                                              .threads = is_small ? 1 : threads_,
                                              .max_pairs = later.size() > 1 ? options_.max_pairs : 0});
    candidates_ += found.stats().candidates;
    if (found.stats().overflowed) {
      join_within(max_distance, kept, later.first(later.size() / 2));
      return join_within(max_distance, kept, later.subspan(later.size() / 2));
    }
    std::vector<StarPair> texts;  // pairs to verify
    const auto equal = verifier_ || has_compartments() ? EqualPairs::all : EqualPairs::star;
    found.for_each(equal, [&](const NearPair& near) {
      const StarPair pair{kept[near.second], later[near.first], near.distance};
      if (!shares_compartment(pair.kept, pair.later)) return;
      verifier_ ? texts.push_back(pair) : offer(pair, pair.distance);
    });
    if (verifier_) verify(texts);
  }

  /// Calls use(pair) for every near pair of the document with a kept one, in the order in which
  /// those were kept.
  template <typename Use>
  void scan(std::span<const std::uint32_t> kept, std::span<const Word> kept_words, std::uint32_t place,
            std::vector<simd::ScanHit>& hits, const Use& use) const {
    if (hits.size() < kept.size()) hits.resize(kept.size());
    const std::size_t found = simd::scan_within(kept_words, word(place), options_.max_distance, hits.data());
    for (const simd::ScanHit& hit : std::span(hits).first(found)) {
      const StarPair pair{kept[hit.index], place, static_cast<int>(hit.distance)};
      if (shares_compartment(pair.kept, pair.later)) use(pair);
    }
  }

  /// Compares a few kept documents one by one with the others: no join is faster, and no pairs need
  /// to be held in memory.
  void scan_all(std::span<const std::uint32_t> kept, std::span<const std::uint32_t> later) {
    const std::vector<Word> kept_words = words_at(kept);
    candidates_ += kept.size() * later.size();
    if (verifier_) return verify_all(kept, kept_words, later);
    constexpr std::size_t kTask = 1024;
    const bool is_small = kept.size() * later.size() < kFewKept * kTask;
    run_tasks(is_small ? 1 : threads_, (later.size() + kTask - 1) / kTask, [&](std::size_t task, int) {
      std::vector<simd::ScanHit> hits;
      for (const std::uint32_t place :
           later.subspan(task * kTask, std::min(kTask, later.size() - task * kTask)))
        scan(kept, kept_words, place, hits, [this](const StarPair& pair) { offer(pair, pair.distance); });
    });
  }

  void verify_all(std::span<const std::uint32_t> kept, std::span<const Word> kept_words,
                  std::span<const std::uint32_t> later) {
    std::vector<simd::ScanHit> hits;
    std::vector<StarPair> pairs;
    for (const std::uint32_t place : later) {
      scan(kept, kept_words, place, hits, [&](const StarPair& pair) { pairs.push_back(pair); });
      if (pairs.size() < options_.max_pairs) continue;
      verify(pairs);
      pairs.clear();
    }
    verify(pairs);
  }

  [[nodiscard]] bool has_compartments() const { return !collection_.compartments().empty(); }
  [[nodiscard]] bool shares_compartment(std::uint32_t a, std::uint32_t b) const {
    const std::span<const std::uint32_t> compartments = collection_.compartments();
    return compartments.empty() || compartments[order_.documents[a]] == compartments[order_.documents[b]];
  }

  /// Makes the kept document the match of the later one if it is closer than the match so far. A
  /// tie goes to the document kept first.
  void offer(const StarPair& pair, double offered) {
    if (pair.kept > pair.later) return;
    const double before = score(pair.later);
    const bool is_closer = verifier_ ? offered > before : offered < before;
    const bool is_earlier = offered == before && pair.kept < best_[pair.later];
    if (best_[pair.later] != kNobody && !is_closer && !is_earlier) return;
    best_[pair.later] = pair.kept;
    if (verifier_) {
      scores_[pair.later] = offered;
    } else {
      distances_[pair.later] = static_cast<std::uint8_t>(offered);
    }
  }

  /// Verifies the pairs and offers those that pass. Compares the texts of equal documents only
  /// once.
  void verify(std::span<const StarPair> pairs) {
    std::vector<Candidate> candidates;
    for (const StarPair& pair : pairs) {
      if (group(pair.kept) != group(pair.later)) candidates.push_back(groups_of(pair));
    }
    std::ranges::sort(candidates);
    const auto repeats = std::ranges::unique(candidates);
    candidates.erase(repeats.begin(), repeats.end());
    const JoinOptions options{.threads = threads_};
    JoinControl control(options, 1);
    std::unordered_map<Candidate, double> scores;
    for (const SimilarPair& pair : verifier_->verify(std::move(candidates), control))
      scores.emplace(make_candidate(pair.first, pair.second), pair.similarity);
    for (const StarPair& pair : pairs) {
      const auto found = scores.find(groups_of(pair));
      if (group(pair.kept) == group(pair.later)) {
        offer(pair, 1);
      } else if (found != scores.end()) {
        offer(pair, found->second);
      }
    }
  }
  [[nodiscard]] std::uint32_t group(std::uint32_t place) const { return group_of_(order_.documents[place]); }
  [[nodiscard]] Candidate groups_of(const StarPair& pair) const {
    return make_candidate(group(pair.kept), group(pair.later));
  }

  /// Settles the documents one by one, comparing each with those kept before it in this range.
  void settle(std::uint32_t begin, std::uint32_t end) {
    std::vector<Word> kept_words;
    std::vector<std::uint32_t> kept;
    std::vector<simd::ScanHit> hits;
    std::map<std::uint32_t, Evidence> evidence;  // by position in the order
    for (std::uint32_t place = begin; place < end; ++place) {
      if (asks(place) && !kept.empty()) {
        candidates_ += kept.size();
        scan(kept, kept_words, place, hits, [&](const StarPair& pair) { offer_one(pair, evidence); });
      }
      is_kept_[place] = visitor_->settle(order_.documents[place], match_of(place));
      if (!is_kept_[place] || !has_word(place)) continue;
      kept_words.push_back(word(place));
      kept.push_back(place);
    }
    if (options_.progress)
      options_.progress(static_cast<double>(end) / static_cast<double>(order_.documents.size()));
  }

  [[nodiscard]] std::optional<KeptMatch> match_of(std::uint32_t place) const {
    if (best_[place] == kNobody) return std::nullopt;
    return KeptMatch{order_.documents[best_[place]], score(place)};
  }

  void offer_one(const StarPair& pair, std::map<std::uint32_t, Evidence>& evidence) {
    if (!verifier_) return offer(pair, pair.distance);
    const auto read = [&](std::uint32_t place) -> const Evidence& {
      const auto [found, is_new] = evidence.try_emplace(place);
      if (is_new) found->second = verifier_->read(order_.documents[place]);
      return found->second;
    };
    const bool is_same = group(pair.kept) == group(pair.later);
    const double score = is_same ? 1 : verifier_->measure(read(pair.kept), read(pair.later));
    if (score >= verifier_->verification().min_similarity) offer(pair, score);
  }

  const Collection& collection_;
  NearStarOptions options_;
  std::function<std::uint32_t(std::uint32_t)> group_of_;
  int threads_;
  std::size_t few_kept_;
  std::size_t smallest_half_;
  std::unique_ptr<PairVerifier> verifier_;  // null: the distance decides
  StarOrder order_;
  StarVisitor* visitor_ = nullptr;
  bool is_settled_ = false;  // true once all documents are settled
  // The following are indexed by place: the position of a document in the order.
  std::vector<std::uint32_t> words_;  // index of its fingerprint in the collection
  std::vector<bool> is_kept_;
  std::vector<std::uint32_t> best_;      // place of the closest kept document so far
  std::vector<std::uint8_t> distances_;  // distance to that document, without a verifier
  std::vector<double> scores_;           // score of the pair with that document, with a verifier
  std::uint64_t candidates_ = 0;
};

}  // namespace

std::unique_ptr<StarSearch> make_near_star(const Collection& collection, const NearStarOptions& options,
                                           std::function<std::uint32_t(std::uint32_t)> group_of) {
  if (collection.options().recipe.steps().bits == 128)
    return std::make_unique<NearStar<Bits128>>(collection, options, std::move(group_of));
  return std::make_unique<NearStar<std::uint64_t>>(collection, options, std::move(group_of));
}

}  // namespace neardup::internal
