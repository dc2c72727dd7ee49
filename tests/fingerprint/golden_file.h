// Reads the golden vectors: JSON whose hashes are hex strings. tests/golden came with the specification of
// the originals; nothing in it is generated here.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "neardup/fingerprint/fingerprint.h"

namespace neardup::internal::golden {

using Element = simdjson::dom::element;

class File {
 public:
  explicit File(std::string_view name)
      : root_(parser_.load(std::string(NEARDUP_GOLDEN_DIR "/").append(name))) {}

  /// The entries of a section; a file without them would make a test that cannot fail.
  [[nodiscard]] simdjson::dom::array section(std::string_view name) const {
    simdjson::dom::array entries = root_[name].get_array();
    if (entries.size() == 0) throw std::runtime_error("golden file: empty section");
    return entries;
  }
  [[nodiscard]] Element root() const { return root_; }

 private:
  simdjson::dom::parser parser_;
  Element root_;
};

inline std::string text(Element value) { return std::string(value.get_string().value()); }

/// "0x" and 8, 16 or 32 hex digits.
inline Fingerprint fingerprint(Element value) {
  const std::optional<Fingerprint> parsed = from_hex(value.get_string().value());
  if (!parsed) throw std::runtime_error("golden file: not a fingerprint");
  return *parsed;
}
inline std::uint64_t number(Element value) { return fingerprint(value).low; }

/// Weights are read as doubles, integers included.
inline double real(Element value) { return value.get_double().value(); }

inline std::string name_of(Element entry) { return text(entry["name"]); }

}  // namespace neardup::internal::golden
