#include "neardup/features/han_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "neardup/util/error.h"
#include "tests/features/han_test_support.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::GoldenFile;
using testing_support::Keywords;
using testing_support::keywords_of;
using testing_support::TemporaryFile;
using testing_support::text_of;
using testing_support::Words;
using testing_support::words_of;

Words cut(const HanWords& words, std::string_view text) {
  Features features;
  words.take_words(text, features);
  return words_of(features);
}

Keywords keywords(const HanWords& words, std::string_view text, std::size_t top = 20) {
  Features features;
  words.take_keywords(text, top, features);
  return keywords_of(features);
}

/// The segmenter without files of the caller, kept for all tests because loading it takes most of their time.
std::shared_ptr<const HanWords> shipped() {
  static const std::shared_ptr<const HanWords> words = HanWords::shared();
  return words;
}

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

std::string message_of_failure(const HanWordFiles& files) {
  try {
    (void)HanWords::shared(files);
  } catch (const Error& error) {
    return error.what();
  }
  return "no failure";
}

TEST(HanWordsTest, GivesTheGoldenSegmentsAndKeywordsForEveryTop) {
  const auto words = shipped();
  const GoldenFile golden("yanyiwu_simhash_cppjieba.json");
  std::size_t tops = 0;
  for (const simdjson::dom::element entry : golden.list("pipeline")) {
    SCOPED_TRACE(text_of(entry["name"]));
    const std::string text = text_of(entry["text"]);
    EXPECT_EQ(cut(*words, text), words_of(entry["segments"].get_array()));
    for (const simdjson::dom::element top : entry["top"].get_array()) {
      const std::uint64_t count = top["n"].get_uint64();
      EXPECT_EQ(keywords(*words, text, count), keywords_of(top["keywords"].get_array())) << "top " << count;
      ++tops;
    }
  }
  EXPECT_GE(tops, 66U);
}

TEST(HanWordsTest, UndecodableTextHasNoWordsAndNoKeywords) {
  const auto words = shipped();
  const GoldenFile golden("yanyiwu_simhash_cppjieba.json");
  for (const simdjson::dom::element entry : golden.list("invalid_utf8")) {
    const std::string bytes = bytes_of_hex(text_of(entry["bytes_hex"]));
    EXPECT_THAT(cut(*words, bytes), ElementsAre());
    EXPECT_THAT(keywords(*words, bytes), ElementsAre());
  }
}

TEST(HanWordsTest, EmptyTextAndTopZeroGiveNone) {
  const auto words = shipped();
  EXPECT_THAT(cut(*words, ""), ElementsAre());
  EXPECT_THAT(keywords(*words, ""), ElementsAre());
  EXPECT_THAT(keywords(*words, "我喜欢吃苹果", 0), ElementsAre());
}

TEST(HanWordsTest, TheUserDictionaryOfTheCallerReplacesTheShippedOne) {
  const TemporaryFile dictionary("吃苹果\n近重复 5 n\n查重 v\n\n");
  const auto own = HanWords::shared({.user_dictionary = dictionary.path()});
  EXPECT_THAT(cut(*own, "我喜欢吃苹果"), ElementsAre("我", "喜欢", "吃苹果"));
  EXPECT_THAT(cut(*shipped(), "我喜欢吃苹果"), ElementsAre("我", "喜欢", "吃", "苹果"));
}

TEST(HanWordsTest, StopWordsAndIdfOfTheCallerDecideAboutKeywords) {
  const TemporaryFile stop_words("喜欢\n");
  const TemporaryFile idf("苹果 2.5\n公园 1.5\n");
  const auto own = HanWords::shared({.stop_words = stop_words.path(), .idf = idf.path()});
  // 香蕉 is not in the table and gets the average, 2.
  EXPECT_EQ(keywords(*own, "苹果喜欢苹果，香蕉"), (Keywords{{"苹果", 5.0}, {"香蕉", 2.0}}));
}

TEST(HanWordsTest, AnEmptyListStopsNothing) {
  const TemporaryFile stop_words("");
  const auto own = HanWords::shared({.stop_words = stop_words.path()});
  EXPECT_EQ(keywords(*own, "我们").size(), 1U);
}

TEST(HanWordsTest, ComplaintsNameFileAndLine) {
  EXPECT_THAT(message_of_failure({.user_dictionary = "/no/such/file"}), HasSubstr("/no/such/file"));
  EXPECT_THAT(message_of_failure({.stop_words = "/no/such/file"}), HasSubstr("/no/such/file"));
  EXPECT_THAT(message_of_failure({.idf = "/no/such/file"}), HasSubstr("/no/such/file"));
  const TemporaryFile carriage_return("苹果\r\n");
  EXPECT_THAT(message_of_failure({.user_dictionary = carriage_return.path()}), HasSubstr("carriage return"));
  EXPECT_THAT(message_of_failure({.stop_words = carriage_return.path()}), HasSubstr("carriage return"));
  const TemporaryFile bad_count("查重 v\n苹果 many n\n");
  EXPECT_THAT(message_of_failure({.user_dictionary = bad_count.path()}), HasSubstr("line 2"));
  const TemporaryFile too_many("苹果 3 n x\n");
  EXPECT_THAT(message_of_failure({.user_dictionary = too_many.path()}), HasSubstr("line 1"));
  const TemporaryFile not_utf8("苹果\n\xFF\n");
  EXPECT_THAT(message_of_failure({.user_dictionary = not_utf8.path()}), HasSubstr("line 2"));
  const TemporaryFile bad_idf("苹果 2.5\n公园\n");
  EXPECT_THAT(message_of_failure({.idf = bad_idf.path()}), HasSubstr("line 2"));
  const TemporaryFile empty("");
  EXPECT_THAT(message_of_failure({.idf = empty.path()}), HasSubstr(empty.path()));
  const std::string with_separator = empty.path() + ";";
  std::ofstream(with_separator) << "苹果\n";
  EXPECT_THAT(message_of_failure({.user_dictionary = with_separator}), HasSubstr("separators"));
  std::filesystem::remove(with_separator);
}

TEST(HanWordsTest, EightThreadsShareOneObjectAndGiveEqualAnswers) {
  const std::string text = "八个线程同时使用同一部词典，小明硕士毕业于中国科学院计算所。";
  const TemporaryFile stop_words("同时\n");  // so that no other test has loaded it
  std::vector<std::shared_ptr<const HanWords>> seen(8);
  std::vector<Keywords> answers(8);
  std::barrier start(8);
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (std::size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      seen[i] = HanWords::shared({.stop_words = stop_words.path()});
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

TEST(HanWordsTest, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const TemporaryFile no_stop_words("");
  const auto words = HanWords::shared({.stop_words = no_stop_words.path()});
  for (const std::string_view text : {"我喜欢吃苹果。", "abc\xFF", "\xE6\xB5\xB7\xE6"}) {
    (void)cut(*words, text);
    (void)keywords(*words, text);
  }
  (void)message_of_failure({.idf = "/no/such/file"});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace neardup::internal
