#include "neardup/sketch/sketch.h"

#include <array>
#include <cassert>
#include <cstddef>

#include "neardup/simd/sketch_kernels.h"
#include "neardup/util/hash_spread.h"

namespace neardup::internal {

namespace {

/// Spreads every bit over the whole word, bijectively (the finaliser of MurmurHash3).
constexpr std::uint64_t spread(std::uint64_t word) noexcept {
  word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD;
  word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53;
  return word ^ word >> 33;
}

/// Returns the number of functions: one per row of every other band, padded to whole vectors.
std::size_t functions_for(const SketchPlan& plan) {
  const auto functions = static_cast<std::size_t>((plan.bands + 1) / 2 * plan.rows);
  return (functions + simd::kHashStep - 1) / simd::kHashStep * simd::kHashStep;
}

/// Combines the rows of a band into one number, as a sum of
/// multiples, so that the rows do not wait for each other.
std::uint32_t key_of(const std::uint32_t* values, int rows) noexcept {
  std::uint64_t sum = 0;
  std::uint64_t factor = kGoldenRatio;
  for (int row = 0; row < rows; ++row, factor += 2 * kGoldenRatio)
    sum += factor * (values[row] + std::uint64_t{1});
  return static_cast<std::uint32_t>(spread(sum) >> 32);
}

}  // namespace

Sketcher::Sketcher(const SketchPlan& plan, std::uint64_t seed)
    : plan_(plan), multipliers_(functions_for(plan)) {
  assert(multipliers_.size() <= kMostFunctions);
  std::uint64_t state = spread(seed);
  for (std::uint32_t& multiplier : multipliers_) {
    multiplier = static_cast<std::uint32_t>(spread(state += kGoldenRatio) >> 32);
  }
}

void Sketcher::band_keys(std::span<const std::uint64_t> shingles,
                         std::span<std::uint32_t> keys) const noexcept {
  assert(keys.size() == static_cast<std::size_t>(plan_.bands));
  std::array<std::uint32_t, kMostFunctions> minima;  // filled by the kernel
  std::array<std::uint32_t, kMostFunctions> maxima;
  const std::size_t functions = multipliers_.size();
  simd::find_extremes(shingles, multipliers_,
                      {std::span(minima).first(functions), std::span(maxima).first(functions)});
  const auto rows = static_cast<std::size_t>(plan_.rows);
  for (std::size_t band = 0; band < keys.size(); ++band) {
    const std::uint32_t* const values = (band % 2 == 0 ? minima : maxima).data() + band / 2 * rows;
    keys[band] = key_of(values, plan_.rows);
  }
}

/// Sums first and second powers, so that order does not matter and each shingle costs one multiplication.
std::uint64_t set_digest(std::span<const std::uint64_t> shingles) noexcept {
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;
  for (const std::uint64_t shingle : shingles) {
    sum += shingle;
    squares += shingle * shingle;
  }
  return spread(sum) + squares;
}

}  // namespace neardup::internal
