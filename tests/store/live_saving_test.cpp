// Indexes in files: a collection that opens from them answers as one that reads its documents.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "neardup/fingerprint/recipe.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/store/database.h"
#include "neardup/store/live_collection.h"
#include "neardup/store/record_bytes.h"
#include "neardup/util/error.h"
#include "tests/store/live_texts.h"

namespace neardup::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNever = 1'000'000;

class LiveSavingTest : public testing::TestWithParam<LiveRule> {
 protected:
  [[nodiscard]] LiveOptions options(std::uint64_t save_after) const {
    return {.rule = GetParam(), .durability = Durability::none, .save_after = save_after};
  }

  /// Adds, replaces and removes documents, some with early dates and some too short to judge.
  void change(LiveCollection& seen, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 150; ++i) {
      LiveDocument document{.document = {.id = "id" + std::to_string(random() % 200),
                                         .text = live_text(random() % 300, random() % 3)}};
      if (random() % 8 == 0) document.document.text = std::string(1 + random() % 40, '!');
      if (random() % 2 == 0) document.time = 1'000'000 + static_cast<std::int64_t>(random() % 5000);
      seen.check(std::move(document));
      const std::vector<std::string> ids = {"id" + std::to_string(random() % 200),
                                            "id" + std::to_string(random() % 200)};
      if (i % 3 == 0) seen.remove(ids);
    }
  }

  static std::vector<LiveAnswer> answers(const LiveCollection& seen) {
    std::vector<LiveAnswer> all;
    const auto ask = [&](std::string text) {
      all.push_back(seen.query({.document = {.id = "q", .text = std::move(text)}, .time = 2'000'000'000}));
    };
    for (std::uint64_t i = 0; i < 300; ++i) ask(live_text(i, 7));
    for (std::size_t i = 1; i <= 40; ++i) ask(std::string(i, '!'));
    return all;
  }

  std::vector<fs::path> files(const std::string& end) const {
    std::vector<fs::path> found;
    for (const auto& file : fs::directory_iterator(folder_.path())) {
      const std::string name = file.path().filename();
      if (name.starts_with("INDEX-") && name.ends_with(end)) found.push_back(file.path());
    }
    return found;
  }

  /// Opens the collection twice, from its files and from its documents, and compares.
  void expect_same_as_rebuilt() {
    const std::string copy = folder_.path("copy");
    fs::copy(folder_.path(), copy);
    for (const auto& file : fs::directory_iterator(copy)) {
      if (file.path().filename().string().starts_with("INDEX-")) fs::remove(file.path());
    }
    {
      const LiveCollection saved(folder_.path(), {.read_only = true});
      const LiveCollection rebuilt(copy, {.read_only = true});
      EXPECT_EQ(answers(saved), answers(rebuilt));
      EXPECT_EQ(saved.size(), rebuilt.size());
      saved.verify();
    }
    fs::remove_all(copy);
  }

  LiveFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Rules, LiveSavingTest,
                         testing::Values(LiveRule::distance(3), LiveRule::similarity(0.8)));

TEST_P(LiveSavingTest, AnswersFromFilesAreThoseFromDocuments) {
  for (std::uint64_t round = 0; round < 12; ++round) {
    {
      LiveCollection seen(folder_.path(), options(round % 3 == 0 ? 1 : kNever));
      change(seen, round);
    }
    EXPECT_EQ(files(".ndx").size(), 1U);
    EXPECT_EQ(files(".state").size(), 1U);
    expect_same_as_rebuilt();
  }
}

TEST_P(LiveSavingTest, FewChangesDoNotRewriteTheFiles) {
  {
    LiveCollection seen(folder_.path(), options(1));
    change(seen, 1);
  }
  const std::vector<fs::path> before = files("");
  ASSERT_EQ(before.size(), 2U);
  {
    LiveCollection seen(folder_.path(), options(1));
    seen.check("one", live_text(1000));
  }
  EXPECT_EQ(files(""), before);
  LiveCollection seen(folder_.path(), options(1));
  EXPECT_EQ(seen.query({.document = {.id = "q", .text = live_text(1000)}}).nearest, "one");
}

TEST_P(LiveSavingTest, MissingAndForeignFilesAreMadeAnew) {
  {
    LiveCollection seen(folder_.path(), options(1));
    change(seen, 1);
  }
  const fs::path index = files(".ndx")[0];
  const fs::path state = files(".state")[0];
  const auto expect_rebuilt = [&](const char* what) {
    SCOPED_TRACE(what);
    expect_same_as_rebuilt();
    {
      LiveCollection seen(folder_.path(), options(kNever));
      change(seen, 2);  // leaves no marks: nothing may trust the files from now on
    }
    EXPECT_TRUE(files("").empty());
    expect_same_as_rebuilt();
    LiveCollection seen(folder_.path(), options(1));
  };
  const fs::path old_index = folder_.path("old.ndx");
  fs::copy(index, old_index);
  fs::remove(index);
  expect_rebuilt("without the index");
  ASSERT_EQ(files(".ndx").size(), 1U);
  fs::remove(files(".state")[0]);
  expect_rebuilt("without the state");
  ASSERT_EQ(files(".ndx").size(), 1U);
  fs::copy_file(old_index, files(".ndx")[0], fs::copy_options::overwrite_existing);
  expect_rebuilt("with an index of another moment");
  ASSERT_EQ(files(".ndx").size(), 1U);
  fs::resize_file(files(".ndx")[0], fs::file_size(files(".ndx")[0]) / 2);
  expect_rebuilt("with half an index");
  EXPECT_FALSE(fs::exists(state));
}

/// Some damage shows when a collection is opened, which then reads its documents. Other damage shows when a set is
/// needed: then the collection refuses to answer, and the next opening reads the documents.
TEST_P(LiveSavingTest, DamagedFilesAreMadeAnew) {
  constexpr std::uint64_t kDocuments = 3000;  // several checked blocks of sets
  constexpr std::size_t kParts = 40;
  {
    LiveCollection seen(folder_.path(), options(1));
    for (std::uint64_t i = 0; i < kDocuments; ++i) seen.check("id" + std::to_string(i), live_text(i));
  }
  const auto expect_answers = [](const LiveCollection& seen) {
    for (std::uint64_t i = 0; i < kDocuments; i += 10)
      EXPECT_EQ(seen.query({.document = {.id = "q", .text = live_text(i)}}).nearest,
                "id" + std::to_string(i));
  };
  const std::string name = files(".ndx")[0].filename();
  const std::string copy = folder_.path("copy");
  int refusals = 0;
  for (std::size_t part = 0; part < kParts && !HasFailure(); ++part) {
    SCOPED_TRACE(part);
    fs::copy(folder_.path(), copy);
    {
      std::fstream index(copy + "/" + name, std::ios::binary | std::ios::in | std::ios::out);
      const auto at = static_cast<std::streamoff>(fs::file_size(copy + "/" + name) * part / kParts);
      const int byte = index.seekg(at).get();
      index.seekp(at).put(static_cast<char>(byte ^ 64));
    }
    bool is_refused = false;
    {
      LiveCollection seen(copy, options(kNever));
      try {
        expect_answers(seen);
      } catch (const Error&) {
        is_refused = true;
        EXPECT_THROW(seen.check("new", live_text(kDocuments)), Error);
      }
    }
    refusals += is_refused ? 1 : 0;
    LiveCollection again(copy, options(kNever));
    EXPECT_EQ(again.size(), kDocuments);
    if (is_refused) expect_answers(again);
    if (is_refused) again.verify();
    fs::remove_all(copy);
  }
  const bool has_sets = !GetParam().max_distance();
  EXPECT_EQ(refusals > 0,
            has_sets);  // tables are read when a collection is opened, sets when they are needed
}

TEST_P(LiveSavingTest, ASnapshotHasTheFilesToo) {
  {
    LiveCollection seen(folder_.path(), options(1));
    change(seen, 1);
  }
  LiveCollection seen(folder_.path(), options(1));
  change(seen, 2);
  seen.snapshot(folder_.path("snapshot"));
  EXPECT_TRUE(fs::exists(folder_.path("snapshot") / files(".ndx")[0].filename()));
  const LiveCollection copy(folder_.path("snapshot"), {.read_only = true});
  copy.verify();
  EXPECT_EQ(answers(copy), answers(seen));
}

TEST_P(LiveSavingTest, RaisesAnOldFormatAndRefusesANewOne) {
  {
    LiveCollection(folder_.path(), options(1)).check("a", live_text(1));
  }
  const auto set_format = [this](std::string_view format) {
    store::Database database({.path = folder_.path()});
    rocksdb::WriteBatch batch;
    database.put(batch, store::Family::meta, "format", format);
    EXPECT_TRUE(database.write(batch, true).ok());
  };
  for (const std::string_view old : {"1", "2"}) {
    set_format(old);
    EXPECT_EQ(LiveCollection(folder_.path(), options(1)).size(), 1U);
    EXPECT_EQ(store::Database({.path = folder_.path()}).get(store::Family::meta, "format"), "3");
  }
  set_format("4");
  EXPECT_THROW(LiveCollection(folder_.path(), options(1)), Error);
}

/// Returns a body as formats 1 and 2 have it: 64-bit shingles, no text, no fields.
std::string old_body(const std::string& text) {
  ShingleSetTaker taker(Recipe::named("text-1").steps());
  Document document;
  document.text = text;
  const auto shingles = taker.take(document);
  store::ByteWriter writer(0);
  writer.put(static_cast<std::uint32_t>(shingles.size()));
  writer.put_bytes(shingles.data(), shingles.size_bytes());
  writer.put(std::uint8_t{0});
  writer.put_text("");
  return writer.finish();
}

TEST_P(LiveSavingTest, ReadsBodiesOfFormat2) {
  constexpr std::uint64_t kDocuments = 60;
  std::vector<LiveAnswer> before;
  {
    LiveCollection seen(folder_.path(), options(kNever));
    for (std::uint64_t i = 0; i < kDocuments; ++i) seen.check("id" + std::to_string(i), live_text(i));
    before = answers(seen);
  }
  {
    store::Database database({.path = folder_.path()});
    rocksdb::WriteBatch batch;
    database.put(batch, store::Family::meta, "format", "2");
    for (std::uint64_t i = 0; i < kDocuments; i += 2) {  // the others stay packed
      const auto number = database.get(store::Family::ids, "id" + std::to_string(i));
      ASSERT_TRUE(number);
      if (database.get(store::Family::bodies, *number))
        database.put(batch, store::Family::bodies, *number, old_body(live_text(i)));
    }
    ASSERT_TRUE(database.write(batch, true).ok());
  }
  {
    LiveCollection seen(folder_.path(), options(kNever));
    seen.verify();
    EXPECT_EQ(answers(seen), before);
    EXPECT_EQ(seen.check("id4", live_text(999)).verdict, LiveVerdict::is_new);  // replaces one of them
  }
  expect_same_as_rebuilt();
}

TEST_P(LiveSavingTest, RemovesManyAtOnce) {
  std::vector<std::string> ids;
  {
    LiveCollection seen(folder_.path(), options(1));
    for (std::uint64_t i = 0; i < 3000; ++i) {
      seen.check("id" + std::to_string(i), i % 10 == 0 ? std::string(1 + i, '!') : live_text(i));
      if (i % 3 != 0) ids.push_back("id" + std::to_string(i));
    }
    ids.push_back("id4");
    ids.push_back("nobody");
  }
  LiveCollection seen(folder_.path(), options(1));
  EXPECT_EQ(seen.remove(ids), 2000U);
  EXPECT_EQ(seen.remove(ids), 0U);
  EXPECT_EQ(seen.size(), 1000U);
  seen.verify();
  for (std::uint64_t i = 0; i < 3000; i += 7) {
    const std::string text = i % 10 == 0 ? std::string(1 + i, '!') : live_text(i);
    const LiveAnswer answer = seen.query({.document = {.id = "q", .text = text}});
    EXPECT_EQ(answer.nearest, i % 3 == 0 ? "id" + std::to_string(i) : "") << i;
  }
}

}  // namespace
}  // namespace neardup::internal
