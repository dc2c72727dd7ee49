// Documents that are compared with each other only: those of one value of a field (one problem, one site), or
// with ids that agree up to a sign ("sample-01/a.cpp" and "sample-01/b.cpp", up to "/").
//
// Documents without a value are a compartment of their own, number 0. An empty value is no value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "neardup/corpus/document.h"

namespace neardup {

/// Where the value stands; one of the two is empty.
struct Within {
  std::string field = {};  // of the record, "a.b" is a path
  std::string sign = {};   // the value is what the id has before the first such sign; none if it has no sign
  friend bool operator==(const Within&, const Within&) = default;
};

/// A single character that is neither letter nor digit is a sign, everything else the name of a field.
/// Throws Error when it is empty.
[[nodiscard]] Within parse_within(std::string_view text);

/// What the id has before the first sign; empty when there is none.
[[nodiscard]] std::string_view value_before(std::string_view id, std::string_view sign) noexcept;

/// 4 bytes a document, and the distinct values.
class Compartments {
 public:
  /// The next document has this value.
  void add(std::string_view value);

  /// By document.
  [[nodiscard]] std::span<const std::uint32_t> numbers() const noexcept { return numbers_; }
  /// How many values there are, not counting "none".
  [[nodiscard]] std::size_t values() const noexcept { return number_of_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::vector<std::uint32_t> numbers_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> number_of_;
};

}  // namespace neardup
