#include "neardup/collection/sentence_signature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "neardup/features/sentences.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "tests/reference/utf32.h"

namespace neardup::internal {
namespace {

std::optional<ContentDigest> sign(const std::string& text, int sentences = 3, const char* recipe = "text-1") {
  SentenceSigner signer(Recipe::parse(recipe).steps(), sentences);
  return signer.sign({.text = text});
}

/// As the words say it: cut at the signs, normalise, order by length, take N.
std::optional<ContentDigest> slow_signature(const std::u32string& text, std::size_t count) {
  std::vector<std::string> sentences = {""};
  for (const char32_t c : text) {
    if (std::u32string_view(U"。！？；.!?;\n").find(c) != std::u32string_view::npos) {
      sentences.emplace_back();
    } else {
      append_utf8(sentences.back(), c);
    }
  }
  for (std::string& sentence : sentences) sentence = collapse_space(nfkc_casefold(sentence));
  std::erase_if(sentences, [](const std::string& sentence) { return !has_letter_or_digit(sentence); });
  std::ranges::stable_sort(sentences, std::ranges::greater{},
                           [](const std::string& sentence) { return to_utf32(sentence).size(); });
  if (sentences.empty()) return std::nullopt;
  sentences.resize(std::min(count, sentences.size()));
  std::string all;
  for (const std::string& sentence : sentences) all += sentence + "\n";
  return digest_bytes(all);
}

TEST(SentenceSignatureTest, EqualsTheSlowWayOnRandomTexts) {
  std::mt19937 random(4);
  const std::u32string alphabet = U"aB  Ａ桥修.。!！?？;；\n,…é";
  for (int round = 0; round < 3000; ++round) {
    std::u32string text(random() % 60, U'a');
    for (char32_t& c : text) c = alphabet[random() % alphabet.size()];
    std::string bytes;
    for (const char32_t c : text) append_utf8(bytes, c);
    for (const int count : {1, 2, 3, 7})
      ASSERT_EQ(sign(bytes, count), slow_signature(text, static_cast<std::size_t>(count))) << bytes;
  }
}

TEST(SentenceSignatureTest, IsTheSameWhateverStandsAroundTheLongestSentences) {
  const std::string story =
      "The old stone bridge was closed. Engineers found a deep crack! 这座桥预计明年春天重新开放。";
  EXPECT_EQ(sign(story), sign("Share: \n" + story + "Read more; Like"));
  EXPECT_EQ(
      sign(story),
      sign("THE OLD STONE  BRIDGE WAS CLOSED?engineers found a deep crack\n这座桥预计明年春天重新开放"));
  EXPECT_NE(
      sign(story),
      sign("The old stone bridge was opened. Engineers found a deep crack! 这座桥预计明年春天重新开放。"));
  EXPECT_EQ(sign(story, 1), sign("Engineers left. The old stone bridge was closed.", 1));
}

TEST(SentenceSignatureTest, ATextWithoutASentenceHasNone) {
  for (const char* text : {"", "...", " \n\t", "?!。；", "—"}) EXPECT_EQ(sign(text), std::nullopt) << text;
}

TEST(SentenceSignatureTest, FollowsTheNormalisationOfTheRecipe) {
  EXPECT_NE(sign("橋關閉了"), sign("桥关闭了"));
  EXPECT_EQ(sign("橋關閉了", 3, "text-1,normalize=simplified"),
            sign("桥关闭了", 3, "text-1,normalize=simplified"));
}

TEST(SentenceSignatureTest, LeavesSentencesOfTheBoilerplateOut) {
  const auto boilerplate = std::make_shared<Boilerplate>();
  boilerplate->sentences.insert(HashSet::hash("all rights of this page are reserved"));
  SentenceSigner signer(Recipe::named("text-1").steps(), 1, boilerplate);
  EXPECT_EQ(signer.sign({.text = "A short story. All rights of this page are reserved."}),
            sign("A short story", 1));
  EXPECT_EQ(signer.sign({.text = "All rights of this page are reserved"}), std::nullopt);
}

}  // namespace
}  // namespace neardup::internal
