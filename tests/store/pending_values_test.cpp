#include "neardup/store/pending_values.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace neardup::internal::store {
namespace {

TEST(PendingValuesTest, RemembersLikeAMap) {
  std::mt19937_64 random(3);
  PendingValues values;
  for (int round = 0; round < 3; ++round) {
    std::map<std::pair<Family, std::string>, std::optional<std::string>> expected;
    for (int i = 0; i < 20'000; ++i) {
      const Family family = std::array{Family::entries, Family::ids, Family::meta}[random() % 3];
      const std::string key(random() % 3, static_cast<char>('a' + random() % 26));
      const std::string name = key + std::to_string(random() % 3000);
      std::optional<std::string> value;
      if (random() % 4 != 0) value = std::string(random() % 80, static_cast<char>(random()));
      values.put(family, name, value);
      expected[{family, name}] = value;
    }
    for (const auto& [key, value] : expected) {
      const auto found = values.find(key.first, key.second);
      ASSERT_TRUE(found);
      EXPECT_EQ(*found, value);
      EXPECT_FALSE(values.find(Family::stories, key.second));
    }
    EXPECT_FALSE(values.find(Family::ids, "never"));
    values.clear();
    EXPECT_FALSE(values.find(expected.begin()->first.first, expected.begin()->first.second));
  }
}

}  // namespace
}  // namespace neardup::internal::store
