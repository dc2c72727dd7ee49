#include "neardup/sketch/sketch_table.h"

#include <cassert>

namespace neardup::internal {

SketchTable::Chunk& SketchTable::open_chunk() {
  if (size_ % kChunk == 0) {
    Chunk& chunk = chunks_.emplace_back(memory_);
    // The first chunk grows on demand, so that small collections and a worker's batches stay small.
    if (chunks_.size() > 1) {
      chunk.keys.reserve(kChunk * bands_);
      chunk.digests.reserve(kChunk);
      chunk.shingles.reserve(kChunk);
    }
  }
  return chunks_.back();
}

void SketchTable::add(std::span<const std::uint64_t> shingles) {
  assert(bands_ == 0);
  Chunk& chunk = open_chunk();
  chunk.digests.push_back(set_digest(shingles));
  chunk.shingles.push_back(static_cast<std::uint32_t>(shingles.size()));
  ++size_;
}

void SketchTable::add(std::span<const std::uint64_t> shingles, const Sketcher& sketcher) {
  assert(sketcher.plan() == plan_);
  Chunk& chunk = open_chunk();
  chunk.keys.resize(chunk.keys.size() + bands_);
  sketcher.band_keys(shingles, std::span(chunk.keys).last(bands_));
  chunk.digests.push_back(set_digest(shingles));
  chunk.shingles.push_back(static_cast<std::uint32_t>(shingles.size()));
  ++size_;
}

void SketchTable::append(const SketchTable& other) {
  assert(other.plan_ == plan_);
  for (std::size_t i = 0; i < other.size_; ++i) {
    Chunk& chunk = open_chunk();
    chunk.keys.insert(chunk.keys.end(), other.keys(i), other.keys(i) + bands_);
    chunk.digests.push_back(other.digest(i));
    chunk.shingles.push_back(other.shingles(i));
    ++size_;
  }
}

}  // namespace neardup::internal
