// Text of others in a page of ours. Everything that a document brings goes through one of these functions: it
// becomes text, never markup, and what cannot be seen becomes visible, so that it cannot fool the reader
// either. Text never stands in an attribute.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup {

/// Keep: paragraphs of a text. Show: names, where a line break is a trick.
enum class LineBreaks { keep, show };

/// For the text of an HTML element: & < > " ' ` as references; control characters as pictures (U+2400...);
/// characters that change direction or cannot be seen as "⟨U+202E⟩"; what is not UTF-8 as U+FFFD.
[[nodiscard]] std::string html_text(std::string_view text, LineBreaks line_breaks = LineBreaks::show);

/// A JSON string with its quotes that may stand in a <script> element: everything that HTML or JavaScript
/// could take for something else, and all that cannot be seen, as \uXXXX. Reads back as the same string (not
/// UTF-8: as U+FFFD).
[[nodiscard]] std::string json_text(std::string_view text);

/// At most so many bytes of whole characters; "…" at the end tells that there was more.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most_bytes);

}  // namespace neardup
