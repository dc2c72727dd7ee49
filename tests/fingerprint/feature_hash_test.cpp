#include "neardup/fingerprint/feature_hash.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fingerprint/golden_file.h"
#include "tests/fingerprint/hash_feature.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

std::uint64_t hash_64(FeatureHash hash, std::string_view feature) {
  return hash_feature(hash, 64, feature).low;
}

Features features_of(const std::vector<std::string>& texts) {
  Features features;
  for (const std::string& text : texts) features.append(text);
  return features;
}

/// Own texts of every length from 0 to 200 bytes, English and Chinese.
std::vector<std::string> texts_of_many_lengths() {
  const std::string source =
      "近似重复的网页 near-duplicate pages share most of their sentences; 指纹相差几位而已。";
  std::vector<std::string> texts;
  for (std::size_t length = 0; length <= 200; ++length) {
    std::string text;
    while (text.size() < length) text += source;
    texts.push_back(text.substr(length % 7 % (text.size() - length + 1), length));
  }
  return texts;
}

void expect_golden_hashes(std::string_view file_name, std::string_view section, FeatureHash hash) {
  const golden::File file(file_name);
  for (const golden::Element entry : file.section(section)) {
    const std::string input = golden::text(entry["input"]);
    EXPECT_EQ(hash_64(hash, input), golden::number(entry["hash"])) << input;
    EXPECT_EQ(hash_feature(hash, 32, input).low, golden::number(entry["hash"]) & 0xFFFFFFFF) << input;
  }
}

TEST(FeatureHashTest, JenkinsEqualsYanyiwu) {
  expect_golden_hashes("yanyiwu_simhash_cppjieba.json", "jenkins_hash", FeatureHash::jenkins_cb);
}

TEST(FeatureHashTest, JenkinsEqualsZhongpingliang) {
  expect_golden_hashes("zhongpingliang_simhash.json", "jenkins_hash", FeatureHash::jenkins_bc);
}

TEST(FeatureHashTest, PythonStringHashEqualsThePythonProgram) {
  expect_golden_hashes("python_jieba_tfidf.json", "string_hash", FeatureHash::python);
}

TEST(FeatureHashTest, JavaStringHashEqualsTheJavaProgram) {
  expect_golden_hashes("java_utf16_tokens.json", "hash", FeatureHash::java);
}

TEST(FeatureHashTest, CharacterTableEqualsTheMt19937Program) {
  const golden::File file("cpp_ascii_mt19937.json");
  char character = 0;
  for (const golden::Element word : file.section("character_table")) {
    EXPECT_EQ(hash_feature(FeatureHash::mt19937, 32, {&character, 1}).low, golden::number(word))
        << +character;
    character = static_cast<char>(character + 1);
  }
}

TEST(FeatureHashTest, Md5EqualsThePypiPackageOnEveryTarget) {
  const golden::File file("1e0ng_simhash.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section("token_hash")) {
      const std::string token = golden::text(entry["token"]);
      const Fingerprint wide = golden::fingerprint(entry["hash128"]);
      EXPECT_EQ(hash_feature(FeatureHash::md5, 128, token), (Bits128{wide.low, wide.high})) << token;
      EXPECT_EQ(hash_feature(FeatureHash::md5, 64, token), (Bits128{golden::number(entry["hash64"]), 0}))
          << token;
      EXPECT_EQ(hash_feature(FeatureHash::md5, 32, token).low, wide.low & 0xFFFFFFFF) << token;
    }
  });
}

/// Digests of "a" repeated, as md5sum prints them: the lengths around one and two blocks, where padding
/// changes.
TEST(FeatureHashTest, Md5PadsMessagesOfEveryLength) {
  const std::vector<std::pair<std::size_t, std::string>> digests = {
      {55, "ef1772b6dff9a122358552954ad0df65"},  {56, "3b0c8ac703f828b04c6c197006d17218"},
      {63, "b06521f39153d618550606be297466d5"},  {64, "014842d480b571495a4a0363793f7367"},
      {119, "8a7bd0732ed6a28ce75f6dabc90e1613"}, {120, "5f61c0ccad4cac44c75ff505e1f1e537"},
      {128, "e510683b3f5ffe4093d021808bc6ff70"}, {1000, "cabe45dcc9ae5b66ba86600cca6b8ba8"}};
  on_every_target([&] {
    for (const auto& [length, digest] : digests) {
      const Bits128 hash = hash_feature(FeatureHash::md5, 128, std::string(length, 'a'));
      EXPECT_EQ(to_hex({hash.low, hash.high, 128}), digest) << length;
    }
  });
}

TEST(FeatureHashTest, Xxh3IsThatOfTheLibrary) {
  for (const std::string& text : texts_of_many_lengths()) {
    const XXH128_hash_t wide = XXH3_128bits(text.data(), text.size());
    EXPECT_EQ(hash_64(FeatureHash::xxh3, text), XXH3_64bits(text.data(), text.size())) << text;
    EXPECT_EQ(hash_feature(FeatureHash::xxh3, 128, text), (Bits128{wide.low64, wide.high64})) << text;
    EXPECT_EQ(hash_feature(FeatureHash::xxh3, 32, text).low,
              XXH3_64bits(text.data(), text.size()) & 0xFFFFFFFF);
  }
}

/// Stored fingerprints depend on these values: they must never change.
TEST(FeatureHashTest, Xxh3ValuesArePinned) {
  EXPECT_EQ(hash_64(FeatureHash::xxh3, ""), 0x2d06800538d394c2U);
  EXPECT_EQ(hash_64(FeatureHash::xxh3, "a"), 0xe6c632b61e964e1fU);
  EXPECT_EQ(hash_64(FeatureHash::xxh3, "abc"), 0x78af5f94892f3950U);
}

TEST(FeatureHashTest, ListsEqualSingleHashesForEveryHashAndWidth) {
  const std::vector<std::string> texts = texts_of_many_lengths();
  const Features features = features_of(texts);
  const FeatureHash hashes[] = {FeatureHash::xxh3,       FeatureHash::md5,    FeatureHash::jenkins_cb,
                                FeatureHash::jenkins_bc, FeatureHash::python, FeatureHash::java};
  HashLists lists;
  for (const FeatureHash hash : hashes) {
    for (const int bits : {128, 64, 32}) {
      if (!hash_supports(hash, bits)) continue;
      hash_features(hash, bits, features, lists);
      ASSERT_EQ(lists.low.size(), texts.size());
      ASSERT_EQ(lists.high.size(), bits == 128 ? texts.size() : 0);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const Bits128 single = hash_feature(hash, bits, texts[i]);
        EXPECT_EQ(lists.low[i], single.low) << static_cast<int>(hash) << ' ' << bits << ' ' << i;
        EXPECT_EQ(bits == 128 ? lists.high[i] : 0, single.high) << static_cast<int>(hash) << ' ' << i;
      }
    }
  }
}

TEST(FeatureHashTest, ListsOfManyFeaturesCrossTheBatchesOfMd5) {
  std::vector<std::string> texts;
  texts.reserve(700);
  for (int i = 0; i < 700; ++i)
    texts.push_back(std::string(static_cast<std::size_t>(i % 130), 'x') + std::to_string(i));
  const Features features = features_of(texts);
  on_every_target([&] {
    HashLists lists;
    hash_features(FeatureHash::md5, 64, features, lists);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ASSERT_EQ(lists.low[i], hash_64(FeatureHash::md5, texts[i])) << i;
    }
  });
}

TEST(FeatureHashTest, JenkinsDoesNotDependOnAlignment) {
  const std::string text = "对齐 alignment must not matter";
  for (std::size_t shift = 0; shift < 8; ++shift) {
    const std::string shifted = std::string(shift, ' ') + text;
    EXPECT_EQ(hash_64(FeatureHash::jenkins_cb, std::string_view(shifted).substr(shift)),
              hash_64(FeatureHash::jenkins_cb, text));
  }
}

TEST(FeatureHashTest, SurrogatePairsTellJavaFromPython) {
  EXPECT_EQ(hash_64(FeatureHash::java, "指纹"), hash_64(FeatureHash::python, "指纹"));
  EXPECT_NE(hash_64(FeatureHash::java, "𠮷"), hash_64(FeatureHash::python, "𠮷"));
}

TEST(FeatureHashTest, HashesOfferOnlyTheBitsTheyHave) {
  for (const int bits : {0, 8, 16, 63, 256}) EXPECT_FALSE(hash_supports(FeatureHash::xxh3, bits)) << bits;
  EXPECT_TRUE(hash_supports(FeatureHash::xxh3, 128));
  EXPECT_TRUE(hash_supports(FeatureHash::md5, 32));
  EXPECT_FALSE(hash_supports(FeatureHash::jenkins_cb, 128));
  EXPECT_FALSE(hash_supports(FeatureHash::mt19937, 64));
  EXPECT_TRUE(hash_supports(FeatureHash::mt19937, 32));
}

/// A peer had only 32 live bits: every bit of every 64-bit hash must be set about half of the time.
TEST(FeatureHashTest, EveryBitIsAlive) {
  std::vector<std::string> words;
  words.reserve(4000);
  for (int i = 0; i < 4000; ++i) words.push_back("单词 word number " + std::to_string(i));
  const Features features = features_of(words);
  HashLists lists;
  for (const FeatureHash hash : {FeatureHash::xxh3, FeatureHash::md5}) {
    hash_features(hash, 128, features, lists);
    for (const auto& list : {lists.low, lists.high}) {
      const simd::BitCounts counts = simd::count_ones(list);
      for (const std::uint64_t count : counts) EXPECT_NEAR(static_cast<double>(count), 2000, 200);
    }
  }
}

}  // namespace
}  // namespace neardup::internal
