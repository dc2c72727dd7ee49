// The main text of a web page: what a reader came for, without the frame around it.
//
// Three questions decide about a block. Do the names around it say that it is frame (page_words.h)? Is it
// prose, or mostly links? And is it in the part of the page that holds nearly all prose? Letters are the
// unit (letter_count.h), so that pages in Chinese are judged like pages in English. A page without prose, such
// as a list of headlines, keeps everything that is not named as frame.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/web/page_tree.h"

namespace neardup::internal {

/// Returns the blocks of the main text, in order.
[[nodiscard]] std::vector<std::uint32_t> choose_main_blocks(const PageTree& page);

/// A page as a document: its main text as blocks, and what the page says about itself.
struct WebPage {
  std::vector<std::string> blocks = {};
  std::string title = {};
  std::string url = {};
  std::string date = {};
};

/// Parses a page and returns its main text. REQUIRES: html is UTF-8 and can_parse_html()
[[nodiscard]] WebPage read_page(std::string_view html);

/// Returns the blocks, each on a line or more of its own.
[[nodiscard]] std::string join_blocks(const std::vector<std::string>& blocks);

}  // namespace neardup::internal
