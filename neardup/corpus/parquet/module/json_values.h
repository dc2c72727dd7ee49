// Writes values of Arrow arrays as JSON.
#pragma once

#include <arrow/array.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace neardup::internal::parquet {

/// What becomes of bytes in columns that are not marked as text.
enum class Binary {
  as_text,    // they are what they are: texts of old writers, to be read
  as_base64,  // unless they are valid UTF-8: to be written
};

/// Appends the text as a JSON string. Bytes that are not UTF-8 stay as they are.
void append_json_string(std::string& out, std::string_view text);

/// Appends the value as JSON. Times become text as in ISO 8601, maps with text as keys become objects, and
/// numbers that JSON does not have (NaN and infinities) become null.
void append_json(std::string& out, const arrow::Array& array, std::int64_t index, Binary binary);

}  // namespace neardup::internal::parquet
