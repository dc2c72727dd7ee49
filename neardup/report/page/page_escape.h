// Escapes untrusted text for the page. Everything that comes from a document goes through one of these
// functions: it becomes text, never markup, and invisible characters become visible, so that they cannot fool
// the reader either. The page never puts such text into an attribute.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup::internal {

/// What to do with line breaks and tabs. Keep: for paragraphs of a text. Show: for names, where a line
/// break is a trick.
enum class LineBreaks { keep, show };

/// Escapes text for an HTML element: & < > " ' ` as references; control characters as pictures (U+2400...);
/// invisible characters and those that change direction as "⟨U+202E⟩"; invalid UTF-8 as U+FFFD.
[[nodiscard]] std::string html_text(std::string_view text, LineBreaks line_breaks = LineBreaks::show);

/// Returns a JSON string with its quotes that is safe in a <script> element: every character that HTML or
/// JavaScript could misread, and every invisible one, as \uXXXX. It parses back to the same string (invalid
/// UTF-8: to U+FFFD).
[[nodiscard]] std::string json_text(std::string_view text);

/// Returns at most `most_bytes` bytes of whole characters; a "…" after them shows that the text was longer.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most_bytes);

}  // namespace neardup::internal
