#include "neardup/fingerprint/sketch.h"

#include <array>
#include <cassert>
#include <cstddef>

#include "neardup/simd/sketch_kernels.h"

namespace neardup {

namespace {

/// A bijection that spreads every bit over the whole word (the finish of MurmurHash3).
constexpr std::uint64_t spread(std::uint64_t word) noexcept {
  word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD;
  word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53;
  return word ^ word >> 33;
}

constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

std::size_t to_whole_vectors(int hashes) {
  const auto size = static_cast<std::size_t>(hashes);
  return (size + simd::kHashStep - 1) / simd::kHashStep * simd::kHashStep;
}

}  // namespace

Sketcher::Sketcher(const SketchPlan& plan, std::uint64_t seed)
    : plan_(plan), multipliers_(to_whole_vectors(plan.hashes())) {
  assert(plan.hashes() <= kMostHashes);
  std::uint64_t state = spread(seed);
  for (std::uint32_t& multiplier : multipliers_) {
    multiplier = static_cast<std::uint32_t>(spread(state += kGoldenRatio) >> 32);
  }
}

void Sketcher::band_keys(std::span<const std::uint64_t> shingles,
                         std::span<std::uint32_t> keys) const noexcept {
  assert(keys.size() == static_cast<std::size_t>(plan_.bands));
  std::array<std::uint32_t, kMostHashes> minima;  // NOLINT: filled by the kernel
  simd::min_hashes(shingles, multipliers_, std::span(minima).first(multipliers_.size()));
  const std::uint32_t* value = minima.data();
  for (std::uint32_t& key : keys) {
    std::uint64_t hash = 0;
    for (int row = 0; row < plan_.rows; ++row) hash = spread(hash + *value++ + kGoldenRatio);
    key = static_cast<std::uint32_t>(hash);
  }
}

std::uint64_t set_digest(std::span<const std::uint64_t> shingles) noexcept {
  std::uint64_t sum = 0;
  for (const std::uint64_t shingle : shingles) sum += spread(shingle);
  return sum;
}

}  // namespace neardup
