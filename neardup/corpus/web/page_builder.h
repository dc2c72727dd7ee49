// Builds a PageTree from the events of a parser: tags that open and close, and text.
//
// Memory is bounded whatever the page does: from kMostElements elements or blocks on, text goes to the last
// ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/web/page_tree.h"
#include "neardup/corpus/web/page_words.h"

namespace neardup::internal {

/// The attributes of a tag that matter; empty if the tag lacks them.
struct TagAttributes {
  std::string_view classes = {};
  std::string_view id = {};
  std::string_view role = {};
  std::string_view itemprop = {};
  std::string_view style = {};
  std::string_view aria_hidden = {};
  std::string_view name = {};  // of <meta>: name or property
  std::string_view content = {};
  std::string_view rel = {};
  std::string_view href = {};
  std::string_view datetime = {};
  bool is_hidden = false;
};

class PageBuilder {
 public:
  PageBuilder();

  void open(std::string_view name, const TagAttributes& attributes);
  /// Closes the tag that was opened last and is still open.
  void close();
  void add_text(std::string_view text);
  /// Returns the page. No call may follow.
  [[nodiscard]] PageTree finish();

 private:
  static constexpr std::size_t kMostElements = std::size_t{1} << 20;

  struct Open {
    const TagMeaning* meaning = nullptr;
    std::uint32_t outer_element = 0;  // what element_ was before
  };

  void open_block(const TagMeaning& meaning, ElementRole role);
  void end_block();
  void add_block(std::uint32_t letters);
  void break_line();
  void append_collapsed(std::string_view text);
  void note_facts(std::string_view name, const TagAttributes& attributes);
  [[nodiscard]] bool continues_row() const;

  PageTree page_;
  std::vector<Open> open_;
  std::size_t dropping_ = 0;  // open tags inside something that is dropped, with itself
  std::size_t links_ = 0;     // open links
  std::size_t preformatted_ = 0;
  std::uint32_t element_ = 0;                      // the innermost element
  std::size_t block_begin_ = 0;                    // of the block that is being filled, in page_.text
  std::size_t link_letters_ = 0;                   // of that block
  const TagMeaning* block_ = nullptr;              // what the innermost block element means
  std::uint32_t last_row_ = PageTree::kNoElement;  // the <tr> of the last block, if it is a cell
  bool is_in_title_ = false;
  std::string first_time_;
};

}  // namespace neardup::internal
