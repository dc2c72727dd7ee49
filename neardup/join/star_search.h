// Star linkage for collections with too many similar documents to list their pairs. Linkage needs
// only the pairs of a document with those kept before it. So a search goes through the documents in
// order of preference, remembers the kept ones, and compares each document only with these: a
// cluster of a million documents around one kept document costs a million comparisons, not half a
// trillion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace neardup::internal {

/// A kept document, and the score of its pair with the document in question.
struct KeptMatch {
  std::uint32_t kept = 0;
  double score = 0;
  friend bool operator==(const KeptMatch&, const KeptMatch&) = default;
};

/// Decides, document by document and in order, which documents are kept.
class StarVisitor {
 public:
  virtual ~StarVisitor() = default;
  /// Returns false if no match can change the decision on this document. Called on any thread.
  [[nodiscard]] virtual bool needs_search(std::uint32_t document) const = 0;
  /// Receives the closest kept document that the search has found so far (ties: the one kept
  /// first). Returns whether to keep the document; no later match changes that.
  virtual bool settle(std::uint32_t document, const std::optional<KeptMatch>& match) = 0;
  /// Receives a match of a document that was settled but not kept, with a document kept before it.
  /// It may be closer than the match that settle received.
  virtual void improve(std::uint32_t document, const KeptMatch& match) = 0;
};

struct StarOrder {
  std::span<const std::uint32_t> documents = {};  // in order of preference, the one to keep first in front
  std::size_t always_kept = 0;                    // that many first documents are kept whatever they match
};

struct StarSearchOptions {
  int threads = 0;  // 0: one per core
  /// Batch size, in shingles or documents. 0: the fastest choice. Any value gives the same answer.
  std::size_t batch = 0;
  /// Called on the calling thread with the share of the work done, ascending.
  std::function<void(double)> progress = {};
};

class StarSearch {
 public:
  virtual ~StarSearch() = default;
  /// Calls visitor.settle once per document, in order. The answer is the same for any number of
  /// threads.
  virtual void run(const StarOrder& order, StarVisitor& visitor) = 0;
  /// Returns the number of pairs whose sets, texts or fingerprints were compared.
  [[nodiscard]] virtual std::uint64_t candidates() const noexcept = 0;
};

}  // namespace neardup::internal
