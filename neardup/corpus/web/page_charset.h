// Turns the bytes of a web page into UTF-8.
//
// In this order: a byte order mark, the charset of the HTTP header, <meta charset>, and what the bytes look
// like. Names mean what browsers make of them (gb2312 is GB18030, iso-8859-1 is windows-1252). A page whose
// bytes plainly contradict its declaration is read by its bytes.
#pragma once

#include <string>
#include <string_view>

namespace neardup::internal {

/// Returns the page in UTF-8, with U+FFFD for what cannot be converted. `declared` is the charset of the
/// header; empty if there is none.
[[nodiscard]] std::string decode_page(std::string_view bytes, std::string_view declared);

/// Returns the page in UTF-8, from an encoding that the user names.
[[nodiscard]] std::string decode_page_as(std::string_view bytes, const std::string& encoding);

/// Returns the charset that a <meta> tag near the beginning names; empty if none does.
[[nodiscard]] std::string_view charset_of_meta(std::string_view html) noexcept;

/// Returns the charset of a Content-Type such as "text/html; charset=utf-8"; empty if it names none.
[[nodiscard]] std::string_view charset_of_type(std::string_view content_type) noexcept;

}  // namespace neardup::internal
