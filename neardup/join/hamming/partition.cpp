#include "neardup/join/hamming/partition.h"

#include <algorithm>
#include <bit>

namespace neardup::internal {

namespace {

constexpr std::size_t kPartWords = 4096;  // a part, its copy and the tables fit into the L2 cache
constexpr int kMaxBits = 12;              // one cache line for each of more parts would not fit into L2
// That many fingerprints stay in the L1 cache while they are counted for all blocks.
constexpr std::size_t kCountedAtOnce = 2048;

int partition_bits(std::size_t size, int key_bits) {
  const int wanted = static_cast<int>(std::bit_width(size / kPartWords));
  return std::min({key_bits, wanted, kMaxBits});
}

/// Returns the number of chunks: more than threads, so that a delayed thread does not hold up the
/// others, but few enough that the half-filled cache lines at the ends of a chunk's output do not
/// matter.
std::size_t chunk_count(std::size_t size, int threads) {
  const std::size_t most = static_cast<std::size_t>(threads) * 4;
  return std::clamp<std::size_t>(size / 500'000, 1, most);
}

}  // namespace

template <typename Word>
Partition<Word>::Partition(std::span<const Word> input, std::size_t total, const JoinPlan& plan,
                           JoinControl& control)
    : input_(input), chunks_(chunk_count(input.size(), control.threads())), buffer_(input.size()) {
  for (const JoinBlock& block : plan.blocks) {
    keys_.push_back({rotation_of(block, plan.width), partition_bits(total, block.key_bits)});
    for (std::size_t i = 0; i < chunks_; ++i) counts_.emplace_back(std::size_t{1} << keys_.back().bits);
  }
  run_tasks(control.threads(), chunks_, [&](std::size_t number, int) {
    const std::span<const Word> words = chunk(number);
    for (std::size_t begin = 0; begin < words.size() && !control.stopped(); begin += kCountedAtOnce) {
      const auto some = words.subspan(begin, std::min(kCountedAtOnce, words.size() - begin));
      for (std::size_t block = 0; block < keys_.size(); ++block) {
        simd::count_parts(some, keys_[block], counts(block, number));
      }
    }
  });
}

template <typename Word>
void Partition<Word>::fill(std::size_t block, JoinControl& control) {
  if (control.stopped()) return;  // the counts may be incomplete
  bits_ = keys_[block].bits;
  starts_.assign((std::size_t{1} << bits_) + 1, 0);
  std::uint32_t position = 0;
  for (std::size_t part = 0; part < parts(); ++part) {
    starts_[part] = position;
    for (std::size_t i = 0; i < chunks_; ++i) {
      const std::uint32_t count = counts(block, i)[part];
      counts(block, i)[part] = position;  // now the position where the chunk writes
      position += count;
    }
  }
  starts_.back() = position;
  run_tasks(control.threads(), chunks_, [&](std::size_t number, int thread) {
    if (control.stopped()) return;
    const std::span<const Word> words = chunk(number);
    simd::scatter_parts(words, keys_[block], counts(block, number), buffer_.data());
    control.advance(0.3 * static_cast<double>(words.size()), thread);
  });
}

template <typename Word>
std::span<const Word> Partition<Word>::chunk(std::size_t number) const {
  const std::size_t begin = input_.size() * number / chunks_;
  return input_.subspan(begin, input_.size() * (number + 1) / chunks_ - begin);
}

template <typename Word>
std::span<std::uint32_t> Partition<Word>::counts(std::size_t block, std::size_t chunk) {
  return counts_[block * chunks_ + chunk];
}

template class Partition<std::uint64_t>;
template class Partition<Bits128>;

}  // namespace neardup::internal
