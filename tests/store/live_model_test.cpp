// A collection and the oracle do the same random operations and must say the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "neardup/store/live_collection.h"
#include "tests/reference/live_oracle.h"
#include "tests/store/live_texts.h"

namespace neardup::internal {
namespace {

constexpr std::int64_t kDay = 86'400;

class LiveModel {
 public:
  LiveModel(LiveRule rule, std::int64_t window, std::int64_t ttl, std::uint64_t seed)
      : rule_(rule), oracle_(Recipe::named("text-1"), rule, window, ttl), random_(seed) {
    options_ = {.rule = rule, .window = window, .ttl = ttl, .durability = Durability::none};
    options_.clock = [this] { return now_; };
    seen_ = std::make_unique<LiveCollection>(folder_.path(), options_);
  }

  void run(int operations) {
    for (int i = 0; i < operations && !testing::Test::HasFailure(); ++i) step();
    compare_all();
  }

 private:
  std::uint64_t roll(std::uint64_t sides) { return random_() % sides; }

  void step() {
    now_ += static_cast<std::int64_t>(roll(3) == 0 ? roll(kDay / 20) : 0);
    const std::uint64_t kind = roll(1000);
    if (kind < 590) return check();
    if (kind < 600) return reopen();
    if (kind < 750) return query();
    if (kind < 850) return add();
    if (kind < 985) return remove();
    if (kind < 990) return expire();
    if (kind < 992) return snapshot();
    if (kind < 997) return check();
    compare_all();
  }

  reference::LiveOracle::Arrival arrival() {
    reference::LiveOracle::Arrival made{.id = "id" + std::to_string(roll(1000)),
                                        .text = live_text(roll(150), roll(4)),
                                        .source = roll(2) == 0 ? "" : "source" + std::to_string(roll(5)),
                                        .now = now_};
    if (roll(20) == 0) made.text = std::string(1 + roll(3), '!');  // too short to judge
    if (roll(2) == 0) made.time = now_ - static_cast<std::int64_t>(roll(3 * kDay));
    return made;
  }

  static LiveDocument document(const reference::LiveOracle::Arrival& arrival) {
    return {.document = {.id = arrival.id, .text = arrival.text},
            .time = arrival.time,
            .source = arrival.source,
            .fields = {}};
  }

  void check() {
    const auto made = arrival();
    EXPECT_EQ(reference::without_story(seen_->check(document(made))), oracle_.check(made)) << made.text;
  }
  void query() {
    const auto made = arrival();
    EXPECT_EQ(reference::without_story(seen_->query(document(made))), oracle_.query(made)) << made.text;
  }
  void add() {
    const auto made = arrival();
    EXPECT_EQ(reference::without_story(seen_->add(document(made))), oracle_.add(made)) << made.text;
  }
  void remove() {
    std::vector<std::string> ids(1 + roll(3));
    for (std::string& id : ids) id = "id" + std::to_string(roll(1000));
    std::size_t expected = 0;
    for (const std::string& id : ids)
      expected += oracle_.remove(id, now_) ? 1 : 0;  // repeated ones count once
    EXPECT_EQ(seen_->remove(ids), expected);
  }
  void expire() { seen_->expire(); }

  void snapshot() {
    const std::string path = folder_.path("snapshot" + std::to_string(snapshots_++));
    seen_->snapshot(path);
    const LiveCollection read(path, {.read_only = true, .clock = options_.clock});
    compare(read);
    read.verify();
    std::filesystem::remove_all(path);
  }

  void reopen() {
    seen_.reset();
    options_.save_after = roll(2) == 0 ? 1 : 1'000'000;  // the next end saves the indexes, or leaves marks
    seen_ = std::make_unique<LiveCollection>(folder_.path(), options_);
  }

  void compare_all() {
    compare(*seen_);
    seen_->verify();
  }

  void compare(const LiveCollection& seen) {
    std::map<std::string, reference::LiveOracle::Kept> expected;
    for (auto& kept : oracle_.kept(now_)) expected[kept.id] = kept;
    std::size_t found = 0;
    seen.for_each([&](const StoredDocument& stored) {
      ++found;
      ASSERT_TRUE(expected.contains(stored.id)) << stored.id;
      const auto& kept = expected.at(stored.id);
      EXPECT_EQ(stored.copies, kept.copies);
      EXPECT_EQ(stored.first_seen, kept.first_seen);
      EXPECT_EQ(stored.last_seen, kept.last_seen);
      EXPECT_EQ(stored.sources, kept.sources);
      EXPECT_EQ(stored.fingerprint, kept.fingerprint);
    });
    EXPECT_EQ(found, expected.size());
  }

  LiveFolder folder_;
  LiveRule rule_;
  reference::LiveOracle oracle_;
  std::mt19937_64 random_;
  std::int64_t now_ = 1'000'000'000;
  LiveOptions options_;
  std::unique_ptr<LiveCollection> seen_;
  int snapshots_ = 0;
};

TEST(LiveModelTest, BehavesLikeTheOracleBySimilarity) {
  LiveModel(LiveRule::similarity(0.8), 0, 0, 1).run(5000);
}
TEST(LiveModelTest, BehavesLikeTheOracleByDistance) { LiveModel(LiveRule::distance(8), 0, 0, 2).run(5000); }
TEST(LiveModelTest, BehavesLikeTheOracleWithAWindow) {
  LiveModel(LiveRule::similarity(0.8), 5 * kDay, 0, 3).run(5000);
}
TEST(LiveModelTest, BehavesLikeTheOracleWithATtl) {
  LiveModel(LiveRule::distance(8), 4 * kDay, 6 * kDay, 4).run(5000);
}

}  // namespace
}  // namespace neardup::internal
