// The ids that callers give to documents: strings or 64-bit numbers. All ids of an index are of one kind.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace neardup {

enum class IdKind { number, text };

/// A parameter type that refers to an id without owning it: index.add("page-1", ...), index.add(42, ...).
class IdRef {
 public:
  IdRef(std::string_view text) noexcept : text_(text), kind_(IdKind::text) {}
  IdRef(const char* text) noexcept : IdRef(std::string_view(text)) {}
  IdRef(const std::string& text) noexcept : IdRef(std::string_view(text)) {}
  template <std::integral Number>  // REQUIRES: not negative
  IdRef(Number number) noexcept : number_(static_cast<std::uint64_t>(number)), kind_(IdKind::number) {}

  [[nodiscard]] IdKind kind() const noexcept { return kind_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

 private:
  std::uint64_t number_ = 0;
  std::string_view text_;
  IdKind kind_;
};

/// Returns the id that the text means in an index whose ids are of this kind; no value if they are numbers and
/// the text is not one, or not written as the index would print it. The result refers to `text`.
[[nodiscard]] std::optional<IdRef> to_id(std::optional<IdKind> kind, const std::string& text);

/// An id that owns its value. Numbers compare as numbers, texts by their bytes.
class DocumentId {
 public:
  DocumentId() = default;
  explicit DocumentId(std::uint64_t number) noexcept : value_(number) {}
  explicit DocumentId(std::string text) noexcept : value_(std::move(text)) {}
  explicit DocumentId(const IdRef& id) {
    if (id.kind() == IdKind::text) value_ = std::string(id.text());
    if (id.kind() == IdKind::number) value_ = id.number();
  }

  [[nodiscard]] IdKind kind() const noexcept { return value_.index() == 0 ? IdKind::number : IdKind::text; }

  /// REQUIRES: kind() is the kind of the value returned
  [[nodiscard]] std::uint64_t number() const { return std::get<std::uint64_t>(value_); }
  [[nodiscard]] const std::string& text() const { return std::get<std::string>(value_); }

  /// Returns the id in readable form: the text itself, or the number in decimal.
  [[nodiscard]] std::string written() const {
    return kind() == IdKind::text ? text() : std::to_string(number());
  }

  friend bool operator==(const DocumentId&, const DocumentId&) = default;
  friend auto operator<=>(const DocumentId&, const DocumentId&) = default;
  friend bool operator==(const DocumentId& id, const IdRef& other) {
    if (id.kind() != other.kind()) return false;
    return other.kind() == IdKind::text ? id.text() == other.text() : id.number() == other.number();
  }

 private:
  std::variant<std::uint64_t, std::string> value_;
};

}  // namespace neardup
