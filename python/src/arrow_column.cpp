#include "python/src/arrow_column.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::python {

bool ArrowRows::is_null(std::size_t row) const noexcept {
  if (array->null_count == 0 || array->n_buffers == 0 || array->buffers[0] == nullptr) return false;
  const std::size_t place = begin + row;
  return (static_cast<const std::uint8_t*>(array->buffers[0])[place / 8] >> (place % 8) & 1) == 0;
}

ArrowColumn::ArrowColumn(ArrowField field, const std::string& name)
    : field_(std::move(field)), array_(field_.rows.array), format_(field_.schema->format) {
  if (const ArrowSchema* const codes = field_.schema->dictionary) {
    set_number_kind(name);
    kind_ = Kind::coded;
    const ArrowArray* const values = array_->dictionary;
    codes_ = std::make_shared<const ArrowColumn>(
        ArrowField{.schema = codes, .rows = {values, static_cast<std::size_t>(values->offset)}}, name);
  } else if (format_ == "u" || format_ == "z") {
    kind_ = Kind::text;
  } else if (format_ == "U" || format_ == "Z") {
    kind_ = Kind::large_text;
  } else if (format_ == "vu" || format_ == "vz") {
    kind_ = Kind::text_view;
  } else if (format_ != "n") {
    set_number_kind(name);
  }
}

void ArrowColumn::set_number_kind(const std::string& name) {
  constexpr std::string_view kSigned = "csil";
  constexpr std::string_view kUnsigned = "CSIL";
  if (format_.size() == 1 && kSigned.find(format_) != std::string_view::npos) {
    kind_ = Kind::signed_number;
  } else if (format_.size() == 1 && kUnsigned.find(format_) != std::string_view::npos) {
    kind_ = Kind::unsigned_number;
  } else {
    throw Error(ErrorCode::invalid_argument,
                name + " has neither text nor whole numbers (its Arrow format is \"" + format_ + "\")");
  }
}

template <typename Value>
Value ArrowColumn::value_at(int buffer, std::size_t place) const noexcept {
  Value value;
  std::memcpy(&value, static_cast<const char*>(array_->buffers[buffer]) + place * sizeof value, sizeof value);
  return value;
}

bool ArrowColumn::is_null(std::size_t row) const noexcept {
  return kind_ == Kind::none || field_.rows.is_null(row) ||
         std::ranges::any_of(field_.parents, [row](const ArrowRows& parent) { return parent.is_null(row); });
}

/// A view has its length, and its bytes if there are at most 12; or else four of them, a buffer and an offset in it.
std::string_view ArrowColumn::view_at(std::size_t place) const noexcept {
  constexpr std::uint32_t kInline = 12;
  const char* const view = static_cast<const char*>(array_->buffers[1]) + place * 16;
  std::array<std::uint32_t, 4> parts{};
  std::memcpy(parts.data(), view, sizeof parts);
  if (parts[0] <= kInline) return {view + 4, parts[0]};
  return {static_cast<const char*>(array_->buffers[2 + parts[2]]) + parts[3], parts[0]};
}

std::int64_t ArrowColumn::number_at(std::size_t place) const noexcept {
  switch (format_[0]) {
    case 'c':
      return value_at<std::int8_t>(1, place);
    case 'C':
      return value_at<std::uint8_t>(1, place);
    case 's':
      return value_at<std::int16_t>(1, place);
    case 'S':
      return value_at<std::uint16_t>(1, place);
    case 'i':
      return value_at<std::int32_t>(1, place);
    case 'I':
      return value_at<std::uint32_t>(1, place);
    default:
      return value_at<std::int64_t>(1, place);
  }
}

std::optional<std::string_view> ArrowColumn::get(std::size_t row, std::string& scratch) const {
  if (is_null(row)) return std::nullopt;
  const std::size_t place = field_.rows.begin + row;
  const auto slice = [&](auto first, auto last) {
    return std::string_view(static_cast<const char*>(array_->buffers[2]) + first,
                            static_cast<std::size_t>(last - first));
  };
  switch (kind_) {
    case Kind::text:
      return slice(value_at<std::int32_t>(1, place), value_at<std::int32_t>(1, place + 1));
    case Kind::large_text:
      return slice(value_at<std::int64_t>(1, place), value_at<std::int64_t>(1, place + 1));
    case Kind::text_view:
      return view_at(place);
    case Kind::coded:
      return codes_->get(static_cast<std::size_t>(number_at(place)), scratch);
    case Kind::unsigned_number:
      scratch = std::to_string(static_cast<std::uint64_t>(number_at(place)));
      return scratch;
    default:
      scratch = std::to_string(number_at(place));
      return scratch;
  }
}

}  // namespace neardup::python
