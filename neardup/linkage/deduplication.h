// From the pairs of a collection to what is kept and what goes: the decision, and its counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/document_pairs.h"
#include "neardup/linkage/archive_hits.h"
#include "neardup/linkage/keep_policy.h"
#include "neardup/linkage/linkage.h"

namespace neardup {

enum class LinkKind { star, components };

struct DeduplicationOptions {
  LinkKind link = LinkKind::star;
  KeepPolicy keep = {};           // max and min: of the first field that the collection has
  StarSearchOptions search = {};  // of what dense clusters leave out
  ArchiveHits archive = {};       // what an archive has already: removed. REQUIRES: a rule by distance
};

struct DeduplicationCounts {
  std::uint64_t documents = 0;  // without the reference
  std::uint64_t kept = 0;
  std::uint64_t exact = 0;     // removed: the same content as the document that stands for them
  std::uint64_t near = 0;      // removed: the others
  std::uint64_t clusters = 0;  // of two or more
  std::uint64_t largest = 0;   // documents in the largest cluster
};

/// Documents are known by their ordinals in the collection; those of an archive, of which only the id is
/// known, come behind them.
class Deduplication {
 public:
  /// REQUIRES: the collection outlives this; the pairs are of this collection
  Deduplication(const Collection& collection, const PairRule& rule, const DocumentPairs& pairs,
                const DeduplicationOptions& options);

  [[nodiscard]] const Linkage& linkage() const noexcept { return linkage_; }
  [[nodiscard]] const Clusters& clusters() const noexcept { return clusters_; }
  [[nodiscard]] const DeduplicationCounts& counts() const noexcept { return counts_; }

  /// How many pairs the search in dense clusters compared.
  [[nodiscard]] std::uint64_t compared() const noexcept { return compared_; }

  /// True for documents of the clean corpus: new ones that are kept.
  [[nodiscard]] bool is_clean(std::uint32_t document) const noexcept {
    return document >= collection_->reference_documents() && linkage_.is_kept(document);
  }
  [[nodiscard]] bool is_archived(std::uint32_t document) const noexcept {
    return document >= collection_->size();
  }
  [[nodiscard]] std::string id(std::uint32_t document) const {
    return is_archived(document) ? archived_ids_[document - collection_->size()]
                                 : collection_->records().id(document);
  }
  /// The document and the one that stands for it. Distance and similarity as far as they are known.
  [[nodiscard]] DocumentPair link_of(std::uint32_t document) const;
  /// Calls the sink with every pair that linkage used: a removed document and the one that stays for it, in
  /// the order (first, second), those with an archived document first. A document that a component has by a
  /// chain only has no such pair.
  void for_each_link(const std::function<void(const DocumentPair&)>& sink) const;
  /// How many documents its cluster has, itself included.
  [[nodiscard]] std::size_t cluster_size(std::uint32_t document) const noexcept {
    return sizes_[linkage_.kept_of[document]];
  }
  /// False for copies of archived documents: their content is not known any more.
  [[nodiscard]] bool is_exact_copy(std::uint32_t document) const noexcept;

 private:
  [[nodiscard]] Linkage link(const DocumentPairs& pairs, const DeduplicationOptions& options);
  void count();

  const Collection* collection_;
  PairRule rule_;
  std::vector<std::string> archived_ids_;
  std::uint64_t compared_ = 0;
  Linkage linkage_;
  Clusters clusters_;
  std::vector<std::uint32_t> sizes_;  // by kept document
  DeduplicationCounts counts_;
};

/// What a stricter threshold of the same rule would have done, as far as the links of this run tell: a
/// document whose link is too weak for it stays, and takes nobody else in.
struct ThresholdOutcome {
  double threshold = 0;  // a distance, or a similarity
  std::uint64_t clusters = 0;
  std::uint64_t removed = 0;
  std::uint64_t largest = 0;
  friend bool operator==(const ThresholdOutcome&, const ThresholdOutcome&) = default;
};

[[nodiscard]] ThresholdOutcome outcome_at(double threshold, const Collection& collection,
                                          const PairRule& rule, const Deduplication& result);

}  // namespace neardup
