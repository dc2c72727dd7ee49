// Every vector of tests/golden/zhongpingliang_simhash.json through the old C++ API.
#include <gtest/gtest.h>

#include "hash.h"
#include "simhash.h"
#include "simhash_table.h"
#include "string_handler.h"
#include "tests/fingerprint/golden_file.h"

namespace {

using neardup::internal::golden::Element;

const char* const kFile = "zhongpingliang_simhash.json";

std::vector<hash_t> numbers(Element list) {
  std::vector<hash_t> values;
  for (const Element value : list.get_array()) values.push_back(neardup::internal::golden::number(value));
  return values;
}

TEST(CompatGoldenTest, JenkinsHash) {
  const neardup::internal::golden::File file(kFile);
  for (const Element entry : file.section("jenkins_hash")) {
    const std::string input = neardup::internal::golden::text(entry["input"]);
    EXPECT_EQ(JenkinsHash(input), neardup::internal::golden::number(entry["hash"])) << input;
  }
}

TEST(CompatGoldenTest, BuildFromStrings) {
  const neardup::internal::golden::File file(kFile);
  for (const Element entry : file.section("build_from_strings")) {
    std::vector<Simhash::StringFeatureType> features;
    for (const Element feature : entry["features"].get_array())
      features.emplace_back(neardup::internal::golden::text(feature.at(0)),
                            neardup::internal::golden::real(feature.at(1)));
    EXPECT_EQ(Simhash::Build(features, JenkinsHash), neardup::internal::golden::number(entry["value"]))
        << neardup::internal::golden::name_of(entry);
    EXPECT_EQ(Simhash::Build(features, nullptr), 0U);
  }
}

TEST(CompatGoldenTest, BuildFromHashes) {
  const neardup::internal::golden::File file(kFile);
  for (const Element entry : file.section("build_from_hashes")) {
    std::vector<Simhash::HashFeatureType> features;
    for (const Element feature : entry["features"].get_array())
      features.emplace_back(neardup::internal::golden::number(feature.at(0)),
                            neardup::internal::golden::real(feature.at(1)));
    EXPECT_EQ(Simhash::Build(features), neardup::internal::golden::number(entry["value"]))
        << neardup::internal::golden::name_of(entry);
  }
}

TEST(CompatGoldenTest, DistanceAndNear) {
  const neardup::internal::golden::File file(kFile);
  for (const Element entry : file.section("near")) {
    const hash_t a = neardup::internal::golden::number(entry["a"]);
    const hash_t b = neardup::internal::golden::number(entry["b"]);
    const auto distance = static_cast<uint_t>(entry["d"].get_uint64().value());
    EXPECT_EQ(Simhash::GetHammingDistance(a, b), entry["distance"].get_uint64().value());
    EXPECT_EQ(Simhash::IsNearDups(a, b, distance), entry["is_near_dups"].get_bool().value());
  }
  EXPECT_TRUE(Simhash::IsNearDups(0, 7));
  EXPECT_FALSE(Simhash::IsNearDups(0, 15));
}

TEST(CompatGoldenTest, BinaryStrings) {
  const neardup::internal::golden::File file(kFile);
  std::string digits = "what was there before";
  for (const Element entry : file.section("to_binary_string")) {
    Simhash::HashToBinaryString(neardup::internal::golden::number(entry["value"]), digits);
    EXPECT_EQ(digits, neardup::internal::golden::text(entry["text"]));
  }
  for (const Element entry : file.section("from_binary_string")) {
    EXPECT_EQ(Simhash::BinaryStringToHash(neardup::internal::golden::text(entry["text"])),
              neardup::internal::golden::number(entry["value"]));
  }
}

TEST(CompatGoldenTest, SplitString) {
  const neardup::internal::golden::File file(kFile);
  for (const Element entry : file.section("split_string")) {
    std::vector<std::string> parts = {"what was there before"};
    StringHandler::SplitString(neardup::internal::golden::text(entry["text"]), parts,
                               neardup::internal::golden::text(entry["delimiters"]));
    std::vector<std::string> expected;
    for (const Element part : entry["parts"].get_array())
      expected.push_back(neardup::internal::golden::text(part));
    EXPECT_EQ(parts, expected) << neardup::internal::golden::text(entry["text"]);
  }
}

TEST(CompatGoldenTest, SentencesOfTheExampleProgram) {
  const neardup::internal::golden::File file(kFile);
  for (const Element entry : file.section("example_program_sentences")) {
    std::vector<std::string> words;
    StringHandler::SplitString(neardup::internal::golden::text(entry["text"]), words);
    std::vector<std::pair<std::string, real_t>> features;
    for (const std::string& word : words) features.emplace_back(word, 1.0);
    EXPECT_EQ(Simhash::Build(features, JenkinsHash), neardup::internal::golden::number(entry["value"]))
        << neardup::internal::golden::text(entry["text"]);
  }
}

void run_operation(SimhashTable& table, Element operation) {
  const std::string name = neardup::internal::golden::text(operation["op"]);
  if (name == "get_size") {
    EXPECT_EQ(table.GetSize(), operation["result"].get_uint64().value());
    return;
  }
  const hash_t hash = neardup::internal::golden::number(operation["hash"]);
  const bool expected = operation["result"].get_bool().value();
  if (name == "insert") {
    EXPECT_EQ(table.Insert(hash), expected) << hash;
  } else if (name == "remove") {
    EXPECT_EQ(table.Remove(hash), expected) << hash;
  } else if (name == "search") {
    EXPECT_EQ(table.Search(hash), expected) << hash;
  } else {
    ASSERT_EQ(name, "find_near_dups");
    FindAnswerType found = {1, 2, 3};
    EXPECT_EQ(table.FindNearDups(hash, found), expected) << hash;
    EXPECT_EQ(found, numbers(operation["found"])) << hash;
  }
}

TEST(CompatGoldenTest, OperationsOfOneTable) {
  const neardup::internal::golden::File file(kFile);
  const Element example = file.root()["table_example"];
  const SimhashTablePtr table =
      CreateSimhashTable(static_cast<uint_t>(example["max_distance"].get_uint64().value()),
                         static_cast<uint_t>(example["level"].get_uint64().value()));
  for (const Element operation : example["operations"].get_array()) run_operation(*table, operation);
}

/// One run of the tables at one level. The original's find_first_near_dup is right at level 0 only (it misses
/// neighbours that differ in the leading block), so that list is what every level has to give here.
void expect_answers(Element run, SimhashTable& table) {
  const simdjson::dom::array firsts = run["find_first_near_dup"]["level_0"].get_array();
  std::size_t i = 0;
  for (const Element entry : run["find_near_dups"].get_array()) {
    const hash_t query = neardup::internal::golden::number(entry["query"]);
    const std::vector<hash_t> expected = numbers(entry["found"]);
    FindAnswerType found = {1, 2, 3};
    EXPECT_EQ(table.FindNearDups(query, found), !expected.empty());
    EXPECT_EQ(found, expected) << query;
    EXPECT_EQ(table.HasNearDups(query), !expected.empty()) << query;
    constexpr hash_t kUntouched = 42;
    hash_t first = kUntouched;
    EXPECT_EQ(table.FindFirstNearDup(query, first), !expected.empty()) << query;
    const Element wanted = firsts.at(i++);
    EXPECT_EQ(first, wanted.is_null() ? kUntouched : neardup::internal::golden::number(wanted)) << query;
  }
  EXPECT_EQ(i, firsts.size());
}

TEST(CompatGoldenTest, TablesAtEveryDistanceAndLevel) {
  const neardup::internal::golden::File file(kFile);
  const Element tables = file.root()["tables"];
  for (const Element run : tables["runs"].get_array()) {
    const auto distance = static_cast<uint_t>(run["max_distance"].get_uint64().value());
    for (const uint_t level : {0U, 1U, 2U, 3U}) {
      SCOPED_TRACE(testing::Message() << "distance " << distance << " level " << level);
      const SimhashTablePtr table = CreateSimhashTable(distance, level);
      for (const hash_t value : numbers(tables["stored"])) table->Insert(value);
      expect_answers(run, *table);
    }
  }
}

}  // namespace
