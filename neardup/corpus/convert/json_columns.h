// Finds out which columns a table needs to hold JSON records, and of which types they are.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal {

class JsonColumns {
 public:
  JsonColumns();
  ~JsonColumns();
  JsonColumns(JsonColumns&&) noexcept;
  JsonColumns& operator=(JsonColumns&&) = delete;

  /// Takes the members of a record into account. REQUIRES: the record is an object in valid JSON. Throws Error if
  /// the records have more than ten thousand different members.
  void add(std::string_view record);
  /// Adds a column of texts.
  void add_text(const std::string& name);

  /// Returns the columns in the order in which they appeared. A column has the type of all its values; integers and
  /// other numbers together are numbers. Values that have no type in common become texts: strings as they are, others
  /// as JSON. So do objects with more than a few hundred different members, which use names as data.
  [[nodiscard]] std::vector<parquet::Column> columns() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
