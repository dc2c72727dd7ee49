// Do two documents have the same id? Checked once, after everything was read: ids may repeat, but users who
// look documents up by id should know.
//
// A Bloom filter of 4 to 8 bytes per document finds every repeated id and a few that only look repeated; an
// exact second pass compares just these suspects.
#pragma once

#include <cstdint>
#include <optional>

#include "neardup/corpus/record_table.h"

namespace neardup::internal {

/// Returns the first document at or after `begin` whose id an earlier document at or after `begin` has.
/// Ignores ids made from path and line: they always differ.
[[nodiscard]] std::optional<std::uint32_t> find_repeated_id(const RecordTable& records,
                                                            std::uint32_t begin = 0);

}  // namespace neardup::internal
