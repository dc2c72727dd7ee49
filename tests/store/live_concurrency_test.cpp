// Many threads check near-duplicates at once; a checker then proves that the answers are those of some order.
//
// Groups of near-duplicates have nothing to do with each other, so each group is an object of its own, and a
// history is linearizable if that of every object is (Herlihy and Wing 1990). In a group, the number of
// copies in the answers gives the only possible order; the checker compares it with the beginnings and ends
// of the calls and asks the oracle for the same answers in that order.
//
// The names of these tests avoid the word that makes ThreadSanitizer run them: it cannot see into RocksDB,
// which is not compiled for it, and would take its synchronisation for none.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "neardup/store/key_locks.h"
#include "neardup/store/live_collection.h"
#include "tests/reference/live_oracle.h"
#include "tests/store/live_texts.h"

namespace neardup::internal {
namespace {

constexpr int kThreads = 16;

struct Call {
  std::uint64_t group = 0;
  std::string id;
  std::string text;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  LiveAnswer answer;
};

std::int64_t nanoseconds() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

/// Returns `count` variants of a text that are duplicates of each other by the rule.
std::vector<std::string> duplicates(std::uint64_t group, std::size_t count, const LiveRule& rule) {
  const Recipe recipe = Recipe::named("text-1");
  std::vector<std::string> texts;
  for (std::uint64_t variant = 0; texts.size() < count; ++variant) {
    std::string text = live_text(group, variant);
    const Fingerprint fingerprint = recipe.fingerprint(text).value();
    const bool is_near = !rule.max_distance() || std::ranges::all_of(texts, [&](const std::string& other) {
      return hamming_distance(fingerprint, recipe.fingerprint(other).value()) <= *rule.max_distance();
    });
    if (is_near) texts.push_back(std::move(text));
  }
  return texts;
}

/// Every thread checks one variant of every group, all in about the same order.
std::vector<Call> run_history(LiveCollection& seen, std::uint64_t groups, const LiveRule& rule) {
  std::vector<std::vector<std::string>> texts;
  for (std::uint64_t group = 0; group < groups; ++group) texts.push_back(duplicates(group, kThreads, rule));
  std::vector<std::vector<Call>> calls(kThreads);
  std::atomic<int> ready = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        ++ready;
        while (ready < kThreads) std::this_thread::yield();
        for (std::uint64_t group = 0; group < groups; ++group) {
          Call call{.group = group,
                    .id = std::to_string(group) + "-" + std::to_string(thread),
                    .text = texts[group][thread],
                    .begin = nanoseconds(),
                    .end = 0,
                    .answer = {}};
          call.answer = seen.check({.document = {.id = call.id, .text = call.text}, .time = 1000});
          call.end = nanoseconds();
          calls[thread].push_back(std::move(call));
        }
      });
    }
  }
  std::vector<Call> all;
  for (std::vector<Call>& some : calls) std::ranges::move(some, std::back_inserter(all));
  return all;
}

void expect_linearizable(std::vector<Call> calls, const LiveRule& rule) {
  std::ranges::sort(calls, {}, [](const Call& call) { return call.answer.copies; });
  reference::LiveOracle oracle(Recipe::named("text-1"), rule);
  std::int64_t latest_begin = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    ASSERT_EQ(calls[i].answer.copies, i) << "exactly one document is new, and each copy has its own count";
    ASSERT_GE(calls[i].end, latest_begin) << "the call ended before one began that comes before it";
    latest_begin = std::max(latest_begin, calls[i].begin);
    const LiveAnswer expected = oracle.check({.id = calls[i].id, .text = calls[i].text, .time = 1000});
    EXPECT_EQ(reference::without_story(calls[i].answer), expected) << calls[i].id;
  }
}

void expect_linearizable_checks(const LiveRule& rule, Durability durability, std::uint64_t groups) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), {.rule = rule, .durability = durability});
  std::map<std::uint64_t, std::vector<Call>> by_group;
  for (Call& call : run_history(seen, groups, rule)) by_group[call.group].push_back(std::move(call));
  EXPECT_EQ(seen.size(), groups);
  for (auto& [group, calls] : by_group) expect_linearizable(std::move(calls), rule);
  seen.verify();
}

TEST(LiveConcurrencyTest, ChecksByDistanceAreLinearizable) {
  expect_linearizable_checks(LiveRule::distance(8), Durability::none, 150);
}

TEST(LiveConcurrencyTest, ChecksBySimilarityAreLinearizable) {
  expect_linearizable_checks(LiveRule::similarity(0.8), Durability::interval, 150);
}

TEST(LiveConcurrencyTest, ChecksThatWaitForTheDiskAreLinearizable) {
  expect_linearizable_checks(LiveRule::distance(8), Durability::sync, 40);
}

TEST(LiveConcurrencyTest, OneIdIsKeptOnceWhateverItsTexts) {
  const LiveFolder folder;
  LiveCollection seen(folder.path(), {.durability = Durability::none});
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        const std::vector<std::string> ids = {"a", "b"};
        for (std::uint64_t i = 0; i < 60; ++i) {
          seen.check("a", live_text(thread * 1000 + i));
          seen.check("b", live_text(i % 7));
          if (i % 5 == 0) seen.remove(ids);
        }
      });
    }
  }
  EXPECT_LE(seen.size(), 2U);
  seen.verify();
}

TEST(KeyLocksTest, ThreadsThatShareAKeyTakeTurns) {
  store::KeyLocks locks;
  std::uint64_t counters[4] = {};
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 2000; ++i) {
          const std::uint64_t first = random() % 4;
          const std::uint64_t second = random() % 4;
          const std::vector<std::uint64_t> keys = {store::lock_key(store::KeyKind::id, first),
                                                   store::lock_key(store::KeyKind::id, second)};
          const store::KeyLocks::Guard guard = locks.lock(keys);
          ++counters[first];
          ++counters[second];
        }
      });
    }
  }
  EXPECT_EQ(counters[0] + counters[1] + counters[2] + counters[3], 16'000U);
}

}  // namespace
}  // namespace neardup::internal
