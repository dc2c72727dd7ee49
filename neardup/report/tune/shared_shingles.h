// Counts the shingles that two documents of a sample share, for all pairs that share any: an inverted index
// with the list of documents of each shingle, walked document by document. Exact, without a threshold.
// Private.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/report/tune/corpus_sample.h"

namespace neardup::internal {

class SharedShingles {
 public:
  /// Indexes the documents. Limits the comparison to as many, from the first on, as take at most `most_work`
  /// steps, but at least two; one step is one shingle shared by one pair. REQUIRES: the documents outlive
  /// this object.
  SharedShingles(std::span<const SampledDocument> documents, std::uint64_t most_work, int threads);

  /// Returns the number of documents that are compared.
  [[nodiscard]] std::size_t documents() const noexcept { return documents_; }

  /// Reusable memory, one per thread.
  struct Scratch {
    std::vector<std::uint32_t> common = {};   // by document: shared shingles; all 0 between calls
    std::vector<std::uint32_t> touched = {};  // documents that share a shingle
  };

  /// Calls visit(earlier document, shared shingles) for every earlier document that shares a shingle.
  template <typename Visit>
  void for_each_earlier(std::uint32_t document, Scratch& scratch, const Visit& visit) const {
    scratch.common.resize(documents_);
    scratch.touched.clear();
    for (std::size_t i = firsts_[document]; i < firsts_[document + 1]; ++i) {
      for (std::size_t position = lists_[i]; holders_[position] != document; ++position) {
        const std::uint32_t earlier = holders_[position];
        if (scratch.common[earlier]++ == 0) scratch.touched.push_back(earlier);
      }
    }
    for (const std::uint32_t earlier : scratch.touched) {
      visit(earlier, scratch.common[earlier]);
      scratch.common[earlier] = 0;
    }
  }

 private:
  struct Holder;
  void limit_work(std::span<const std::uint64_t> work, std::uint64_t most_work);

  std::size_t documents_ = 0;
  std::vector<std::uint32_t> holders_;  // documents of each shingle that several documents have, ascending
  std::vector<std::size_t> lists_;      // by document: where the lists of its shingles begin in holders_
  std::vector<std::size_t> firsts_;     // by document: its first entry in lists_
};

}  // namespace neardup::internal
