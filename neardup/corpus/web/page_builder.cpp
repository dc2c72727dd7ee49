#include "neardup/corpus/web/page_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "neardup/corpus/web/letter_count.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\f\v";

bool is_hidden(const TagAttributes& attributes) {
  if (attributes.is_hidden || attributes.aria_hidden == "true") return true;
  std::string style(attributes.style);
  std::erase(style, ' ');
  return style.find("display:none") != std::string::npos ||
         style.find("visibility:hidden") != std::string::npos;
}

bool is_frame_role(std::string_view role) {
  constexpr auto kRoles =
      std::to_array<std::string_view>({"alertdialog", "banner", "complementary", "contentinfo", "dialog",
                                       "menu", "menubar", "navigation", "search", "tablist", "toolbar"});
  return std::ranges::find(kRoles, role) != kRoles.end();
}

ElementRole role_of(const TagMeaning& meaning, const TagAttributes& attributes) {
  if (attributes.role == "main") return ElementRole::main_part;
  if (attributes.itemprop == "articleBody") return ElementRole::article;
  if (meaning.role == ElementRole::main_part) return meaning.role;
  if (is_frame_role(attributes.role)) return ElementRole::frame;
  for (const std::string_view words : {attributes.classes, attributes.id}) {
    const ElementRole role = role_of_words(words);
    if (role != ElementRole::plain) return role;
  }
  return meaning.role;
}

bool is_date_name(std::string_view name) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"article:published_time", "date", "dc.date", "datePublished",
                                       "og:published_time", "pubdate", "publishdate"});
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

PageBuilder::PageBuilder() {
  page_.elements.push_back({.may_hold_page = true});
  block_ = &meaning_of_tag("div");
}

void PageBuilder::open(std::string_view name, const TagAttributes& attributes) {
  if (dropping_ != 0) {
    ++dropping_;
    return;
  }
  const TagMeaning& meaning = meaning_of_tag(name);
  note_facts(name, attributes);
  const bool is_dropped = meaning.kind == TagKind::dropped || meaning.kind == TagKind::dropped_inline;
  if (is_dropped || (is_hidden(attributes) && name != "body" && name != "html")) {
    if (meaning.kind == TagKind::dropped) end_block();
    dropping_ = 1;
    return;
  }
  open_.push_back({&meaning, element_});
  if (meaning.kind == TagKind::link) {
    ++links_;
  } else if (meaning.kind == TagKind::line_break) {
    break_line();
  } else if (meaning.kind == TagKind::title) {
    is_in_title_ = page_.title.empty();
  } else if (meaning.kind == TagKind::block) {
    open_block(meaning, role_of(meaning, attributes));
  }
}

void PageBuilder::open_block(const TagMeaning& meaning, ElementRole role) {
  end_block();
  if (meaning.block == BlockKind::preformatted) ++preformatted_;
  if (page_.elements.size() < kMostElements) {
    page_.elements.push_back({element_, role, meaning.may_hold_page});
    element_ = static_cast<std::uint32_t>(page_.elements.size() - 1);
  }
  block_ = &meaning;
}

void PageBuilder::close() {
  if (dropping_ != 0) {
    --dropping_;
    return;
  }
  if (open_.empty()) return;
  const Open closed = open_.back();
  open_.pop_back();
  if (closed.meaning->kind == TagKind::link) --links_;
  if (closed.meaning->kind == TagKind::title) is_in_title_ = false;
  if (closed.meaning->kind != TagKind::block) return;
  end_block();
  if (closed.meaning->block == BlockKind::preformatted) --preformatted_;
  element_ = closed.outer_element;
  const auto outer = std::ranges::find(open_.rbegin(), open_.rend(), TagKind::block,
                                       [](const Open& open) { return open.meaning->kind; });
  block_ = outer == open_.rend() ? &meaning_of_tag("div") : outer->meaning;
}

void PageBuilder::add_text(std::string_view text) {
  if (dropping_ != 0) return;
  if (is_in_title_) {
    page_.title += text;
    return;
  }
  if (links_ != 0) link_letters_ += count_letters(text);
  if (preformatted_ != 0) {
    page_.text += text;
  } else {
    append_collapsed(text);
  }
}

/// Appends the text with each run of white space as one space, and none at the beginning of a line.
void PageBuilder::append_collapsed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t word = std::min(text.find_first_not_of(kSpaces), text.size());
    const bool is_line_start = page_.text.size() == block_begin_ || page_.text.back() == '\n';
    if (word != 0 && !is_line_start && page_.text.back() != ' ') page_.text += ' ';
    text.remove_prefix(word);
    const std::size_t end = std::min(text.find_first_of(kSpaces), text.size());
    page_.text += text.substr(0, end);
    text.remove_prefix(end);
  }
}

/// Two line breaks in a row separate paragraphs on old pages.
void PageBuilder::break_line() {
  if (preformatted_ != 0) {
    page_.text += '\n';
    return;
  }
  while (page_.text.size() > block_begin_ && page_.text.back() == ' ') page_.text.pop_back();
  if (page_.text.size() == block_begin_) return;
  if (page_.text.back() == '\n') {
    end_block();
  } else {
    page_.text += '\n';
  }
}

/// Returns true if the block that ends is another cell of the row of the last block.
bool PageBuilder::continues_row() const {
  return block_->block == BlockKind::row && !page_.blocks.empty() &&
         last_row_ == page_.elements[element_].parent;
}

void PageBuilder::end_block() {
  const std::size_t last = page_.text.find_last_not_of(kSpaces);
  page_.text.resize(last == std::string::npos ? block_begin_ : std::max(last + 1, block_begin_));
  const std::size_t letters = count_letters(std::string_view(page_.text).substr(block_begin_));
  if (letters == 0) {  // only signs and white space
    page_.text.resize(block_begin_);
  } else {
    add_block(static_cast<std::uint32_t>(letters));
  }
  block_begin_ = page_.text.size();
  link_letters_ = 0;
}

void PageBuilder::add_block(std::uint32_t letters) {
  const std::uint32_t link_letters = std::min(static_cast<std::uint32_t>(link_letters_), letters);
  const bool is_cell = continues_row();
  if (is_cell || page_.blocks.size() == kMostElements) {
    page_.text.insert(block_begin_, 1, is_cell ? '\t' : '\n');
    page_.blocks.back().letters += letters;
    page_.blocks.back().link_letters += link_letters;
    page_.blocks.back().end = static_cast<std::uint32_t>(page_.text.size());
  } else {
    page_.blocks.push_back({element_, static_cast<std::uint32_t>(block_begin_),
                            static_cast<std::uint32_t>(page_.text.size()), letters, link_letters,
                            block_->block, block_->level});
  }
  last_row_ = block_->block == BlockKind::row ? page_.elements[element_].parent : PageTree::kNoElement;
}

void PageBuilder::note_facts(std::string_view name, const TagAttributes& attributes) {
  if (name == "link" && attributes.rel == "canonical" && !attributes.href.empty()) {
    page_.url = attributes.href;
  } else if (name == "meta" && attributes.name == "og:url" && page_.url.empty()) {
    page_.url = attributes.content;
  } else if (name == "meta" && page_.date.empty() && is_date_name(attributes.name)) {
    page_.date = attributes.content;
  } else if (name == "time" && first_time_.empty()) {
    first_time_ = attributes.datetime;
  }
}

PageTree PageBuilder::finish() {
  end_block();
  if (page_.date.empty()) page_.date = std::move(first_time_);
  return std::move(page_);
}

}  // namespace neardup::internal
