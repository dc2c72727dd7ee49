// The tombstones of a run: a bitmap next to it that marks its removed entries, because a run itself never
// changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "neardup/index/word.h"

namespace neardup::internal::lsm {

/// One bit per entry. Empty: nothing was removed.
using DeadBits = std::vector<std::uint64_t>;

[[nodiscard]] inline bool is_dead(const DeadBits& dead, std::size_t place) noexcept {
  return !dead.empty() && ((dead[place / 64] >> (place % 64)) & 1) != 0;
}

[[nodiscard]] inline std::size_t count_dead(const DeadBits& dead) noexcept {
  std::size_t count = 0;
  for (const std::uint64_t bits : dead) count += static_cast<std::size_t>(count_bits(bits));
  return count;
}

/// A run to merge, and its tombstones.
template <typename Run>
struct RunSource {
  std::shared_ptr<const Run> run;
  std::shared_ptr<const DeadBits> dead;
};

}  // namespace neardup::internal::lsm
