// Generated texts for benches, from fixed seeds: words of a small vocabulary by chance, with the punctuation,
// line breaks and numbers that real texts have.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/text/utf8.h"

namespace neardup::internal::bench {

inline const std::vector<std::string>& english_words() {
  static const std::vector<std::string> words = {
      "the",     "of",       "and",     "a",     "to",      "in",          "is",    "that",        "copies",
      "text",    "page",     "London",  "which", "search",  "fingerprint", "was",   "changed",     "between",
      "two",     "editions", "daily",   "news",  "morning", "readers",     "found", "nearly",      "the",
      "same",    "story",    "printed", "under", "another", "headline",    "March", "reported",    "that",
      "Reuters", "agency",   "sent",    "it",    "again",   "with",        "small", "corrections", "only",
      "one",     "sentence", "differs", "from",  "original"};
  return words;
}

inline std::string english_text(std::size_t bytes, unsigned seed = 1) {
  std::mt19937 random(seed);
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  std::string text;
  while (text.size() < bytes) {
    text += english_words()[below(english_words().size())];
    if (below(30) == 0) text.append(" ").append(std::to_string(below(3000)));
    constexpr std::string_view kSeparators[] = {", ", ". The ", "\n", "; ", "-"};
    text += below(8) == 0 ? kSeparators[below(5)] : " ";
  }
  text.resize(bytes);
  return text;
}

inline std::string chinese_text(std::size_t bytes, unsigned seed = 2) {
  static const std::u32string characters =
      U"的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种"
      U"面而方后多定"
      U"行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开"
      U"它合还因由其些"
      U"然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没"
      U"结解问意建月公";
  std::mt19937 random(seed);
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  std::string text;
  while (text.size() < bytes) {
    for (std::size_t left = 3 + below(16); left > 0; --left)
      append_utf8(text, characters[below(characters.size())]);
    if (below(6) == 0) text += english_words()[below(english_words().size())];
    if (below(9) == 0) text += std::to_string(below(3000));
    constexpr std::string_view kSeparators[] = {"，", "，", "。", "、", "。\n", "“",
                                                "”",  "（", "）", "：", "；",   "……"};
    text += kSeparators[below(12)];
  }
  while (find_malformed_utf8(text.substr(0, bytes)) != std::string::npos) ++bytes;
  text.resize(bytes);
  return text;
}

}  // namespace neardup::internal::bench
