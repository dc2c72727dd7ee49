#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/store/live_collection.h"
#include "neardup/util/error.h"
#include "tests/store/live_texts.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LiveOptions quick(LiveRule rule = LiveRule::similarity(0.8)) {
  return {.rule = rule, .durability = Durability::none};
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(LiveCheckTest, KeepsTheFirstAndTellsItsStory) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), quick());
  const LiveAnswer first =
      seen.check({.document = {.id = "a", .text = live_text(1)}, .time = 100, .source = "x"});
  EXPECT_EQ(first.verdict, LiveVerdict::is_new);
  EXPECT_EQ(first.copies, 0U);
  const LiveAnswer near =
      seen.check({.document = {.id = "b", .text = live_text(1, 1)}, .time = 160, .source = "y"});
  EXPECT_EQ(near.verdict, LiveVerdict::near_duplicate);
  EXPECT_EQ(near.nearest, "a");
  EXPECT_EQ(near.story, first.story);
  EXPECT_GT(*near.similarity, 0.9);
  EXPECT_LT(*near.similarity, 1.0);
  EXPECT_TRUE(near.distance.has_value());
  const LiveAnswer copy =
      seen.check({.document = {.id = "c", .text = live_text(1)}, .time = 130, .source = "x"});
  EXPECT_EQ(copy.verdict, LiveVerdict::exact_copy);
  EXPECT_EQ(copy.distance, 0);
  EXPECT_EQ(copy.copies, 2U);
  EXPECT_EQ(copy.first_seen, 100);
  EXPECT_EQ(copy.last_seen, 160);
  EXPECT_THAT(copy.sources, ElementsAre("x", "y"));
  EXPECT_EQ(seen.check("d", live_text(2)).verdict, LiveVerdict::is_new);
  EXPECT_EQ(seen.size(), 2U);
  seen.verify();
}

TEST(LiveCheckTest, ATextTooShortToJudgeMatchesTheSameContentOnly) {
  for (const LiveRule& rule : {LiveRule::similarity(0.8), LiveRule::distance(8)}) {
    const LiveFolder folder;
    LiveCollection seen(folder.path(), quick(rule));
    EXPECT_EQ(seen.check("a", "!").verdict, LiveVerdict::is_new);
    EXPECT_EQ(seen.check("b", "?").verdict, LiveVerdict::is_new);
    const LiveAnswer copy = seen.check("c", " ! ");
    EXPECT_EQ(copy.verdict, LiveVerdict::exact_copy);
    EXPECT_EQ(copy.nearest, "a");
    seen.verify();
  }
}

TEST(LiveCheckTest, ADocumentThatIsAskedAgainIsNotCounted) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), quick());
  const LiveAnswer first = seen.check("a", live_text(1));
  const LiveAnswer again = seen.check("a", live_text(1));
  EXPECT_EQ(again.verdict, LiveVerdict::exact_copy);
  EXPECT_EQ(again.nearest, "a");
  EXPECT_EQ(again.story, first.story);
  EXPECT_EQ(again.copies, 0U);
}

TEST(LiveCheckTest, ANewTextReplacesTheOldOneOfItsId) {
  for (const LiveRule& rule : {LiveRule::similarity(0.8), LiveRule::distance(3)}) {
    const LiveFolder folder;
    LiveCollection seen(folder.path(), quick(rule));
    EXPECT_EQ(seen.check("a", live_text(1)).verdict, LiveVerdict::is_new);
    EXPECT_EQ(seen.check("a", live_text(2)).verdict, LiveVerdict::is_new);
    EXPECT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen.check("b", live_text(1)).verdict, LiveVerdict::is_new);
    seen.verify();
  }
}

TEST(LiveCheckTest, PlacesOfRecordsMayRepeat) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), quick());
  const auto check = [&](std::uint64_t group) {
    return seen.check({.document = {.id = "-:1", .text = live_text(group), .id_is_location = true}});
  };
  EXPECT_EQ(check(1).id, "-:1");
  EXPECT_THAT(check(2).id, HasSubstr("-:1#"));
  EXPECT_EQ(check(1).copies, 1U);
  EXPECT_EQ(seen.size(), 2U);
  seen.verify();
}

TEST(LiveCheckTest, RemembersEverythingWhenItIsOpenedAgain) {
  for (const LiveRule& rule : {LiveRule::similarity(0.8), LiveRule::distance(3)}) {
    const LiveFolder folder;
    LiveOptions options = quick(rule);
    options.keeps_texts = true;
    std::string story;
    {
      LiveCollection seen(folder.path(), options);
      story = seen.check({.document = {.id = "a", .text = live_text(1)}, .fields = "{}"}).story;
      seen.check("b", live_text(1));
      seen.check("c", ".");
    }
    LiveCollection seen(folder.path(), {.durability = Durability::none});
    EXPECT_EQ(seen.rule(), rule);
    EXPECT_EQ(seen.size(), 2U);
    const LiveAnswer answer = seen.check("d", live_text(1));
    EXPECT_EQ(answer.story, story);
    EXPECT_EQ(answer.copies, 2U);
    EXPECT_EQ(seen.check("e", ".").nearest, "c");
    const std::optional<StoredDocument> stored = seen.get("a");
    ASSERT_TRUE(stored.has_value());
    EXPECT_EQ(stored->text, live_text(1));
    EXPECT_EQ(stored->fields, "{}");
    EXPECT_FALSE(seen.get("b").has_value());
    seen.verify();
  }
}

TEST(LiveCheckTest, AQueryChangesNothing) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), quick());
  EXPECT_EQ(seen.query({.document = {.id = "a", .text = live_text(1)}}).verdict, LiveVerdict::is_new);
  EXPECT_EQ(seen.size(), 0U);
  seen.check("a", live_text(1));
  EXPECT_EQ(seen.query({.document = {.id = "b", .text = live_text(1)}}).copies, 0U);
  EXPECT_EQ(seen.check("b", live_text(1)).copies, 1U);
}

TEST(LiveCheckTest, AddKeepsWhateverItRepeats) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), quick());
  seen.add({.document = {.id = "a", .text = live_text(1)}});
  seen.add({.document = {.id = "b", .text = live_text(1)}});
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen.check("c", live_text(1)).nearest, "a");
  const std::vector<std::string> ids = {"a", "nobody"};
  EXPECT_EQ(seen.remove(ids), 1U);
  EXPECT_EQ(seen.check("c", live_text(1)).nearest, "b");
  seen.verify();
}

TEST(LiveCheckTest, RefusesWhatDoesNotFit) {
  const LiveFolder folder;
  const auto open = [&](const LiveOptions& options) {
    return error_of([&] { const LiveCollection seen(folder.path(), options); });
  };
  EXPECT_THAT(open({.create = false}), HasSubstr(folder.path()));
  {
    const LiveCollection seen(folder.path(), quick(LiveRule::distance(3)));
    EXPECT_THAT(open({}), HasSubstr("another process is writing"));
  }
  EXPECT_THAT(open(quick()), HasSubstr("distance 3, not similarity 0.8"));
  EXPECT_THAT(open({.recipe = Recipe::named("code-1")}), HasSubstr("text-1"));
  EXPECT_THAT(open({.keeps_texts = true}), HasSubstr("without texts"));
  EXPECT_THAT(open({.window = -1}), HasSubstr("negative"));
  EXPECT_EQ(open({}), "no error");
}

TEST(LiveCheckTest, AWindowForgetsOlderDocuments) {
  constexpr std::int64_t kDay = 86'400;
  const LiveFolder folder;
  LiveOptions options = quick();
  options.window = 14 * kDay;
  std::int64_t now = 1'000'000'000;
  options.clock = [&now] { return now; };
  {
    LiveCollection seen(folder.path(), options);
    const auto check = [&](const char* id, std::uint64_t group, std::int64_t time) {
      return seen.check({.document = {.id = id, .text = live_text(group)}, .time = time});
    };
    EXPECT_EQ(check("a", 1, now).verdict, LiveVerdict::is_new);
    EXPECT_EQ(check("b", 1, now + 14 * kDay).nearest, "a");
    EXPECT_EQ(check("c", 1, now + 14 * kDay + 1).verdict, LiveVerdict::is_new);
    EXPECT_EQ(seen.size(), 2U);  // "a" still matches late documents of its day
    EXPECT_EQ(check("d", 2, now + 20 * kDay).verdict, LiveVerdict::is_new);
    EXPECT_EQ(seen.size(), 2U);  // its day is dropped
    EXPECT_FALSE(seen.get("a").has_value());
    EXPECT_EQ(check("late", 3, now).verdict, LiveVerdict::is_new);  // too late to be kept
    EXPECT_EQ(seen.size(), 2U);
    seen.verify();
  }
  LiveCollection seen(folder.path(), {.durability = Durability::none, .clock = options.clock});
  EXPECT_EQ(seen.info().window, 14 * kDay);
  EXPECT_EQ(seen.size(), 2U);
  seen.verify();
}

TEST(LiveCheckTest, ATtlForgetsByTheClock) {
  const LiveFolder folder;
  LiveOptions options = quick();
  options.ttl = 3600;
  std::int64_t now = 1'000'000'000;
  options.clock = [&now] { return now; };
  LiveCollection seen(folder.path(), options);
  seen.check("a", live_text(1));
  now += 3600;
  EXPECT_EQ(seen.check("b", live_text(1)).nearest, "a");
  now += 1;
  EXPECT_EQ(seen.check("c", live_text(1)).verdict, LiveVerdict::is_new);
  now += 2 * 86'400;
  EXPECT_EQ(seen.expire(), 2U);
  EXPECT_EQ(seen.size(), 0U);
  seen.verify();
}

TEST(LiveCheckTest, SnapshotsCanBeReadAndRestored) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), quick());
  seen.check("a", live_text(1));
  seen.snapshot(folder.path("snapshot"));
  seen.check("b", live_text(2));
  EXPECT_THAT(error_of([&] { seen.snapshot(folder.path("snapshot")); }), HasSubstr("exists"));
  {
    LiveCollection snapshot(folder.path("snapshot"), {.read_only = true});
    const LiveCollection other(folder.path("snapshot"), {.read_only = true});
    EXPECT_EQ(snapshot.size(), 1U);
    EXPECT_EQ(snapshot.query({.document = {.id = "x", .text = live_text(1)}}).nearest, "a");
    EXPECT_THAT(error_of([&] { snapshot.check("x", live_text(3)); }), HasSubstr("reading only"));
    snapshot.verify();
  }
  LiveCollection::restore(folder.path("snapshot"), folder.path("restored"));
  LiveCollection restored(folder.path("restored"), {.durability = Durability::none});
  EXPECT_EQ(restored.check("b", live_text(2)).verdict, LiveVerdict::is_new);
  restored.verify();
}

TEST(LiveCheckTest, ExportsAnIndexOfItsRule) {
  const LiveFolder folder;
  {
    LiveCollection seen(folder.path("near"), quick(LiveRule::distance(3)));
    seen.check("a", live_text(1));
    seen.export_index(folder.path("near.ndx"));
    const HammingIndex index = HammingIndex::open(folder.path("near.ndx"), "text-1");
    EXPECT_TRUE(index.contains("a"));
  }
}

}  // namespace
}  // namespace neardup::internal
