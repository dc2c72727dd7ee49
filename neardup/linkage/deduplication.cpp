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

LinkGraph graph_of(const Collection& collection, const PairRule& rule, const DocumentPairs& pairs) {
  LinkGraph graph(collection.size(), rule.scores_similarity() ? Score::similarity : Score::distance);
  pairs.for_each(EqualPairs::star, [&](const DocumentPair& pair) {
    if (is_copy(collection, rule, pair)) {
      graph.add_copy(pair.first, pair.second);
    } else {
      graph.add_pair(pair.first, pair.second, rule.scores_similarity() ? *pair.similarity : *pair.distance);
    }
  });
  graph.finish();
  return graph;
}

Linkage link(const Collection& collection, const PairRule& rule, const DocumentPairs& pairs,
             const DeduplicationOptions& options) {
  const LinkGraph graph = graph_of(collection, rule, pairs);
  const std::vector<std::uint32_t> order =
      keep_order(options.keep, collection.size(), keep_values(collection, options.keep));
  const LinkOptions link_options{.order = order, .reference_documents = collection.reference_documents()};
  return options.link == LinkKind::star ? link_star(graph, link_options)
                                        : link_components(graph, link_options);
}

}  // namespace

Deduplication::Deduplication(const Collection& collection, const PairRule& rule, const DocumentPairs& pairs,
                             const DeduplicationOptions& options)
    : collection_(&collection),
      rule_(rule),
      linkage_(link(collection, rule, pairs, options)),
      clusters_(linkage_) {
  count();
}

void Deduplication::count() {
  sizes_.resize(collection_->size());
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

bool Deduplication::is_exact_copy(std::uint32_t document) const noexcept {
  return collection_->digest(document) == collection_->digest(linkage_.kept_of[document]);
}

DocumentPair Deduplication::link_of(std::uint32_t document) const {
  const std::uint32_t kept = linkage_.kept_of[document];
  DocumentPair pair{.first = kept, .second = document};
  const std::optional<Fingerprint> ours = collection_->fingerprint(document);
  const std::optional<Fingerprint> theirs = collection_->fingerprint(kept);
  if (ours && theirs) pair.distance = hamming_distance(*ours, *theirs);
  if (rule_.scores_similarity()) pair.similarity = linkage_.score[document];
  if (is_exact_copy(document)) pair.similarity = 1;
  return pair;
}

}  // namespace neardup
