#include "neardup/features/jieba_cutter.h"

#include <algorithm>

#include "neardup/features/jieba_alphabet.h"

namespace neardup::internal {

namespace {

template <typename Predicate>
std::size_t end_of_run(std::u16string_view text, std::size_t position, Predicate belongs) {
  while (position < text.size() && belongs(text[position])) ++position;
  return position;
}

/// Returns the end of the number or Latin word that starts
/// here, i.e. of a match of [a-zA-Z0-9]+(\.[0-9]+)?%?.
std::size_t end_of_latin(std::u16string_view text, std::size_t position) {
  position = end_of_run(text, position, is_ascii_letter_or_digit);
  if (position < text.size() && text[position] == '.') {
    const std::size_t after_digits = end_of_run(text, position + 1, is_ascii_digit);
    if (after_digits > position + 1) position = after_digits;
  }
  if (position < text.size() && text[position] == '%') ++position;
  return position;
}

bool is_symbol(char16_t c) { return !is_jieba_han(c) && !is_ascii_letter_or_digit(c); }

}  // namespace

void JiebaCutter::cut(std::u16string_view block, std::vector<std::uint32_t>& lengths) {
  lengths.clear();
  find_route(block);
  std::size_t singles = 0;  // how many one-character words in a row end at `position`
  for (std::size_t position = 0; position < block.size();) {
    const std::uint32_t length = route_[position].length;
    if (length == 1) {
      ++singles;
    } else {
      cut_singles(block.substr(position - singles, singles), lengths);
      lengths.push_back(length);
      singles = 0;
    }
    position += length;
  }
  cut_singles(block.substr(block.size() - singles), lengths);
}

/// Finds the likeliest path from right to left, so that the best rest of every word is known. Tries
/// words from short to long, and the later one wins a tie, as in Python's max over (probability, end)
/// tuples. Python also adds the logarithms of the word and the rest in this order.
void JiebaCutter::find_route(std::u16string_view block) {
  const JiebaDictionary& dictionary = lexicon_.dictionary;
  route_.resize(block.size() + 1);
  route_[block.size()] = {};
  for (std::size_t begin = block.size(); begin-- > 0;) {
    Step best;  // length 0: not found yet
    const JiebaDictionary::Node* node = dictionary.first(block[begin]);
    for (std::size_t end = begin + 1; node != nullptr; ++end) {
      if (node->is_word) {
        const double log_probability = node->log_probability + route_[end].log_probability;
        if (best.length == 0 || log_probability >= best.log_probability) {
          best = {log_probability, static_cast<std::uint32_t>(end - begin)};
        }
      }
      node = end < block.size() ? dictionary.next(*node, block[end]) : nullptr;
    }
    if (best.length == 0)
      best = {dictionary.log_probability_of_unknown() + route_[begin + 1].log_probability, 1};
    route_[begin] = best;
  }
}

/// Joins a run of single characters into words by the model, unless the dictionary contains the whole
/// run and the route split it all the same.
void JiebaCutter::cut_singles(std::u16string_view singles, std::vector<std::uint32_t>& lengths) {
  if (singles.size() > 1 && !lexicon_.dictionary.contains(singles)) {
    cut_unknown(singles, lengths);
  } else {
    lengths.insert(lengths.end(), singles.size(), 1);
  }
}

/// Passes Han characters to the model; a Latin word or number is one token, and so is anything between those.
void JiebaCutter::cut_unknown(std::u16string_view text, std::vector<std::uint32_t>& lengths) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = end_of_run(text, begin, is_jieba_han);
    if (end > begin) {
      lexicon_.hmm.cut(text.substr(begin, end - begin), scratch_, lengths);
    } else {
      end = is_ascii_letter_or_digit(text[begin]) ? end_of_latin(text, begin)
                                                  : end_of_run(text, begin, is_symbol);
      lengths.push_back(static_cast<std::uint32_t>(end - begin));
    }
    begin = end;
  }
}

}  // namespace neardup::internal
