// Finds the objects of a JSON text with JsonObjectScanner, in pieces of any size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/corpus/json_objects.h"

namespace neardup::internal {

struct FoundObjects {
  std::vector<std::string> objects = {};
  bool is_open = false;   // true if the text ends inside an object
  bool is_stuck = false;  // true if the scanner took nothing from a piece, which never happens
};

/// REQUIRES: piece is not 0
[[nodiscard]] inline FoundObjects find_objects(std::string_view json, std::size_t piece,
                                               std::size_t prologue = 0) {
  JsonObjectScanner scanner(prologue);
  FoundObjects found;
  std::string open;
  while (!json.empty() && !scanner.is_finished()) {
    const std::string_view rest = json.substr(0, piece);
    const bool was_in_object = scanner.is_in_object();
    const std::size_t end = scanner.next_end(rest);
    const std::size_t taken = std::min(end, rest.size());
    found.is_stuck = taken == 0;
    if (found.is_stuck) break;
    const std::size_t begin = was_in_object ? 0 : std::min(scanner.object_begin(), taken);
    open += rest.substr(begin, taken - begin);
    if (end != std::string_view::npos && !open.empty()) found.objects.push_back(std::exchange(open, {}));
    json.remove_prefix(taken);
  }
  found.is_open = !open.empty();
  return found;
}

}  // namespace neardup::internal
