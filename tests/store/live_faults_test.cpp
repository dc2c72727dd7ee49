#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "neardup/store/live_collection.h"
#include "neardup/util/error.h"
#include "tests/store/faulty_disk.h"
#include "tests/store/live_texts.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;

std::string id_of(std::uint64_t i) { return "id" + std::to_string(i); }

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

struct Disk {
  std::shared_ptr<FaultyDisk> faults = std::make_shared<FaultyDisk>();
  std::unique_ptr<rocksdb::Env> environment = rocksdb::NewCompositeEnv(faults);

  [[nodiscard]] LiveOptions options(Durability durability) const {
    return {.rule = LiveRule::distance(3),
            .durability = durability,
            .save_after = 1,
            .environment = environment.get()};
  }
};

std::set<std::string> ids_in(const LiveCollection& seen) {
  std::set<std::string> ids;
  seen.for_each([&](const StoredDocument& document) { ids.insert(document.id); });
  return ids;
}

TEST(LiveFaultsTest, APowerCutLosesNoAnsweredCheck) {
  const LiveFolder folder;
  const Disk disk;
  std::set<std::string> answered;
  std::uint64_t next = 0;
  for (std::uint64_t cut = 0; cut < 25 && !HasFailure(); ++cut) {
    {
      LiveCollection seen(folder.path(), disk.options(Durability::sync));
      std::mutex mutex;
      std::vector<std::jthread> threads;
      for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
          for (;;) {
            std::unique_lock lock(mutex);
            const std::string id = id_of(next++);
            const std::string text = live_text(next);
            lock.unlock();
            try {
              seen.check(id, text);
            } catch (const Error&) {
              return;  // no power
            }
            lock.lock();
            answered.insert(id);
          }
        });
      }
      std::this_thread::sleep_for(std::chrono::microseconds(2000 + cut * 300));
      disk.faults->set(FaultyDisk::Mood::dead);
    }
    disk.faults->lose_power(cut);
    const LiveCollection seen(folder.path(), disk.options(Durability::sync));
    const std::set<std::string> left = ids_in(seen);
    for (const std::string& id : answered) EXPECT_TRUE(left.contains(id)) << "cut " << cut << " lost " << id;
    seen.verify();
  }
  EXPECT_GT(answered.size(), 100U);
}

TEST(LiveFaultsTest, APowerCutLeavesABeginningAndLosesLittleOfAnInterval) {
  for (std::uint64_t cut = 0; cut < 4 && !HasFailure(); ++cut) {
    const LiveFolder folder;
    const Disk disk;
    std::uint64_t asked = 0;
    std::uint64_t asked_long_ago = 0;
    {
      LiveCollection seen(folder.path(), disk.options(Durability::interval));
      for (; asked < 100 + 37 * cut; ++asked) seen.check(id_of(asked), live_text(asked));
      asked_long_ago = asked;
      // The first sync may have begun before the last of these was written, the second has not. Counting them
      // instead of milliseconds lets the machine do other things too.
      const std::uint64_t syncs = disk.faults->log_syncs();
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
      for (; disk.faults->log_syncs() < syncs + 2; ++asked) {
        ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "an interval without a sync";
        seen.check(id_of(asked), live_text(asked));
      }
      disk.faults->set(FaultyDisk::Mood::dead);
    }
    disk.faults->lose_power(cut);
    const LiveCollection seen(folder.path(), disk.options(Durability::interval));
    const std::set<std::string> left = ids_in(seen);
    EXPECT_GE(left.size(), asked_long_ago);
    for (std::uint64_t i = 0; i < left.size(); ++i) EXPECT_TRUE(left.contains(id_of(i))) << "a gap at " << i;
    seen.verify();
  }
}

TEST(LiveFaultsTest, AFullDiskRefusesWritesUntilThereIsRoom) {
  for (const Durability durability : {Durability::sync}) {
    const LiveFolder folder;
    const Disk disk;
    {
      LiveCollection seen(folder.path(), disk.options(durability));
      for (std::uint64_t i = 0; i < 20; ++i) seen.check(id_of(i), live_text(i));
      disk.faults->set(FaultyDisk::Mood::full);
      std::string error = "no error";
      for (std::uint64_t i = 20; i < 1000 && error == "no error"; ++i) {
        error = error_of([&] { seen.check(id_of(i), live_text(i)); });
        if (durability == Durability::none) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      EXPECT_THAT(error, HasSubstr("the disk is full"));
      EXPECT_THAT(error_of([&] { seen.check("more", live_text(2000)); }), HasSubstr("the disk is full"));
      EXPECT_EQ(seen.query({.document = {.id = "x", .text = live_text(3)}}).nearest, id_of(3));
      disk.faults->set(FaultyDisk::Mood::fine);
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (error_of([&] { seen.check("after", live_text(3000)); }) != "no error")
        ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "still full, or so it says";
      seen.verify();
    }
    const LiveCollection seen(folder.path(), disk.options(durability));
    EXPECT_TRUE(seen.get("after").has_value());
    EXPECT_TRUE(seen.get(id_of(19)).has_value());
    EXPECT_FALSE(seen.get("more").has_value());
    seen.verify();
  }
}

TEST(LiveFaultsTest, AFailedSyncEndsWriting) {
  const LiveFolder folder;
  const Disk disk;
  {
    LiveCollection seen(folder.path(), disk.options(Durability::sync));
    seen.check("a", live_text(1));
    disk.faults->set(FaultyDisk::Mood::no_sync);
    EXPECT_THAT(error_of([&] { seen.check("b", live_text(2)); }), HasSubstr("read-only"));
    disk.faults->set(FaultyDisk::Mood::fine);
    EXPECT_THAT(error_of([&] { seen.check("c", live_text(3)); }), HasSubstr("read-only"));
    EXPECT_EQ(seen.query({.document = {.id = "x", .text = live_text(1)}}).nearest, "a");
  }
  const LiveCollection seen(folder.path(), disk.options(Durability::sync));
  EXPECT_TRUE(seen.get("a").has_value());
  EXPECT_FALSE(seen.get("c").has_value());
  seen.verify();
}

// ---- damaged files ----------------------------------------------------------------------------------------

std::vector<StoredDocument> all_of(const LiveCollection& seen) {
  std::vector<StoredDocument> all;
  seen.for_each([&](const StoredDocument& document) { all.push_back(document); });
  return all;
}

void flip(const std::string& path, std::uint64_t offset, int bit) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  const char byte = static_cast<char>(file.get() ^ (1 << bit));
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(byte);
}

/// Asks about every text, and about a text too short to judge.
void expect_answers(const LiveCollection& seen) {
  for (std::uint64_t i = 0; i < 40; ++i)
    EXPECT_EQ(seen.query({.document = {.id = "q", .text = live_text(i)}}).nearest, id_of(i));
  EXPECT_EQ(seen.query({.document = {.id = "q", .text = "!"}}).nearest, "short");
  EXPECT_EQ(seen.query({.document = {.id = "q", .text = live_text(99)}}).verdict, LiveVerdict::is_new);
}

void expect_refused_or_harmless(const LiveRule& rule) {
  const LiveFolder folder;
  const std::string original = folder.path();
  {
    LiveCollection seen(original,
                        {.rule = rule, .keeps_texts = true, .durability = Durability::none, .save_after = 1});
    for (std::uint64_t i = 0; i < 60; ++i) seen.check(id_of(i), live_text(i % 40));
    seen.check("short", "!");
  }
  const std::vector<StoredDocument> expected = [&] {
    const LiveCollection seen(original, {.read_only = true});
    return all_of(seen);
  }();
  ASSERT_EQ(expected.size(), 41U);
  std::mt19937_64 random(1);
  int refused = 0;
  int harmless = 0;
  int saved_files = 0;
  for (const auto& file : std::filesystem::directory_iterator(original)) {
    const std::uint64_t size = file.file_size();
    const bool is_saved_index = file.path().filename().string().starts_with("INDEX-");
    saved_files += is_saved_index ? 1 : 0;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, 30); ++i) {
      const std::uint64_t offset = size <= 30 ? i : random() % size;
      const int bit = static_cast<int>(random() % 8);
      flip(file.path(), offset, bit);
      try {
        const LiveCollection seen(original, {.read_only = true});
        expect_answers(seen);
        seen.verify();
        EXPECT_EQ(all_of(seen), expected) << file.path() << " byte " << offset << " bit " << bit;
        harmless += is_saved_index ? 0 : 1;  // the documents have it all
      } catch (const Error&) {
        ++refused;
      }
      flip(file.path(), offset, bit);
    }
  }
  EXPECT_EQ(saved_files, 2);
  EXPECT_GT(refused, harmless) << "most bytes matter";
  const LiveCollection seen(original, {.read_only = true});
  EXPECT_EQ(all_of(seen), expected) << "the test itself damaged the files";
}

TEST(LiveFaultsTest, AFlippedBitIsRefusedOrHarmless) {
  expect_refused_or_harmless(LiveRule::distance(8));
  expect_refused_or_harmless(LiveRule::similarity(0.8));
}

TEST(LiveFaultsTest, APowerCutAfterSavingLeavesIndexesThatAgreeWithTheStore) {
  const LiveFolder folder;
  const Disk disk;
  std::mt19937_64 random(1);
  std::uint64_t next = 0;
  for (std::uint64_t cut = 0; cut < 30 && !HasFailure(); ++cut) {
    std::optional<LiveCollection> seen(std::in_place, folder.path(), disk.options(Durability::none));
    seen->verify();
    for (int i = 0; i < 20; ++i, ++next) {
      seen->check(id_of(next), live_text(next));
      const std::vector<std::string> some = {id_of(random() % (next + 1))};
      if (i % 4 == 0) seen->remove(some);
    }
    {
      const std::jthread cable([&, wait = std::chrono::microseconds(random() % 6000)] {
        std::this_thread::sleep_for(wait);  // while the collection writes, or saves its indexes, or later
        if (cut % 3 != 0) disk.faults->set(FaultyDisk::Mood::dead);
      });
      seen.reset();
    }
    disk.faults->lose_power(cut);
  }
}

}  // namespace
}  // namespace neardup::internal
