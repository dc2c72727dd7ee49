// The HTTP response in a record of a web crawl: its headers, and its body as the server meant it.
//
// Crawlers store what came over the wire, or what they made of it without changing the headers; so "chunked"
// and "gzip" in a header are believed only if the body looks like it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup::internal {

/// Returns the text with ASCII capitals in lower case.
[[nodiscard]] std::string lower_case_ascii(std::string_view text);
/// Returns the offset of the first occurrence, whatever the case of ASCII letters; npos if there is none.
[[nodiscard]] std::size_t find_ignoring_case(std::string_view text, std::string_view wanted) noexcept;

/// A block of lines "Name: value" with what follows it.
struct MessageParts {
  std::string_view headers = {};  // with the first line, without the empty line
  std::string_view content = {};
};
/// Splits at the first empty line. Without one, everything is headers.
[[nodiscard]] MessageParts split_message(std::string_view message) noexcept;
/// Returns the value of the first header of this name, whatever its case; empty if there is none.
[[nodiscard]] std::string_view header_value(std::string_view headers, std::string_view name) noexcept;

/// Returns the status of a response, such as 200; 0 if the first line is not that of a response.
[[nodiscard]] int http_status(std::string_view headers) noexcept;

struct HttpBody {
  std::string bytes = {};
  std::string problem = {};  // what is wrong with it; then `bytes` are those before the damage
};
/// Undoes the transfer encoding and the content encoding. Stops after `most` bytes.
[[nodiscard]] HttpBody decode_body(const MessageParts& message, std::size_t most);

}  // namespace neardup::internal
