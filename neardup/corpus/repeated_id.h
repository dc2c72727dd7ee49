// Do two documents have the same id? Asked once, after everything was read: ids may repeat, but whoever wants
// to look a document up should know.
//
// Two bytes a document for a filter that forgets nothing and now and then believes to have seen an id that
// is new; only what it believes to have seen is compared for certain.
#pragma once

#include <cstdint>
#include <optional>

#include "neardup/corpus/record_table.h"

namespace neardup {

/// The first document from `begin` on whose id an earlier one from `begin` on has. Ids that are made from the
/// places of records do not count: they differ.
[[nodiscard]] std::optional<std::uint32_t> find_repeated_id(const RecordTable& records,
                                                            std::uint32_t begin = 0);

}  // namespace neardup
