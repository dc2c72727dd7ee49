// What a parser leaves of a web page: its blocks of text in order, and the elements around them.
//
// A block is the text of one paragraph, heading, list item, table row or the like. Elements form a tree by
// the number of their parent, which is always smaller than their own, so a walk over all elements needs no
// recursion. What no reader sees (scripts, styles, buttons, navigation) is not in the tree at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal {

enum class ElementRole : std::uint8_t {
  plain,
  main_part,  // <main>, or role="main"
  article,    // <article>, or itemprop="articleBody"
  header,     // <header>: the name of the site, or the title of an article
  frame,      // its class or id says that it is no content: a side bar, a cookie banner, links to other pages
  comments,   // comments of readers: the content of a forum, but not of an article
  form,       // <form>: a box for a search, or, on old pages, the whole page
  list,       // <ul>, <ol>, <dl>, <table>: a menu, or content
};

struct PageElement {
  std::uint32_t parent = 0;
  ElementRole role = ElementRole::plain;
  bool may_hold_page = false;  // <div>, <section>, <td> and the like, but not <p> or <ul>
};

enum class BlockKind : std::uint8_t { paragraph, heading, item, row, preformatted, caption, other };

struct PageBlock {
  std::uint32_t element = 0;  // the innermost element around it
  std::uint32_t begin = 0;    // in PageTree::text
  std::uint32_t end = 0;
  std::uint32_t letters = 0;  // count_letters
  std::uint32_t link_letters = 0;
  BlockKind kind = BlockKind::other;
  std::uint8_t level = 0;  // of a heading, from 1
};

struct PageTree {
  static constexpr std::uint32_t kNoElement = std::numeric_limits<std::uint32_t>::max();

  std::string text;
  std::vector<PageElement> elements;  // the first one is the root
  std::vector<PageBlock> blocks;
  std::string title;  // <title>
  std::string url;    // <link rel="canonical">, else og:url
  std::string date;   // article:published_time and its like, else the first <time datetime>
  bool is_fragment =
      false;  // neither <html> nor <body>: a piece of a page, such as the body of a feed's entry

  [[nodiscard]] std::string_view text_of(const PageBlock& block) const noexcept {
    return std::string_view(text).substr(block.begin, block.end - block.begin);
  }
};

}  // namespace neardup::internal
