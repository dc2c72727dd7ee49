#include "cli/list_rows.h"

#include <utility>

#include "cli/terminal/output.h"

namespace neardup::cli {

using namespace internal;

namespace {

constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;

parquet::Column column_of(const ListColumn& column) {
  switch (column.kind) {
    case ListColumn::Kind::integer:
      return {.name = column.name, .kind = parquet::Column::Kind::integer};
    case ListColumn::Kind::number:
      return {.name = column.name, .kind = parquet::Column::Kind::number};
    case ListColumn::Kind::text:
      break;
  }
  return {.name = column.name};
}

}  // namespace

ListRows::ListRows(std::vector<ListColumn> columns, ListChoice choice, Write write)
    : columns_(std::move(columns)), choice_(choice), write_(std::move(write)) {
  if (choice_.format == OutputFormat::parquet) {
    RowFormat format{.kind = OutputKind::parquet};
    for (const ListColumn& column : columns_) format.columns.push_back(column_of(column));
    parquet_ = make_row_sink(std::move(format), write_);
  }
  const bool wants_header = choice_.format == OutputFormat::csv || choice_.has_header;
  if (!is_table() || !wants_header) return;
  for (const ListColumn& column : columns_) add_cell(column.name);
  end_row();
}

bool ListRows::is_table() const noexcept {
  return choice_.format == OutputFormat::tsv || choice_.format == OutputFormat::csv;
}

void ListRows::add_cell(std::string_view cell) {
  buffer_ += cell;
  buffer_ += choice_.format == OutputFormat::csv ? ',' : '\t';
}

void ListRows::text(std::string_view value) {
  const char* const name = columns_[next_++].name;
  if (!is_table()) {
    object_.text(name, value);
  } else {
    add_cell(choice_.format == OutputFormat::csv ? quote_cell(value) : escape_tsv(value));
  }
}

void ListRows::number(const std::optional<std::string>& digits) {
  const char* const name = columns_[next_++].name;
  if (!is_table()) {
    object_.raw(name, digits.value_or("null"));
  } else {
    add_cell(digits.value_or(choice_.format == OutputFormat::csv ? "" : "-"));
  }
}

void ListRows::member(std::string_view name, std::string_view json) {
  if (choice_.format == OutputFormat::jsonl) object_.raw(name, json);
}

void ListRows::end_row() {
  next_ = 0;
  if (is_table()) {
    buffer_.back() = '\n';
  } else if (parquet_) {
    parquet_->add(std::exchange(object_, {}).object());
  } else {
    buffer_ += std::exchange(object_, {}).line();
  }
  if (buffer_.size() >= kWrittenAtOnce) flush();
}

void ListRows::flush() {
  write_(buffer_);
  buffer_.clear();
}

void ListRows::finish() {
  if (parquet_) return parquet_->finish();
  flush();
}

}  // namespace neardup::cli
