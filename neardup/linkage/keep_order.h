// The order of documents that follows from a keep policy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/linkage/keep_policy.h"

namespace neardup::internal {

/// Returns the value of a source for `prefer`: the index of the first entry in the list that is the path or a
/// folder above it; the length of the list when no entry matches.
[[nodiscard]] double preference(const KeepPolicy& policy, std::string_view path) noexcept;

/// Parses the whole text as a number. Returns no value unless it is a finite number.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// Maps the values of a field to numbers in the same order: their own values if all of them are numbers, else
/// their ranks by bytes. Empty strings have no value (NaN).
[[nodiscard]] std::vector<double> rank_values(std::span<const std::string> values);

/// Returns all documents in the order of preference, best first, and equally good ones by ordinal (`last`:
/// from the end). `values` holds for each document the length of its text (longest, shortest), the rank of
/// its field (max, min; NaN comes last) or its preference (prefer); first and last ignore it.
[[nodiscard]] std::vector<std::uint32_t> keep_order(const KeepPolicy& policy, std::size_t documents,
                                                    std::span<const double> values = {});

}  // namespace neardup::internal
