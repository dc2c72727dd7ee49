#include "neardup/linkage/deduplication.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "neardup/linkage/keep_order.h"

namespace neardup::internal {
namespace {

/// Returns the values by which the keep policy orders documents; see keep_order.
std::vector<double> keep_values(const Collection& collection, const KeepPolicy& policy) {
  using Kind = KeepPolicy::Kind;
  std::vector<double> values;
  if (policy.kind == Kind::first || policy.kind == Kind::last) return values;
  if (policy.kind == Kind::max || policy.kind == Kind::min) {
    std::vector<std::string> fields;
    for (std::size_t i = 0; i < collection.size(); ++i) fields.emplace_back(collection.field(i, 0));
    return rank_values(fields);
  }
  for (std::size_t i = 0; i < collection.size(); ++i) {
    values.push_back(policy.kind == Kind::prefer ? preference(policy, collection.records().path(i))
                                                 : static_cast<double>(collection.text_length(i)));
  }
  return values;
}

/// Returns all documents, those that another contains last: each then meets the one that contains it.
std::vector<std::uint32_t> containers_first(std::size_t documents, std::span<const std::uint32_t> contained) {
  std::vector<std::uint32_t> order(documents);
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::ranges::stable_partition(
      order, [&](std::uint32_t document) { return !std::ranges::binary_search(contained, document); });
  return order;
}

bool is_within(const Rule& rule, const DocumentPair& pair, double threshold) {
  return similarity_of(rule) ? pair.similarity.value_or(0) >= threshold
                             : pair.distance.value_or(0) <= threshold;
}

/// Adds the pairs with archived documents. Only the first of equal documents has pairs. A hit is always added
/// as a near pair: a document near an archived one need not be a copy of it.
void add_archive(const Collection& collection, const ArchiveHits& archive, LinkGraph& graph) {
  const auto first_archived = static_cast<std::uint32_t>(collection.size());
  for (const ArchiveHit& hit : archive.hits) {
    if (graph.group_of(hit.document) == hit.document)
      graph.add_pair(hit.document, first_archived + hit.entry, hit.score);
  }
}

LinkGraph graph_of(const Collection& collection, const DocumentPairs& pairs, const ArchiveHits& archive) {
  const bool by_similarity = scores_similarity(collection.rule());
  LinkGraph graph(collection.size() + archive.ids.size(), by_similarity ? Score::similarity : Score::distance,
                  collection.memory());
  std::vector<DocumentPair> told_apart;  // exact copies that the rule distinguishes, see is_copy
  PagedVisits visits(collection.memory());
  pairs.for_each_held([&](const DocumentPair& pair) {
    visits.count();
    if (is_copy(collection, pair)) {
      graph.add_copy(pair.first, pair.second);
    } else if (collection.digest(pair.first) == collection.digest(pair.second)) {
      told_apart.push_back(pair);
    } else {
      graph.add_pair(pair.first, pair.second, by_similarity ? *pair.similarity : *pair.distance);
    }
  });
  for (const DocumentPair& pair : told_apart) {  // all groups are known only now
    graph.add_pair(graph.group_of(pair.first), graph.group_of(pair.second), graph.equal_score());
  }
  add_archive(collection, archive, graph);
  graph.finish();
  return graph;
}

}  // namespace

Deduplication::Deduplication(const Collection& collection, const DocumentPairs& pairs,
                             const DeduplicationOptions& options)
    : collection_(&collection),
      archived_ids_(options.archive.ids),
      linkage_(link(pairs, options)),
      clusters_(linkage_) {
  count();
}

Linkage Deduplication::link(const DocumentPairs& pairs, const DeduplicationOptions& options) {
  const LinkGraph graph = graph_of(*collection_, pairs, options.archive);
  std::vector<std::uint32_t> order;  // empty: by ordinal
  const std::vector<std::uint32_t> contained = pairs.contained();
  if (std::holds_alternative<Contained>(collection_->rule()))
    order = containers_first(collection_->size(), contained);
  else if (options.keep.kind != KeepPolicy::Kind::first)
    order = keep_order(options.keep, collection_->size(), keep_values(*collection_, options.keep));
  const LinkOptions link_options{
      .order = order,
      .reference_documents = collection_->reference_documents(),
      .archived_documents = static_cast<std::uint32_t>(options.archive.ids.size())};
  const bool is_star = options.link == LinkKind::star;
  if (pairs.is_complete())
    return is_star ? link_star(graph, link_options) : link_components(graph, link_options);
  const auto group_of = [&graph](std::uint32_t document) { return graph.group_of(document); };
  const std::unique_ptr<StarSearch> search = pairs.star_search(group_of, options.search);
  Linkage stars = link_star(graph, link_options, search.get());
  compared_ = search->candidates();
  if (is_star) return stars;
  const std::unique_ptr<DenseJoin> dense = pairs.dense_join(group_of, options.search.threads);
  Linkage linkage = link_components(graph, link_options, dense.get(), &stars);
  compared_ += dense->candidates();
  return linkage;
}

void Deduplication::count() {
  PagedVisits visits(collection_->memory());
  for (std::uint32_t i = collection_->reference_documents(); i < collection_->size(); ++i) {
    ++counts_.documents;
    if (linkage_.is_kept(i)) {
      ++counts_.kept;
    } else {
      ++(is_exact_copy(i) ? counts_.exact : counts_.near);
      visits.count();
    }
  }
  counts_.clusters = clusters_.size();
  for (std::size_t i = 0; i < clusters_.size(); ++i)
    counts_.largest = std::max<std::uint64_t>(counts_.largest, clusters_[i].size());
}

ThresholdOutcome outcome_at(double threshold, const Collection& collection, const Deduplication& result) {
  ThresholdOutcome outcome{.threshold = threshold};
  std::vector<std::uint32_t> removed(result.linkage().kept_of.size());  // by kept document
  for (std::uint32_t i = collection.reference_documents(); i < collection.size(); ++i) {
    if (result.linkage().is_kept(i) || !result.linkage().score(i)) continue;
    const DocumentPair link = result.link_of(i);
    if (!result.is_exact_copy(i) && !is_within(collection.rule(), link, threshold)) continue;
    ++outcome.removed;
    const std::uint32_t before = removed[link.first]++;
    outcome.clusters += before == 0 ? 1 : 0;
    outcome.largest = std::max<std::uint64_t>(outcome.largest, before + 2);
  }
  return outcome;
}

void Deduplication::for_each_link(const std::function<void(const DocumentPair&)>& sink) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  for (std::uint32_t i = collection_->reference_documents(); i < collection_->size(); ++i) {
    if (linkage_.is_kept(i) || !linkage_.score(i)) continue;
    if (is_archived(linkage_.kept_of[i])) {
      sink(link_of(i));
    } else {
      links.emplace_back(std::minmax(linkage_.kept_of[i], i));
    }
  }
  std::ranges::sort(links);
  for (const auto& [first, second] : links) {
    DocumentPair link = link_of(linkage_.kept_of[second] == first ? second : first);
    std::tie(link.first, link.second) = std::tie(first, second);
    sink(link);
  }
}

std::size_t Deduplication::cluster_size(std::uint32_t document) const noexcept {
  const std::optional<std::size_t> cluster = clusters_.find(linkage_.kept_of[document]);
  return cluster ? clusters_[*cluster].size() : 1;
}

bool Deduplication::is_exact_copy(std::uint32_t document) const noexcept {
  const std::uint32_t kept = linkage_.kept_of[document];
  return !is_archived(kept) && collection_->digest(document) == collection_->digest(kept);
}

DocumentPair Deduplication::link_of(std::uint32_t document) const {
  const std::uint32_t kept = linkage_.kept_of[document];
  DocumentPair pair{.first = kept, .second = document};
  if (is_archived(kept)) {
    const std::optional<double> score = linkage_.score(document);
    if (scores_similarity(collection_->rule())) {
      pair.similarity = score;
    } else if (score) {
      pair.distance = static_cast<int>(*score);
    }
    return pair;
  }
  const std::optional<Fingerprint> ours = collection_->fingerprint(document);
  const std::optional<Fingerprint> theirs = collection_->fingerprint(kept);
  if (ours && theirs) pair.distance = hamming_distance(*ours, *theirs);
  if (scores_similarity(collection_->rule())) pair.similarity = linkage_.score(document);
  if (is_exact_copy(document)) pair.similarity = 1;
  return pair;
}

}  // namespace neardup::internal
