#include "neardup/corpus/convert/row_sink.h"

#include <simdjson.h>

#include <exception>
#include <unordered_map>
#include <utility>

#include "neardup/corpus/parquet/parquet_loader.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

using simdjson::ondemand::json_type;
using Write = std::function<void(std::string_view)>;

constexpr std::size_t kPiece = std::size_t{1} << 20;

class JsonSink : public RowSink {
 public:
  explicit JsonSink(Write write) : write_(std::move(write)) {}
  void add(std::string_view row) override {
    write_(row);
    write_("\n");
  }
  void finish() override {}

 private:
  Write write_;
};

class TableSink : public RowSink {
 public:
  TableSink(RowFormat format, Write write) : format_(std::move(format)), write_(std::move(write)) {
    for (const parquet::Column& column : format_.columns) {
      positions_.emplace(column.name, cells_.size());
      cells_.push_back(column.name);
    }
    if (format_.has_header || format_.kind == OutputKind::csv) write_row();
  }

  void add(std::string_view row) override {
    const bool is_csv = format_.kind == OutputKind::csv;
    cells_.assign(cells_.size(), std::string(is_csv ? "" : format_.null_is));
    padded_.assign(row);
    padded_.append(simdjson::SIMDJSON_PADDING, ' ');
    simdjson::ondemand::document document =
        parser_.iterate(simdjson::padded_string_view(padded_.data(), row.size(), padded_.size()));
    for (simdjson::ondemand::field field : document.get_object()) {
      const auto found = positions_.find(std::string(std::string_view(field.unescaped_key())));
      if (found != positions_.end()) read_cell(field.value(), cells_[found->second]);
    }
    write_row();
  }
  void finish() override {}

 private:
  static void read_cell(simdjson::ondemand::value value, std::string& cell) {
    switch (value.type()) {
      case json_type::null:
        return;
      case json_type::string:
        cell = std::string_view(value.get_string());
        return;
      default:
        cell = std::string_view(simdjson::to_json_string(value));
        cell.resize(cell.find_last_not_of(" \t") + 1);
    }
  }

  void write_row() {
    std::string line;
    const bool is_csv = format_.kind == OutputKind::csv;
    for (const std::string& cell : cells_) {
      line += is_csv ? quote_cell(cell) : escape_cell(cell);
      line += is_csv ? ',' : '\t';
    }
    if (line.empty()) line = " ";
    line.back() = '\n';
    write_(line);
  }

  RowFormat format_;
  Write write_;
  std::unordered_map<std::string, std::size_t> positions_;
  std::vector<std::string> cells_;
  simdjson::ondemand::parser parser_;
  std::string padded_;
};

class ParquetSink : public RowSink {
 public:
  ParquetSink(const std::vector<parquet::Column>& columns, Write write)
      : writer_(parquet_module().write(columns, std::move(write))) {}

  void add(std::string_view row) override {
    lines_.append(row).append("\n");
    if (lines_.size() >= kPiece) flush();
  }
  void finish() override {
    flush();
    writer_->finish();
  }

 private:
  void flush() {
    writer_->add_lines(lines_);
    lines_.clear();
  }

  std::unique_ptr<parquet::Writer> writer_;
  std::string lines_;
};

}  // namespace

std::string quote_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string escape_cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    constexpr std::string_view kSpecial = "\t\n\r\\";
    constexpr std::string_view kLetters = "tnr\\";
    const std::size_t found = kSpecial.find(c);
    if (found != std::string_view::npos) escaped += '\\';
    escaped += found == std::string_view::npos ? c : kLetters[found];
  }
  return escaped;
}

std::unique_ptr<RowSink> make_row_sink(RowFormat format, Write write) {
  if (format.kind == OutputKind::parquet)
    return std::make_unique<ParquetSink>(format.columns, std::move(write));
  if (format.kind == OutputKind::jsonl) return std::make_unique<JsonSink>(std::move(write));
  return std::make_unique<TableSink>(std::move(format), std::move(write));
}

}  // namespace neardup::internal
