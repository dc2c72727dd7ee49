#include "neardup/features/jieba_dictionary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "neardup/features/jieba_alphabet.h"
#include "neardup/features/table_lines.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

struct CountedWord {
  std::size_t offset = 0;  // into WordList::letters
  std::size_t length = 0;  // 0: contains a character that no block has, so it is never found
  std::uint64_t count = 0;
};

struct WordList {
  std::u16string letters;
  std::vector<CountedWord> words;
  std::uint64_t total = 0;  // over all lines, as jieba sums them

  [[nodiscard]] std::u16string_view operator[](const CountedWord& word) const noexcept {
    return std::u16string_view(letters).substr(word.offset, word.length);
  }
};

void append_word(WordList& list, std::string_view word, std::uint64_t count) {
  const std::size_t offset = list.letters.size();
  for (std::size_t position = 0; position < word.size();) {
    const char32_t letter = next_code_point(word, position);
    if (!is_jieba_letter(letter)) {
      list.letters.resize(offset);
      break;
    }
    list.letters.push_back(static_cast<char16_t>(letter));
  }
  list.words.push_back({offset, list.letters.size() - offset, count});
  list.total += count;
}

WordList read_words(const std::string& path) {
  TableLines lines(path);
  WordList list;
  list.words.reserve(lines.most_lines());
  while (const std::optional<std::string_view> line = lines.next()) {
    const std::size_t space = line->find(' ');
    if (space == std::string_view::npos || space == 0) lines.fail("expected `word count`");
    const std::string_view after_word = line->substr(space + 1);
    const std::optional<std::uint64_t> count = parse_count(after_word.substr(0, after_word.find(' ')));
    if (!count) lines.fail("expected a whole number after the word");
    append_word(list, line->substr(0, space), *count);
  }
  if (list.total == 0) throw Error(ErrorCode::corrupt, path + ": no line `word count` in the file");
  return list;
}

}  // namespace

JiebaDictionary::JiebaDictionary(std::size_t most_nodes) {
  // At most two thirds full, at least 2 slots.
  const std::size_t slots = std::bit_ceil(most_nodes + most_nodes / 2 + 2);
  nodes_.resize(kSingles + slots);
  mask_ = static_cast<std::uint32_t>(slots - 1);
  shift_ = 64 - std::countr_zero(slots);
}

JiebaDictionary::Node& JiebaDictionary::insert(std::u16string_view word) {
  std::uint32_t index = word.front();
  nodes_[index].letter = word.front();
  for (const char16_t letter : word.substr(1)) {
    nodes_[index].goes_on = true;
    const std::uint32_t child = slot_of(index, letter);
    nodes_[child].parent = index;
    nodes_[child].letter = letter;
    index = child;
  }
  return nodes_[index];
}

JiebaDictionary JiebaDictionary::load(const std::string& path) {
  const WordList list = read_words(path);
  // If no words shared a prefix, every letter of a word except the first would need a slot.
  const auto found = static_cast<std::size_t>(
      std::ranges::count_if(list.words, [](const CountedWord& word) { return word.length > 0; }));
  JiebaDictionary dictionary(list.letters.size() - found);
  dictionary.log_total_ = std::log(static_cast<double>(list.total));
  for (const CountedWord& word : list.words) {
    if (word.length == 0) continue;
    Node& node = dictionary.insert(list[word]);
    node.is_word = word.count > 0;  // if a word occurs twice, the last count applies
    node.log_probability =
        word.count > 0 ? std::log(static_cast<double>(word.count)) - dictionary.log_total_ : 0;
  }
  return dictionary;
}

bool JiebaDictionary::contains(std::u16string_view word) const noexcept {
  if (word.empty()) return false;
  const Node* node = first(word.front());
  for (std::size_t i = 1; node != nullptr && i < word.size(); ++i) node = next(*node, word[i]);
  return node != nullptr && node->is_word;
}

}  // namespace neardup::internal
