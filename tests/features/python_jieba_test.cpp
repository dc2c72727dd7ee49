#include "neardup/features/python_jieba.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "neardup/features/idf_table.h"
#include "neardup/features/loaded_once.h"
#include "neardup/text/utf8.h"
#include "neardup/util/data_files.h"
#include "neardup/util/error.h"
#include "tests/features/han_test_support.h"
#include "tests/reference/python_jieba.h"
#include "tests/reference/utf32.h"

namespace neardup::internal {
namespace {

using testing::_;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing_support::GoldenFile;
using testing_support::Keywords;
using testing_support::keywords_of;
using testing_support::TemporaryFile;
using testing_support::text_of;
using testing_support::Words;
using testing_support::words_of;

Words cut(const PythonJieba& jieba, std::string_view text) {
  Features features;
  jieba.take_words(text, features);
  return words_of(features);
}

Keywords keywords(const PythonJieba& jieba, std::string_view text, std::size_t top = 20) {
  Features features;
  jieba.take_keywords(text, top, features);
  return keywords_of(features);
}

/// The segmenter without files of the caller, kept for all tests because loading it takes most of their time.
std::shared_ptr<const PythonJieba> shipped() {
  static const std::shared_ptr<const PythonJieba> jieba = PythonJieba::shared();
  return jieba;
}

std::string joined_lines(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

TEST(PythonJiebaTest, GivesTheGoldenSegmentsAndKeywords) {
  const GoldenFile golden("python_jieba_tfidf.json");
  const TemporaryFile stop_words(joined_lines(words_of(golden.list("stop_words_file_lines"))));
  const auto jieba = PythonJieba::shared(stop_words.path());
  std::size_t entries = 0;
  for (const simdjson::dom::element entry : golden.list("pipeline")) {
    SCOPED_TRACE(text_of(entry["name"]));
    const std::string text = text_of(entry["text"]);
    EXPECT_EQ(cut(*jieba, text), words_of(entry["segments"].get_array()));
    EXPECT_EQ(keywords(*jieba, text), keywords_of(entry["keywords"].get_array()));
    ++entries;
  }
  EXPECT_EQ(entries, 22U);
}

TEST(PythonJiebaTest, ItsOwnIdfTableHasTheGoldenMedian) {
  const IdfTable idf = IdfTable::load(find_data_file("python-jieba/idf.txt"));
  EXPECT_EQ(idf.median(), 11.9547675029);
  EXPECT_EQ(idf.size(), 270132U);
}

TEST(PythonJiebaTest, CutsLatinWordsNumbersAndSymbolsLikeThePatterns) {
  const auto jieba = shipped();
  EXPECT_THAT(cut(*jieba, "3.14%%"), ElementsAre("3.14%", "%"));
  EXPECT_THAT(cut(*jieba, "1.5.2a"), ElementsAre("1.5", ".", "2a"));
  EXPECT_THAT(cut(*jieba, "a.b"), ElementsAre("a", ".", "b"));
  EXPECT_THAT(cut(*jieba, "+-+x"), ElementsAre("+-+", "x"));
  EXPECT_THAT(cut(*jieba, "foo@bar"), ElementsAre("foo", "@", "bar"));
}

TEST(PythonJiebaTest, OnlyCarriageReturnAndLineFeedAreOneTokenOfWhiteSpace) {
  const auto jieba = shipped();
  EXPECT_THAT(cut(*jieba, "a\r\n\n\r \t"), ElementsAre("a", "\r\n", "\n", "\r", " ", "\t"));
  EXPECT_THAT(cut(*jieba, "\xE3\x80\x80\xE3\x80\x80"), ElementsAre("\xE3\x80\x80", "\xE3\x80\x80"));
  EXPECT_THAT(keywords(*jieba, "\r\n\r\n"), ElementsAre());
}

TEST(PythonJiebaTest, CharactersOutsideTheBlocksStandAlone) {
  const auto jieba = shipped();
  EXPECT_THAT(cut(*jieba, "😀😀é𠀀㐀"), ElementsAre("😀", "😀", "é", "𠀀", "㐀"));
  EXPECT_THAT(cut(*jieba, ""), ElementsAre());
}

TEST(PythonJiebaTest, AWordOfTheModelIsCutAgainOnItsOwn) {
  // 伏地 is found in context only; alone its characters are likelier apart, and single characters do not
  // count.
  const GoldenFile golden("python_jieba_tfidf.json");
  std::size_t entries = 0;
  for (const simdjson::dom::element entry : golden.list("pipeline")) {
    const std::string text = text_of(entry["text"]);
    if (text_of(entry["name"]) != "zh_resegmented") continue;
    EXPECT_THAT(cut(*shipped(), text), Contains("伏地"));
    EXPECT_THAT(keywords(*shipped(), text, 0), Not(Contains(Pair("伏地", _))));
    ++entries;
  }
  EXPECT_EQ(entries, 1U);
}

TEST(PythonJiebaTest, MalformedTextIsReadAsReplacementCharacters) {
  const auto jieba = shipped();
  EXPECT_THAT(cut(*jieba, "苹果\xFF\xE4\xB8"), ElementsAre("苹果", "\xEF\xBF\xBD", "\xEF\xBF\xBD"));
  const Keywords found = keywords(*jieba, "苹果\xE4\xB8");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, "苹果");
}

TEST(PythonJiebaTest, StopWordsMatchTheLowerCaseOfTheToken) {
  const TemporaryFile file(
      "google\x0b"
      "CEO\xE2\x80\xA8苹果\r\n");
  const auto jieba = PythonJieba::shared(file.path());
  const Keywords found = keywords(*jieba, "Google的CEO喜欢苹果THE");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].first, "CEO");  // the line CEO has capitals and so stops nothing
  EXPECT_EQ(found[1].first, "喜欢");
}

TEST(PythonJiebaTest, TopZeroGivesAllKeywordsAsInPython) {
  const auto jieba = shipped();
  const std::string text = "我们在公园散步，看见苹果和香蕉";
  EXPECT_EQ(keywords(*jieba, text, 0), keywords(*jieba, text, 1000));
  EXPECT_EQ(keywords(*jieba, text, 2).size(), 2U);
}

TEST(PythonJiebaTest, TakesIdfFromTheFileOfTheCaller) {
  const TemporaryFile file("苹果 8\n香蕉 2\n西瓜 3\n");
  const auto jieba = PythonJieba::shared("", file.path());
  // 苹果 once of three, 香蕉 once, 公园 is unknown and gets the median, 3.
  EXPECT_EQ(keywords(*jieba, "苹果，香蕉，公园"),
            (Keywords{{"苹果", 8.0 / 3}, {"公园", 3.0 / 3}, {"香蕉", 2.0 / 3}}));
}

TEST(PythonJiebaTest, NamesTheFileThatCannotBeRead) {
  try {
    (void)PythonJieba::shared("/no/such/stop_words.txt");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/no/such/stop_words.txt"));
  }
  const TemporaryFile malformed("\xFF\n");
  EXPECT_THROW((void)PythonJieba::shared(malformed.path()), Error);
}

// ---- against the reference
// ----------------------------------------------------------------------------------

class PythonJiebaReferenceTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path dictionary = find_data_file("python-jieba/dict.txt");
    reference_ = std::make_unique<reference::PythonJieba>(dictionary.parent_path().string());
    std::ifstream file(dictionary);
    std::string rest;
    for (std::string word; file >> word && std::getline(file, rest);) dictionary_.push_back(to_utf32(word));
  }

  void expect_same(const std::u32string& text) {
    const std::string bytes = to_bytes(text);
    Words expected;
    for (const std::u32string& word : reference_->cut(text)) expected.push_back(to_bytes(word));
    ASSERT_EQ(cut(*jieba_, bytes), expected) << bytes;
    ASSERT_EQ(keywords(*jieba_, bytes, 0), expected_keywords(text)) << bytes;
  }

  /// A random mixture of dictionary words, pieces of them, characters of all kinds.
  std::u32string random_text(std::mt19937& random, std::size_t pieces) {
    static constexpr std::u32string_view kOthers = U"，。！|aB1.%+#-&_ \r\n\t　é😀𠀀㐀的一是不了在人有我";
    std::u32string text;
    for (std::size_t i = 0; i < pieces; ++i) {
      const std::u32string& word = dictionary_[random() % dictionary_.size()];
      switch (random() % 4) {
        case 0:
          text += word;
          break;
        case 1:
          text += word.substr(random() % word.size());
          break;
        case 2:
          text += static_cast<char32_t>(0x4E00 + random() % (0x9FD6 - 0x4E00));
          break;
        default:
          text += kOthers[random() % kOthers.size()];
      }
    }
    return text;
  }

  std::shared_ptr<const PythonJieba> jieba_ = shipped();

 private:
  static std::string to_bytes(const std::u32string& text) {
    std::string bytes;
    for (const char32_t c : text) append_utf8(bytes, c);
    return bytes;
  }

  /// Counts in order of appearance, times idf divided by their sum, sorted without changing the order of
  /// equals.
  Keywords expected_keywords(const std::u32string& text) {
    Keywords found;
    double total = 0;
    for (const std::u32string& word : reference_->cut_twice(text)) {
      if (word.size() < 2 || word == U"\r\n") continue;
      const std::string bytes = to_bytes(word);
      auto known = std::ranges::find(found, bytes, &Keywords::value_type::first);
      if (known == found.end()) known = found.insert(found.end(), {bytes, 0.0});
      known->second += 1;
      total += 1;
    }
    for (auto& [word, weight] : found) weight *= idf_.weight_of(word) / total;
    std::ranges::stable_sort(found, std::ranges::greater{}, &Keywords::value_type::second);
    return found;
  }

  std::unique_ptr<reference::PythonJieba> reference_;
  std::vector<std::u32string> dictionary_;
  IdfTable idf_ = IdfTable::load(find_data_file("python-jieba/idf.txt"));
};

TEST_F(PythonJiebaReferenceTest, CutsEveryShortTextOfFewLettersAlike) {
  const std::u32string letters = U"的中国人a1.%+";
  std::vector<std::u32string> texts = {U""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    expect_same(texts[i]);
    if (HasFatalFailure()) return;
    if (texts[i].size() == 4) continue;
    for (const char32_t letter : letters) texts.push_back(texts[i] + letter);
  }
}

TEST_F(PythonJiebaReferenceTest, CutsRandomTextsAlike) {
  std::mt19937 random(20240131);
  for (int i = 0; i < 2000; ++i) {
    expect_same(random_text(random, 1 + random() % 30));
    if (HasFatalFailure()) return;
  }
}

// ---- sharing
// ------------------------------------------------------------------------------------------------

TEST(LoadedOnceTest, LoadsOnceForManyThreadsAndAgainWhenNobodyHoldsIt) {
  LoadedOnce<std::string, int> cache;
  int loads = 0;  // written under the lock of the cache
  const auto load = [&loads] { return std::make_shared<int>(++loads); };
  {
    std::vector<std::shared_ptr<const int>> seen(8);
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (auto& mine : seen) threads.emplace_back([&] { mine = cache.get("key", load); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : seen) EXPECT_EQ(mine, seen[0]);
    EXPECT_EQ(loads, 1);
    (void)cache.get("another key", load);
    EXPECT_EQ(loads, 2);
  }
  (void)cache.get("key", load);
  EXPECT_EQ(loads, 3);
}

TEST(PythonJiebaTest, EightThreadsShareOneObjectAndGiveEqualAnswers) {
  const std::string text = "八个线程同时使用同一部词典，小明硕士毕业于中国科学院计算所。";
  const TemporaryFile stop_words("同时\n");  // so that no other test has loaded it
  std::vector<std::shared_ptr<const PythonJieba>> seen(8);
  std::vector<Keywords> answers(8);
  std::barrier start(8);
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (std::size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      seen[i] = PythonJieba::shared(stop_words.path());
      for (int round = 0; round < 20; ++round) answers[i] = keywords(*seen[i], text);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 1; i < 8; ++i) {
    EXPECT_EQ(seen[i], seen[0]);
    EXPECT_EQ(answers[i], answers[0]);
  }
  EXPECT_GT(answers[0].size(), 3U);
}

TEST(PythonJiebaTest, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const TemporaryFile no_stop_words("");
  const auto jieba = PythonJieba::shared(no_stop_words.path());
  (void)cut(*jieba, "我喜欢吃苹果。\xFF");
  (void)keywords(*jieba, "我喜欢吃苹果。\xFF");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace neardup::internal
