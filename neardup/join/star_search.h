// Star linkage where too many documents are alike for their pairs to be listed. Linkage only ever needs the
// pairs of a document with those that were kept before it, so a search goes through the documents in the
// order of preference, remembers the kept ones, and compares each document with these alone: a cluster of a
// million documents costs a million comparisons, not half a billion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace neardup {

/// A kept document and the score of the pair with it.
struct KeptMatch {
  std::uint32_t kept = 0;
  double score = 0;
  friend bool operator==(const KeptMatch&, const KeptMatch&) = default;
};

/// Decides, document by document, in order.
class StarVisitor {
 public:
  virtual ~StarVisitor() = default;
  /// False when no match can change the decision on this document. Called by any thread.
  [[nodiscard]] virtual bool needs_search(std::uint32_t document) const = 0;
  /// Takes the closest kept document that the search has found so far (ties: the one kept first). Returns
  /// whether the document is kept, which no later match changes.
  virtual bool settle(std::uint32_t document, const std::optional<KeptMatch>& match) = 0;
  /// Takes a match of a document that was settled and not kept, with a document that was kept before it: it
  /// may be closer than the one that was known then.
  virtual void improve(std::uint32_t document, const KeptMatch& match) = 0;
};

struct StarOrder {
  std::span<const std::uint32_t> documents = {};  // the one to keep first at the front
  std::size_t always_kept = 0;                    // how many of the first are kept whatever they match
};

struct StarSearchOptions {
  int threads = 0;        // 0: one for each core
  std::size_t batch = 0;  // of shingles or documents; 0: as is fastest; the answer is the same
  std::function<void(double)> progress = {};  // called by the calling thread with rising shares
};

class StarSearch {
 public:
  virtual ~StarSearch() = default;
  /// Calls settle once for each document, in order. The answer is the same for any number of threads.
  virtual void run(const StarOrder& order, StarVisitor& visitor) = 0;
  /// Pairs whose sets, texts or fingerprints were compared.
  [[nodiscard]] virtual std::uint64_t candidates() const noexcept = 0;
};

}  // namespace neardup
