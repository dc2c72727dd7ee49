// Reads the lines of a plain text table. Every error about a
// table names its file and line. Private to this stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace neardup::internal {

class TableLines {
 public:
  /// Reads the whole file. Throws Error.
  explicit TableLines(std::string path);

  /// Returns the next line without its line end (LF or CRLF), or no value after the last line. Views
  /// live as long as this object.
  [[nodiscard]] std::optional<std::string_view> next();
  /// Returns an upper bound on the number of lines, to reserve memory.
  [[nodiscard]] std::size_t most_lines() const noexcept;
  /// Throws Error: "path: line 7: what, got `the line`".
  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::string path_;
  std::string content_;
  std::size_t position_ = 0;
  std::size_t line_number_ = 0;
  std::string_view line_;
};

/// Returns the number that makes up the whole text, or no
/// value if the text is anything else, e.g. an infinity.
[[nodiscard]] std::optional<double> parse_real(std::string_view text) noexcept;
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text) noexcept;

}  // namespace neardup::internal
