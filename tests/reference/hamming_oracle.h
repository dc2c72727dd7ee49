// The index that cannot be wrong: a map from ids to fingerprints, and every find looks at all of them.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "neardup/index/hamming_index.h"

namespace neardup::internal::reference {

class HammingOracle {
 public:
  void add(const IdRef& id, const Fingerprint& fingerprint) { entries_[DocumentId(id)] = fingerprint; }
  bool remove(const IdRef& id) { return entries_.erase(DocumentId(id)) != 0; }
  [[nodiscard]] bool contains(const IdRef& id) const { return entries_.contains(DocumentId(id)); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const std::map<DocumentId, Fingerprint>& entries() const { return entries_; }

  [[nodiscard]] std::vector<Hit> find(const Fingerprint& query, int max_distance) const {
    std::vector<Hit> hits;
    for (const auto& [id, fingerprint] : entries_) {
      const int distance = hamming_distance(fingerprint, query);
      if (distance <= max_distance) hits.push_back({id, distance});
    }
    std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
      return std::tie(a.distance, a.id) < std::tie(b.distance, b.id);
    });
    return hits;
  }

 private:
  std::map<DocumentId, Fingerprint> entries_;
};

}  // namespace neardup::internal::reference
