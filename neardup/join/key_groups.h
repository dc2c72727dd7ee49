// Documents with equal 32-bit keys, found band after band: one partition pass over memory by the leading bits
// of the key, then each part in cache. Nearly all keys of a part occur once; a small table of counters drops
// most of those, and only the rest is sorted.
//
// Memory: 16 bytes a document, shared by all bands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/util/huge_array.h"
#include "neardup/util/parallel.h"

namespace neardup {

/// Documents with one key, ascending, two or more. The thread's number is below JoinControl::threads().
using KeyGroupSink = std::function<void(std::span<const std::uint32_t> documents, int thread)>;

/// Tells the memory that the document will be looked at soon: by then what a look needs is in the cache.
using Announce = std::function<void(std::uint32_t document)>;

class KeyGroups {
 public:
  /// The list of documents is ascending and must outlive this object.
  KeyGroups(std::span<const std::uint32_t> documents, JoinControl& control);

  /// Calls the sink, on all threads at once, with every group of documents for which key_of(document) is
  /// equal. The order of the calls is not fixed; the groups are. Those that may come are announced.
  template <typename KeyOf>
  void for_each(const KeyOf& key_of, const KeyGroupSink& sink, const Announce& announce) {
    run_tasks(control_.threads(), chunks_, [&](std::size_t chunk, int) {
      const auto [begin, end] = range_of(chunk);
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t document = documents_.data()[i];
        words_.data()[i] = std::uint64_t{key_of(document)} << 32 | document;
      }
      count(chunk);
    });
    scatter();
    join_parts(sink, announce);
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };
  [[nodiscard]] Range range_of(std::size_t chunk) const noexcept;
  [[nodiscard]] std::size_t part_of(std::uint64_t word) const noexcept { return word >> 1 >> (63 - bits_); }
  void count(std::size_t chunk);
  void scatter();
  void join_parts(const KeyGroupSink& sink, const Announce& announce);

  std::span<const std::uint32_t> documents_;
  JoinControl& control_;
  int bits_;
  std::size_t chunks_;
  std::vector<std::vector<std::size_t>> positions_;  // of each chunk: counts, then places, by part
  std::vector<std::size_t> starts_;                  // of the parts, and the end of the last
  HugeArray<std::uint64_t> words_;                   // key, document
  HugeArray<std::uint64_t> parted_;
};

}  // namespace neardup
