// Looks into a file where its name leaves the format open: objects per line or in an array, and JSON lines in a file
// that calls itself text.
#pragma once

#include <cstddef>
#include <string>

#include "neardup/corpus/encoding.h"
#include "neardup/corpus/inputs.h"

namespace neardup::internal {

struct FormatChoice {
  InputFormat format = InputFormat::text;
  std::size_t prologue = 0;  // json only: see JsonObjectScanner
  std::string note = {};     // what the user would not expect from the name; empty if nothing
};

/// Chooses the format of a file from the options, its name and its beginning.
[[nodiscard]] FormatChoice choose_format_by_content(TextSource& source, const std::string& path,
                                                    const ReadOptions& options);

}  // namespace neardup::internal
