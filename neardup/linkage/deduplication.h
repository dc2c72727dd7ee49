// Decides which documents of a collection to keep and which to remove, from its pairs, and counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/join/document_pairs.h"
#include "neardup/linkage/archive_hits.h"
#include "neardup/linkage/keep_policy.h"
#include "neardup/linkage/linkage.h"

namespace neardup::internal {

struct DeduplicationOptions {
  LinkKind link = LinkKind::star;
  KeepPolicy keep = {};           // max and min use the first field of the collection
  StarSearchOptions search = {};  // for the pairs that the join leaves out in dense clusters
  ArchiveHits archive = {};       // documents to remove: an archive has them. REQUIRES: scores of the rule
};

struct DeduplicationCounts {
  std::uint64_t documents = 0;  // without the reference
  std::uint64_t kept = 0;
  std::uint64_t exact = 0;     // removed documents with the same content as the document kept in their place
  std::uint64_t near = 0;      // all other removed documents
  std::uint64_t clusters = 0;  // clusters of two or more documents
  std::uint64_t largest = 0;   // documents in the largest cluster
};

/// The result of a deduplication. Documents are identified by their ordinals in the collection; archived
/// documents, known only by their ids, come after them.
class Deduplication {
 public:
  /// Links the documents and counts. REQUIRES: the collection outlives this object; the pairs
  /// are of this collection.
  Deduplication(const Collection& collection, const DocumentPairs& pairs,
                const DeduplicationOptions& options);

  [[nodiscard]] const Linkage& linkage() const noexcept { return linkage_; }
  [[nodiscard]] const Clusters& clusters() const noexcept { return clusters_; }
  [[nodiscard]] const DeduplicationCounts& counts() const noexcept { return counts_; }

  /// Returns the number of pairs that the search in dense clusters compared.
  [[nodiscard]] std::uint64_t compared() const noexcept { return compared_; }

  /// Returns true for documents of the clean corpus: new documents that are kept.
  [[nodiscard]] bool is_clean(std::uint32_t document) const noexcept {
    return document >= collection_->reference_documents() && linkage_.is_kept(document);
  }
  /// Returns true if any document is near an archived one.
  [[nodiscard]] bool has_archive() const noexcept { return !archived_ids_.empty(); }
  [[nodiscard]] bool is_archived(std::uint32_t document) const noexcept {
    return document >= collection_->size();
  }
  [[nodiscard]] std::string id(std::uint32_t document) const {
    return is_archived(document) ? archived_ids_[document - collection_->size()]
                                 : collection_->records().id(document);
  }
  /// Returns the pair of the document and the one kept in its place, with distance and similarity as far as
  /// they are known.
  [[nodiscard]] DocumentPair link_of(std::uint32_t document) const;
  /// Calls the sink with every pair that linkage used: a removed document and the one kept in its place, in
  /// the order (first, second), those with an archived document first. A document that is in its component
  /// only through a chain has no such pair.
  void for_each_link(const std::function<void(const DocumentPair&)>& sink) const;
  /// Returns the number of documents in the document's cluster, itself included.
  [[nodiscard]] std::size_t cluster_size(std::uint32_t document) const noexcept;
  /// Returns true if the document has the same content as the one kept in its place. False for copies of
  /// archived documents: their content is no longer known.
  [[nodiscard]] bool is_exact_copy(std::uint32_t document) const noexcept;

 private:
  [[nodiscard]] Linkage link(const DocumentPairs& pairs, const DeduplicationOptions& options);
  void count();

  const Collection* collection_;
  std::vector<std::string> archived_ids_;
  std::uint64_t compared_ = 0;
  Linkage linkage_;
  Clusters clusters_;
  DeduplicationCounts counts_;
};

/// What a stricter threshold of the same rule would have done, estimated from the links of this run: a
/// document whose link is too weak for the threshold stays, and no other document joins it.
struct ThresholdOutcome {
  double threshold = 0;  // a distance, or a similarity
  std::uint64_t clusters = 0;
  std::uint64_t removed = 0;
  std::uint64_t largest = 0;
  friend bool operator==(const ThresholdOutcome&, const ThresholdOutcome&) = default;
};

/// Returns the outcome at a stricter threshold.
[[nodiscard]] ThresholdOutcome outcome_at(double threshold, const Collection& collection,
                                          const Deduplication& result);

}  // namespace neardup::internal
