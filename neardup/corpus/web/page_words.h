// What the names of tags, classes and ids say about their content.
#pragma once

#include <cstdint>
#include <string_view>

#include "neardup/corpus/web/page_tree.h"

namespace neardup::internal {

enum class TagKind : std::uint8_t {
  inline_text,     // <b>, <span>: part of the text around it
  link,            // <a>
  line_break,      // <br>
  block,           // <div>, <p>, and whatever is unknown
  dropped,         // <nav>, <footer>: a block that is not content
  dropped_inline,  // <script>, <button>: does not end the block around it
  title,           // <title>
  meta,            // <meta>, <link>, <base>: only attributes
};

struct TagMeaning {
  TagKind kind = TagKind::block;
  BlockKind block = BlockKind::other;
  std::uint8_t level = 0;
  ElementRole role = ElementRole::plain;
  bool may_hold_page = false;
};

/// Returns what a tag of this name means. REQUIRES: the name is in lower case
[[nodiscard]] const TagMeaning& meaning_of_tag(std::string_view name);

/// Returns frame or comments if a word of the class or id says so, else plain. Words end at signs and before
/// capitals: "siteFooter" and "site-footer" have the word "footer", "footerless" does not.
[[nodiscard]] ElementRole role_of_words(std::string_view class_or_id);

}  // namespace neardup::internal
