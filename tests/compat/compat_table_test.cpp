// What the golden vectors leave open: files, clearing, trimming, names with and without the namespace.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "simhash.h"
#include "simhash_table.h"
#include "string_handler.h"
#include "tests/fingerprint/golden_file.h"

namespace {

namespace files = std::filesystem;

class CompatTableTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        files::temp_directory_path() / ("neardup_compat_test_" + std::to_string(std::random_device{}()));
    files::create_directory(folder_);
  }
  void TearDown() override { files::remove_all(folder_); }
  [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }
  [[nodiscard]] static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  files::path folder_;
};

std::string hex_of(const std::string& bytes) {
  std::string hex;
  for (const char byte : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(byte) >> 4];
    hex += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return hex;
}

TEST_F(CompatTableTest, SavesWhatTheOriginalSavesAndLoadsItAgain) {
  const neardup::internal::golden::File golden("zhongpingliang_simhash.json");
  const neardup::internal::golden::Element saved = golden.root()["table_saved"];
  const SimhashTablePtr table = CreateSimhashTable();
  for (const neardup::internal::golden::Element value : saved["hashes_inserted"].get_array())
    table->Insert(neardup::internal::golden::number(value));
  ASSERT_TRUE(table->SaveToFile(file("binary")));
  ASSERT_TRUE(table->SaveToFile(file("text"), false));
  EXPECT_EQ(hex_of(content(file("binary"))), neardup::internal::golden::text(saved["binary_file_bytes"]));
  EXPECT_EQ(content(file("text")), neardup::internal::golden::text(saved["text_file"]));
  for (const bool binary : {true, false}) {
    const SimhashTablePtr loaded = CreateSimhashTable();
    loaded->Insert(99);
    ASSERT_TRUE(loaded->LoadFromFile(file(binary ? "binary" : "text"), binary));
    EXPECT_EQ(loaded->GetSize(), 3U);
    EXPECT_FALSE(loaded->Search(99));
    EXPECT_TRUE(loaded->Search(0x0123456789abcdef));
    EXPECT_TRUE(loaded->HasNearDups(0x0123456789abcdee));
  }
}

TEST_F(CompatTableTest, FilesThatCannotBeReadOrWrittenLeaveTheTableAlone) {
  const SimhashTablePtr table = CreateSimhashTable();
  table->Insert(7);
  EXPECT_FALSE(table->LoadFromFile(file("missing")));
  EXPECT_FALSE(table->LoadFromFile(folder_.string()));
  EXPECT_FALSE(table->SaveToFile(file("no/such/folder")));
  EXPECT_FALSE(table->SaveToFile("/dev/full"));
  EXPECT_EQ(table->GetSize(), 1U);
}

TEST_F(CompatTableTest, AnIncompleteWordAtTheEndOfAFileIsIgnored) {
  std::ofstream(file("cut"), std::ios::binary) << std::string("\1\0\0\0\0\0\0\0\2\0\0", 11);
  const SimhashTablePtr table = CreateSimhashTable();
  ASSERT_TRUE(table->LoadFromFile(file("cut")));
  EXPECT_EQ(table->GetSize(), 1U);
  EXPECT_TRUE(table->Search(1));
}

TEST_F(CompatTableTest, EmptyLinesOfATextFileAreIgnored) {
  const std::string one(63, '0');
  std::ofstream(file("lines")) << "\n" << one << "1\n\n" << one << "1\n";
  const SimhashTablePtr table = CreateSimhashTable();
  ASSERT_TRUE(table->LoadFromFile(file("lines"), false));
  EXPECT_EQ(table->GetSize(), 1U);
  EXPECT_TRUE(table->Search(1));
}

TEST_F(CompatTableTest, ClearEmptiesAndTheTableGoesOn) {
  const SimhashTablePtr table = CreateSimhashTable(2);
  for (hash_t value = 0; value < 1000; ++value) table->Insert(value);
  table->Clear();
  FindAnswerType found;
  EXPECT_EQ(table->GetSize(), 0U);
  EXPECT_FALSE(table->FindNearDups(1, found));
  EXPECT_TRUE(table->Insert(1));
  EXPECT_TRUE(table->FindNearDups(0, found));
  EXPECT_EQ(found, FindAnswerType{1});
}

TEST_F(CompatTableTest, EverythingIsNearWithinMoreBitsThanThereAre) {
  const SimhashTablePtr table = CreateSimhashTable(1000);
  table->Insert(0);
  EXPECT_TRUE(table->HasNearDups(~hash_t{0}));
}

TEST_F(CompatTableTest, AgreesWithASetUnderRandomOperations) {
  std::mt19937_64 random(7);
  const SimhashTablePtr table = CreateSimhashTable(3, 2);
  std::set<hash_t> expected;
  for (int i = 0; i < 20000; ++i) {
    const hash_t value = (random() % 512) * 0x8000000000000001;
    if (random() % 3 == 0) {
      EXPECT_EQ(table->Remove(value), expected.erase(value) == 1);
    } else {
      EXPECT_EQ(table->Insert(value), expected.insert(value).second);
    }
    if (i % 50 != 0) continue;
    FindAnswerType wanted;
    for (const hash_t other : expected) {
      if (Simhash::IsNearDups(value, other)) wanted.push_back(other);
    }
    FindAnswerType found;
    table->FindNearDups(value, found);
    ASSERT_EQ(found, wanted);
    ASSERT_EQ(table->GetSize(), expected.size());
  }
}

TEST(CompatNamesTest, TheNamespaceOfTheRepositoryWorksToo) {
  const simhash::SimhashTablePtr table = simhash::CreateSimhashTable(3U, 1U);
  EXPECT_TRUE(table->Insert(simhash::HASH_1));
  EXPECT_EQ(simhash::HASH_WIDTH, 64U);
}

TEST(CompatStringTest, TrimsAnyOfTheCharactersAlsoInPlace) {
  std::string text;
  StringHandler::TrimString(" \t\n a b \r\f\v", text);
  EXPECT_EQ(text, "a b");
  StringHandler::LeftTrimString("xyx-a-xy", text, "xy");
  EXPECT_EQ(text, "-a-xy");
  StringHandler::RightTrimString(text, text, "xy");
  EXPECT_EQ(text, "-a-");
  StringHandler::TrimString(text, text, text);
  EXPECT_EQ(text, "");
  StringHandler::TrimString("   ", text);
  EXPECT_EQ(text, "");
}

}  // namespace
