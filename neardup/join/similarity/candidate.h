// A candidate: two documents that may be a pair.
#pragma once

#include <cstdint>

namespace neardup::internal {

/// A pair of documents packed into 64 bits, the smaller ordinal in the high half, so that
/// candidates sort like pairs.
using Candidate = std::uint64_t;
[[nodiscard]] constexpr Candidate make_candidate(std::uint32_t a, std::uint32_t b) noexcept {
  return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
}
[[nodiscard]] constexpr std::uint32_t first_of(Candidate candidate) noexcept {
  return static_cast<std::uint32_t>(candidate >> 32);
}
[[nodiscard]] constexpr std::uint32_t second_of(Candidate candidate) noexcept {
  return static_cast<std::uint32_t>(candidate);
}

}  // namespace neardup::internal
