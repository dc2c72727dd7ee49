// Reads the strings of one Arrow array where they lie: no copy is made. Numbers, which are common as ids, are written out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python/src/arrow_abi.h"

namespace neardup::python {

/// An array and where its rows begin in it.
struct ArrowRows {
  const ArrowArray* array = nullptr;
  std::size_t begin = 0;
  [[nodiscard]] bool is_null(std::size_t row) const noexcept;
};

/// One array, or a field of the structs in one.
struct ArrowField {
  const ArrowSchema* schema = nullptr;
  ArrowRows rows = {};
  std::vector<ArrowRows> parents = {};  // where a parent is null, so is the field
};

/// The values of a field. Refers to its arrays, which must outlive it. All functions are thread-safe.
class ArrowColumn {
 public:
  /// `name` is for messages. Throws Error if the type holds neither text nor whole numbers.
  ArrowColumn(ArrowField field, const std::string& name);

  /// Returns the value of a row, which may be put into `scratch`; no value if it is null.
  [[nodiscard]] std::optional<std::string_view> get(std::size_t row, std::string& scratch) const;

 private:
  enum class Kind { none, text, large_text, text_view, signed_number, unsigned_number, coded };
  void set_number_kind(const std::string& name);
  [[nodiscard]] bool is_null(std::size_t row) const noexcept;
  [[nodiscard]] std::string_view view_at(std::size_t place) const noexcept;
  [[nodiscard]] std::int64_t number_at(std::size_t place) const noexcept;
  template <typename Value>
  [[nodiscard]] Value value_at(int buffer, std::size_t place) const noexcept;

  ArrowField field_;
  const ArrowArray* array_;
  std::string format_;
  Kind kind_ = Kind::none;
  std::shared_ptr<const ArrowColumn> codes_;  // the values that the numbers of a dictionary stand for
};

}  // namespace neardup::python
