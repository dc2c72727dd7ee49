// The index of similarity that cannot be wrong: a map from ids to shingle sets, and every find compares the
// query with all of them.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/index/similarity_index.h"
#include "neardup/sketch/sketch.h"

namespace neardup::internal::reference {

class SimilarityOracle {
 public:
  explicit SimilarityOracle(const SimilarityIndexOptions& options = {})
      : options_(options), sketcher_(plan_sketch(options.min_similarity), options.sketch_seed) {}

  void add(const IdRef& id, const SimilarityEntry& entry) { entries_[DocumentId(id)] = make(entry); }
  bool remove(const IdRef& id) { return entries_.erase(DocumentId(id)) != 0; }
  [[nodiscard]] bool contains(const IdRef& id) const { return entries_.contains(DocumentId(id)); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  /// Every similar entry that the bands find, or every similar entry at all.
  [[nodiscard]] std::vector<SimilarHit> find(const SimilarityEntry& entry, double least) const {
    return find(entry, least, sketcher_.plan().equal_bands);
  }
  [[nodiscard]] std::vector<SimilarHit> find_without_bands(const SimilarityEntry& entry, double least) const {
    return find(entry, least, 0);
  }

 private:
  struct Stored {
    std::vector<std::uint64_t> shingles;  // sorted
    ContentDigest content;
    std::vector<std::uint32_t> keys;
  };

  [[nodiscard]] Stored make(const SimilarityEntry& entry) const {
    Stored stored{{entry.shingles.begin(), entry.shingles.end()}, entry.content, {}};
    stored.keys.resize(static_cast<std::size_t>(sketcher_.plan().bands));
    sketcher_.band_keys(entry.shingles, stored.keys);
    std::ranges::sort(stored.shingles);
    return stored;
  }

  [[nodiscard]] static double similarity(const Stored& a, const Stored& b) {
    if (a.shingles.empty() && b.shingles.empty()) return a.content == b.content ? 1 : 0;
    std::vector<std::uint64_t> common;
    std::ranges::set_intersection(a.shingles, b.shingles, std::back_inserter(common));
    return static_cast<double>(common.size()) /
           static_cast<double>(a.shingles.size() + b.shingles.size() - common.size());
  }

  [[nodiscard]] std::vector<SimilarHit> find(const SimilarityEntry& entry, double least,
                                             int equal_bands) const {
    const Stored query = make(entry);
    std::vector<SimilarHit> hits;
    for (const auto& [id, stored] : entries_) {
      int equal = 0;
      for (std::size_t band = 0; band < query.keys.size(); ++band)
        equal += query.keys[band] == stored.keys[band] ? 1 : 0;
      if (equal < equal_bands) continue;
      const double similar = similarity(query, stored);
      if (similar >= least) hits.push_back({id, similar});
    }
    std::ranges::stable_sort(hits, std::greater(), &SimilarHit::similarity);
    return hits;
  }

  SimilarityIndexOptions options_;
  Sketcher sketcher_;
  std::map<DocumentId, Stored> entries_;
};

}  // namespace neardup::internal::reference
