// Groups documents by equal 32-bit keys, band after band. One pass over memory partitions the
// documents by the leading bits of the key; each part is then processed in cache. Nearly all keys
// of a part occur once: a small table of counters drops most of those, and only the rest are
// sorted.
//
// Memory: 16 bytes per document, shared by all bands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/util/huge_array.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

/// Takes two or more documents with the same key, ascending. `thread` is below
/// JoinControl::threads().
using KeyGroupSink = std::function<void(std::span<const std::uint32_t> documents, int thread)>;

/// Prefetches what the sink will read of a document.
using Prefetch = std::function<void(std::uint32_t document)>;

class KeyGroups {
 public:
  /// The arrays lie in `memory`, if given. REQUIRES: the documents are in ascending order; the list outlives this object
  KeyGroups(std::span<const std::uint32_t> documents, JoinControl& control, PagedMemory* memory = nullptr);

  /// Calls the sink, on all threads at once, with every group of documents for which
  /// key_of(document) is equal. The groups are deterministic, the order of the calls is not. Calls
  /// `prefetch` some time ahead, to prefetch each document that may be in a group.
  template <typename KeyOf>
  void for_each(const KeyOf& key_of, const KeyGroupSink& sink, const Prefetch& prefetch) {
    run_tasks(control_.threads(), chunks_, [&](std::size_t chunk, int) {
      const auto [begin, end] = range_of(chunk);
      for (std::size_t i = begin; i < end;) {
        const std::size_t stop = std::min(end, i + kBlock);
        for (; i < stop; ++i) {
          const std::uint32_t document = documents_.data()[i];
          words_.data()[i] = std::uint64_t{key_of(document)} << 32 | document;
        }
        if (memory_ != nullptr) memory_->breathe();
      }
      count(chunk);
    });
    scatter();
    join_parts(sink, prefetch);
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 14;
  struct Range {
    std::size_t begin;
    std::size_t end;
  };
  [[nodiscard]] Range range_of(std::size_t chunk) const noexcept;
  [[nodiscard]] std::size_t part_of(std::uint64_t word) const noexcept { return word >> 1 >> (63 - bits_); }
  void count(std::size_t chunk);
  void scatter();
  void join_parts(const KeyGroupSink& sink, const Prefetch& prefetch);

  std::span<const std::uint32_t> documents_;
  PagedMemory* memory_;
  JoinControl& control_;
  int bits_;
  std::size_t chunks_;
  std::vector<std::vector<std::size_t>> positions_;  // [chunk][part]: counts, later write positions
  std::vector<std::size_t> starts_;                  // where each part begins, and the end of the last
  HugeArray<std::uint64_t> words_;                   // key in the high half, document in the low half
  HugeArray<std::uint64_t> parted_;                  // words_ grouped by part
};

}  // namespace neardup::internal
