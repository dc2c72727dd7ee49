#include <fmt/format.h>

#include "neardup/store/live_collection.h"

namespace neardup {

using namespace internal;

std::string LiveRule::written() const {
  if (max_distance_) return fmt::format("distance {}", *max_distance_);
  return fmt::format("similarity {}", min_similarity_);
}

std::string_view name_of(LiveVerdict verdict) noexcept {
  switch (verdict) {
    case LiveVerdict::is_new:
      return "new";
    case LiveVerdict::near_duplicate:
      return "duplicate";
    case LiveVerdict::exact_copy:
      return "copy";
  }
  return "";
}

}  // namespace neardup
