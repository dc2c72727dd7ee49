#include "neardup/fingerprint/recipe.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"
#include "tests/fingerprint/hash_feature.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string temporary_file(const std::string& name, const std::string& content) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(RecipeTest, EveryPublishedRecipeIsWrittenAsItsName) {
  for (const RecipeSteps& steps : Recipe::published()) {
    EXPECT_EQ(Recipe::named(steps.base).written(), steps.base);
    EXPECT_EQ(Recipe::parse(steps.base), Recipe::named(steps.base));
  }
}

TEST(RecipeTest, WrittenFormRoundTripsAndIsShortest) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"text-1,bits=128", "text-1,bits=128"},
      {"text-1,bits=64", "text-1"},
      {"text-1,hash=md5,tokens=chars:4", "text-1,tokens=chars:4,hash=md5"},
      {"pypi-simhash,bits=32,bits=64", "pypi-simhash"},
      {"jieba-tfidf,top=all,weights=tfidf", "jieba-tfidf,weights=tfidf,top=all"},
      {"code-1,language=cpp,identifiers=kept", "code-1,identifiers=kept,language=cpp"},
      {"text-1,similarity=0.75,shingle=4,distance=5", "text-1,distance=5,similarity=0.75,shingle=4"},
      {"text-1,weights=tfidf,idf=00000000000000ff", "text-1,weights=tfidf,idf=00000000000000ff"},
      {"cppjieba-jenkins,top=7", "cppjieba-jenkins,top=7"},
  };
  for (const auto& [given, shortest] : cases) {
    const Recipe recipe = Recipe::parse(given);
    EXPECT_EQ(recipe.written(), shortest);
    EXPECT_EQ(Recipe::parse(recipe.written()), recipe);
  }
}

TEST(RecipeTest, SayWhatCannotBeReadAndWhatCould) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"nonsense", "'nonsense' is not known; published are text-1"},
      {"", "'' is not known"},
      {"text-1,", "expected key=value"},
      {"text-1,colour=red", "unknown key 'colour'; known are normalize, tokens"},
      {"text-1,bits=48", "has no 48-bit form"},
      {"text-1,bits=many", "bits must be a number from 32 to 128, not 'many'"},
      {"text-1,tokens=words", "tokens=words needs a number"},
      {"text-1,tokens=words:0", "must be a number from 1 to 16"},
      {"text-1,tokens=cppjieba:2", "takes no number"},
      {"text-1,hash=crc", "hash cannot be 'crc'; choose one of xxh3, md5"},
      {"text-1,hash=java,bits=128", "hash java has no 128-bit form"},
      {"text-1,hash=mt19937,bits=32", "belong together"},
      {"text-1,weights=log:3", "only tfidf takes a factor"},
      {"text-1,top=5", "top needs weights=tfidf"},
      {"text-1,idf=00000000000000ff", "needs weights=tfidf"},
      {"text-1,normalize=none", "tokens=words needs normalize=nfkc"},
      {"code-1,language=klingon", "language 'klingon' is not known"},
      {"text-1,similarity=nan", "similarity must be a number"},
  };
  for (const auto& [written, message] : cases) {
    EXPECT_THAT([&] { static_cast<void>(Recipe::parse(written)); }, ThrowsMessage<Error>(HasSubstr(message)))
        << written;
  }
}

TEST(RecipeTest, FilesBecomePartOfTheRecipe) {
  const std::string idf = temporary_file("idf.txt", "red 1.5\ngreen 3\n");
  const Recipe recipe = Recipe::parse("text-1,tokens=words:1,weights=tfidf").with_files({.idf = idf});
  EXPECT_THAT(recipe.written(), HasSubstr(",idf="));
  EXPECT_TRUE(recipe.fingerprint("red green red yellow").has_value());

  const Recipe stored = Recipe::parse(recipe.written());
  EXPECT_EQ(stored, recipe);
  EXPECT_THAT([&] { static_cast<void>(stored.fingerprint("red green")); },
              ThrowsMessage<Error>(HasSubstr("needs the IDF table with digest")));
  EXPECT_EQ(*stored.with_files({.idf = idf}).fingerprint("red green red yellow"),
            *recipe.fingerprint("red green red yellow"));

  const std::string other = temporary_file("other.txt", "red 1.5\ngreen 4\n");
  EXPECT_THAT([&] { static_cast<void>(stored.with_files({.idf = other})); },
              ThrowsMessage<Error>(HasSubstr("other.txt: its digest is")));
}

TEST(RecipeTest, TfidfWithoutATableSaysHowToGetOne) {
  EXPECT_THAT([&] { static_cast<void>(Recipe::parse("text-1,weights=tfidf").fingerprint("a b c d")); },
              ThrowsMessage<Error>(HasSubstr("need an IDF table")));
}

TEST(RecipeTest, ShortTextsHaveNoFingerprintButAReason) {
  const Recipe recipe = Recipe::named("text-1");
  for (const char* text : {"", "cat", "dog", "、。！", "two words", "\n\t "}) {
    const FingerprintResult result = recipe.fingerprint(text);
    EXPECT_FALSE(result) << text;
    EXPECT_EQ(result.absence(), Absence::too_few_features);
    EXPECT_THAT([&] { static_cast<void>(result.value()); }, ThrowsMessage<Error>(HasSubstr("too short")));
  }
  EXPECT_TRUE(recipe.fingerprint("now there are six words here").has_value());
}

TEST(RecipeTest, OriginalsJudgeEmptyTextsButTheyAreNotComparable) {
  for (const char* name :
       {"pypi-simhash", "weighted-jenkins", "ascii-mt19937", "java-tokens", "jieba-tfidf"}) {
    const FingerprintResult result = Recipe::named(name).fingerprint("");
    ASSERT_TRUE(result) << name;
    EXPECT_FALSE(result.comparable()) << name;
    EXPECT_TRUE(Recipe::named(name).fingerprint("some words in a row").comparable()) << name;
  }
}

TEST(RecipeTest, AsciiRecipeHasNoAnswerForOtherBytes) {
  EXPECT_EQ(Recipe::named("ascii-mt19937").fingerprint("caf\xC3\xA9").absence(), Absence::not_ascii);
}

TEST(RecipeTest, NormalisationMakesSpellingsOfOneTextEqual) {
  const Recipe recipe = Recipe::named("text-1");
  const auto plain = recipe.fingerprint("The Quick brown fox jumps over the lazy dog");
  EXPECT_EQ(*plain, *recipe.fingerprint("the quick, BROWN fox…   jumps over the lazy dog!"));
  EXPECT_EQ(*plain, *recipe.fingerprint("ｔｈｅ ｑｕｉｃｋ ｂｒｏｗｎ fox jumps over the lazy dog"));
  EXPECT_NE(*plain, *recipe.fingerprint("a slow green turtle walks under the busy cat"));
}

TEST(RecipeTest, SimplifiedFoldsTraditionalCharacters) {
  const Recipe recipe = Recipe::parse("text-1,normalize=simplified");
  EXPECT_EQ(*recipe.fingerprint("我們在圖書館學習中國歷史"), *recipe.fingerprint("我们在图书馆学习中国历史"));
  EXPECT_NE(*Recipe::named("text-1").fingerprint("我們在圖書館學習中國歷史"),
            *Recipe::named("text-1").fingerprint("我们在图书馆学习中国历史"));
}

TEST(RecipeTest, EveryBitIsAliveOverManyTexts) {
  std::mt19937 random(5);
  for (const char* written :
       {"text-1", "text-1,bits=128", "short-1", "pypi-simhash,bits=128", "text-1,hash=md5"}) {
    Fingerprinter fingerprinter(Recipe::parse(written));
    const int bits = fingerprinter.recipe().steps().bits;
    std::vector<int> ones(static_cast<std::size_t>(bits));
    constexpr int kTexts = 400;
    for (int text = 0; text < kTexts; ++text) {
      std::string characters;
      for (int i = 0; i < 40; ++i) append_utf8(characters, static_cast<char32_t>(0x4E00 + random() % 3000));
      const FingerprintResult result = fingerprinter.fingerprint(characters);
      ASSERT_TRUE(result) << written;
      for (int bit = 0; bit < bits; ++bit) {
        const std::uint64_t half = bit < 64 ? result->low : result->high;
        ones[static_cast<std::size_t>(bit)] += static_cast<int>((half >> (bit % 64)) & 1);
      }
    }
    for (const int count : ones)
      EXPECT_THAT(count, testing::AllOf(testing::Gt(100), testing::Lt(300))) << written;
  }
}

TEST(RecipeTest, AFingerprinterThatIsUsedAgainGivesTheSameAnswers) {
  Fingerprinter used(Recipe::named("text-1"));
  const std::vector<std::string> texts = {"one two three four five six", "短文本也应当得到同样的结果", "",
                                          "one two three four five seven", "one two three four five six"};
  for (const std::string& text : texts) {
    const FingerprintResult again = used.fingerprint(text);
    const FingerprintResult fresh = Recipe::named("text-1").fingerprint(text);
    ASSERT_EQ(again.has_value(), fresh.has_value());
    if (fresh) {
      EXPECT_EQ(*again, *fresh);
    }
  }
}

TEST(RecipeTest, CopiesShareTheirDictionariesAcrossThreads) {
  const Recipe recipe = Recipe::named("cppjieba-jenkins");
  const Fingerprint expected = *recipe.fingerprint("南京市长江大桥是一座很长的桥梁");
  std::vector<std::thread> threads;
  std::vector<Fingerprint> found(4);
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back(
        [&, i] { found[i] = *Recipe(recipe).fingerprint("南京市长江大桥是一座很长的桥梁"); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Fingerprint& fingerprint : found) EXPECT_EQ(fingerprint, expected);
}

Document with_features(std::vector<GivenFeature> features) {
  Document document;
  document.features = std::move(features);
  return document;
}

TEST(FingerprinterTest, GivenPlainTokensAreWeighedByTheRecipe) {
  Fingerprinter fingerprinter(Recipe::parse("text-1,tokens=words:1,weights=one"));
  const auto once = fingerprinter.fingerprint(with_features({{"a"}, {"b"}, {"c"}}));
  const auto repeated = fingerprinter.fingerprint(with_features({{"a"}, {"b"}, {"c"}, {"a"}, {"a"}}));
  EXPECT_EQ(*once, *repeated);
  EXPECT_EQ(*once, *fingerprinter.fingerprint("a b c"));
}

TEST(FingerprinterTest, GivenWeightsDecideTheVote) {
  Fingerprinter fingerprinter(Recipe::named("text-1"));
  const auto heavy = fingerprinter.fingerprint(
      with_features({{"a", 1e6, true, true}, {"b", 1, true, true}, {"c", 1, true, true}}));
  EXPECT_EQ(heavy->low, hash_feature(FeatureHash::xxh3, 64, "a").low);
}

TEST(FingerprinterTest, ExplanationAddsUp) {
  Fingerprinter fingerprinter(Recipe::parse("text-1,tokens=words:3,weights=log"));
  Document document;
  document.text = "to be or not to be or not to be that is the question";
  const Explanation explanation = fingerprinter.explain(document);
  ASSERT_TRUE(explanation.result);
  EXPECT_EQ(explanation.features.front().text, "to be or");
  EXPECT_EQ(explanation.features.front().occurrences, 2U);
  double total = 0;
  std::array<double, 64> sums{};
  for (const FeatureVote& vote : explanation.features) {
    total += vote.weight;
    EXPECT_EQ(vote.weight, vote.occurrences == 2 ? 16 : 8);
    for (int bit = 0; bit < 64; ++bit) {
      sums[static_cast<std::size_t>(bit)] += ((vote.hash.low >> bit) & 1) != 0 ? vote.weight : -vote.weight;
    }
  }
  EXPECT_EQ(explanation.total_weight, total);
  for (std::size_t bit = 0; bit < 64; ++bit) {
    EXPECT_EQ(explanation.margins[bit], sums[bit]);
    EXPECT_EQ((explanation.result->low >> bit) & 1, sums[bit] > 0 ? 1U : 0U);
  }
}

TEST(FingerprinterTest, LanguageComesFromTheIdThenThePath) {
  Document document;
  document.id = "student/7.py";
  document.path = "all.jsonl";
  EXPECT_EQ(language_of(document), Language::python);
  document.id = "7";
  document.path = "work/main.cpp";
  EXPECT_EQ(language_of(document), Language::cpp);
}

}  // namespace
}  // namespace neardup::internal
