// Which copy is kept: a policy, and the order of documents that it means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neardup {

struct KeepPolicy {
  enum class Kind {
    first,     // in the input
    last,      // in the input
    longest,   // text
    shortest,  // text
    max,       // the largest value of `field`
    min,       // the smallest value of `field`
    prefer,    // from the source that stands first in `sources`
  };
  Kind kind = Kind::first;
  std::string field = {};
  std::vector<std::string> sources = {};
  friend bool operator==(const KeepPolicy&, const KeepPolicy&) = default;
};

/// "first", "last", "longest", "shortest", "max:FIELD", "min:FIELD" or "prefer:SOURCE,SOURCE...". Throws
/// Error.
[[nodiscard]] KeepPolicy parse_keep_policy(std::string_view text);

/// The value of a source for `prefer`: the place in the list of the first entry that is the path or a folder
/// above it; the length of the list when there is none.
[[nodiscard]] double preference(const KeepPolicy& policy, std::string_view path) noexcept;

/// The number that all of the text is, if it is one and finite.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// Values of a field as numbers that order them: as numbers if all are, else by their bytes. Empty strings
/// have no value (NaN).
[[nodiscard]] std::vector<double> rank_values(std::span<const std::string> values);

/// All documents, the one to keep first at the front; equally good ones by ordinal (`last`: from the end).
/// `values` has for each document the length of its text (longest, shortest), the rank of its field (max,
/// min; NaN comes last) or its preference (prefer); it is not looked at for first and last.
[[nodiscard]] std::vector<std::uint32_t> keep_order(const KeepPolicy& policy, std::size_t documents,
                                                    std::span<const double> values = {});

}  // namespace neardup
