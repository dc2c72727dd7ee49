// Repeated ids against a set that remembers all of them.
#include "neardup/corpus/repeated_id.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "neardup/corpus/raw_batch.h"

namespace neardup::internal {
namespace {

/// An empty string stands for a record without an id.
RecordTable table_of(const std::vector<std::string>& ids) {
  DocumentBatch batch;
  batch.files.push_back(std::make_shared<InputFile>());
  for (const std::string& id : ids) batch.documents.push_back({.id = id, .id_is_location = id.empty()});
  RecordTable table;
  table.add(batch);
  return table;
}

std::optional<std::uint32_t> slow_repeated_id(const std::vector<std::string>& ids, std::size_t begin) {
  std::set<std::string> seen;
  for (std::size_t i = begin; i < ids.size(); ++i) {
    if (!ids[i].empty() && !seen.insert(ids[i]).second) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

TEST(RepeatedIdTest, FindsTheFirstOneOrNone) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::string> ids(random() % 3000);
    const auto different = static_cast<unsigned>(round % 2 == 0 ? 10'000'000 : 1 + random() % 4000);
    for (std::string& id : ids) id = random() % 7 == 0 ? "" : std::to_string(random() % different);
    const auto begin = static_cast<std::uint32_t>(round % 3 == 0 ? random() % 100 : 0);
    EXPECT_EQ(find_repeated_id(table_of(ids), begin), slow_repeated_id(ids, begin)) << round;
  }
}

TEST(RepeatedIdTest, ManyDifferentIdsAreNoRepetition) {
  std::vector<std::string> ids;
  for (int i = 0; i < 300'000; ++i) ids.push_back("document-" + std::to_string(i));
  EXPECT_EQ(find_repeated_id(table_of(ids)), std::nullopt);
  ids.push_back("document-1234");
  EXPECT_EQ(find_repeated_id(table_of(ids)), 300'000U);
}

}  // namespace
}  // namespace neardup::internal
