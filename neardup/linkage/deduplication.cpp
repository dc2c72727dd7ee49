#include "neardup/linkage/deduplication.h"

#include <algorithm>
#include <string>
#include <utility>

namespace neardup {
namespace {

/// What the keep policy orders documents by; see keep_order.
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

/// A threshold that takes all pairs of the join, which knows best what is within its own.
double loosest(const PairRule& rule) { return rule.min_similarity ? 0 : rule.max_distance; }

bool is_within(const PairRule& rule, const DocumentPair& pair, double threshold) {
  return rule.min_similarity ? *pair.similarity >= threshold : *pair.distance <= threshold;
}

/// Only the first of equal documents has pairs; what is near an archived one need not be a copy of it.
void add_archive(double threshold, const Collection& collection, const ArchiveHits& archive,
                 LinkGraph& graph) {
  const auto first_archived = static_cast<std::uint32_t>(collection.size());
  for (const ArchiveHit& hit : archive.hits) {
    if (graph.group_of(hit.document) == hit.document && hit.distance <= threshold)
      graph.add_pair(hit.document, first_archived + hit.entry, hit.distance);
  }
}

/// The pairs that are within a threshold.
struct PairGraph {
  LinkGraph graph;
  std::uint64_t pairs = 0;
};

PairGraph graph_within(double threshold, const Collection& collection, const PairRule& rule,
                       const DocumentPairs& pairs, const ArchiveHits& archive) {
  PairGraph within{LinkGraph(collection.size() + archive.ids.size(),
                             rule.scores_similarity() ? Score::similarity : Score::distance)};
  std::vector<DocumentPair> told_apart;  // exact copies that are not alike under the rule
  pairs.for_each(EqualPairs::star, [&](const DocumentPair& pair) {
    if (is_copy(collection, rule, pair)) {
      within.graph.add_copy(pair.first, pair.second);
    } else if (collection.digest(pair.first) == collection.digest(pair.second)) {
      told_apart.push_back(pair);
    } else if (is_within(rule, pair, threshold)) {
      within.graph.add_pair(pair.first, pair.second,
                            rule.scores_similarity() ? *pair.similarity : *pair.distance);
    } else {
      return;
    }
    ++within.pairs;
  });
  for (const DocumentPair& pair : told_apart) {  // now that all groups are known
    within.graph.add_pair(within.graph.group_of(pair.first), within.graph.group_of(pair.second),
                          within.graph.equal_score());
  }
  add_archive(threshold, collection, archive, within.graph);
  within.graph.finish();
  return within;
}

Linkage link(const LinkGraph& graph, const Collection& collection, const DeduplicationOptions& options) {
  std::vector<std::uint32_t> order;  // none: by ordinal
  if (options.keep.kind != KeepPolicy::Kind::first)
    order = keep_order(options.keep, collection.size(), keep_values(collection, options.keep));
  const LinkOptions link_options{
      .order = order,
      .reference_documents = collection.reference_documents(),
      .archived_documents = static_cast<std::uint32_t>(options.archive.ids.size())};
  return options.link == LinkKind::star ? link_star(graph, link_options)
                                        : link_components(graph, link_options);
}

}  // namespace

Deduplication::Deduplication(const Collection& collection, const PairRule& rule, const DocumentPairs& pairs,
                             const DeduplicationOptions& options)
    : collection_(&collection),
      rule_(rule),
      archived_ids_(options.archive.ids),
      linkage_(link(graph_within(loosest(rule), collection, rule, pairs, options.archive).graph, collection,
                    options)),
      clusters_(linkage_) {
  count();
}

void Deduplication::count() {
  sizes_.resize(linkage_.kept_of.size());
  for (const std::uint32_t kept : linkage_.kept_of) ++sizes_[kept];
  for (std::uint32_t i = collection_->reference_documents(); i < collection_->size(); ++i) {
    ++counts_.documents;
    if (linkage_.is_kept(i)) {
      ++counts_.kept;
    } else {
      ++(is_exact_copy(i) ? counts_.exact : counts_.near);
    }
  }
  counts_.clusters = clusters_.size();
  for (std::size_t i = 0; i < clusters_.size(); ++i)
    counts_.largest = std::max<std::uint64_t>(counts_.largest, clusters_[i].size());
}

ThresholdOutcome outcome_at(double threshold, const Collection& collection, const PairRule& rule,
                            const DocumentPairs& pairs, const DeduplicationOptions& options) {
  const PairGraph within = graph_within(threshold, collection, rule, pairs, options.archive);
  const Linkage linkage = link(within.graph, collection, options);
  const Clusters clusters(linkage);
  ThresholdOutcome outcome{.threshold = threshold, .pairs = within.pairs, .clusters = clusters.size()};
  for (std::size_t i = 0; i < clusters.size(); ++i)
    outcome.largest = std::max<std::uint64_t>(outcome.largest, clusters[i].size());
  for (std::uint32_t i = collection.reference_documents(); i < collection.size(); ++i)
    outcome.removed += linkage.is_kept(i) ? 0 : 1;
  return outcome;
}

bool Deduplication::is_exact_copy(std::uint32_t document) const noexcept {
  const std::uint32_t kept = linkage_.kept_of[document];
  return !is_archived(kept) && collection_->digest(document) == collection_->digest(kept);
}

DocumentPair Deduplication::link_of(std::uint32_t document) const {
  const std::uint32_t kept = linkage_.kept_of[document];
  DocumentPair pair{.first = kept, .second = document};
  if (is_archived(kept)) {
    if (const std::optional<double> score = linkage_.score(document))
      pair.distance = static_cast<int>(*score);
    return pair;
  }
  const std::optional<Fingerprint> ours = collection_->fingerprint(document);
  const std::optional<Fingerprint> theirs = collection_->fingerprint(kept);
  if (ours && theirs) pair.distance = hamming_distance(*ours, *theirs);
  if (rule_.scores_similarity()) pair.similarity = linkage_.score(document);
  if (is_exact_copy(document)) pair.similarity = 1;
  return pair;
}

}  // namespace neardup
