#include "neardup/join/document_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>
#include <utility>

#include "neardup/join/hamming/compartment_join.h"
#include "neardup/join/hamming/near_dense.h"
#include "neardup/join/hamming/near_star.h"
#include "neardup/join/hamming/new_pairs.h"
#include "neardup/join/similarity/band_candidates.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/join/similarity/similar_dense.h"
#include "neardup/join/similarity/similar_star.h"
#include "neardup/join/similarity/similarity_join.h"
#include "neardup/join/verify/verified_join.h"

namespace neardup::internal {
namespace {

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
std::vector<std::vector<std::uint32_t>> equal_documents(const Collection& collection) {
  const std::span<const std::uint32_t> compartments = collection.compartments();
  const auto compartment_of = [compartments](std::uint32_t document) {
    return compartments.empty() ? 0 : compartments[document];
  };
  std::vector<std::vector<std::uint32_t>> groups;
  const auto content = [&](std::uint32_t document) {
    return std::pair(collection.digest(document), compartment_of(document));
  };
  add_groups(collection.unjudged(), content, groups);
  if (std::holds_alternative<EqualSentences>(collection.rule())) {
    const auto signature = [&](std::uint32_t document) {
      return std::pair(*collection.signature(document), compartment_of(document));
    };
    add_groups(collection.judged(), signature, groups);
  }
  std::ranges::sort(groups);
  return groups;
}

/// Returns the most pairs that the join may hold; 0: any number.
std::uint64_t most_pairs(const Collection& collection, const PairScope& scope) {
  constexpr std::uint64_t kFew = 65'536;
  constexpr std::uint64_t kListed = std::uint64_t{1} << 22;
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

/// Joins once to list all pairs. If they are too many, joins again to list those of sparse documents
/// only: the wasted first join costs less than half of the listing that follows, and most listings
/// never need the second.
SimilarPairs join_by_similarity(const Collection& collection, const AtLeastSimilar& rule,
                                const PairOptions& given) {
  constexpr std::size_t kListingCandidates = std::size_t{64} << 20;  // bytes
  SimilarityOptions options{.min_similarity = rule.min_similarity,
                            .threads = given.threads,
                            .compartments = collection.compartments(),
                            .reference_documents = collection.reference_documents(),
                            .memory = collection.memory(),
                            .leave_dense = given.scope.bound == PairScope::Bound::documents,
                            .progress = given.progress.join,
                            .check_progress = given.progress.check,
                            .stop = given.stop};
  if (const std::uint64_t memory = collection.options().memory; memory > 0)
    options.candidate_bytes = std::min<std::size_t>(options.candidate_bytes, memory / 8);
  if (given.scope.bound == PairScope::Bound::listing) {
    options.max_pairs = most_pairs(collection, given.scope);
    options.candidate_bytes = std::min(options.candidate_bytes, kListingCandidates);
  }
  const ShingleSource source = shingles_from_records(collection);
  const auto join = needs_exact_join(rule) ? exact_join : banded_join;
  SimilarPairs pairs = join(collection.sketches(), source, options);
  if (!pairs.stats().overflowed) return pairs;
  options.leave_dense = true;
  options.max_pairs = 0;
  return join(collection.sketches(), source, options);
}

std::string describe_similarity_join(const Collection& collection, const AtLeastSimilar& rule) {
  if (needs_exact_join(rule)) return "similarity by the exact prefix join";
  const SketchPlan& plan = collection.sketches().plan();
  return fmt::format(
      "similarity by {} bands of {} MinHash values, {} equal, then the exact check; {} bytes per "
      "document",
      plan.bands, plan.rows, plan.equal_bands, plan.bands * 4 + 12);
}

NearPairs join_by_distance(const Collection& collection, int max_distance, const PairOptions& given) {
  const JoinOptions options{.max_distance = max_distance,
                            .threads = given.threads,
                            .max_pairs = most_pairs(collection, given.scope),
                            .progress = given.progress.join,
                            .stop = given.stop};
  const std::span<const std::uint32_t> documents = collection.comparable();
  const auto reference = static_cast<std::size_t>(
      std::ranges::lower_bound(documents, collection.reference_documents()) - documents.begin());
  if (!collection.compartments().empty()) {
    std::vector<std::uint32_t> compartments;
    for (const std::uint32_t document : documents)
      compartments.push_back(collection.compartments()[document]);
    return collection.fingerprints().visit(
        [&](auto numbers) { return find_near_pairs_within(numbers, compartments, options, reference); });
  }
  return collection.fingerprints().visit(
      [&](auto numbers) { return find_new_near_pairs(numbers, reference, options); });
}

}  // namespace

/// With a verification, a score of 1 need not mean equal texts: by containment, the smaller of two
/// texts may just be part of the larger one. So the contents decide.
bool is_copy(const Collection& collection, const DocumentPair& pair) {
  const auto is_alike = [&] { return collection.is_alike(pair.first, pair.second); };
  // Equal sets do not mean equal texts here: a longer text may repeat itself.
  if (std::holds_alternative<Contained>(collection.rule()))
    return collection.digest(pair.first) == collection.digest(pair.second) && is_alike();
  if (similarity_of(collection.rule())) return pair.similarity == 1.0 && is_alike();
  const bool by_distance = distance_of(collection.rule()) && pair.distance;
  if (by_distance ? *pair.distance != 0 : !is_alike()) return false;
  return !std::holds_alternative<Verified>(collection.rule()) ||
         collection.digest(pair.first) == collection.digest(pair.second);
}

DocumentPairs find_document_pairs(const Collection& collection, const PairOptions& options) {
  const auto answer = [&](DocumentPairs::Found found, std::string plan) {
    return DocumentPairs(collection, std::move(found), std::move(plan), options.threads);
  };
  const Rule& rule = collection.rule();
  if (const auto* const similar = std::get_if<AtLeastSimilar>(&rule))
    return answer(join_by_similarity(collection, *similar, options),
                  describe_similarity_join(collection, *similar));
  if (std::holds_alternative<Contained>(rule)) {
    return answer(
        find_contained(collection,
                       {.threads = options.threads, .progress = options.progress.join, .stop = options.stop}),
        "containment by the rarest shingle of each document, then its words in the texts themselves");
  }
  const std::optional<int> distance = distance_of(rule);
  if (!distance) return answer(std::monostate(), describe(rule));
  NearPairs near = join_by_distance(collection, *distance, options);
  std::string plan = near.stats().plan;
  const auto* const verified = std::get_if<Verified>(&rule);
  if (verified == nullptr) return answer(std::move(near), std::move(plan));
  plan += "; then " + describe(verified->verification);
  const VerifyOptions verify{.verification = verified->verification,
                             .threads = options.threads,
                             .max_candidates = most_texts(collection, options.scope),
                             .progress = options.progress.check,
                             .stop = options.stop};
  return answer(verified_join(collection, near, verify), std::move(plan));
}

DocumentPairs::DocumentPairs(const Collection& collection, Found found, std::string plan, int threads)
    : collection_(&collection),
      rule_(collection.rule()),
      found_(std::move(found)),
      plan_(std::move(plan)),
      threads_(threads),
      copies_(equal_documents(collection)),
      split_(collection, [&](std::uint32_t a, std::uint32_t b) { return collection.is_alike(a, b); }) {}

std::uint64_t DocumentPairs::count(EqualPairs equal) const {
  std::uint64_t count = split_.count(equal);
  if (!is_complete()) {
    count += stream().estimate(equal);
  } else if (const auto* near = std::get_if<NearPairs>(&found_)) {
    count += near->count(equal);
  } else if (const auto* similar = std::get_if<SimilarPairs>(&found_)) {
    count += similar->count(equal);
  } else if (const auto* contained = std::get_if<ContainedDocuments>(&found_)) {
    count += contained->links.size();
  }
  for (const std::vector<std::uint32_t>& group : copies_) {
    const std::uint64_t size = group.size();
    count += equal == EqualPairs::star ? size - 1 : size * (size - 1) / 2;
  }
  return count;
}

namespace {

std::optional<Verification> verification_of(const Rule& rule) {
  if (const auto* const verified = std::get_if<Verified>(&rule)) return verified->verification;
  return std::nullopt;
}

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

DocumentPairs DocumentPairs::stricter(const Rule& rule) const {
  assert(rule.index() == rule_.index());
  DocumentPairs pairs = *this;
  pairs.rule_ = rule;
  return pairs;
}

/// The join has compared with the rule of the collection, so only a stricter one can fail.
bool DocumentPairs::is_within(const DocumentPair& pair) const noexcept {
  if (const auto* const similar = std::get_if<AtLeastSimilar>(&rule_))
    return pair.similarity.value_or(1) >= similar->min_similarity;
  if (const auto* const near = std::get_if<WithinDistance>(&rule_))
    return pair.distance.value_or(0) <= near->max_distance;
  return true;
}

void DocumentPairs::unfold_judged(EqualPairs equal,
                                  const std::function<void(const DocumentPair&)>& sink) const {
  if (const auto* near = std::get_if<NearPairs>(&found_)) {
    const std::span<const std::uint32_t> documents = collection_->comparable();
    near->for_each(equal, [&](const NearPair& pair) {
      const DocumentPair found{
          .first = documents[pair.first], .second = documents[pair.second], .distance = pair.distance};
      if (is_within(found)) sink(found);
    });
  }
  if (const auto* similar = std::get_if<SimilarPairs>(&found_)) {
    similar->for_each(equal, [&](const SimilarPair& pair) {
      DocumentPair found = pair_of(pair.first, pair.second);
      found.similarity = pair.similarity;
      if (is_within(found)) sink(found);
    });
  }
  if (const auto* contained = std::get_if<ContainedDocuments>(&found_)) {
    for (const SimilarPair& pair : contained->pairs()) {
      DocumentPair found = pair_of(pair.first, pair.second);
      found.similarity = pair.similarity;
      sink(found);
    }
  }
}

std::vector<std::uint32_t> DocumentPairs::contained() const {
  std::vector<std::uint32_t> documents;
  if (const auto* contained = std::get_if<ContainedDocuments>(&found_)) {
    for (const ContainedLink& link : contained->links) documents.push_back(link.document);
  }
  return documents;
}

/// Returns true for exact copies that the rule tells apart. The rule may still find them near
/// enough: the join then has the same pair with a lower score.
bool DocumentPairs::is_split_copy(const DocumentPair& pair) const {
  return !split_.empty() && collection_->digest(pair.first) == collection_->digest(pair.second) &&
         !collection_->is_alike(pair.first, pair.second);
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
      if (scores_similarity(collection_->rule())) found.similarity = pair.score;
      sink(found);
    });
  };
  merge_copies(equal, unfold, give);
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
    for (const SimilarPair& pair : similar->parts().copies) copies.push_back({pair.first, pair.second});
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
    for (const SimilarPair& pair : similar->parts().near) {
      held.push_back({pair.first, pair.second, pair.similarity});
      held.push_back({pair.second, pair.first, pair.similarity});
    }
    std::ranges::sort(held);
  }
  const std::shared_ptr<DenseJoin> dense = dense_join(
      [groups = std::move(group_of)](std::uint32_t document) { return groups[document]; }, threads_);
  auto pairs_of = [dense, held = std::move(held)](const PairRequest& request) {
    std::optional<std::vector<ScoredPair>> pairs = dense->pairs_of(request);
    if (!pairs || held.empty()) return pairs;
    for (const std::uint32_t first : request.documents) {
      const auto row = std::ranges::equal_range(held, first, {}, &ScoredPair::first);
      pairs->insert(pairs->end(), row.begin(), row.end());
    }
    std::ranges::sort(*pairs);
    const auto repeats = std::ranges::unique(*pairs);
    pairs->erase(repeats.begin(), repeats.end());
    return pairs;
  };
  return {collection_->judged(), std::move(copies), scores_similarity(collection_->rule()) ? 1.0 : 0.0,
          std::move(pairs_of)};
}

std::unique_ptr<DenseJoin> DocumentPairs::dense_join(
    const std::function<std::uint32_t(std::uint32_t)>& group_of, int threads) const {
  assert(!is_complete());
  const std::optional<double> min_similarity = similarity_of(rule_);
  if (!min_similarity) {
    return make_near_dense(
        *collection_,
        {.max_distance = *distance_of(rule_), .verification = verification_of(rule_), .threads = threads},
        group_of);
  }
  SimilarDenseInput input{.sketches = collection_->sketches(),
                          .source = shingles_from_records(*collection_),
                          .batches = shingle_batches_from_records(*collection_),
                          .min_similarity = *min_similarity,
                          .documents = {},
                          .reference_documents = collection_->reference_documents(),
                          .is_pair = pair_test(group_of),
                          .threads = threads};
  const std::vector<bool>& dense = std::get<SimilarPairs>(found_).parts().left_out.dense;
  for (std::uint32_t i = 0; i < collection_->size(); ++i) {
    if (dense[i] && group_of(i) == i) input.documents.push_back(i);
  }
  return make_similar_dense(std::move(input));
}

/// Returns the function that decides whether two similar dense documents are a pair: the bands must
/// have shown them, unless both are in a crowded group, where every similar pair counts.
std::function<bool(std::uint32_t, std::uint32_t)> DocumentPairs::pair_test(
    const std::function<std::uint32_t(std::uint32_t)>& group_of) const {
  const std::vector<bool>& crowded = std::get<SimilarPairs>(found_).parts().left_out.crowded;
  const SketchTable& sketches = collection_->sketches();
  return [&sketches, &crowded, group_of](std::uint32_t a, std::uint32_t b) {
    if (crowded.empty() || (crowded[group_of(a)] && crowded[group_of(b)])) return true;
    return equal_bands(sketches, a, b) >= sketches.plan().equal_bands;
  };
}

bool DocumentPairs::is_complete() const noexcept {
  if (const auto* near = std::get_if<NearPairs>(&found_)) return !near->stats().overflowed;
  const auto* similar = std::get_if<SimilarPairs>(&found_);
  return similar == nullptr || (similar->parts().left_out.dense.empty() && !similar->stats().overflowed);
}

std::unique_ptr<StarSearch> DocumentPairs::star_search(
    const std::function<std::uint32_t(std::uint32_t)>& group_of, const StarSearchOptions& options) const {
  assert(!is_complete());
  const auto* const similar = std::get_if<AtLeastSimilar>(&rule_);
  if (similar == nullptr) {
    return make_near_star(*collection_,
                          {.max_distance = *distance_of(rule_),
                           .verification = verification_of(rule_),
                           .threads = options.threads,
                           .few = options.batch,
                           .progress = options.progress},
                          group_of);
  }
  const SketchTable& sketches = collection_->sketches();
  const std::vector<bool>& dense = std::get<SimilarPairs>(found_).parts().left_out.dense;
  SimilarStarInput input{.sketches = sketches,
                         .source = shingles_from_records(*collection_),
                         .batches = shingle_batches_from_records(*collection_),
                         .min_similarity = similar->min_similarity,
                         .is_dense = std::vector<bool>(collection_->size()),
                         .is_pair = pair_test(group_of),
                         .count_all = needs_exact_join(*similar),
                         .threads = options.threads,
                         .batch_shingles = options.batch,
                         .progress = options.progress};
  for (std::uint32_t i = 0; i < collection_->size(); ++i) input.is_dense[i] = dense[group_of(i)];
  return make_similar_star(std::move(input));
}

std::uint64_t DocumentPairs::candidates() const noexcept {
  if (const auto* near = std::get_if<NearPairs>(&found_)) return near->stats().candidates;
  if (const auto* contained = std::get_if<ContainedDocuments>(&found_)) return contained->candidates;
  const auto* similar = std::get_if<SimilarPairs>(&found_);
  return similar != nullptr ? similar->stats().candidates : 0;
}

double DocumentPairs::expected_recall() const noexcept {
  const auto* similar = std::get_if<SimilarPairs>(&found_);
  if (similar == nullptr) return 1;
  const bool is_same = similarity_of(rule_) == similarity_of(collection_->rule());
  if (is_same || collection_->sketches().plan().bands == 0) return similar->stats().expected_recall;
  return neardup::expected_recall(collection_->sketches().plan(), *similarity_of(rule_));
}

}  // namespace neardup::internal
