// Formats a problem: first where it is, from the file inwards, then what it is.
#include "neardup/corpus/document.h"

namespace neardup {

std::string location_id(const std::string& path, std::uint64_t line) {
  return line == 0 ? path : path + ":" + std::to_string(line);
}

std::string Problem::describe() const {
  std::string text;
  if (!path.empty()) text += path + ": ";
  if (line != 0) text += "line " + std::to_string(line) + ": ";
  if (byte) text += "byte " + std::to_string(*byte) + ": ";
  return text + message;
}

}  // namespace neardup
