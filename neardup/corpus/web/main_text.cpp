#include "neardup/corpus/web/main_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "neardup/corpus/web/html_parser.h"
#include "neardup/corpus/web/letter_count.h"

namespace neardup::internal {
namespace {

constexpr double kMostLinksInProse = 0.35;    // share of the letters of a block
constexpr double kMostLinksInBlock = 0.5;     // in a list item or a table row
constexpr double kMostLinksInList = 0.6;      // a list with more is a menu
constexpr double kShareOfRegion = 0.8;        // of all prose: the main part of the page holds at least this
constexpr double kShareOfMarkedRegion = 0.4;  // the same for <main> and <article>
constexpr double kListPage = 0.25;            // with less prose than this, a page is a list of links
constexpr std::size_t kProse = 80;            // letters; a block with more is prose
constexpr std::size_t kShortProse = 30;       // the same for a block that ends like a sentence
constexpr std::size_t kEnoughWithoutComments = 500;  // letters of prose: an article, so comments can go

double link_share(std::size_t link_letters, std::size_t letters) noexcept {
  return letters == 0 ? 0 : static_cast<double>(link_letters) / static_cast<double>(letters);
}

/// One number per element: the sum over the blocks in it and in the elements inside it.
using Sums = std::vector<std::size_t>;

class Chooser {
 public:
  explicit Chooser(const PageTree& page) : page_(page), excluded_(page.elements.size(), false) {}

  std::vector<std::uint32_t> choose() {
    exclude_frame();
    const Sums letters = sum([](const PageBlock& block) { return block.letters; });
    const Sums prose = sum([this](const PageBlock& block) { return prose_letters(block); });
    const bool is_list = static_cast<double>(prose[0]) < kListPage * static_cast<double>(letters[0]);
    if (page_.is_fragment || is_list) return everything_in(page_.is_fragment ? 0 : region(letters));
    exclude_menus();
    return content_of(region(sum([this](const PageBlock& block) { return content_letters(block); })));
  }

 private:
  [[nodiscard]] bool is_prose(const PageBlock& block) const {
    if (block.kind == BlockKind::heading) return false;
    if (link_share(block.link_letters, block.letters) > kMostLinksInProse) return false;
    return block.letters >= kProse ||
           (block.letters >= kShortProse && ends_like_a_sentence(page_.text_of(block)));
  }

  [[nodiscard]] std::size_t prose_letters(const PageBlock& block) const {
    return is_prose(block) ? block.letters - block.link_letters : 0;
  }

  /// The same for what has the form of content, however short: the table below a text belongs to it.
  [[nodiscard]] std::size_t content_letters(const PageBlock& block) const {
    const bool has_form = block.kind == BlockKind::item || block.kind == BlockKind::row ||
                          block.kind == BlockKind::preformatted;
    const bool is_content =
        is_prose(block) || (has_form && link_share(block.link_letters, block.letters) <= kMostLinksInProse);
    return is_content ? block.letters - block.link_letters : 0;
  }

  /// Sums a number of blocks that are not excluded over the elements that hold them.
  template <typename Number>
  [[nodiscard]] Sums sum(const Number& number) const {
    Sums sums(page_.elements.size(), 0);
    for (const PageBlock& block : page_.blocks)
      if (!excluded_[block.element]) sums[block.element] += number(block);
    for (std::size_t i = sums.size() - 1; i > 0; --i) sums[page_.elements[i].parent] += sums[i];
    return sums;
  }

  /// Excludes what names itself as frame, unless it holds most of the page: names are only hints.
  void exclude_frame() {
    const Sums prose = sum([this](const PageBlock& block) { return prose_letters(block); });
    const Sums letters = sum([](const PageBlock& block) { return block.letters; });
    const auto is_most = [&](std::size_t i) {
      return prose[0] != 0 ? 2 * prose[i] > prose[0] : 2 * letters[i] > letters[0];
    };
    for (std::size_t i = 1; i < page_.elements.size(); ++i) {
      const PageElement& element = page_.elements[i];
      excluded_[i] = excluded_[element.parent];
      switch (element.role) {
        case ElementRole::frame:
        case ElementRole::form:
          excluded_[i] = excluded_[i] || !is_most(i);
          break;
        case ElementRole::header:
          excluded_[i] = excluded_[i] || (!is_most(i) && !is_in_article(i));
          break;
        case ElementRole::comments:
          excluded_[i] = excluded_[i] || prose[0] - prose[i] >= kEnoughWithoutComments;
          break;
        case ElementRole::plain:
        case ElementRole::main_part:
        case ElementRole::article:
        case ElementRole::list:
          break;
      }
    }
  }

  [[nodiscard]] bool is_in_article(std::size_t element) const {
    while (element != 0) {
      const ElementRole role = page_.elements[element].role;
      if (role == ElementRole::article || role == ElementRole::main_part) return true;
      element = page_.elements[element].parent;
    }
    return false;
  }

  /// Excludes lists and tables that are mostly links.
  void exclude_menus() {
    const Sums letters = sum([](const PageBlock& block) { return block.letters; });
    const Sums links = sum([](const PageBlock& block) { return block.link_letters; });
    for (std::size_t i = 1; i < page_.elements.size(); ++i) {
      const PageElement& element = page_.elements[i];
      const bool is_menu =
          element.role == ElementRole::list && link_share(links[i], letters[i]) > kMostLinksInList;
      excluded_[i] = excluded_[i] || excluded_[element.parent] || is_menu;
    }
  }

  /// Returns the part of the page that the page itself marks as its main part, if it holds enough; else the
  /// innermost element that holds nearly everything.
  [[nodiscard]] std::uint32_t region(const Sums& sums) const {
    const auto whole = static_cast<double>(sums[0]);
    std::optional<std::uint32_t> marked = only_element(ElementRole::main_part, sums);
    if (!marked) marked = only_element(ElementRole::article, sums);
    std::uint32_t best =
        marked && static_cast<double>(sums[*marked]) >= kShareOfMarkedRegion * whole ? *marked : 0;
    // Children come after their parents, so one pass goes all the way down.
    for (std::uint32_t i = best + 1; i < page_.elements.size(); ++i) {
      const PageElement& element = page_.elements[i];
      const bool is_nearly_all =
          sums[i] > 0 && static_cast<double>(sums[i]) >= kShareOfRegion * static_cast<double>(sums[best]);
      if (element.may_hold_page && is_nearly_all && is_inside(i, best)) best = i;
    }
    return best;
  }

  /// Returns the only element of this role that holds anything; nullopt if there is none, or several.
  [[nodiscard]] std::optional<std::uint32_t> only_element(ElementRole role, const Sums& sums) const {
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 1; i < page_.elements.size(); ++i) {
      if (page_.elements[i].role != role || sums[i] == 0) continue;
      if (found && !is_inside(i, *found)) return std::nullopt;
      if (!found) found = i;
    }
    return found;
  }

  [[nodiscard]] bool is_inside(std::uint32_t element, std::uint32_t outer) const {
    while (element > outer) element = page_.elements[element].parent;
    return element == outer;
  }

  [[nodiscard]] std::vector<std::uint32_t> everything_in(std::uint32_t region) const {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < page_.blocks.size(); ++i)
      if (is_candidate(page_.blocks[i], region)) kept.push_back(i);
    return kept;
  }

  [[nodiscard]] bool is_candidate(const PageBlock& block, std::uint32_t region) const {
    return !excluded_[block.element] && is_inside(block.element, region);
  }

  /// Returns the blocks of the region that are content. A heading stays if content follows it.
  [[nodiscard]] std::vector<std::uint32_t> content_of(std::uint32_t region) const {
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> headings;  // those that wait for content
    for (std::uint32_t i = 0; i < page_.blocks.size(); ++i) {
      const PageBlock& block = page_.blocks[i];
      if (!is_candidate(block, region)) continue;
      if (block.kind == BlockKind::heading) {
        std::erase_if(headings, [&](std::uint32_t h) { return page_.blocks[h].level >= block.level; });
        headings.push_back(i);
      } else if (is_content(i)) {
        kept.insert(kept.end(), headings.begin(), headings.end());
        headings.clear();
        kept.push_back(i);
      }
    }
    add_title(kept);
    return kept;
  }

  [[nodiscard]] bool is_content(std::uint32_t i) const {
    constexpr std::size_t kFew = 15;
    const PageBlock& block = page_.blocks[i];
    if (is_prose(block)) return true;
    if (link_share(block.link_letters, block.letters) >= kMostLinksInBlock) return false;
    const bool is_sentence = block.letters >= kFew && ends_like_a_sentence(page_.text_of(block));
    switch (block.kind) {
      case BlockKind::item:
      case BlockKind::row:
      case BlockKind::preformatted:
      case BlockKind::caption:
        return true;
      case BlockKind::paragraph:
        return is_sentence || has_prose_beside(i);
      case BlockKind::heading:
      case BlockKind::other:
        break;
    }
    return is_sentence;
  }

  /// Returns true if a block next to it, in the same element or as its sibling, is prose: a short line of a
  /// dialogue or a poem, and not the label of a button.
  [[nodiscard]] bool has_prose_beside(std::uint32_t i) const {
    const auto is_beside = [&](std::uint32_t other) {
      return page_.elements[page_.blocks[other].element].parent ==
                 page_.elements[page_.blocks[i].element].parent &&
             is_prose(page_.blocks[other]);
    };
    return (i > 0 && is_beside(i - 1)) || (i + 1 < page_.blocks.size() && is_beside(i + 1));
  }

  /// Puts the main heading first if it stands outside the region: the <title> of the page confirms it.
  void add_title(std::vector<std::uint32_t>& kept) const {
    constexpr std::uint8_t kLowest = 2;  // on many blogs, the name of the site is the first heading
    const auto is_main_heading = [&](std::uint32_t i) {
      return page_.blocks[i].kind == BlockKind::heading && page_.blocks[i].level <= kLowest &&
             page_.title.find(page_.text_of(page_.blocks[i])) != std::string::npos;
    };
    if (std::ranges::any_of(kept, is_main_heading)) return;
    for (std::uint32_t i = 0; i < page_.blocks.size(); ++i) {
      if (!kept.empty() && i > kept.front()) return;
      if (!is_main_heading(i)) continue;
      kept.insert(kept.begin(), i);
      return;
    }
  }

  const PageTree& page_;
  std::vector<bool> excluded_;
};

}  // namespace

std::vector<std::uint32_t> choose_main_blocks(const PageTree& page) {
  if (page.elements.empty()) return {};
  return Chooser(page).choose();
}

WebPage read_page(std::string_view html) {
  PageTree tree = parse_html(html);
  WebPage page;
  for (const std::uint32_t block : choose_main_blocks(tree))
    page.blocks.emplace_back(tree.text_of(tree.blocks[block]));
  page.title = std::move(tree.title);
  page.url = std::move(tree.url);
  page.date = std::move(tree.date);
  return page;
}

std::string join_blocks(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& block : blocks) {
    if (!text.empty()) text += '\n';
    text += block;
  }
  return text;
}

}  // namespace neardup::internal
