#include "neardup/join/document_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "neardup/join/hamming/compartment_join.h"
#include "neardup/join/hamming/near_dense.h"
#include "neardup/join/hamming/near_star.h"
#include "neardup/join/hamming/self_join.h"
#include "neardup/join/similarity/band_candidates.h"
#include "neardup/join/similarity/banded_join.h"
#include "neardup/join/similarity/exact_join.h"
#include "neardup/join/similarity/record_shingles.h"
#include "neardup/join/similarity/similar_dense.h"
#include "neardup/join/similarity/similar_star.h"
#include "neardup/join/verify/verified_join.h"

namespace neardup {
namespace {

bool needs_exact_join(const PairRule& rule) {
  return rule.exact || *rule.min_similarity < kLeastBandedSimilarity;
}

/// Returns the documents that the rule cannot judge.
std::vector<std::uint32_t> unjudged(const Collection& collection, const PairRule& rule) {
  std::vector<std::uint32_t> documents;
  auto next = collection.comparable().begin();
  for (std::uint32_t i = 0; i < collection.size(); ++i) {
    bool judged = false;
    if (rule.sentences > 0) {
      judged = collection.signature(i).has_value();
    } else if (rule.min_similarity) {
      judged = collection.sketches().shingles(i) != 0;
    } else if (next != collection.comparable().end() && *next == i) {
      judged = true;
      ++next;
    }
    if (!judged) documents.push_back(i);
  }
  return documents;
}

/// Appends the groups of two or more documents with equal keys, members ascending.
template <typename KeyOf>
void add_groups(std::vector<std::uint32_t> documents, const KeyOf& key_of,
                std::vector<std::vector<std::uint32_t>>& groups) {
  std::ranges::sort(documents, {},
                    [&](std::uint32_t document) { return std::pair(key_of(document), document); });
  for (std::size_t begin = 0, end = 0; begin < documents.size(); begin = end) {
    const auto key = key_of(documents[begin]);
    while (end < documents.size() && key_of(documents[end]) == key) ++end;
    if (end - begin > 1) groups.emplace_back(&documents[begin], &documents[begin] + (end - begin));
  }
}

/// Returns the groups of documents that are pairs without a join, ordered by their first members:
/// documents with equal signatures, or with equal content where the rule cannot judge.
std::vector<std::vector<std::uint32_t>> equal_documents(const Collection& collection, const PairRule& rule) {
  const std::span<const std::uint32_t> compartments = collection.compartments();
  const auto compartment_of = [compartments](std::uint32_t document) {
    return compartments.empty() ? 0 : compartments[document];
  };
  std::vector<std::vector<std::uint32_t>> groups;
  const std::vector<std::uint32_t> without = unjudged(collection, rule);
  const auto content = [&](std::uint32_t document) {
    return std::pair(collection.digest(document), compartment_of(document));
  };
  add_groups(without, content, groups);
  if (rule.sentences > 0) {
    std::vector<std::uint32_t> documents;
    for (std::uint32_t i = 0; i < collection.size(); ++i) {
      if (collection.signature(i)) documents.push_back(i);
    }
    const auto signature = [&](std::uint32_t document) {
      return std::pair(*collection.signature(document), compartment_of(document));
    };
    add_groups(std::move(documents), signature, groups);
  }
  std::ranges::sort(groups);
  return groups;
}

/// Returns the most pairs that the join may hold; 0: any number.
std::uint64_t most_pairs(const Collection& collection, const PairScope& scope) {
  constexpr std::uint64_t kFew = 65'536;
  constexpr std::uint64_t kListed = std::uint64_t{1} << 24;
  if (scope.bound == PairScope::Bound::none) return 0;
  if (scope.max_pairs > 0) return scope.max_pairs;
  return scope.bound == PairScope::Bound::listing ? kListed : collection.size() / 2 + kFew;
}

/// Returns the most pairs of texts to compare. For linkage the limit is lower than that of pairs,
/// because comparing two texts takes longer than finding them.
std::uint64_t most_texts(const Collection& collection, const PairScope& scope) {
  constexpr std::uint64_t kFew = 1024;
  const std::uint64_t most = most_pairs(collection, scope);
  return scope.bound == PairScope::Bound::documents ? std::min(most, 2 * collection.size() + kFew) : most;
}

SimilarPairs join_by_similarity(const Collection& collection, const PairRule& rule, int threads,
                                const PairProgress& progress, const PairScope& scope) {
  SimilarityOptions options{.min_similarity = *rule.min_similarity,
                            .threads = threads,
                            .compartments = collection.compartments(),
                            .reference_documents = collection.reference_documents(),
                            .leave_dense = scope.bound == PairScope::Bound::documents,
                            .progress = progress.join,
                            .check_progress = progress.check};
  if (scope.bound == PairScope::Bound::listing) options.max_pairs = most_pairs(collection, scope);
  const ShingleSource source = shingles_from_records(collection);
  const auto join = needs_exact_join(rule) ? exact_join : banded_join;
  SimilarPairs pairs = join(collection.sketches(), source, options);
  if (!pairs.stats().overflowed) return pairs;
  options.leave_dense = true;
  options.max_pairs = 0;
  return join(collection.sketches(), source, options);
}

std::string describe_similarity_join(const Collection& collection, const PairRule& rule) {
  if (needs_exact_join(rule)) return "similarity by the exact prefix join";
  const SketchPlan& plan = collection.sketches().plan();
  return fmt::format(
      "similarity by {} bands of {} MinHash values, {} equal, then the exact check; {} bytes a "
      "document",
      plan.bands, plan.rows, plan.equal_bands, plan.bands * 4 + 12);
}

NearPairs join_by_distance(const Collection& collection, const PairRule& rule, int threads,
                           const PairProgress& progress, const PairScope& scope) {
  const JoinOptions options{.max_distance = rule.max_distance,
                            .threads = threads,
                            .max_pairs = most_pairs(collection, scope),
                            .progress = progress.join};
  const bool is_wide = collection.options().recipe.steps().bits == 128;
  if (!collection.compartments().empty()) {
    std::vector<std::uint32_t> compartments;
    for (const std::uint32_t document : collection.comparable())
      compartments.push_back(collection.compartments()[document]);
    return is_wide ? find_near_pairs_within(collection.wide_words(), compartments, options)
                   : find_near_pairs_within(collection.words(), compartments, options);
  }
  return is_wide ? find_near_pairs(collection.wide_words(), options)
                 : find_near_pairs(collection.words(), options);
}

}  // namespace

std::optional<SketchPlan> sketch_for(const PairRule& rule) {
  if (!rule.min_similarity || rule.sentences > 0) return std::nullopt;
  if (needs_exact_join(rule)) return SketchPlan{.bands = 0, .rows = 0, .equal_bands = 0};
  return plan_sketch(*rule.min_similarity);
}

std::string describe(const PairRule& rule) {
  if (rule.sentences > 0) return fmt::format("equal in the {} longest sentences", rule.sentences);
  if (rule.min_similarity) return fmt::format("similarity at least {}", *rule.min_similarity);
  const std::string distance = fmt::format("distance at most {}", rule.max_distance);
  return rule.verification ? distance + ", then " + describe(*rule.verification) : distance;
}

namespace {

/// Returns true if the rule sees no difference between two documents.
bool is_alike(const Collection& collection, const PairRule& rule, std::uint32_t a, std::uint32_t b) {
  if (rule.sentences > 0) return true;
  if (!rule.min_similarity) return collection.fingerprint(a) == collection.fingerprint(b);
  const SketchTable& sketches = collection.sketches();
  return sketches.digest(a) == sketches.digest(b) && sketches.shingles(a) == sketches.shingles(b);
}

}  // namespace

/// With a verification, a score of 1 need not mean equal texts: by containment, the smaller of two
/// texts may just be part of the larger one. So the contents decide.
bool is_copy(const Collection& collection, const PairRule& rule, const DocumentPair& pair) {
  if (rule.sentences > 0) return true;
  if (rule.min_similarity)
    return pair.similarity == 1.0 && is_alike(collection, rule, pair.first, pair.second);
  const bool same_fingerprint =
      pair.distance ? *pair.distance == 0 : is_alike(collection, rule, pair.first, pair.second);
  if (!rule.verification) return same_fingerprint;
  return same_fingerprint && collection.digest(pair.first) == collection.digest(pair.second);
}

DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule, int threads,
                                  const PairProgress& progress, const PairScope& scope) {
  const auto answer = [&](DocumentPairs::Found found, std::string plan) {
    DocumentPairs pairs(collection, rule, std::move(found), std::move(plan));
    pairs.threads_ = threads;
    return pairs;
  };
  if (rule.sentences > 0) return answer(std::monostate(), describe(rule));
  if (rule.min_similarity)
    return answer(join_by_similarity(collection, rule, threads, progress, scope),
                  describe_similarity_join(collection, rule));
  NearPairs near = join_by_distance(collection, rule, threads, progress, scope);
  std::string plan = near.stats().plan;
  if (!rule.verification) return answer(std::move(near), std::move(plan));
  plan += "; then " + describe(*rule.verification);
  const VerifyOptions options{.verification = *rule.verification,
                              .threads = threads,
                              .max_candidates = most_texts(collection, scope),
                              .progress = progress.check};
  return answer(verified_join(collection, near, options), std::move(plan));
}

DocumentPairs::DocumentPairs(const Collection& collection, const PairRule& rule, Found found,
                             std::string plan)
    : collection_(&collection),
      rule_(rule),
      found_(std::move(found)),
      plan_(std::move(plan)),
      copies_(equal_documents(collection, rule)),
      split_(collection, [&](std::uint32_t a, std::uint32_t b) { return is_alike(collection, rule, a, b); }) {
}

std::uint64_t DocumentPairs::count(EqualPairs equal) const {
  std::uint64_t count = split_.count(equal);
  if (!is_complete()) {
    count += stream().estimate(equal);
  } else if (const auto* near = std::get_if<NearPairs>(&found_)) {
    count += near->count(equal);
  } else if (const auto* similar = std::get_if<SimilarPairs>(&found_)) {
    count += similar->count(equal);
  }
  for (const std::vector<std::uint32_t>& group : copies_) {
    const std::uint64_t size = group.size();
    count += equal == EqualPairs::star ? size - 1 : size * (size - 1) / 2;
  }
  return count;
}

namespace {

std::pair<std::uint32_t, std::uint32_t> documents_of_pair(const DocumentPair& pair) {
  return {pair.first, pair.second};
}

}  // namespace

DocumentPair DocumentPairs::pair_of(std::uint32_t first, std::uint32_t second) const {
  DocumentPair pair{.first = first, .second = second};
  const std::optional<Fingerprint> ours = collection_->fingerprint(first);
  const std::optional<Fingerprint> theirs = collection_->fingerprint(second);
  if (ours && theirs) pair.distance = hamming_distance(*ours, *theirs);
  return pair;
}

std::vector<DocumentPair> DocumentPairs::unfold_copies(EqualPairs equal) const {
  std::vector<DocumentPair> pairs;
  for (const std::vector<std::uint32_t>& group : copies_) {
    const std::size_t firsts = equal == EqualPairs::star ? 1 : group.size();
    for (std::size_t first = 0; first < firsts; ++first) {
      for (std::size_t second = first + 1; second < group.size(); ++second) {
        pairs.push_back(pair_of(group[first], group[second]));
        if (collection_->digest(group[first]) == collection_->digest(group[second]))
          pairs.back().similarity = 1;
      }
    }
  }
  split_.for_each(equal, [&](std::uint32_t first, std::uint32_t second) {
    pairs.push_back(pair_of(first, second));
    pairs.back().similarity = 1;
  });
  std::ranges::sort(pairs, {}, documents_of_pair);
  return pairs;
}

void DocumentPairs::unfold_judged(EqualPairs equal,
                                  const std::function<void(const DocumentPair&)>& sink) const {
  if (const auto* near = std::get_if<NearPairs>(&found_)) {
    const std::span<const std::uint32_t> documents = collection_->comparable();
    near->for_each(equal, [&](const NearPair& pair) {
      sink({.first = documents[pair.first], .second = documents[pair.second], .distance = pair.distance});
    });
  }
  if (const auto* similar = std::get_if<SimilarPairs>(&found_)) {
    similar->for_each(equal, [&](const SimilarPair& pair) {
      DocumentPair found = pair_of(pair.first, pair.second);
      found.similarity = pair.similarity;
      sink(found);
    });
  }
}

/// Returns true for exact copies that the rule tells apart. The rule may still find them near
/// enough: the join then has the same pair with a lower score.
bool DocumentPairs::is_split_copy(const DocumentPair& pair) const {
  return !split_.empty() && collection_->digest(pair.first) == collection_->digest(pair.second) &&
         !is_alike(*collection_, rule_, pair.first, pair.second);
}

void DocumentPairs::merge_copies(
    EqualPairs equal, const std::function<void(const std::function<void(const DocumentPair&)>&)>& unfold,
    const std::function<void(const DocumentPair&)>& give) const {
  const auto sink = [&](const DocumentPair& pair) {
    if (pair.second >= collection_->reference_documents()) give(pair);
  };
  const std::vector<DocumentPair> copies = unfold_copies(equal);
  auto copy = copies.begin();
  unfold([&](const DocumentPair& pair) {
    for (; copy != copies.end() && documents_of_pair(*copy) < documents_of_pair(pair); ++copy) sink(*copy);
    if (!is_split_copy(pair)) sink(pair);  // split copies are in the other list
  });
  std::for_each(copy, copies.end(), sink);
}

void DocumentPairs::for_each_held(const std::function<void(const DocumentPair&)>& give) const {
  merge_copies(EqualPairs::star, [&](const auto& sink) { unfold_judged(EqualPairs::star, sink); }, give);
}

void DocumentPairs::for_each(EqualPairs equal, const std::function<void(const DocumentPair&)>& give) const {
  if (is_complete()) return merge_copies(equal, [&](const auto& sink) { unfold_judged(equal, sink); }, give);
  const PairStream pairs = stream();
  const auto unfold = [&](const std::function<void(const DocumentPair&)>& sink) {
    pairs.for_each(equal, [&](const ScoredPair& pair) {
      DocumentPair found = pair_of(pair.first, pair.second);
      if (rule_.scores_similarity()) found.similarity = pair.score;
      sink(found);
    });
  };
  merge_copies(equal, unfold, give);
}

std::vector<std::uint32_t> DocumentPairs::judged() const {
  if (!rule_.min_similarity) return {collection_->comparable().begin(), collection_->comparable().end()};
  std::vector<std::uint32_t> documents;
  for (std::uint32_t i = 0; i < collection_->size(); ++i) {
    if (collection_->sketches().shingles(i) != 0) documents.push_back(i);
  }
  return documents;
}

/// Returns the documents that the rule cannot tell from an earlier one.
std::vector<GroupCopy> DocumentPairs::judged_copies() const {
  std::vector<GroupCopy> copies;
  if (const auto* near = std::get_if<NearPairs>(&found_)) {
    const std::span<const std::uint32_t> documents = collection_->comparable();
    for (const NearPair& pair : near->parts().copies)
      copies.push_back({documents[pair.first], documents[pair.second]});
  }
  if (const auto* similar = std::get_if<SimilarPairs>(&found_)) {
    for (const SimilarPair& pair : similar->copies()) copies.push_back({pair.first, pair.second});
  }
  return copies;
}

PairStream DocumentPairs::stream() const {
  std::vector<std::uint32_t> group_of(collection_->size());
  std::iota(group_of.begin(), group_of.end(), std::uint32_t{0});
  std::vector<GroupCopy> copies = judged_copies();
  for (const GroupCopy& copy : copies) group_of[copy.copy] = copy.first;
  // The pairs in memory: those with a document that is not dense. By document, both ways.
  std::vector<ScoredPair> held;
  if (const auto* similar = std::get_if<SimilarPairs>(&found_)) {
    for (const SimilarPair& pair : similar->near()) {
      held.push_back({pair.first, pair.second, pair.similarity});
      held.push_back({pair.second, pair.first, pair.similarity});
    }
    std::ranges::sort(held);
  }
  const std::shared_ptr<DenseJoin> dense = dense_join(
      [groups = std::move(group_of)](std::uint32_t document) { return groups[document]; }, threads_);
  auto pairs_of = [dense, held = std::move(held)](std::span<const std::uint32_t> firsts,
                                                  std::uint64_t max_pairs) {
    std::optional<std::vector<ScoredPair>> pairs = dense->pairs_of(firsts, max_pairs);
    if (!pairs || held.empty()) return pairs;
    for (const std::uint32_t first : firsts) {
      const auto row = std::ranges::equal_range(held, first, {}, &ScoredPair::first);
      pairs->insert(pairs->end(), row.begin(), row.end());
    }
    std::ranges::sort(*pairs);
    const auto repeats = std::ranges::unique(*pairs);
    pairs->erase(repeats.begin(), repeats.end());
    return pairs;
  };
  return {judged(), std::move(copies), rule_.scores_similarity() ? 1.0 : 0.0, std::move(pairs_of)};
}

std::unique_ptr<DenseJoin> DocumentPairs::dense_join(
    const std::function<std::uint32_t(std::uint32_t)>& group_of, int threads) const {
  assert(!is_complete());
  if (!rule_.min_similarity) {
    return make_near_dense(
        *collection_,
        {.max_distance = rule_.max_distance, .verification = rule_.verification, .threads = threads},
        group_of);
  }
  SimilarDenseInput input{.sketches = collection_->sketches(),
                          .source = shingles_from_records(*collection_),
                          .batches = shingle_batches_from_records(*collection_),
                          .min_similarity = *rule_.min_similarity,
                          .documents = {},
                          .reference_documents = collection_->reference_documents(),
                          .is_pair = pair_test(group_of),
                          .threads = threads};
  const std::vector<bool>& dense = std::get<SimilarPairs>(found_).dense();
  for (std::uint32_t i = 0; i < collection_->size(); ++i) {
    if (dense[i] && group_of(i) == i) input.documents.push_back(i);
  }
  return make_similar_dense(std::move(input));
}

/// Returns the function that decides whether two similar dense documents are a pair: the bands must
/// have shown them, unless both are in a crowded group, where every similar pair counts.
std::function<bool(std::uint32_t, std::uint32_t)> DocumentPairs::pair_test(
    const std::function<std::uint32_t(std::uint32_t)>& group_of) const {
  const std::vector<bool>& crowded = std::get<SimilarPairs>(found_).crowded();
  const SketchTable& sketches = collection_->sketches();
  return [&sketches, &crowded, group_of](std::uint32_t a, std::uint32_t b) {
    if (crowded.empty() || (crowded[group_of(a)] && crowded[group_of(b)])) return true;
    return equal_bands(sketches, a, b) >= sketches.plan().equal_bands;
  };
}

bool DocumentPairs::is_complete() const noexcept {
  if (const auto* near = std::get_if<NearPairs>(&found_)) return !near->stats().overflowed;
  const auto* similar = std::get_if<SimilarPairs>(&found_);
  return similar == nullptr || (similar->dense().empty() && !similar->stats().overflowed);
}

std::unique_ptr<StarSearch> DocumentPairs::star_search(
    const std::function<std::uint32_t(std::uint32_t)>& group_of, const StarSearchOptions& options) const {
  assert(!is_complete());
  if (!rule_.min_similarity) {
    return make_near_star(*collection_,
                          {.max_distance = rule_.max_distance,
                           .verification = rule_.verification,
                           .threads = options.threads,
                           .few = options.batch,
                           .progress = options.progress},
                          group_of);
  }
  const SketchTable& sketches = collection_->sketches();
  const std::vector<bool>& dense = std::get<SimilarPairs>(found_).dense();
  SimilarStarInput input{.sketches = sketches,
                         .source = shingles_from_records(*collection_),
                         .batches = shingle_batches_from_records(*collection_),
                         .min_similarity = *rule_.min_similarity,
                         .is_dense = std::vector<bool>(collection_->size()),
                         .is_pair = pair_test(group_of),
                         .count_all = needs_exact_join(rule_),
                         .threads = options.threads,
                         .batch_shingles = options.batch,
                         .progress = options.progress};
  for (std::uint32_t i = 0; i < collection_->size(); ++i) input.is_dense[i] = dense[group_of(i)];
  return make_similar_star(std::move(input));
}

std::uint64_t count_too_short(const Collection& collection, const PairRule& rule) {
  const std::uint32_t first = collection.reference_documents();
  std::uint64_t count = collection.size() - first;
  if (!rule.min_similarity && rule.sentences == 0) {
    const std::span<const std::uint32_t> judged = collection.comparable();  // ascending
    return count - static_cast<std::uint64_t>(judged.end() - std::ranges::lower_bound(judged, first));
  }
  for (std::size_t i = first; i < collection.size(); ++i) {
    const bool is_judged =
        rule.sentences > 0 ? collection.signature(i).has_value() : collection.sketches().shingles(i) > 0;
    count -= is_judged ? 1 : 0;
  }
  return count;
}

std::uint64_t DocumentPairs::candidates() const noexcept {
  if (const auto* near = std::get_if<NearPairs>(&found_)) return near->stats().candidates;
  const auto* similar = std::get_if<SimilarPairs>(&found_);
  return similar != nullptr ? similar->stats().candidates : 0;
}

double DocumentPairs::expected_recall() const noexcept {
  const auto* similar = std::get_if<SimilarPairs>(&found_);
  return similar != nullptr ? similar->stats().expected_recall : 1;
}

}  // namespace neardup
