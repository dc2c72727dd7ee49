// Parses HTML, however broken, into a PageTree.
//
// libxml2 reads the tags as events, so no tree of nodes is ever allocated (decision 0020). A page that nests
// deeper than any browser shows is read without its structure: each tag that is not inline ends a line.
#pragma once

#include <string_view>

#include "neardup/corpus/web/page_tree.h"

namespace neardup::internal {

/// Returns true if this build can parse HTML.
[[nodiscard]] bool can_parse_html() noexcept;

/// Returns the page; an empty one if this build cannot parse HTML. REQUIRES: html is UTF-8
[[nodiscard]] PageTree parse_html(std::string_view html);

/// Returns the text between the tags, scripts and styles left out, without regard to structure.
/// REQUIRES: html is UTF-8
[[nodiscard]] PageTree strip_tags(std::string_view html);

}  // namespace neardup::internal
