// How pairs become clusters, and which copy to keep of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace neardup {

enum class LinkKind {
  star,        // every member of a cluster is like the kept document
  components,  // every member is like some other member
};

struct KeepPolicy {
  enum class Kind {
    first,     // the first in the input
    last,      // the last in the input
    longest,   // the longest text
    shortest,  // the shortest text
    max,       // the largest value of `field`
    min,       // the smallest value of `field`
    prefer,    // from the source that comes first in `sources`
  };
  Kind kind = Kind::first;
  std::string field = {};
  std::vector<std::string> sources = {};
  friend bool operator==(const KeepPolicy&, const KeepPolicy&) = default;
};

/// Parses "first", "last", "longest", "shortest", "max:FIELD", "min:FIELD" or "prefer:SOURCE,SOURCE...".
/// Throws Error for any other text.
[[nodiscard]] KeepPolicy parse_keep_policy(std::string_view text);

}  // namespace neardup
