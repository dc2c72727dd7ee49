// find_first and has in large clusters: they stop early, and what they return is a live entry within the
// distance. hamming_index_test and index_model_test compare them with the oracle on all other sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "tests/index/fingerprint_sets.h"
#include "tests/index/index_samples.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kClusterSize = 20'000;
const Fingerprint kCentre64{0x84EA'1AFB'2892'F9DE};
const Fingerprint kCentre128{0x84EA'1AFB'2892'F9DE, 0x0123'4567'89AB'CDEF, 128};

/// Copies of the centre with no or one bit flipped: any two are within distance 2. The id of an entry is
/// its place.
std::vector<Fingerprint> make_cluster(const Fingerprint& centre) {
  FingerprintSets sets(centre.bits, 11);
  std::vector<Fingerprint> cluster;
  for (std::size_t i = 0; i < kClusterSize; ++i)
    cluster.push_back(sets.flipped(centre, static_cast<int>(i % 2)));
  return cluster;
}

HammingIndex make_index(const IndexOptions& options, const std::vector<Fingerprint>& cluster) {
  HammingIndex index(options);
  for (std::uint64_t id = 0; id < cluster.size(); ++id) index.add(id, cluster[id]);
  return index;
}

/// Expects a hit that is in the index and within the distance, and that its distance is right.
void expect_live_hit(const HammingIndex& index, const Fingerprint& query, int max_distance) {
  const std::optional<Hit> hit = index.find_first(query, max_distance);
  ASSERT_TRUE(hit.has_value());
  const std::optional<Fingerprint> stored = index.fingerprint(hit->id.number());
  ASSERT_TRUE(stored.has_value()) << "a removed entry was returned";
  EXPECT_EQ(hit->distance, hamming_distance(*stored, query));
  EXPECT_LE(hit->distance, max_distance);
  EXPECT_TRUE(index.has(query, max_distance));
  EXPECT_EQ(index.find_first(query, max_distance), hit) << "another answer from the same index";
}

void expect_no_hit(const HammingIndex& index, const Fingerprint& query) {
  EXPECT_EQ(index.find_first(query), std::nullopt);
  EXPECT_FALSE(index.has(query));
}

struct ClusterCase {
  std::string name;
  IndexOptions options;
};

class FindFirstInClusterTest : public testing::TestWithParam<ClusterCase> {
 protected:
  [[nodiscard]] static Fingerprint centre() {
    return GetParam().options.bits == 128 ? kCentre128 : kCentre64;
  }
  std::vector<Fingerprint> cluster_ = make_cluster(centre());
  HammingIndex index_ = make_index(GetParam().options, cluster_);
  FingerprintSets sets_{centre().bits, 12};
};

TEST_P(FindFirstInClusterTest, ReturnsAnEntryOfTheClusterFromTheMemtableAndFromRuns) {
  const int most = GetParam().options.max_distance;
  for (int round = 0; round < 2; ++round, index_.compact()) {
    for (int flips = 0; flips < most; ++flips) expect_live_hit(index_, sets_.flipped(centre(), flips), most);
    expect_live_hit(index_, cluster_[0], 0);
    expect_no_hit(index_, sets_.flipped(centre(), most + 2));
  }
}

TEST_P(FindFirstInClusterTest, FindsTheLastLiveEntryWhereverItIsStored) {
  index_.compact();
  std::vector<std::uint64_t> live = {0, kClusterSize / 3, kClusterSize - 1};
  for (std::uint64_t id = 0; id < kClusterSize; ++id) {
    if (std::ranges::find(live, id) == live.end()) {
      ASSERT_TRUE(index_.remove(id));
    }
  }
  for (; !live.empty(); live.pop_back()) {
    expect_live_hit(index_, centre(), GetParam().options.max_distance);
    ASSERT_TRUE(index_.remove(live.back()));
  }
  expect_no_hit(index_, centre());
}

TEST_P(FindFirstInClusterTest, PassesOverTombstonesThatWereNotMergedYet) {
  index_.compact();
  // Fewer removes than a memtable holds, so that they stay tombstones in the memtable.
  for (std::uint64_t id = 0; id < 1000; ++id) ASSERT_TRUE(index_.remove(id * 2));
  for (int flips = 0; flips <= 1; ++flips)
    expect_live_hit(index_, sets_.flipped(centre(), flips), GetParam().options.max_distance);
}

TEST_P(FindFirstInClusterTest, AnswersTheSameFromAFile) {
  const TemporaryFile file("cluster.ndx");
  index_.save(file.path());
  const HammingIndex opened = HammingIndex::open(file.path());
  for (int flips = 0; flips <= 1; ++flips) {
    const Fingerprint query = sets_.flipped(centre(), flips);
    EXPECT_EQ(opened.find_first(query), index_.find_first(query));
    EXPECT_EQ(opened.find_nearest(query), index_.find_nearest(query));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Plans, FindFirstInClusterTest,
    testing::Values(ClusterCase{"Tags", {.max_distance = 3, .blocks = 4}},
                    ClusterCase{"Fingerprints", {.max_distance = 6, .blocks = 3}},
                    ClusterCase{"TagsOf128Bits", {.bits = 128, .max_distance = 3, .blocks = 4}},
                    ClusterCase{"FingerprintsOf128Bits", {.bits = 128, .max_distance = 9, .blocks = 3}},
                    ClusterCase{"Scan", {.max_distance = 3, .memory_budget = 1}}),
    [](const auto& one) { return one.param.name; });

TEST(FindFirstTest, FindNearestIsTheFirstHitOfFindInACluster) {
  const HammingIndex index = make_index({.max_distance = 3, .blocks = 4}, make_cluster(kCentre64));
  FingerprintSets sets(64, 13);
  for (int flips = 0; flips <= 2; ++flips) {
    const Fingerprint query = sets.flipped(kCentre64, flips);
    EXPECT_EQ(index.find_nearest(query), index.find(query)[0]);
  }
}

/// Returns the median seconds of has().
double median_has(const HammingIndex& index, const std::vector<Fingerprint>& queries) {
  std::vector<double> seconds;
  for (const Fingerprint& query : queries) {
    const auto start = std::chrono::steady_clock::now();
    static_cast<void>(index.has(query));
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

// An index that looked at the whole cluster would take hundreds of times as long. The bar is 5 and stands in
// the bench; a loaded machine is noisy.
TEST(FindFirstTest, AClusterTakesAboutAsLongAsStrangers) {
  FingerprintSets sets(64, 14);
  const std::vector<Fingerprint> cluster = make_cluster(kCentre64);
  HammingIndex dense = make_index({.max_distance = 3, .blocks = 4}, cluster);
  HammingIndex random = make_index({.max_distance = 3, .blocks = 4}, sets.random_set(kClusterSize));
  dense.compact();
  random.compact();
  const std::vector<Fingerprint> inside(cluster.begin(), cluster.begin() + 501);
  EXPECT_LT(median_has(dense, inside), 20 * median_has(random, sets.random_set(501)));
}

}  // namespace
}  // namespace neardup::internal
