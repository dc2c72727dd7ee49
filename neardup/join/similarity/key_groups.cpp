#include "neardup/join/similarity/key_groups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace neardup::internal {

namespace {

constexpr std::size_t kPartWords = 4096;  // a part and its counters fit into the L1 and L2 caches
constexpr int kMostBits = 12;
constexpr std::size_t kChunkWords = 16'384;  // a smaller chunk is not worth a thread
constexpr int kCounterBits = 14;

/// Finds the groups of one part at a time, the entries (key, document) of some keys.
class PartJoin {
 public:
  PartJoin(const KeyGroupSink& sink, const Prefetch& prefetch, int thread)
      : sink_(sink), prefetch_(prefetch), thread_(thread) {}

  /// Finds the groups of a part. REQUIRES: all keys agree in their first `bits` bits
  void run(std::span<const std::uint64_t> words, int bits) {
    keep_repeated(words, bits);
    std::ranges::sort(repeated_);
    std::size_t prefetched = 0;
    for (std::size_t begin = 0; begin < repeated_.size();) {
      for (; prefetched < std::min(begin + kAhead, repeated_.size()); ++prefetched)
        prefetch_(static_cast<std::uint32_t>(repeated_[prefetched]));
      documents_.clear();
      std::size_t end = begin;
      for (; end < repeated_.size() && repeated_[end] >> 32 == repeated_[begin] >> 32; ++end) {
        documents_.push_back(static_cast<std::uint32_t>(repeated_[end]));
      }
      if (documents_.size() > 1) sink_(documents_, thread_);
      begin = end;
    }
  }

 private:
  /// Drops keys whose counter is 1, because they occur only once. Neither loop branches on the
  /// data.
  void keep_repeated(std::span<const std::uint64_t> words, int bits) {
    counters_.fill(0);
    const auto counter_of = [bits](std::uint64_t word) { return word << bits >> (64 - kCounterBits); };
    for (const std::uint64_t word : words) {
      std::uint8_t& counter = counters_.data()[counter_of(word)];
      counter = static_cast<std::uint8_t>(counter + (counter < 2 ? 1 : 0));
    }
    repeated_.resize(words.size());
    std::size_t size = 0;
    for (const std::uint64_t word : words) {
      repeated_.data()[size] = word;
      size += counters_.data()[counter_of(word)] > 1 ? 1 : 0;
    }
    repeated_.resize(size);
  }

  static constexpr std::size_t kAhead = 24;  // prefetch distance, in documents

  const KeyGroupSink& sink_;
  const Prefetch& prefetch_;
  int thread_;
  std::array<std::uint8_t, std::size_t{1} << kCounterBits> counters_{};
  std::vector<std::uint64_t> repeated_;
  std::vector<std::uint32_t> documents_;
};

}  // namespace

KeyGroups::KeyGroups(std::span<const std::uint32_t> documents, JoinControl& control, PagedMemory* memory)
    : documents_(documents),
      memory_(memory),
      control_(control),
      bits_(std::min(static_cast<int>(std::bit_width(documents.size() / kPartWords)), kMostBits)),
      chunks_(std::clamp<std::size_t>(documents.size() / kChunkWords, 1,
                                      4 * static_cast<std::size_t>(control.threads()))),
      positions_(chunks_),
      starts_((std::size_t{1} << bits_) + 1),
      words_(documents.size(), memory),
      parted_(documents.size(), memory) {}

KeyGroups::Range KeyGroups::range_of(std::size_t chunk) const noexcept {
  return {documents_.size() * chunk / chunks_, documents_.size() * (chunk + 1) / chunks_};
}

void KeyGroups::count(std::size_t chunk) {
  std::vector<std::size_t>& counts = positions_[chunk];
  counts.assign(std::size_t{1} << bits_, 0);
  const auto [begin, end] = range_of(chunk);
  for (std::size_t i = begin; i < end; ++i) ++counts.data()[part_of(words_.data()[i])];
}

void KeyGroups::scatter() {
  std::size_t position = 0;
  for (std::size_t part = 0; part + 1 < starts_.size(); ++part) {
    starts_[part] = position;
    for (std::vector<std::size_t>& positions : positions_) {
      position += std::exchange(positions[part], position);  // now the position where the chunk writes
    }
  }
  starts_.back() = position;
  run_tasks(control_.threads(), chunks_, [&](std::size_t chunk, int) {
    std::size_t* const positions = positions_[chunk].data();
    const auto [begin, end] = range_of(chunk);
    for (std::size_t i = begin; i < end;) {
      for (const std::size_t stop = std::min(end, i + kBlock); i < stop; ++i) {
        const std::uint64_t word = words_.data()[i];
        parted_.data()[positions[part_of(word)]++] = word;
      }
      if (memory_ != nullptr) memory_->breathe();
    }
  });
}

void KeyGroups::join_parts(const KeyGroupSink& sink, const Prefetch& prefetch) {
  constexpr std::size_t kTaskParts = 16;
  const std::size_t parts = starts_.size() - 1;
  run_tasks(control_.threads(), (parts + kTaskParts - 1) / kTaskParts, [&](std::size_t task, int thread) {
    PartJoin join(sink, prefetch, thread);
    const std::size_t last = std::min(parts, (task + 1) * kTaskParts);
    for (std::size_t part = task * kTaskParts; part < last && !control_.stopped(); ++part) {
      const std::size_t size = starts_[part + 1] - starts_[part];
      join.run(parted_.span().subspan(starts_[part], size), bits_);
      control_.advance(static_cast<double>(size), thread);
      if (memory_ != nullptr) memory_->breathe();
    }
  });
}

}  // namespace neardup::internal
