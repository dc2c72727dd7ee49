// The output of `neardup seen`: one line per document, descriptions and exports.
#pragma once

#include <string>

#include "cli/options.h"
#include "neardup/store/live_collection.h"

namespace neardup::cli {

/// Appends the verdict on one document, as JSON or as TSV:
/// `id verdict nearest distance similarity story copies`, with - for what a new document has not.
void append_verdict(const LiveAnswer& answer, OutputFormat format, std::string& lines);

/// Appends the line of a record without text: the verdict is `no-text`.
void append_no_text(const std::string& id, OutputFormat format, std::string& lines);

[[nodiscard]] std::string stored_line(const StoredDocument& document);
[[nodiscard]] std::string info_text(const std::string& folder, const LiveInfo& info, OutputFormat format);

}  // namespace neardup::cli
