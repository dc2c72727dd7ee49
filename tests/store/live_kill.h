// What the kill test and its writer must agree on.
#pragma once

#include <string>

#include "neardup/store/live_collection.h"
#include "tests/store/live_texts.h"

namespace neardup::internal {

inline LiveOptions kill_options() {
  return {
      .rule = LiveRule::distance(3), .keeps_texts = true, .durability = Durability::sync, .save_after = 1};
}

inline std::string kill_text(const std::string& id) { return live_text(std::hash<std::string>()(id)); }

}  // namespace neardup::internal
