// What a collection records about itself: the format, the recipe, the rule and the limits of time. Refuses
// to open it with others.
#pragma once

#include <cstdint>

#include "neardup/store/database.h"
#include "neardup/store/live_collection.h"

namespace neardup::internal::store {

struct Catalog {
  Recipe recipe;
  LiveRule rule;
  bool keeps_texts = false;
  std::int64_t window = 0;
  std::int64_t ttl = 0;
  std::int64_t horizon = 0;  // documents before it are expired

  /// Reads the catalog of a collection, or writes that of a new one. Throws Error if the options do not fit.
  [[nodiscard]] static Catalog open(Database& database, const LiveOptions& options);
};

inline constexpr std::string_view kHorizonKey = "horizon";

}  // namespace neardup::internal::store
