// Compartments: sets of documents that are compared only with each other. A compartment holds the
// documents with one value of a field (one problem, one site), or with ids that agree up to a sign
// ("sample-01/a.cpp" and "sample-01/b.cpp" agree up to "/").
//
// Documents without a value form compartment 0. An empty value counts as no value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "neardup/corpus/document.h"

namespace neardup::internal {

/// Says where to find the value; one of the two is empty.
struct Within {
  std::string field = {};  // a field of the record; "a.b" is a path
  std::string sign = {};   // the value is the part of the id before the first such sign, if any
  friend bool operator==(const Within&, const Within&) = default;
};

/// Parses the text: a single character that is neither a letter nor a digit is a sign, anything else is
/// the name of a field. Throws Error if the text is empty.
[[nodiscard]] Within parse_within(std::string_view text);

/// Returns the part of the id before the first sign; empty if the id has no sign.
[[nodiscard]] std::string_view value_before(std::string_view id, std::string_view sign) noexcept;

/// Assigns a compartment to each document. Takes 4 bytes per document, plus the distinct values.
class Compartments {
 public:
  /// Adds the next document, which has this value.
  void add(std::string_view value);

  /// Returns the compartment of each document.
  [[nodiscard]] std::span<const std::uint32_t> numbers() const noexcept { return numbers_; }
  /// Returns the number of distinct values, not counting "no value".
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

}  // namespace neardup::internal
