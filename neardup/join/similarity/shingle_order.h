// The fixed order of shingles that prefix filters need, and a cache of shingle sets.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "neardup/join/similarity/prefix_table.h"
#include "neardup/join/similarity/shingle_counts.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

struct ShingleOrderInput {
  const SketchTable& sketches;  // gives the sizes of the sets
  const ShingleBatchSource& batches;
  double min_similarity;
  int threads;
};

/// Memory that take_prefix keeps between calls. One per thread.
struct PrefixScratch {
  std::vector<std::uint8_t> classes = {};
  std::vector<std::uint64_t> shingles = {};
};

/// The fixed order of shingles: by frequency class (powers of two, counted in a sample of the
/// documents), then by hash. Any fixed order gives the right answer; this one keeps common shingles
/// out of prefixes.
class ShingleOrder {
 public:
  static constexpr std::size_t kSample = std::size_t{1} << 12;  // documents that are enough to count

  /// Counts the shingles of the sample. `is_everything` says that no other documents will be asked
  /// for: a shingle counted once is then in one set only, and prefixes leave it out.
  ShingleOrder(const ShingleOrderInput& input, std::span<const std::uint32_t> sample, bool is_everything);

  /// Stores the prefix of the set in `prefix`.
  void take_prefix(std::span<const std::uint64_t> set, PrefixScratch& scratch, ShinglePrefix& prefix) const;

 private:
  ShingleFrequencies frequencies_;
  double min_similarity_;
  bool is_everything_;  // the sample has all documents, so a shingle counted once is in one set only
};

/// A cache of the shingle sets of kept documents: reads a set when it is first needed, and starts
/// over with an empty cache when there is no more room. One per thread.
class SetCache {
 public:
  explicit SetCache(const ShingleSource& source) : source_(source) {}

  [[nodiscard]] std::span<const std::uint64_t> get(std::uint32_t document) {
    const auto [found, is_new] = sets_.try_emplace(document);
    if (!is_new) return found->second;
    std::vector<std::uint64_t>& set = found->second;
    const std::span<const std::uint64_t> read = source_(document, buffer_);
    set.assign(read.begin(), read.end());
    shingles_ += set.size();
    if (shingles_ <= kCachedShingles) return set;
    std::vector<std::uint64_t> last = std::move(set);
    sets_.clear();
    shingles_ = last.size();
    return sets_.emplace(document, std::move(last)).first->second;
  }

 private:
  static constexpr std::size_t kCachedShingles = std::size_t{1} << 21;  // 16 MB of sets

  const ShingleSource& source_;
  std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> sets_;
  std::vector<std::uint64_t> buffer_;
  std::size_t shingles_ = 0;
};

}  // namespace neardup::internal
