#include "neardup/corpus/parquet/module/json_values.h"

#include <arrow/scalar.h>
#include <arrow/util/base64.h>
#include <arrow/util/float16.h>
#include <arrow/util/utf8.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "neardup/corpus/parquet/module/status.h"

namespace neardup::internal::parquet {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighBits = 0x8080808080808080;

/// Returns a word whose high bits mark bytes that JSON strings escape: below 0x20, '"' and '\\'. A borrow may mark bytes
/// after such a byte too, but the lowest mark is right.
std::uint64_t marks(std::uint64_t word) noexcept {
  const std::uint64_t quote = word ^ (kOnes * '"');
  const std::uint64_t backslash = word ^ (kOnes * '\\');
  return (((word - kOnes * 0x20) & ~word) | ((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash)) &
         kHighBits;
}

/// Returns how many bytes at the beginning need no escape.
std::size_t plain_length(std::string_view text) noexcept {
  static_assert(std::endian::native == std::endian::little);
  std::size_t length = 0;
  for (; length + sizeof(std::uint64_t) <= text.size(); length += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + length, sizeof word);
    if (const std::uint64_t found = marks(word))
      return length + static_cast<std::size_t>(std::countr_zero(found)) / 8;
  }
  const auto is_plain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; };
  while (length < text.size() && is_plain(text[length])) ++length;
  return length;
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
    case '\\':
      out += '\\';
      out += c;
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
  }
}

template <typename Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

template <typename Number>
void append_float(std::string& out, Number number) {
  if (std::isfinite(number)) {
    append_number(out, number);
  } else {
    out += "null";
  }
}

void append_binary(std::string& out, std::string_view bytes, Binary binary) {
  if (binary == Binary::as_text || arrow::util::ValidateUTF8(bytes)) {
    append_json_string(out, bytes);
  } else {
    append_json_string(out, arrow::util::base64_encode(bytes));
  }
}

/// A range of the items of a list.
struct Items {
  std::int64_t begin;
  std::int64_t count;
};

void append_items(std::string& out, const arrow::Array& values, Items items, Binary binary) {
  out += '[';
  for (std::int64_t i = 0; i < items.count; ++i) {
    if (i > 0) out += ',';
    append_json(out, values, items.begin + i, binary);
  }
  out += ']';
}

template <typename List>
void append_list(std::string& out, const arrow::Array& array, std::int64_t index, Binary binary) {
  const auto& list = static_cast<const List&>(array);
  append_items(out, *list.values(), {list.value_offset(index), list.value_length(index)}, binary);
}

bool is_text(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRING || type.id() == arrow::Type::LARGE_STRING ||
         type.id() == arrow::Type::STRING_VIEW;
}

/// Appends an object if the keys are text, else a list of objects with `key` and `value`.
void append_map(std::string& out, const arrow::MapArray& map, std::int64_t index, Binary binary) {
  const bool is_object = is_text(*map.keys()->type());
  out += is_object ? '{' : '[';
  for (std::int64_t i = 0; i < map.value_length(index); ++i) {
    const std::int64_t item = map.value_offset(index) + i;
    if (i > 0) out += ',';
    if (!is_object) out += "{\"key\":";
    append_json(out, *map.keys(), item, binary);
    out += is_object ? ":" : ",\"value\":";
    append_json(out, *map.items(), item, binary);
    if (!is_object) out += '}';
  }
  out += is_object ? '}' : ']';
}

void append_struct(std::string& out, const arrow::StructArray& array, std::int64_t index, Binary binary) {
  out += '{';
  for (int i = 0; i < array.num_fields(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, array.struct_type()->field(i)->name());
    out += ':';
    append_json(out, *array.field(i), index, binary);
  }
  out += '}';
}

/// Appends dates, times and the types that have no counterpart in JSON.
void append_other(std::string& out, const arrow::Array& array, std::int64_t index) {
  std::string text = require(array.GetScalar(index))->ToString();
  if (array.type_id() == arrow::Type::TIMESTAMP) {
    if (const std::size_t space = text.find(' '); space != std::string::npos) text[space] = 'T';
    const bool has_zone = !static_cast<const arrow::TimestampType&>(*array.type()).timezone().empty();
    if (has_zone && !text.ends_with('Z')) text += 'Z';  // the value is in UTC, whatever the zone
  }
  append_json_string(out, text);
}

template <typename Array>
auto value(const arrow::Array& array, std::int64_t index) {
  return static_cast<const Array&>(array).Value(index);
}

template <typename Array>
std::string_view view(const arrow::Array& array, std::int64_t index) {
  return static_cast<const Array&>(array).GetView(index);
}

/// Appends a number or a boolean. Returns false for values of other types.
bool append_plain(std::string& out, const arrow::Array& array, std::int64_t index) {
  switch (array.type_id()) {
    case arrow::Type::BOOL:
      out += value<arrow::BooleanArray>(array, index) ? "true" : "false";
      return true;
    case arrow::Type::INT8:
      append_number(out, static_cast<int>(value<arrow::Int8Array>(array, index)));
      return true;
    case arrow::Type::INT16:
      append_number(out, value<arrow::Int16Array>(array, index));
      return true;
    case arrow::Type::INT32:
      append_number(out, value<arrow::Int32Array>(array, index));
      return true;
    case arrow::Type::INT64:
      append_number(out, value<arrow::Int64Array>(array, index));
      return true;
    case arrow::Type::UINT8:
      append_number(out, static_cast<unsigned>(value<arrow::UInt8Array>(array, index)));
      return true;
    case arrow::Type::UINT16:
      append_number(out, value<arrow::UInt16Array>(array, index));
      return true;
    case arrow::Type::UINT32:
      append_number(out, value<arrow::UInt32Array>(array, index));
      return true;
    case arrow::Type::UINT64:
      append_number(out, value<arrow::UInt64Array>(array, index));
      return true;
    case arrow::Type::HALF_FLOAT:
      append_float(out, arrow::util::Float16::FromBits(value<arrow::HalfFloatArray>(array, index)).ToFloat());
      return true;
    case arrow::Type::FLOAT:
      append_float(out, value<arrow::FloatArray>(array, index));
      return true;
    case arrow::Type::DOUBLE:
      append_float(out, value<arrow::DoubleArray>(array, index));
      return true;
    case arrow::Type::DECIMAL32:
      out += static_cast<const arrow::Decimal32Array&>(array).FormatValue(index);
      return true;
    case arrow::Type::DECIMAL64:
      out += static_cast<const arrow::Decimal64Array&>(array).FormatValue(index);
      return true;
    case arrow::Type::DECIMAL128:
      out += static_cast<const arrow::Decimal128Array&>(array).FormatValue(index);
      return true;
    case arrow::Type::DECIMAL256:
      out += static_cast<const arrow::Decimal256Array&>(array).FormatValue(index);
      return true;
    default:
      return false;
  }
}

/// Appends a value that consists of values. Returns false for values of other types.
bool append_nested(std::string& out, const arrow::Array& array, std::int64_t index, Binary binary) {
  switch (array.type_id()) {
    case arrow::Type::LIST:
      append_list<arrow::ListArray>(out, array, index, binary);
      return true;
    case arrow::Type::LARGE_LIST:
      append_list<arrow::LargeListArray>(out, array, index, binary);
      return true;
    case arrow::Type::LIST_VIEW:
      append_list<arrow::ListViewArray>(out, array, index, binary);
      return true;
    case arrow::Type::LARGE_LIST_VIEW:
      append_list<arrow::LargeListViewArray>(out, array, index, binary);
      return true;
    case arrow::Type::FIXED_SIZE_LIST:
      append_list<arrow::FixedSizeListArray>(out, array, index, binary);
      return true;
    case arrow::Type::MAP:
      append_map(out, static_cast<const arrow::MapArray&>(array), index, binary);
      return true;
    case arrow::Type::STRUCT:
      append_struct(out, static_cast<const arrow::StructArray&>(array), index, binary);
      return true;
    case arrow::Type::DICTIONARY: {
      const auto& encoded = static_cast<const arrow::DictionaryArray&>(array);
      append_json(out, *encoded.dictionary(), encoded.GetValueIndex(index), binary);
      return true;
    }
    case arrow::Type::EXTENSION:
      append_json(out, *static_cast<const arrow::ExtensionArray&>(array).storage(), index, binary);
      return true;
    default:
      return false;
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (true) {
    const std::size_t plain = plain_length(text);
    out.append(text.data(), plain);
    if (plain == text.size()) break;
    append_escape(out, text[plain]);
    text.remove_prefix(plain + 1);
  }
  out += '"';
}

void append_json(std::string& out, const arrow::Array& array, std::int64_t index, Binary binary) {
  if (array.IsNull(index)) {
    out += "null";
    return;
  }
  switch (array.type_id()) {
    case arrow::Type::STRING:
      return append_json_string(out, view<arrow::StringArray>(array, index));
    case arrow::Type::LARGE_STRING:
      return append_json_string(out, view<arrow::LargeStringArray>(array, index));
    case arrow::Type::STRING_VIEW:
      return append_json_string(out, view<arrow::StringViewArray>(array, index));
    case arrow::Type::BINARY:
      return append_binary(out, view<arrow::BinaryArray>(array, index), binary);
    case arrow::Type::LARGE_BINARY:
      return append_binary(out, view<arrow::LargeBinaryArray>(array, index), binary);
    case arrow::Type::BINARY_VIEW:
      return append_binary(out, view<arrow::BinaryViewArray>(array, index), binary);
    case arrow::Type::FIXED_SIZE_BINARY:
      return append_binary(out, view<arrow::FixedSizeBinaryArray>(array, index), binary);
    default:
      if (!append_plain(out, array, index) && !append_nested(out, array, index, binary))
        append_other(out, array, index);
  }
}

}  // namespace neardup::internal::parquet
