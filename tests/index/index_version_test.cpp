// Versions of the index file: those that were published stay readable.
//
// The golden files of the present version are made by this test: NEARDUP_WRITE_GOLDEN=1
// build/release/tests/index/index_test
// --gtest_filter=IndexVersionTest.GoldenFilesOfVersion2AreReadAndWrittenTheSame writes them anew into
// tests/golden. They hold what users have stored: a change that needs new ones needs a new version of the
// format as well. Those of version 1 were made by the program that wrote it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "tests/index/index_file_editor.h"
#include "tests/index/index_samples.h"

namespace neardup::internal {
namespace {

using lsm::SectionKind;

const std::string kGoldenFolder = NEARDUP_GOLDEN_DIR;

void expect_golden(const std::string& path, const Sample& sample) {
  HammingIndex::verify(path);
  expect_sample(HammingIndex::open(path, sample.options.recipe), sample);
}

TEST(IndexVersionTest, GoldenFilesOfVersion1AreRead) {
  expect_golden(kGoldenFolder + "/index_v1_numbers.ndx", kNumbers);
  expect_golden(kGoldenFolder + "/index_v1_texts.ndx", kTexts);
  expect_golden(kGoldenFolder + "/index_v1_narrow.ndx", kNarrow);
}

TEST(IndexVersionTest, GoldenFilesOfVersion2AreReadAndWrittenTheSame) {
  const std::pair<const char*, const Sample&> golden[] = {{"/index_v2_numbers.ndx", kNumbers},
                                                          {"/index_v2_texts.ndx", kTexts},
                                                          {"/index_v2_wide.ndx", kWide},
                                                          {"/index_v2_narrow.ndx", kNarrow}};
  for (const auto& [name, sample] : golden) {
    if (std::getenv("NEARDUP_WRITE_GOLDEN") != nullptr) make_sample(sample).save(kGoldenFolder + name);
    expect_golden(kGoldenFolder + name, sample);
    const TemporaryFile again("golden.ndx");
    make_sample(sample).save(again.path());
    EXPECT_EQ(again.read(), read_file(kGoldenFolder + name)) << name;
  }
}

TEST(IndexVersionTest, AFileOfVersion1BecomesVersion2WithTagsOnceItIsAddedTo) {
  HammingIndex opened = HammingIndex::open(kGoldenFolder + "/index_v1_numbers.ndx");
  const TemporaryFile same("v1-same.ndx");
  opened.save(same.path());
  expect_golden(same.path(), kNumbers);
  EXPECT_FALSE(IndexFileEditor(same.read()).has(SectionKind::tags));
  opened.add(5, Fingerprint{5});
  EXPECT_EQ(opened.find(Fingerprint{5}).size(), 1U);
  EXPECT_EQ(opened.find(sample_set(kNumbers)[7]).hits,
            make_oracle(kNumbers).find(sample_set(kNumbers)[7], 3));
  const TemporaryFile added("v1-added.ndx");
  opened.save(added.path());
  EXPECT_EQ(IndexFileEditor(added.read()).header.version, 2U);
  EXPECT_TRUE(IndexFileEditor(added.read()).has(SectionKind::tags));
  EXPECT_TRUE(opened.remove(5));
  opened.save(added.path());
  expect_golden(added.path(), kNumbers);
}

}  // namespace
}  // namespace neardup::internal
