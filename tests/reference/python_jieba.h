// Python's jieba written down as it is described: a map of all prefixes, the graph of words, tuples and
// maxima. A slow and obvious counterpart of neardup/features/jieba_cutter.h; it cuts the joined text of the
// second pass as a text, bars and all, where the library cuts every segment alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "neardup/text/utf8.h"
#include "tests/reference/utf32.h"

namespace neardup::internal::reference {

class PythonJieba {
 public:
  /// The folder holds dict.txt and hmm.txt.
  explicit PythonJieba(const std::string& folder) {
    read_dictionary(folder + "/dict.txt");
    read_model(folder + "/hmm.txt");
  }

  [[nodiscard]] std::vector<std::u32string> cut(const std::u32string& text) const {
    std::vector<std::u32string> words;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && in_block(text[end])) ++end;
      if (end > begin) {
        cut_block(text.substr(begin, end - begin), words);
      } else {
        end = text.substr(begin, 2) == U"\r\n" ? begin + 2 : begin + 1;
        words.push_back(text.substr(begin, end - begin));
      }
      begin = end;
    }
    return words;
  }

  /// The tokens of "|".join(cut(text)), cut again.
  [[nodiscard]] std::vector<std::u32string> cut_twice(const std::u32string& text) const {
    std::u32string joined;
    for (const std::u32string& word : cut(text)) joined += (joined.empty() ? U"" : U"|") + word;
    return cut(joined);
  }

 private:
  static bool is_han(char32_t c) { return c >= 0x4E00 && c <= 0x9FD5; }
  static bool is_alphanumeric(char32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  static bool in_block(char32_t c) {
    return is_han(c) || is_alphanumeric(c) || std::u32string(U"+#&._%-").find(c) != std::u32string::npos;
  }

  void read_dictionary(const std::string& path) {
    std::ifstream file(path);
    std::string word;
    std::string tag;
    for (std::uint64_t count = 0; file >> word >> count >> tag;) {
      const std::u32string letters = to_utf32(word);
      counts_[letters] = count;
      total_ += count;
      for (std::size_t length = 1; length < letters.size(); ++length)
        counts_.try_emplace(letters.substr(0, length), 0);
    }
  }

  void read_model(const std::string& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      std::istringstream fields(line);
      std::string kind;
      std::string state;
      std::string target;
      fields >> kind >> state;
      if (kind != "start") fields >> target;
      std::string number;
      fields >> number;
      model_[kind + state][to_utf32(target)] = std::stod(number);
    }
  }

  [[nodiscard]] double model(const std::string& kind, char state, const std::u32string& target) const {
    const auto& table = model_.at(kind + state);
    const auto found = table.find(target);
    return found == table.end() ? -3.14e100 : found->second;
  }

  [[nodiscard]] std::uint64_t count(const std::u32string& word) const {
    const auto found = counts_.find(word);
    return found == counts_.end() ? 0 : found->second;
  }

  /// The last letters of the words that start at `begin`, or `begin` itself when there is none.
  [[nodiscard]] std::vector<std::size_t> word_ends(const std::u32string& block, std::size_t begin) const {
    std::vector<std::size_t> ends;
    for (std::size_t end = begin; end < block.size(); ++end) {
      const std::u32string piece = block.substr(begin, end - begin + 1);
      if (!counts_.contains(piece)) break;
      if (count(piece) > 0) ends.push_back(end);
    }
    if (ends.empty()) ends.push_back(begin);
    return ends;
  }

  void cut_block(const std::u32string& block, std::vector<std::u32string>& words) const {
    std::vector<std::pair<double, std::size_t>> route(block.size() + 1);
    const double log_total = std::log(static_cast<double>(total_));
    for (std::size_t begin = block.size(); begin-- > 0;) {
      std::vector<std::pair<double, std::size_t>> candidates;
      for (const std::size_t end : word_ends(block, begin)) {
        const auto known = std::max<std::uint64_t>(count(block.substr(begin, end - begin + 1)), 1);
        candidates.emplace_back(std::log(static_cast<double>(known)) - log_total + route[end + 1].first, end);
      }
      route[begin] = std::ranges::max(candidates);
    }
    std::u32string buffer;
    for (std::size_t begin = 0; begin < block.size(); begin = route[begin].second + 1) {
      const std::u32string word = block.substr(begin, route[begin].second + 1 - begin);
      if (word.size() == 1) {
        buffer += word;
      } else {
        flush(buffer, words);
        words.push_back(word);
      }
    }
    flush(buffer, words);
  }

  void flush(std::u32string& buffer, std::vector<std::u32string>& words) const {
    if (buffer.size() > 1 && count(buffer) == 0) {
      cut_unknown(buffer, words);
    } else {
      for (const char32_t letter : buffer) words.emplace_back(1, letter);
    }
    buffer.clear();
  }

  /// The patterns [Han]+ and [a-zA-Z0-9]+(\.[0-9]+)?%? and what is between them.
  void cut_unknown(const std::u32string& text, std::vector<std::u32string>& words) const {
    const auto run = [&text](std::size_t from, auto belongs) {
      while (from < text.size() && belongs(text[from])) ++from;
      return from;
    };
    const auto is_digit = [](char32_t c) { return c >= '0' && c <= '9'; };
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = 0;
      if (is_han(text[begin])) {
        end = run(begin, is_han);
        cut_by_model(text.substr(begin, end - begin), words);
        begin = end;
        continue;
      }
      if (is_alphanumeric(text[begin])) {
        end = run(begin, is_alphanumeric);
        if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]))
          end = run(end + 1, is_digit);
        if (end < text.size() && text[end] == '%') ++end;
      } else {
        end = run(begin, [](char32_t c) { return !is_han(c) && !is_alphanumeric(c); });
      }
      words.push_back(text.substr(begin, end - begin));
      begin = end;
    }
  }

  /// Viterbi with whole paths: (probability, last state) and the states so far, for each state.
  void cut_by_model(const std::u32string& run, std::vector<std::u32string>& words) const {
    const std::map<char, std::string> predecessors = {{'B', "ES"}, {'M', "MB"}, {'S', "SE"}, {'E', "BM"}};
    std::map<char, std::pair<double, std::string>> best;
    for (const char state : std::string("BMES")) {
      best[state] = {model("start", state, U"") + model("emit", state, run.substr(0, 1)),
                     std::string(1, state)};
    }
    for (std::size_t i = 1; i < run.size(); ++i) {
      std::map<char, std::pair<double, std::string>> next;
      for (const auto& [state, before] : predecessors) {
        std::vector<std::pair<double, char>> candidates;
        for (const char from : before) {
          const double transition =
              model("transition", from, std::u32string(1, static_cast<char32_t>(state)));
          candidates.emplace_back(best[from].first + transition + model("emit", state, run.substr(i, 1)),
                                  from);
        }
        const auto [probability, from] = std::ranges::max(candidates);
        next[state] = {probability, best[from].second + state};
      }
      best = next;
    }
    const char last = std::max(std::pair(best['E'].first, 'E'), std::pair(best['S'].first, 'S')).second;
    split_by_states(run, best[last].second, words);
  }

  static void split_by_states(const std::u32string& run, const std::string& states,
                              std::vector<std::u32string>& words) {
    std::size_t begin = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < run.size(); ++i) {
      if (states[i] == 'B') begin = i;
      if (states[i] == 'E') words.push_back(run.substr(begin, i + 1 - begin));
      if (states[i] == 'S') words.push_back(run.substr(i, 1));
      if (states[i] == 'E' || states[i] == 'S') next = i + 1;
    }
    if (next < run.size()) words.push_back(run.substr(next));
  }

  std::unordered_map<std::u32string, std::uint64_t> counts_;  // every prefix of a word, 0 when it is no word
  std::uint64_t total_ = 0;
  std::map<std::string, std::map<std::u32string, double>> model_;  // "startB", "transitionB", "emitB", …
};

}  // namespace neardup::internal::reference
