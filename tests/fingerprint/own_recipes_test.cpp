// Pins the fingerprints of our own recipes. A failure here means that stored fingerprints would break: give
// the recipe a new version. tools/own_vectors.py writes the file.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {
namespace {

TEST(OwnRecipesTest, GiveTheFingerprintsThatUsersHaveStored) {
  simdjson::dom::parser parser;
  const auto vectors = parser.load(NEARDUP_GOLDEN_DIR "/own_recipes.json")["vectors"].get_array().value();
  std::size_t checked = 0;
  for (const simdjson::dom::element vector : vectors) {
    const std::string_view text = vector["text"].get_string().value();
    const simdjson::dom::object fingerprints = vector["fingerprints"];
    for (const auto& [recipe, expected] : fingerprints) {
      const FingerprintResult result = Recipe::parse(recipe).fingerprint(text);
      const std::string found = result ? to_hex(*result) : "-";
      EXPECT_EQ(found, expected.get_string().value())
          << recipe << " on " << vector["name"].get_string().value();
      ++checked;
    }
  }
  EXPECT_GE(checked, 100U);
}

}  // namespace
}  // namespace neardup::internal
