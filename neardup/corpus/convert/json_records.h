// Records of any format as JSON objects, one per line, on their way to an output of another kind.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "neardup/corpus/record_table.h"

namespace neardup::internal {

/// Some documents of a table: those in first..end-1 for which `keep` is true. They are from one file.
struct DocumentSelection {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  const std::function<bool(std::uint32_t)>& keep;
};

class JsonRecords {
 public:
  /// Takes the document and its record: an object in valid JSON and UTF-8, without line ends.
  using Use = std::function<void(std::uint32_t, std::string_view)>;

  /// REQUIRES: the table outlives the object; the options are those it was read with
  JsonRecords(const RecordTable& records, const ReadOptions& read);

  /// Calls `use` for each document, in order. A JSONL record stays as it is, a row of a table becomes an object
  /// with a string for each column, a row of Parquet keeps its types as far as JSON has them, and a text becomes
  /// an object with `id` and `text`, a web page one with `url` and `date` too. Throws Error.
  void for_each(const DocumentSelection& documents, const Use& use);

 private:
  void rows_of_parquet(const DocumentSelection& documents, const Use& use);
  [[nodiscard]] std::string record_of(std::uint32_t document);
  [[nodiscard]] std::string row_of_table(std::uint32_t document);

  const RecordTable& records_;
  RecordReader reader_;
};

/// Returns the record as an object in valid JSON and UTF-8, without line ends: replaces malformed bytes and lone
/// surrogates by U+FFFD. REQUIRES: it is JSON in all other respects
[[nodiscard]] std::string sound_json(std::string_view record);

}  // namespace neardup::internal
