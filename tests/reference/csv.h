// CSV the obvious way: one character at a time, following RFC 4180 and what Python's csv module does beyond
// it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal::reference {

struct CsvTable {
  std::vector<std::vector<std::string>> records;
  std::size_t last_end = 0;  // behind the last line end that ends a record
  bool open_quote = false;
};

inline CsvTable read_csv(std::string_view text) {
  CsvTable table;
  std::vector<std::string> record(1);
  bool inside = false;
  bool at_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool doubled = inside && c == '"' && i + 1 < text.size() && text[i + 1] == '"';
    if (doubled) {
      record.back() += '"';
      ++i;
    } else if (inside && c != '"') {
      record.back() += c;
    } else if (inside || (c == '"' && at_start)) {
      inside = !inside;
      at_start = false;
    } else if (c == ',') {
      record.emplace_back();
      at_start = true;
    } else if (c == '\n') {
      if (i > 0 && text[i - 1] == '\r') record.back().pop_back();
      table.records.push_back(record);
      record.assign(1, "");
      at_start = true;
      table.last_end = i + 1;
    } else {
      record.back() += c;
      at_start = false;
    }
  }
  if (!inside && text.ends_with('\r')) record.back().pop_back();
  if (table.last_end != text.size()) table.records.push_back(record);
  table.open_quote = inside;
  return table;
}

inline std::size_t last_csv_record_end(std::string_view text) { return read_csv(text).last_end; }

}  // namespace neardup::internal::reference
