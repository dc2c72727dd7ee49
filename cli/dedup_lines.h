// The lists that `dedup` can write beside the clean corpus: clusters, and what was removed and why.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cli/options.h"
#include "neardup/corpus/record_table.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::cli {

/// TSV unless the name says JSONL: "x.jsonl", "x.json", with or without .gz or .zst.
[[nodiscard]] OutputFormat format_of_name(const std::string& path);

/// `cluster id role distance similarity`: cluster is the id of the kept document, role `kept` or `removed`.
void write_clusters(const Collection& collection, const Deduplication& result, const std::string& path);

/// `id kept distance similarity reason`, reason `exact` or `near`; as JSONL with the record too.
void write_removed(const Collection& collection, const Deduplication& result, const std::string& path);

/// The record of a JSON document with one more member: what `dedup` found out about it.
[[nodiscard]] std::string annotate(const Collection& collection, const Deduplication& result,
                                   std::uint32_t document, std::string_view record);

}  // namespace neardup::cli
