// Normalising piece by piece must equal normalising the whole text with ICU: on every code point, on all
// pairs of the characters that are known for trouble, on random texts and on damaged ones. The compatibility
// functions are held against the golden texts.
#include "neardup/text/normalize.h"

#include <gtest/gtest.h>
#include <simdjson.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "neardup/text/utf8.h"
#include "tests/reference/nasty_text.h"
#include "tests/reference/normalize.h"

namespace neardup::internal {
namespace {

using reference::damaged_text;
using reference::nasty_characters;
using reference::nasty_text;
using reference::to_utf8;

constexpr char32_t kLastCodePoint = 0x10FFFF;
bool is_surrogate(char32_t code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

std::string letters(std::string_view text) {
  std::string result;
  append_normal_letters(text, result);
  return result;
}

// Both fast functions against the whole text at once.
void expect_normal(std::string_view text) {
  const std::string expected = reference::nfkc_casefold(text);
  ASSERT_EQ(nfkc_casefold(text), expected) << "of " << testing::PrintToString(text);
  ASSERT_EQ(letters(text), reference::letters_of(expected)) << "of " << testing::PrintToString(text);
}

TEST(NormalizeTest, KnowsUnicode15) {
  // Stored fingerprints depend on it: another version of ICU needs the guard that normal_python.cpp has.
  EXPECT_STREQ(U_UNICODE_VERSION, "15.0");
}

TEST(NormalizeTest, EverySingleCodePointEqualsIcu) {
  for (char32_t c = 0; c <= kLastCodePoint; ++c) {
    if (!is_surrogate(c)) expect_normal(to_utf8({&c, 1}));
    if (HasFatalFailure()) return;
  }
}

TEST(NormalizeTest, EveryCodePointBetweenHanAndMarkEqualsIcu) {
  for (char32_t c = 0; c <= kLastCodePoint; ++c) {
    if (!is_surrogate(c)) expect_normal(to_utf8(std::u32string{U'中', U'文', c, 0x301, U'体'}));
    if (HasFatalFailure()) return;
  }
}

// The lemma on which the piecewise walk rests (normal_walk.h).
TEST(NormalizeTest, FoldingKeepsBoundaries) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  ASSERT_NE(nfkc, nullptr);
  for (char32_t c = 0; c <= kLastCodePoint; ++c) {
    if (is_surrogate(c) || nfkc->hasBoundaryBefore(static_cast<UChar32>(c)) == 0) continue;
    icu::UnicodeString text(static_cast<UChar32>(c));
    EXPECT_TRUE(nfkc->hasBoundaryBefore(text.foldCase().char32At(0))) << std::hex << static_cast<unsigned>(c);
  }
}

TEST(NormalizeTest, AllPairsOfNastyCharactersEqualIcu) {
  for (const char32_t first : nasty_characters()) {
    for (const char32_t second : nasty_characters()) {
      expect_normal(to_utf8(std::u32string{first, second}));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(NormalizeTest, RandomTextsEqualIcu) {
  std::mt19937 random(20240601);
  for (int i = 0; i < 60000 && !HasFatalFailure(); ++i) expect_normal(nasty_text(random, 4));
  for (int i = 0; i < 20000 && !HasFatalFailure(); ++i) expect_normal(nasty_text(random, 40));
  for (int i = 0; i < 100 && !HasFatalFailure(); ++i) expect_normal(nasty_text(random, 5000));
}

TEST(NormalizeTest, MalformedBytesBecomeReplacementCharacters) {
  EXPECT_EQ(nfkc_casefold("A\xE4\xBDZ\xFF"), "a\uFFFDz\uFFFD");
  EXPECT_EQ(nfkc_casefold("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(nfkc_casefold("中文\xE4\xB8"), "中文\uFFFD");
  EXPECT_EQ(nfkc_casefold("\xE0\x81\x81\xE0\x81\x81"), nfkc_casefold(std::string(6, '\xFF')));
  std::mt19937 random(7);
  for (int i = 0; i < 30000 && !HasFatalFailure(); ++i) expect_normal(damaged_text(random, 40));
  expect_normal(std::string(5000, '\xFF'));
}

TEST(NormalizeTest, TextsThatGrowFindRoom) {
  for (const std::u32string piece :
       {U"Ⱥ", U"\uFDFA", U"\u0390\u0345", U"ŉ", U"㏒", U"\U0001D160", U"a\u0338"}) {
    std::string text;
    for (int i = 0; i < 700; ++i) text += to_utf8(piece);
    expect_normal(text);
    text += "中文中文";
    expect_normal(text + text);
  }
}

TEST(NormalizeTest, AppendsToWhatIsThere) {
  std::string out = "BEFORE ";
  append_nfkc_casefold("ＡＢＣ 中", out);
  append_normal_letters("D-é", out);
  EXPECT_EQ(out, "BEFORE abc 中dé");
}

TEST(NormalizeTest, KnowsTheCasesPeopleMeet) {
  EXPECT_EQ(nfkc_casefold("Ｈｅｌｌｏ，世界！①②"), "hello,世界!12");
  EXPECT_EQ(nfkc_casefold("ﬁn STRASSE Straße"), "fin strasse strasse");
  EXPECT_EQ(nfkc_casefold("e\u0301 É"), "é é");
  EXPECT_EQ(nfkc_casefold("ｶﾞｷﾞ"), "ガギ");
  EXPECT_EQ(nfkc_casefold("İΣς"), "i\u0307σσ");
  EXPECT_EQ(letters("“你好”，said: it's 5 o'clock……"), "你好saidits5oclock");
}

TEST(NormalizeTest, IgnorableCharactersStayUnlikeInIcusNfkcCasefold) {
  EXPECT_EQ(nfkc_casefold("co\u00ADop zero\u200Bwidth"), "co\u00ADop zero\u200Bwidth");
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString other =
      icu::Normalizer2::getNFKCCasefoldInstance(status)->normalize(icu::UnicodeString(u"co\u00ADop"), status);
  EXPECT_EQ(other, icu::UnicodeString(u"coop"));
}

TEST(NormalizeTest, UnassignedCodePointsPassUnchanged) {
  for (const char32_t c : {U'\u0378', U'\U0002EBF0', U'\uFFFF', U'\U0010FFFF'}) {
    EXPECT_EQ(nfkc_casefold(to_utf8({&c, 1})), to_utf8({&c, 1}));
    EXPECT_FALSE(is_token_character(c));
  }
}

TEST(NormalizeTest, EndlessMarksAreSortedInGoodTime) {
  constexpr int kMarks = 200000;  // an insertion sort would take minutes
  std::string text = "a";
  std::string expected = "ạ";
  for (int i = 0; i < kMarks; ++i) text += "\u0301\u0323";
  for (int i = 1; i < kMarks; ++i) expected += "\u0323";
  for (int i = 0; i < kMarks; ++i) expected += "\u0301";
  const std::clock_t begin = std::clock();  // of the processor, whatever else the machine does
  EXPECT_EQ(nfkc_casefold(text), expected);
  EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 20);
}

TEST(NormalizeTest, LongRunsOfMixedMarksEqualIcu) {
  constexpr char32_t kMarks[] = {0x300, 0x301, 0x308, 0x323,  0x328,   0x344,
                                 0x345, 0x5B0, 0x64B, 0x3099, 0x1D165, 0xE48};
  std::mt19937 random(11);
  for (int i = 0; i < 2000 && !testing::Test::HasFatalFailure(); ++i) {
    std::u32string text(1, nasty_characters()[random() % nasty_characters().size()]);
    for (std::size_t length = random() % 200; text.size() < length;)
      text += kMarks[random() % std::size(kMarks)];
    expect_normal(to_utf8(text));
  }
}

TEST(IsTokenCharacterTest, IsTrueForLettersAndNumbersOnly) {
  for (char32_t c = 0; c <= kLastCodePoint; ++c)
    ASSERT_EQ(is_token_character(c), reference::is_letter_or_number(c));
}

TEST(CollapseSpaceTest, EveryRunOfWhiteSpaceIsOneSpace) {
  EXPECT_EQ(collapse_space(" \t two\u3000\u00A0words\r\n\u2028\u0085"), "two words");
  EXPECT_EQ(collapse_space("zero\u200Bwidth is no space"), "zero\u200Bwidth is no space");
  EXPECT_EQ(collapse_space(" \u3000 "), "");
  EXPECT_EQ(collapse_space("a\xFF b"), "a\uFFFD b");
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = damaged_text(random, 30);
    ASSERT_EQ(collapse_space(text), reference::collapse_space(text)) << testing::PrintToString(text);
  }
}

TEST(ToSimplifiedTest, ConvertsCharactersAndPhrases) {
  EXPECT_EQ(to_simplified("漢語繁體字，與簡體字。"), "汉语繁体字，与简体字。");
  EXPECT_EQ(to_simplified("乾隆年間的乾燥天氣"), "乾隆年间的干燥天气");  // one character, two words
  EXPECT_EQ(to_simplified("plain ASCII"), "plain ASCII");
  EXPECT_EQ(to_simplified(""), "");
}

TEST(ToSimplifiedTest, KeepsNulAndRepairsMalformedBytes) {
  using std::string_literals::operator""s;
  EXPECT_EQ(to_simplified("漢\0語\0\0龍\0"s), "汉\0语\0\0龙\0"s);
  EXPECT_EQ(to_simplified("漢\xE4\xBD語\xFF"), "汉\uFFFD语\uFFFD");
}

TEST(ToSimplifiedTest, ThreadsShareOneConverter) {
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  threads.reserve(results.size());
  for (std::string& result : results) {
    threads.emplace_back([&result] {
      for (int i = 0; i < 200; ++i) result = to_simplified("後來，圖書館裡的書都電子化了。");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) EXPECT_EQ(result, "后来，图书馆里的书都电子化了。");
}

TEST(PythonWordCharactersTest, EqualsTheGoldenTexts) {
  simdjson::dom::parser parser;
  const simdjson::dom::element golden = parser.load(NEARDUP_GOLDEN_DIR "/1e0ng_simhash.json");
  int texts = 0;
  for (const simdjson::dom::element entry : golden["text"].get_array()) {
    EXPECT_EQ(python_word_characters(entry["text"].get_string().value()),
              entry["normalized"].get_string().value())
        << entry["name"].get_string().value();
    ++texts;
  }
  EXPECT_EQ(texts, 61);
}

TEST(PythonWordCharactersTest, SigmaIsFinalOnlyAtTheEndOfAWord) {
  EXPECT_EQ(python_word_characters("ΟΔΟΣ ΟΔΟΣ' ΣΑΣ"), "οδοςοδοςσας");
  EXPECT_EQ(python_word_characters("Σ ΑΣ\u0301Α Α.Σ.Α Α'Σ"), "σασαασαας");
  EXPECT_EQ(python_word_characters("中Σ AΣ中"), "中σaς中");
  EXPECT_EQ(python_word_characters("A\u0301Σ A\U00011F00Σ"),
            "aςaσ");  // a mark; one that Unicode 14 does not know
}

TEST(PythonWordCharactersTest, KeepsLettersNumbersAndUnderscore) {
  EXPECT_EQ(python_word_characters("Hello, World_1! İ ß Ａ ½ e\u0301"), "helloworld_1ißａ½e");
  EXPECT_EQ(python_word_characters("a\xFF"
                                   "B\xE4\xBD"),
            "ab");
  EXPECT_EQ(python_word_characters("\U00011F04\U0001E4D0"), "");  // letters since Unicode 15 only
}

}  // namespace
}  // namespace neardup::internal
