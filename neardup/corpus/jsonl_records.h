// JSON Lines: an object a line, any field names, nested fields by path.
//
// simdjson finds the structure and checks it; the strings are unescaped here, because simdjson refuses lone
// surrogates. A line with malformed UTF-8 would be refused whole as well: simdjson is shown a copy of the
// same length in which every non-ASCII byte is an 'x' (inside strings that changes nothing, outside it is an
// error either way), and the strings are taken from the original at the same offsets. Fields that are not
// wanted are skipped, not checked inside. Of a name that comes twice the last one counts, as in Python and
// JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "neardup/corpus/record_context.h"

namespace neardup {

/// The id field and the text fields together: what the reader of an object can look for at once.
inline constexpr std::size_t kMostFields = 64;

class JsonlRecords {
 public:
  /// One for each call of parse: it holds memory in proportion to the longest line.
  /// REQUIRES: fewer than kMostFields text fields
  explicit JsonlRecords(const ReadOptions& options);
  JsonlRecords(const JsonlRecords&) = delete;
  JsonlRecords& operator=(const JsonlRecords&) = delete;
  ~JsonlRecords();

  /// Adds the documents of whole lines. REQUIRES: RawBuffer::kPadding bytes may be read behind `lines`
  void parse(std::string_view lines, std::uint64_t first_line, RecordContext& context);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup
