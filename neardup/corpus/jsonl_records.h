// Parses JSON objects, one per line (JSON Lines) or in an array: any field names, nested fields by path.
//
// simdjson finds the structure and checks it; this code unescapes the strings, because simdjson refuses lone
// surrogates. simdjson would also refuse a whole line with malformed UTF-8, so it gets a copy of the same
// length in which every non-ASCII byte is an 'x' (inside strings that changes nothing, outside it is an error
// either way), and the strings come from the original at the same offsets. Unwanted fields are skipped
// without a check of their content. If a name occurs twice, the last one counts, as in Python and JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "neardup/corpus/record_context.h"

namespace neardup::internal {

/// Upper limit for the id field, the text fields and the other fields together: one bit of a mask for each.
inline constexpr std::size_t kMostFields = 64;

class JsonlRecords {
 public:
  /// Use one object for each call of parse: it holds memory in proportion to the longest line.
  /// REQUIRES: fewer than kMostFields text fields and other fields (ReadOptions::fields) together
  explicit JsonlRecords(const ReadOptions& options);
  JsonlRecords(const JsonlRecords&) = delete;
  JsonlRecords& operator=(const JsonlRecords&) = delete;
  ~JsonlRecords();

  /// Adds the documents of whole lines. REQUIRES: RawBuffer::kPadding bytes after `lines` are readable
  void parse(std::string_view lines, std::uint64_t first_line, RecordContext& context);
  /// Adds the documents of whole objects with anything between them (InputFormat::json).
  void parse_objects(std::string_view json, std::uint64_t first_line, RecordContext& context);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
