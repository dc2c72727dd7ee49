// The batches of an Arrow stream, as a data frame exports them (__arrow_c_stream__), and columns across the batches.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python/src/arrow_abi.h"
#include "python/src/arrow_column.h"

namespace neardup::python {

/// Owns the batches. Their strings stay where the exporting library put them.
class ArrowTable {
 public:
  /// Takes all batches out of the stream, and leaves it to its owner to release. Throws Error if it fails.
  explicit ArrowTable(ArrowArrayStream& stream);
  /// Takes over one array of an owner, who then has none.
  ArrowTable(ArrowSchema& schema, ArrowArray& array);
  ~ArrowTable();
  ArrowTable(const ArrowTable&) = delete;
  ArrowTable& operator=(const ArrowTable&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return starts_.back(); }
  [[nodiscard]] std::vector<std::string> column_names() const;
  /// Returns true if the stream has values and not rows of columns: a series, not a data frame.
  [[nodiscard]] bool is_series() const noexcept;
  /// Returns the number of the batch that has the row, and sets `row` to its place there.
  [[nodiscard]] std::size_t batch_of(std::size_t& row) const noexcept;

  /// Returns the parts of a column, one for each batch. The name may be a path "a.b"; a series needs none. Throws
  /// Error that names the columns there are.
  [[nodiscard]] std::vector<ArrowColumn> column(const std::string& name) const;

 private:
  void add(const ArrowArray& batch);
  ArrowSchema schema_ = {};
  std::vector<ArrowArray> batches_;
  std::vector<std::size_t> starts_ = {0};  // the first row of each batch, and the end
};

}  // namespace neardup::python
