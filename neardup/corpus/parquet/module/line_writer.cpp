#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_nested.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <simdjson.h>

#include <stdexcept>
#include <utility>

#include "neardup/corpus/parquet/module/status.h"
#include "neardup/corpus/parquet/module/writer.h"

namespace neardup::internal::parquet {
namespace {

using simdjson::ondemand::json_type;
using simdjson::ondemand::value;

std::shared_ptr<arrow::DataType> type_of(const Column& column);

std::shared_ptr<arrow::Field> field_of(const Column& column) {
  return arrow::field(column.name, type_of(column));
}

arrow::FieldVector fields_of(const std::vector<Column>& columns) {
  arrow::FieldVector fields;
  for (const Column& column : columns) fields.push_back(field_of(column));
  return fields;
}

std::shared_ptr<arrow::DataType> type_of(const Column& column) {
  switch (column.kind) {
    case Column::Kind::boolean:
      return arrow::boolean();
    case Column::Kind::integer:
      return arrow::int64();
    case Column::Kind::number:
      return arrow::float64();
    case Column::Kind::list:
      return arrow::list(field_of(column.children.front()));
    case Column::Kind::object:
      return arrow::struct_(fields_of(column.children));
    case Column::Kind::text:
      break;
  }
  return arrow::utf8();
}

void append(arrow::ArrayBuilder& builder, value json);

void append_items(arrow::ListBuilder& builder, simdjson::ondemand::array items) {
  require(builder.Append());
  for (value item : items) append(*builder.value_builder(), item);
}

/// Appends the members of an object to the builders of their names, and null to the others.
template <typename Builders>
void append_members(const arrow::FieldVector& fields, const Builders& builder_of,
                    simdjson::ondemand::object object) {
  const std::int64_t length = builder_of(0)->length() + 1;
  std::size_t position = 0;  // members mostly come in the order of the columns
  for (simdjson::ondemand::field member : object) {
    const std::string_view name = member.unescaped_key();
    std::size_t tried = 0;
    while (tried < fields.size() && fields[position]->name() != name) {
      position = (position + 1) % fields.size();
      ++tried;
    }
    if (tried == fields.size()) continue;
    arrow::ArrayBuilder* const builder = builder_of(static_cast<int>(position));
    if (builder->length() < length) append(*builder, member.value());  // the first of two of one name
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    arrow::ArrayBuilder* const builder = builder_of(static_cast<int>(i));
    if (builder->length() < length) require(builder->AppendNull());
  }
}

/// Appends a string as it is, and any other value as JSON: the column has both.
void append_text(arrow::StringBuilder& builder, value json) {
  if (json.type() == json_type::string) return require(builder.Append(std::string_view(json.get_string())));
  std::string_view text = simdjson::to_json_string(json);
  require(builder.Append(text.substr(0, text.find_last_not_of(" \t") + 1)));
}

/// REQUIRES: the type of the builder was chosen for this value and others
void append(arrow::ArrayBuilder& builder, value json) {
  if (json.type() == json_type::null) return require(builder.AppendNull());
  switch (builder.type()->id()) {
    case arrow::Type::BOOL:
      return require(static_cast<arrow::BooleanBuilder&>(builder).Append(bool(json.get_bool())));
    case arrow::Type::INT64:
      return require(static_cast<arrow::Int64Builder&>(builder).Append(std::int64_t(json.get_int64())));
    case arrow::Type::DOUBLE:
      return require(static_cast<arrow::DoubleBuilder&>(builder).Append(double(json.get_double())));
    case arrow::Type::LIST:
      return append_items(static_cast<arrow::ListBuilder&>(builder), json.get_array());
    case arrow::Type::STRUCT: {
      auto& members = static_cast<arrow::StructBuilder&>(builder);
      require(members.Append());
      return append_members(
          members.type()->fields(), [&](int i) { return members.field_builder(i); }, json.get_object());
    }
    default:
      append_text(static_cast<arrow::StringBuilder&>(builder), json);
  }
}

}  // namespace

struct LineWriter::Parser {
  simdjson::ondemand::parser ondemand;
  std::string padded;
};

LineWriter::LineWriter(const std::vector<Column>& columns, ByteSink sink)
    : schema_(arrow::schema(fields_of(columns))),
      groups_(schema_, {}, std::move(sink)),
      parser_(std::make_unique<Parser>()) {
  for (const std::shared_ptr<arrow::Field>& field : schema_->fields())
    builders_.push_back(require(arrow::MakeBuilder(field->type())));
}

LineWriter::~LineWriter() = default;

void LineWriter::add_lines(std::string_view lines) {
  constexpr std::uint64_t kBytes = std::uint64_t{8} << 20;
  constexpr std::uint64_t kRows = std::uint64_t{1} << 16;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string& padded = parser_->padded;
    padded.assign(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (padded.empty()) continue;
    padded.append(simdjson::SIMDJSON_PADDING, ' ');
    simdjson::ondemand::document row =
        parser_->ondemand.iterate(simdjson::padded_string_view(padded.data(), end, padded.size()));
    if (!builders_.empty())
      append_members(
          schema_->fields(), [this](int i) { return builders_[static_cast<std::size_t>(i)].get(); },
          row.get_object());
    ++rows_;
    bytes_ += end;
    if (bytes_ >= kBytes || rows_ >= kRows) flush();
  }
}

void LineWriter::flush() {
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::ArrayBuilder>& builder : builders_)
    columns.push_back(require(builder->Finish()));
  const auto batch = arrow::RecordBatch::Make(schema_, static_cast<std::int64_t>(rows_), std::move(columns));
  groups_.add(batch, bytes_);
  rows_ = bytes_ = 0;
}

void LineWriter::finish() {
  flush();
  groups_.finish();
}

void LineWriter::copy(const File& /*file*/, const std::vector<RowRange>& /*rows*/) {
  throw std::logic_error("this writer takes lines");
}

}  // namespace neardup::internal::parquet
