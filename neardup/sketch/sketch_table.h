// The sketches of a collection, by ordinal: everything that a similarity join keeps of a document.
//
// Takes 4 bytes per band, and 12 for the size and the digest of the shingle set: 76 bytes per document
// at 16 bands. The keys of a document are adjacent, so that comparing two documents touches one or two
// cache lines each; chunks avoid copying a growing table. Without bands the table holds only sizes and
// digests, which is what the exact join needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "neardup/sketch/sketch.h"
#include "neardup/util/paged_memory.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal {

class SketchTable {
 public:
  SketchTable() : SketchTable(SketchPlan{.bands = 0, .rows = 0, .equal_bands = 0}) {}
  /// REQUIRES: the memory outlives the table
  explicit SketchTable(const SketchPlan& plan, PagedMemory* memory = nullptr)
      : plan_(plan), bands_(static_cast<std::size_t>(plan.bands)), memory_(memory) {}

  /// Adds the document with the next ordinal. A document without shingles may be added; it is similar
  /// to no other.
  /// REQUIRES: a table without bands
  void add(std::span<const std::uint64_t> shingles);
  /// Adds the document and its sketch. REQUIRES: sketcher.plan() == plan()
  void add(std::span<const std::uint64_t> shingles, const Sketcher& sketcher);
  /// Appends all documents of another table, in order, e.g. of one worker's batch. REQUIRES: equal plans
  void append(const SketchTable& other);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const SketchPlan& plan() const noexcept { return plan_; }

  /// Returns the number of distinct shingles.
  [[nodiscard]] std::uint32_t shingles(std::size_t document) const noexcept {
    return chunks_[document / kChunk].shingles.data()[document % kChunk];
  }
  [[nodiscard]] std::uint64_t digest(std::size_t document) const noexcept {
    return chunks_[document / kChunk].digests.data()[document % kChunk];
  }
  /// Returns a pointer to the keys of all bands.
  [[nodiscard]] const std::uint32_t* keys(std::size_t document) const noexcept {
    return chunks_[document / kChunk].keys.data() + document % kChunk * bands_;
  }
  /// Returns true if some of the table does not fit into memory (PagedMemory).
  [[nodiscard]] bool is_paged() const noexcept { return memory_ != nullptr && memory_->file_bytes() > 0; }
  /// Prefetches the size of the document and the keys of its first bands.
  void prefetch(std::size_t document, std::size_t bands) const noexcept {
    constexpr std::size_t kLineKeys = 64 / sizeof(std::uint32_t);
    const Chunk& chunk = chunks_[document / kChunk];
    internal::prefetch(chunk.shingles.data() + document % kChunk);
    const std::uint32_t* const first = keys(document);
    for (std::size_t key = 0; key < bands; key += kLineKeys) internal::prefetch(first + key);
  }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 14;
  struct Chunk {
    explicit Chunk(PagedMemory* memory)
        : keys(resource_of(memory)), digests(resource_of(memory)), shingles(resource_of(memory)) {}
    std::pmr::vector<std::uint32_t> keys;
    std::pmr::vector<std::uint64_t> digests;
    std::pmr::vector<std::uint32_t> shingles;
  };
  /// Returns the last chunk, after adding a new one if it is full.
  [[nodiscard]] Chunk& open_chunk();

  SketchPlan plan_;
  std::size_t bands_;
  PagedMemory* memory_;  // null: ordinary memory
  std::size_t size_ = 0;
  std::vector<Chunk> chunks_;
};

}  // namespace neardup::internal
