// What the library asks of the module that reads and writes Parquet. The module alone links Arrow, which is
// larger than everything else together, and is loaded when the first Parquet file appears (parquet_loader.h).
//
// Rows travel as JSON objects, one per line. That is the format the library reads best, and it can hold
// whatever a row holds. Rows that stay in a Parquet file are copied without this detour.
//
// All functions throw std::exception: the module does not link the library, so it has no Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal::parquet {

/// Rows first..end-1 of a file.
struct RowRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// A column to write, with the columns inside it: the only one of a list, the members of an object.
struct Column {
  enum class Kind { boolean, integer, number, text, list, object };
  std::string name = {};
  Kind kind = Kind::text;
  std::vector<Column> children = {};
};

/// Reads rows as JSON objects, in order. Each object is followed by LF.
class RowLines {
 public:
  virtual ~RowLines() = default;
  /// Appends rows to `out` until it has at least `enough` bytes. Returns how many; 0 at the end.
  virtual std::uint64_t read(std::string& out, std::size_t enough) = 0;
};

/// A Parquet file that is open for reading. Thread-safe; what it returns is not.
class File {
 public:
  virtual ~File() = default;
  [[nodiscard]] virtual int row_groups() const = 0;
  /// Returns the rows of a row group.
  [[nodiscard]] virtual RowRange rows_of(int row_group) const = 0;
  [[nodiscard]] virtual std::uint64_t rows() const = 0;
  /// Returns the size of a row group in memory, as its writer said.
  [[nodiscard]] virtual std::uint64_t bytes_of(int row_group) const = 0;
  /// Returns the names of the top-level columns.
  [[nodiscard]] virtual std::vector<std::string> columns() const = 0;
  /// Returns true if there is such a column. "a.b" is a path, or the name of a column.
  [[nodiscard]] virtual bool has_field(const std::string& field) const = 0;
  /// Reads the named fields of a row group, or all of them if `fields` is empty; decodes no other column.
  [[nodiscard]] virtual std::unique_ptr<RowLines> lines(int row_group,
                                                        const std::vector<std::string>& fields) const = 0;
  /// Returns true if rows of both files fit into one file.
  [[nodiscard]] virtual bool has_schema_of(const File& other) const = 0;
};

/// A Parquet file that is being written.
class Writer {
 public:
  virtual ~Writer() = default;
  /// Adds rows of a file, in ascending order. REQUIRES: the writer was made like a file of the same schema
  virtual void copy(const File& file, const std::vector<RowRange>& rows) = 0;
  /// Adds a row for each line, a JSON object. REQUIRES: the writer was made with columns
  virtual void add_lines(std::string_view lines) = 0;
  /// Writes what is left and the end of the file. Nothing may follow.
  virtual void finish() = 0;
};

/// Takes the bytes of a file in order. May throw std::exception.
using ByteSink = std::function<void(std::string_view)>;

class Module {
 public:
  virtual ~Module() = default;
  /// Opens the file of the descriptor, and takes the descriptor over.
  [[nodiscard]] virtual std::unique_ptr<File> open(int descriptor) const = 0;
  /// Starts a file with the schema and the metadata of `file`.
  [[nodiscard]] virtual std::unique_ptr<Writer> write_like(const File& file, ByteSink sink) const = 0;
  /// Starts a file with these columns.
  [[nodiscard]] virtual std::unique_ptr<Writer> write(const std::vector<Column>& columns,
                                                      ByteSink sink) const = 0;
};

/// The name of the function that the module exports; returns the only Module. The number changes whenever
/// anything in this header does.
inline constexpr const char* kModuleFunction = "neardup_parquet_module_1";
using ModuleFunction = const Module* (*)();

}  // namespace neardup::internal::parquet
