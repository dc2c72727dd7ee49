#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "neardup/collection/boilerplate_reader.h"
#include "neardup/features/features.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

TEST(HashSetTest, HoldsWhatASetHolds) {
  std::mt19937_64 random(1);
  HashSet hashes;
  std::set<std::uint64_t> expected;
  EXPECT_FALSE(hashes.contains(0));
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t hash = 5 + random() % 2000;
    hashes.insert(hash);
    expected.insert(hash);
    ASSERT_EQ(hashes.size(), expected.size());
  }
  for (std::uint64_t hash = 1; hash < 2100; ++hash) ASSERT_EQ(hashes.contains(hash), expected.contains(hash));
}

class BoilerplateTest : public CorpusTest {
 protected:
  [[nodiscard]] static std::shared_ptr<const Boilerplate> from(const std::string& path,
                                                               const Recipe& recipe) {
    return std::make_shared<const Boilerplate>(read_boilerplate({path}, recipe, {}));
  }
};

/// The features that are left vote as if the document brought just them.
TEST_F(BoilerplateTest, FingerprintsAreThoseOfTheOtherFeatures) {
  const std::string frame = "Home News Sports About us. All rights reserved by the Linden Courier.";
  const std::string text =
      "Home News Sports About us. The bridge was closed on Monday after a crack was found. "
      "All rights reserved by the Linden Courier.";
  const std::string path = write("frame.txt", frame);
  for (const char* name : {"text-1", "short-1", "text-1,weights=log", "pypi-simhash", "java-tokens"}) {
    const Recipe recipe = Recipe::parse(name);
    const Document document{.text = text};
    Fingerprinter plain(recipe);
    std::set<std::string, std::less<>> ignored;
    const Features frame_features = plain.features({.text = frame});
    for (std::size_t i = 0; i < frame_features.size(); ++i) ignored.insert(std::string(frame_features[i]));
    std::vector<std::string> expected;
    const Features features = plain.features(document);
    for (std::size_t i = 0; i < features.size(); ++i) {
      if (!ignored.contains(features[i])) expected.emplace_back(features[i]);
    }
    Document left{.features = std::vector<GivenFeature>{}};
    for (const std::string& feature : expected) left.features->push_back({.text = feature});
    ASSERT_LT(expected.size(), features.size());
    Fingerprinter without(recipe, from(path, recipe));
    EXPECT_EQ(without.fingerprint(document).value(), plain.fingerprint(left).value()) << name;
    EXPECT_EQ(without.features(document).size(), expected.size()) << name;
  }
}

TEST_F(BoilerplateTest, ADocumentOfNothingElseIsTooShort) {
  const std::string path = write("frame.txt", "one two three four five six seven");
  for (const char* name : {"text-1", "pypi-simhash"}) {
    const Recipe recipe = Recipe::named(name);
    Fingerprinter without(recipe, from(path, recipe));
    const FingerprintResult result = without.fingerprint("one two three four five six seven");
    EXPECT_FALSE(result && result.comparable()) << name;
    EXPECT_TRUE(without.fingerprint("one two three four five six seven plus some more words").comparable());
  }
}

TEST_F(BoilerplateTest, SourceCodeIsReadInTheLanguageOfTheFile) {
  const Recipe recipe = Recipe::named("code-1");
  const std::string starter =
      "import sys\n\ndef read():\n    return [int(x) for x in sys.stdin.read().split()]\n";
  const auto boilerplate = from(write("starter.py", starter), recipe);
  Fingerprinter without(recipe, boilerplate);
  const Document untouched{.id = "a.py", .text = "# my name\n" + starter};
  EXPECT_FALSE(without.fingerprint(untouched)) << "comments are no features";
  const Document solved{.id = "a.py",
                        .text = starter + "\nfor y in sorted(read()):\n    print(y * y + 1, end=' ')\n"};
  EXPECT_TRUE(without.fingerprint(solved));
}

TEST_F(BoilerplateTest, WhatCannotBeReadIsAnError) {
  EXPECT_THROW(static_cast<void>(from(path("none.txt"), Recipe::named("text-1"))), Error);
  EXPECT_THROW(static_cast<void>(from(write("a.jsonl", "{\"text\":"), Recipe::named("text-1"))), Error);
}

}  // namespace
}  // namespace neardup::internal
