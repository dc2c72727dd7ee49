// Index files of similarity: what is saved comes back, what is damaged is refused or harmless, and files with
// right checksums and wrong content never lead outside of their arrays.
//
// The golden files are made by this test: NEARDUP_WRITE_GOLDEN=1 build/release/tests/index/index_test
// --gtest_filter=SimilarityFileTest.GoldenFilesAreReadAndWrittenTheSame writes them anew into tests/golden.
// They hold what users have stored: a change that needs new ones needs a new version of the format as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "tests/index/index_file_editor.h"
#include "tests/index/index_samples.h"
#include "tests/index/shingle_sets.h"
#include "tests/reference/similarity_oracle.h"

namespace neardup::internal {
namespace {

using lsm::SectionKind;
using testing::HasSubstr;

struct SimilaritySample {
  SimilarityIndexOptions options;
  bool text_ids;
  std::size_t size;
};

const SimilaritySample kSimilarNumbers{
    {.min_similarity = 0.8, .recipe = "text-1", .sketch_seed = 0}, false, 120};
const SimilaritySample kSimilarTexts{
    {.min_similarity = 0.5, .recipe = "text-1", .sketch_seed = 5, .id_seed = 77}, true, 40};

/// Fixed content: golden files are made of it. Of every five sets two are near copies, and one is empty.
std::vector<ShingleList> sample_sets(const SimilaritySample& sample) {
  ShingleSets sets(2024);
  std::vector<ShingleList> all;
  for (std::size_t i = 0; i < sample.size; ++i) {
    if (i % 5 == 4) all.emplace_back();
    if (i % 5 == 2 || i % 5 == 3) all.push_back(sets.changed(all[i - 2], 1));
    if (i % 5 < 2) all.push_back(sets.set(12 + i % 20));
  }
  return all;
}

SimilarityEntry sample_entry(const ShingleList& set, std::size_t i) { return {set, {i % 3, 1}}; }

template <typename Index>
void fill(Index& index, const SimilaritySample& sample) {
  const std::vector<ShingleList> sets = sample_sets(sample);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    sample.text_ids ? index.add(text_id(i), sample_entry(sets[i], i))
                    : index.add(i * 1'000'003, sample_entry(sets[i], i));
  }
}

SimilarityIndex make_similar(const SimilaritySample& sample) {
  SimilarityIndex index(sample.options);
  fill(index, sample);
  return index;
}

void expect_similar(const SimilarityIndex& index, const SimilaritySample& sample) {
  reference::SimilarityOracle oracle(sample.options);
  fill(oracle, sample);
  ASSERT_EQ(index.size(), oracle.size());
  const std::vector<ShingleList> sets = sample_sets(sample);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const SimilarityEntry query = sample_entry(sets[i], i);
    ASSERT_EQ(index.find(query).hits, oracle.find(query, sample.options.min_similarity));
    ASSERT_TRUE(sample.text_ids ? index.contains(text_id(i)) : index.contains(i * 1'000'003));
  }
}

TEST(SimilarityFileTest, WhatIsSavedComesBack) {
  for (const SimilaritySample& sample : {kSimilarNumbers, kSimilarTexts}) {
    const TemporaryFile file("similar.ndx");
    make_similar(sample).save(file.path());
    SimilarityIndex::verify(file.path());
    EXPECT_EQ(index_kind(file.path()), IndexKind::similarity);
    const SimilarityIndex opened = SimilarityIndex::open(file.path(), sample.options.recipe);
    EXPECT_EQ(opened.options().min_similarity, sample.options.min_similarity);
    EXPECT_EQ(opened.options().sketch_seed, sample.options.sketch_seed);
    EXPECT_EQ(opened.options().id_seed, sample.options.id_seed);
    expect_similar(opened, sample);
    EXPECT_THROW(static_cast<void>(SimilarityIndex::open(file.path(), "code-1")), Error);
  }
}

TEST(SimilarityFileTest, GoldenFilesAreReadAndWrittenTheSame) {
  const std::string folder = NEARDUP_GOLDEN_DIR;
  const std::pair<const char*, const SimilaritySample&> golden[] = {
      {"/index_v3_similarity_numbers.ndx", kSimilarNumbers},
      {"/index_v3_similarity_texts.ndx", kSimilarTexts}};
  for (const auto& [name, sample] : golden) {
    if (std::getenv("NEARDUP_WRITE_GOLDEN") != nullptr) make_similar(sample).save(folder + name);
    SimilarityIndex::verify(folder + name);
    expect_similar(SimilarityIndex::open(folder + name, sample.options.recipe), sample);
    const TemporaryFile again("similar-golden.ndx");
    make_similar(sample).save(again.path());
    EXPECT_EQ(again.read(), read_file(folder + name)) << name;
  }
}

TEST(SimilarityFileTest, AnEmptyIndexCanBeSavedAndAddedTo) {
  const TemporaryFile file("similar-empty.ndx");
  SimilarityIndex({.min_similarity = 0.9}).save(file.path());
  SimilarityIndex::verify(file.path());
  SimilarityIndex opened = SimilarityIndex::open(file.path());
  EXPECT_EQ(opened.size(), 0U);
  EXPECT_EQ(opened.options().min_similarity, 0.9);
  const ShingleList set = {1, 2, 3};
  opened.add("一", entry_of(set));
  EXPECT_EQ(opened.find(entry_of(set)).size(), 1U);
}

TEST(SimilarityFileTest, AnOpenedIndexIsAddedToAndSavedAgain) {
  const TemporaryFile file("similar-again.ndx");
  make_similar(kSimilarNumbers).save(file.path());
  SimilarityIndex opened = SimilarityIndex::open(file.path());
  ShingleSets sets(3);
  std::vector<ShingleList> added;
  for (std::uint64_t i = 1; i < 3000; ++i) {
    added.push_back(sets.set(10));
    opened.add(i, entry_of(added.back()));
  }
  EXPECT_TRUE(opened.remove(2'000'006));
  opened.save(file.path());
  SimilarityIndex::verify(file.path());
  const SimilarityIndex again = SimilarityIndex::open(file.path());
  EXPECT_EQ(again.size(), 2999U + 120 - 1);
  EXPECT_FALSE(again.contains(2'000'006));
  EXPECT_TRUE(again.contains(1'000'003));
  EXPECT_EQ(again.find(entry_of(added[1500])).size(), 1U);
}

TEST(SimilarityFileTest, TablesInMemoryAnswerAsThoseInTheFile) {
  for (const SimilaritySample& sample : {kSimilarNumbers, kSimilarTexts}) {
    const TemporaryFile file("similar-loaded.ndx");
    make_similar(sample).save(file.path());
    SimilarityIndex opened = SimilarityIndex::open(file.path());
    const ShingleList set = {1, 2, 3};
    sample.text_ids ? opened.add("x", entry_of(set)) : opened.add(5, entry_of(set));
    opened.load_tables();
    EXPECT_EQ(opened.find(entry_of(set)).size(), 1U);
    EXPECT_TRUE(sample.text_ids ? opened.remove("x") : opened.remove(5));
    expect_similar(opened, sample);
    // An id of the file is replaced, not added a second time.
    const ShingleList first = sample_sets(sample)[0];
    sample.text_ids ? opened.add(text_id(0), entry_of(set)) : opened.add(0, entry_of(set));
    EXPECT_EQ(opened.size(), sample.size);
    sample.text_ids ? opened.add(text_id(0), sample_entry(first, 0)) : opened.add(0, sample_entry(first, 0));
    const TemporaryFile again("similar-loaded-again.ndx");
    opened.save(again.path());
    SimilarityIndex::verify(again.path());
    expect_similar(SimilarityIndex::open(again.path()), sample);
  }
}

TEST(SimilarityFileTest, ALoadedIndexIsSavedAsItWas) {
  const TemporaryFile file("similar-loaded.ndx");
  const TemporaryFile again("similar-loaded-again.ndx");
  make_similar(kSimilarNumbers).save(file.path());
  SimilarityIndex opened = SimilarityIndex::open(file.path());
  opened.load_tables();
  opened.save(again.path());
  EXPECT_EQ(file.read(), again.read());
}

TEST(SimilarityFileTest, TheOtherKindOfIndexIsRefusedByName) {
  const TemporaryFile similar("kind-similar.ndx");
  const TemporaryFile distance("kind-distance.ndx");
  make_similar(kSimilarNumbers).save(similar.path());
  make_sample(kNumbers).save(distance.path());
  EXPECT_EQ(index_kind(distance.path()), IndexKind::distance);
  EXPECT_THAT(message_of([&] { static_cast<void>(HammingIndex::open(similar.path())); }),
              testing::AllOf(HasSubstr(similar.path()), HasSubstr("an index of similarity")));
  EXPECT_THAT(message_of([&] { HammingIndex::verify(similar.path()); }), HasSubstr("an index of similarity"));
  EXPECT_THAT(message_of([&] { static_cast<void>(SimilarityIndex::open(distance.path())); }),
              testing::AllOf(HasSubstr(distance.path()), HasSubstr("an index of fingerprints")));
  EXPECT_THAT(message_of([&] { SimilarityIndex::verify(distance.path()); }),
              HasSubstr("an index of fingerprints"));
  EXPECT_TRUE(is_index_file(similar.path()));
}

TEST(SimilarityFileTest, EveryFlippedByteIsRefused) {
  const TemporaryFile file("similar-flipped.ndx");
  SimilaritySample sample = kSimilarNumbers;
  sample.size = 12;
  make_similar(sample).save(file.path());
  const std::string bytes = file.read();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    file.write(changed);
    ASSERT_NE(message_of([&] { SimilarityIndex::verify(file.path()); }), kNothingThrown) << i;
    if (i % 64 != 0) continue;  // finds take longer
    ASSERT_NE(message_of([&] { expect_similar(SimilarityIndex::open(file.path()), sample); }), kNothingThrown)
        << i;
  }
}

/// What opening the changed file says, or what verifying says if it opens.
std::string similar_refusal(const std::function<void(IndexFileEditor&)>& change) {
  const TemporaryFile file("similar-changed.ndx");
  make_similar(kSimilarNumbers).save(file.path());
  IndexFileEditor opened(file.read());
  change(opened);
  file.write(opened.finish());
  const std::string message = message_of([&] { static_cast<void>(SimilarityIndex::open(file.path())); });
  if (message != kNothingThrown) return message;
  return message_of([&] { SimilarityIndex::verify(file.path()); });
}

TEST(SimilarityFileTest, SectionsThatDoNotFitTogetherAreRefused) {
  EXPECT_EQ(similar_refusal([](IndexFileEditor&) {}), kNothingThrown);
  EXPECT_THAT(similar_refusal([](auto& file) { file.header.content = 2; }), HasSubstr("content 2"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.header.entry_count += 1; }),
              HasSubstr("the wrong length"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.header.id_kind = 1; }), HasSubstr("the wrong length"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.header.id_kind = 2; }),
              HasSubstr("numbers in the header"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.section(SectionKind::starts, 2).key_bits = 27; }),
              HasSubstr("the bits of a key are out of range"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.section(SectionKind::starts, 2).key_bits += 1; }),
              HasSubstr("the wrong length"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.section(SectionKind::places, 1).length -= 4; }),
              HasSubstr("the wrong length"));
  EXPECT_THAT(
      similar_refusal([](auto& file) { file.section(SectionKind::key_heads, 3).kind = SectionKind::tags; }),
      HasSubstr("the wrong kind"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.fill(SectionKind::similarity_plan, 0, '\0'); }),
              HasSubstr("the sketch plan is out of range"));
  EXPECT_THAT(similar_refusal([](auto& file) { file.fill(SectionKind::similarity_plan, 0, '\xFF'); }),
              HasSubstr("the sketch plan is out of range"));
}

// The file opens, because the structure is right; finds and merges refuse what they come across.
TEST(SimilarityFileTest, WrongContentBehindRightChecksumsIsRefusedOrHarmless) {
  const std::pair<SectionKind, std::uint32_t> sections[] = {
      {SectionKind::starts, 0}, {SectionKind::tags, 0},       {SectionKind::key_heads, 0},
      {SectionKind::places, 0}, {SectionKind::set_starts, 0}, {SectionKind::sets, 0}};
  for (const auto& [kind, table] : sections) {
    for (const char byte : {'\0', '\1', '\xFF'}) {
      const TemporaryFile file("similar-content.ndx");
      make_similar(kSimilarNumbers).save(file.path());
      IndexFileEditor changed(file.read());
      const auto bands = static_cast<std::uint32_t>(plan_sketch(0.8).bands);
      const bool is_of_band = kind != SectionKind::set_starts && kind != SectionKind::sets;
      for (std::uint32_t band = table; band < (is_of_band ? bands : 1); ++band)
        changed.fill(kind, band, byte);
      file.write(changed.finish());
      // Other tags are other keys, which nothing contradicts.
      const bool is_sound = kind == SectionKind::tags;
      EXPECT_EQ(message_of([&] { SimilarityIndex::verify(file.path()); }) == kNothingThrown, is_sound);
      SimilarityIndex opened = SimilarityIndex::open(file.path());
      for (const ShingleList& query : sample_sets(kSimilarNumbers)) {
        try {
          for (const SimilarHit& hit : opened.find(entry_of(query))) EXPECT_GE(hit.similarity, 0.8);
          static_cast<void>(opened.find_first(entry_of(query)));
        } catch (const Error& error) {
          EXPECT_EQ(error.code(), ErrorCode::corrupt);
        }
      }
      const ShingleList more = {1, 2, 3};
      opened.add(5, entry_of(more));
      EXPECT_EQ(message_of([&] { opened.compact(); }) == kNothingThrown, is_sound);
    }
  }
}

}  // namespace
}  // namespace neardup::internal
