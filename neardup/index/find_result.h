// The answer of an index to one query.
#pragma once

#include <cstddef>
#include <vector>

namespace neardup {

/// The hits of one query, the best first, then by id. Each id appears once.
template <typename HitType>
struct FindResultOf {
  std::vector<HitType> hits;
  bool truncated = false;  // true: the candidate budget ran out, so there may be more hits

  [[nodiscard]] bool empty() const noexcept { return hits.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return hits.size(); }
  [[nodiscard]] auto begin() const noexcept { return hits.begin(); }
  [[nodiscard]] auto end() const noexcept { return hits.end(); }
  [[nodiscard]] const HitType& operator[](std::size_t i) const { return hits[i]; }
  friend bool operator==(const FindResultOf&, const FindResultOf&) = default;
};

}  // namespace neardup
