// Implements the greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
// Cuts off common words at both ends first. For every number of changes d, `farthest` is how far each
// diagonal k = x - y gets; the rows are stored to walk back from the end. Time and memory grow with the
// square of the changes, hence the limit.
#include "neardup/report/page/word_diff.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

namespace {

using Words = std::vector<std::string_view>;
using Row = std::vector<int>;  // by diagonal, where index 0 is diagonal -d

enum class WordKind { run, space, single };

WordKind kind_of(char32_t c) {
  if (is_han(c)) return WordKind::single;
  if (is_token_character(c)) return WordKind::run;
  const bool is_space = c == ' ' || (c >= '\t' && c <= '\r') || c == 0x3000 || c == 0xA0;
  return is_space ? WordKind::space : WordKind::single;
}

Words split_words(std::string_view text) {
  Words words;
  for (std::size_t start = 0; start < text.size();) {
    std::size_t end = start;
    const WordKind kind = kind_of(next_code_point(text, end));
    while (kind != WordKind::single && end < text.size()) {
      std::size_t next = end;
      if (kind_of(next_code_point(text, next)) != kind) break;
      end = next;
    }
    words.push_back(text.substr(start, end - start));
    start = end;
  }
  return words;
}

bool is_space(std::string_view word) {
  std::size_t position = 0;
  return kind_of(next_code_point(word, position)) == WordKind::space;
}

/// Returns true if the words are equal. All white space is equal: rewrapping a paragraph does not change it.
bool same_word(std::string_view a, std::string_view b) { return a == b || (is_space(a) && is_space(b)); }

class Differ {
 public:
  Differ(std::span<const std::string_view> first, std::span<const std::string_view> second)
      : first_(first), second_(second) {}

  /// Returns the pieces in order, or no value if there are more than `most_changes` changes.
  std::optional<std::vector<DiffPiece>> run(int most_changes) {
    for (int changes = 0; changes <= most_changes; ++changes) {
      if (extend(changes)) return walk_back(changes);
    }
    return std::nullopt;
  }

 private:
  /// Makes one more change on every diagonal, then goes as far as the words agree. Returns true if it reaches
  /// the end.
  bool extend(int changes) {
    Row row(static_cast<std::size_t>(2 * changes + 1));
    for (int diagonal = -changes; diagonal <= changes; diagonal += 2) {
      int x = changes == 0 ? 0 : start_of(changes, diagonal);
      while (agree(x, x - diagonal)) ++x;
      row[static_cast<std::size_t>(diagonal + changes)] = x;
      if (x >= ssize(first_) && x - diagonal >= ssize(second_)) {
        rows_.push_back(std::move(row));
        return true;
      }
    }
    rows_.push_back(std::move(row));
    return false;
  }

  [[nodiscard]] bool agree(int x, int y) const {
    return x < ssize(first_) && y < ssize(second_) &&
           same_word(first_[static_cast<std::size_t>(x)], second_[static_cast<std::size_t>(y)]);
  }

  [[nodiscard]] int farthest(int changes, int diagonal) const {
    return rows_[static_cast<std::size_t>(changes)][static_cast<std::size_t>(diagonal + changes)];
  }

  /// Returns true if the best path to this diagonal adds a word (comes from the diagonal above).
  [[nodiscard]] bool comes_by_adding(int changes, int diagonal) const {
    if (diagonal == -changes) return true;
    if (diagonal == changes) return false;
    return farthest(changes - 1, diagonal - 1) < farthest(changes - 1, diagonal + 1);
  }

  [[nodiscard]] int start_of(int changes, int diagonal) const {
    return comes_by_adding(changes, diagonal) ? farthest(changes - 1, diagonal + 1)
                                              : farthest(changes - 1, diagonal - 1) + 1;
  }

  [[nodiscard]] std::vector<DiffPiece> walk_back(int changes) const {
    std::vector<DiffPiece> reversed;
    int x = static_cast<int>(first_.size());
    int y = static_cast<int>(second_.size());
    for (; changes > 0; --changes) {
      const int diagonal = x - y;
      const bool adding = comes_by_adding(changes, diagonal);
      const int start = start_of(changes, diagonal);
      for (; x > start; --x, --y) reversed.push_back({DiffPiece::Kind::common, word(first_, x)});
      reversed.push_back(adding ? DiffPiece{DiffPiece::Kind::added, word(second_, y)}
                                : DiffPiece{DiffPiece::Kind::removed, word(first_, x)});
      adding ? --y : --x;
    }
    for (; x > 0; --x) reversed.push_back({DiffPiece::Kind::common, word(first_, x)});
    std::ranges::reverse(reversed);
    return reversed;
  }

  static std::string_view word(std::span<const std::string_view> words, int end) {
    return words[static_cast<std::size_t>(end - 1)];
  }
  static int ssize(std::span<const std::string_view> words) { return static_cast<int>(words.size()); }

  std::span<const std::string_view> first_;
  std::span<const std::string_view> second_;
  std::vector<Row> rows_;
};

/// Joins pieces of one kind that are adjacent in their text into one longer view.
std::vector<DiffPiece> join_neighbours(const std::vector<DiffPiece>& pieces) {
  std::vector<DiffPiece> joined;
  for (const DiffPiece& piece : pieces) {
    const bool joins = !joined.empty() && joined.back().kind == piece.kind &&
                       joined.back().text.data() + joined.back().text.size() == piece.text.data();
    if (joins) {
      joined.back().text = {joined.back().text.data(), joined.back().text.size() + piece.text.size()};
    } else {
      joined.push_back(piece);
    }
  }
  return joined;
}

}  // namespace

std::optional<std::vector<DiffPiece>> word_diff(std::string_view first, std::string_view second,
                                                int most_changes) {
  const Words left = split_words(first);
  const Words right = split_words(second);
  const auto [left_end, right_end] = std::ranges::mismatch(left, right, same_word);
  const auto head = static_cast<std::size_t>(left_end - left.begin());
  const std::size_t most_tail = std::min(left.size(), right.size()) - head;
  std::size_t tail = 0;
  while (tail < most_tail && same_word(left[left.size() - 1 - tail], right[right.size() - 1 - tail])) ++tail;
  Differ differ({left.data() + head, left.size() - head - tail},
                {right.data() + head, right.size() - head - tail});
  const auto middle = differ.run(most_changes);
  if (!middle) return std::nullopt;

  std::vector<DiffPiece> pieces;
  for (std::size_t i = 0; i < head; ++i) pieces.push_back({DiffPiece::Kind::common, left[i]});
  pieces.insert(pieces.end(), middle->begin(), middle->end());
  for (std::size_t i = left.size() - tail; i < left.size(); ++i) {
    pieces.push_back({DiffPiece::Kind::common, left[i]});
  }
  return join_neighbours(pieces);
}

}  // namespace neardup::internal
