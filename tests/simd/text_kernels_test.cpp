#include "neardup/simd/text_kernels.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "tests/reference/normalize.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

struct Letters {
  std::string text;
  std::size_t taken = 0;
};

Letters take_letters(std::string_view text) {
  std::string out(text.size() + simd::kLetterSlack, '#');
  const simd::TextProgress progress = simd::take_letters(text, out.data());
  return {out.substr(0, progress.written), progress.taken};
}

std::string obvious_letters(std::string_view text) {
  std::string letters;
  const std::string normal = reference::nfkc_casefold(text);
  for (std::size_t position = 0; position < normal.size();) {
    const char32_t c = next_code_point(normal, position);
    if (is_token_character(c)) append_utf8(letters, c);
  }
  return letters;
}

bool is_common(char32_t c) {
  return c < 0x80 || (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x2000 && c <= 0x203F) ||
         (c >= 0x3000 && c <= 0x3020 && (c < 0x3005 || c > 0x3007)) ||
         (c >= 0xFF00 && c <= 0xFF20 && (c < 0xFF10 || c > 0xFF19));
}

// Every scalar value, at every place of a block and with every kind of neighbour.
TEST(TakeLettersTest, KnowsEveryCharacter) {
  on_every_target([] {
    for (char32_t c = 0; c < 0x11000; ++c) {
      if (c >= 0xD800 && c <= 0xDFFF) continue;
      std::string text(c % 37, 'x');
      append_utf8(text, c);
      const std::size_t end = is_common(c) ? text.size() : c % 37;
      const Letters letters = take_letters(text + "中A");
      ASSERT_EQ(letters.taken, is_common(c) ? text.size() + 4 : end) << static_cast<unsigned>(c);
      if (is_common(c)) {
        ASSERT_EQ(letters.text, obvious_letters(text + "中A")) << static_cast<unsigned>(c);
      }
    }
  });
}

TEST(TakeLettersTest, EqualsTheObviousWayOnMixturesOfEveryLength) {
  const std::u32string alphabet = U"aZ5 ,中文一鿿，。、“”…（）　—\n";
  on_every_target([&alphabet] {
    std::mt19937 random(11);
    for (std::size_t length = 0; length <= 130; ++length) {
      for (int round = 0; round < 20; ++round) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i) append_utf8(text, alphabet[random() % alphabet.size()]);
        const Letters letters = take_letters(text);
        ASSERT_EQ(letters.taken, text.size()) << text;
        ASSERT_EQ(letters.text, obvious_letters(text)) << text;
      }
    }
  });
}

TEST(TakeLettersTest, StopsBeforeTheFirstUncommonCharacter) {
  const std::vector<std::string> uncommon = {"é",    "か",       "한",       "𠀀",           "\xFF",
                                             "\x80", "\xE4\xBD", "\xE4\xB8", "\xE4\xB7\xBF", "\xE3\x80",
                                             "１",   "Ａ",       "\u0301",   "\u3099",       "〇"};
  on_every_target([&uncommon] {
    for (std::size_t before = 0; before <= 130; ++before) {
      for (const std::string& stop : uncommon) {
        std::string text;
        for (std::size_t i = 0; i < before; ++i) text += i % 5 == 4 ? "，" : i % 7 == 6 ? "B" : "字";
        const Letters letters = take_letters(text + stop + "后面of it all, and more of it, to fill a block");
        ASSERT_EQ(letters.taken, text.size()) << before << ' ' << stop;
        ASSERT_EQ(letters.text, obvious_letters(text)) << before << ' ' << stop;
      }
    }
  });
}

TEST(FindCharactersTest, GivesWindowsOfEveryWidthAndLength) {
  const std::u32string alphabet = U"a中é𠀀";
  on_every_target([&alphabet] {
    std::mt19937 random(12);
    for (std::size_t length = 1; length <= 130; ++length) {
      std::string text;
      std::vector<std::size_t> begins;
      for (std::size_t i = 0; i < length; ++i) {
        begins.push_back(text.size());
        append_utf8(text, alphabet[random() % alphabet.size()]);
      }
      begins.push_back(text.size());
      ASSERT_EQ(simd::count_characters(text), length);
      std::vector<std::uint64_t> words(length + 9);
      simd::find_characters(text, words.data());
      ASSERT_EQ(std::vector<std::size_t>(words.begin(), words.begin() + static_cast<long>(length) + 1),
                begins);
      const std::size_t width = 1 + random() % length;
      simd::positions_to_slices(words.data(), length + 1 - width, width);
      for (std::size_t i = 0; i + width <= length; ++i) {
        ASSERT_EQ(words[i] & 0xFFFFFFFF, begins[i]);
        ASSERT_EQ(words[i] >> 32, begins[i + width] - begins[i]);
      }
    }
  });
}

}  // namespace
}  // namespace neardup::internal
