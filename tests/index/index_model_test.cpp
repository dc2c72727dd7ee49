// Random adds, removes, finds, saves and loads, against the oracle. NEARDUP_MODEL_OPERATIONS sets how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "tests/index/fingerprint_sets.h"
#include "tests/reference/hamming_oracle.h"

namespace neardup::internal {
namespace {

std::uint64_t operation_count() {
  const char* const wanted = std::getenv("NEARDUP_MODEL_OPERATIONS");
  return wanted == nullptr ? 20'000 : std::strtoull(wanted, nullptr, 10);
}

class ModelRun {
 public:
  ModelRun(const IndexOptions& options, bool text_ids, std::uint64_t seed)
      : index_(options), text_ids_(text_ids), sets_(options.bits, seed), centres_(sets_.random_set(40)) {
    path_ = std::filesystem::temp_directory_path() /
            ("neardup-model-" + std::to_string(options.bits) + "-" + std::to_string(seed) + ".ndx");
  }
  ~ModelRun() { std::filesystem::remove(path_); }
  ModelRun(const ModelRun&) = delete;
  ModelRun& operator=(const ModelRun&) = delete;

  void step() {
    const std::uint64_t dice = sets_.number() % 1000;
    if (dice < 500) return add();
    if (dice < 700) return remove();
    if (dice < 998) return find();
    if (dice < 999) return index_.compact();
    save_and_open();
  }

  void expect_everything_equal() const {
    ASSERT_EQ(index_.size(), oracle_.size());
    for (const auto& [id, fingerprint] : oracle_.entries()) {
      const IdRef ref = text_ids_ ? IdRef(id.text()) : IdRef(id.number());
      ASSERT_EQ(index_.fingerprint(ref), fingerprint);
    }
  }

 private:
  /// A pool of 3000 ids, so that many are met again.
  template <typename Use>
  void with_id(const Use& use) {
    const std::uint64_t number = sets_.number() % 3000;
    if (text_ids_) return use(IdRef("页面-" + std::string(number % 40, 'x') + std::to_string(number)));
    use(IdRef(number));
  }

  Fingerprint near_a_centre() {
    return sets_.flipped(centres_[sets_.number() % centres_.size()], static_cast<int>(sets_.number() % 5));
  }

  void add() {
    const Fingerprint fingerprint = near_a_centre();
    with_id([&](const IdRef& id) {
      index_.add(id, fingerprint);
      oracle_.add(id, fingerprint);
    });
  }

  void remove() {
    with_id([&](const IdRef& id) {
      ASSERT_EQ(index_.contains(id), oracle_.contains(id));
      ASSERT_EQ(index_.remove(id), oracle_.remove(id));
    });
  }

  void find() {
    const Fingerprint query = near_a_centre();
    const int distance =
        static_cast<int>(sets_.number() % static_cast<std::uint64_t>(index_.options().max_distance + 1));
    const std::vector<Hit> expected = oracle_.find(query, distance);
    ASSERT_EQ(index_.find(query, distance).hits, expected);
    ASSERT_EQ(index_.has(query, distance), !expected.empty());
    const std::optional<Hit> first = index_.find_first(query, distance);
    ASSERT_EQ(first.has_value(), !expected.empty());
    ASSERT_TRUE(!first || std::ranges::count(expected, *first) == 1);
    ASSERT_EQ(index_.size(), oracle_.size());
  }

  void save_and_open() {
    index_.save(path_);
    index_ = HammingIndex::open(path_);
  }

  HammingIndex index_;
  reference::HammingOracle oracle_;
  bool text_ids_;
  FingerprintSets sets_;
  std::vector<Fingerprint> centres_;
  std::string path_;
};

void run_model(const IndexOptions& options, bool text_ids, std::uint64_t seed) {
  ModelRun model(options, text_ids, seed);
  for (std::uint64_t i = 0; i < operation_count(); ++i) {
    model.step();
    if (testing::Test::HasFatalFailure()) FAIL() << "operation " << i;
    if (i % 4096 == 0) model.expect_everything_equal();
  }
  model.expect_everything_equal();
}

TEST(IndexModelTest, NumbersAsIdsOverFourBlocks) { run_model({.max_distance = 3, .blocks = 4}, false, 1); }
TEST(IndexModelTest, TextsAsIdsOverFourBlocks) { run_model({.max_distance = 3, .blocks = 4}, true, 2); }
TEST(IndexModelTest, WideFingerprintsOverThreeBlocks) {
  run_model({.bits = 128, .max_distance = 9, .blocks = 3}, true, 3);
}
TEST(IndexModelTest, NarrowFingerprintsScanned) { run_model({.bits = 32, .max_distance = 6}, false, 4); }

}  // namespace
}  // namespace neardup::internal
