// Random adds, removes, finds, merges, saves and loads of a SimilarityIndex, against the oracle.
// NEARDUP_MODEL_OPERATIONS sets how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/index/similarity_index.h"
#include "tests/index/index_samples.h"
#include "tests/index/shingle_sets.h"
#include "tests/reference/similarity_oracle.h"

namespace neardup::internal {
namespace {

class SimilarityModelRun {
 public:
  SimilarityModelRun(const SimilarityIndexOptions& options, bool text_ids, std::uint64_t seed)
      : index_(options),
        oracle_(options),
        text_ids_(text_ids),
        sets_(seed),
        file_("similarity-model-" + std::to_string(seed) + ".ndx") {
    for (int i = 0; i < 30; ++i) centres_.push_back(sets_.set(10 + sets_.number() % 50));
  }

  void step() {
    const std::uint64_t dice = sets_.number() % 1000;
    if (dice < 500) return add();
    if (dice < 700) return remove();
    if (dice < 990) return find();
    if (dice < 994) return add_many();
    if (dice < 996) return merge();
    if (dice < 998) return index_.compact();
    save_and_open();
  }

  void expect_everything_equal() {
    ASSERT_EQ(index_.size(), oracle_.size());
    std::size_t visited = 0;
    index_.for_each([&](const IdRef& id) {
      ++visited;
      ASSERT_TRUE(oracle_.contains(id));
    });
    ASSERT_EQ(visited, oracle_.size());
  }

 private:
  /// A pool of 3000 ids, so that many are met again.
  std::string text_of(std::uint64_t number) const {
    return "页面-" + std::string(number % 40, 'x') + std::to_string(number);
  }
  template <typename Use>
  void with_id(const Use& use) {
    const std::uint64_t number = sets_.number() % 3000;
    if (text_ids_) return use(IdRef(text_of(number)));
    use(IdRef(number));
  }

  struct Document {
    ShingleList shingles;
    ContentDigest content;
    [[nodiscard]] SimilarityEntry entry() const { return {shingles, content}; }
  };
  Document near_a_centre() {
    if (sets_.number() % 20 == 0) return {{}, {sets_.number() % 50, 0}};
    const ShingleList& centre = centres_[sets_.number() % centres_.size()];
    return {sets_.changed(centre, sets_.number() % (1 + centre.size() / 4)), {}};
  }

  void add() {
    const Document document = near_a_centre();
    with_id([&](const IdRef& id) {
      index_.add(id, document.entry());
      oracle_.add(id, document.entry());
    });
  }

  /// Adds documents at once, some ids twice.
  void add_many() {
    std::vector<Document> documents;
    std::vector<std::string> ids;
    for (int i = 0; i < 30; ++i) {
      documents.push_back(near_a_centre());
      ids.push_back(text_of(sets_.number() % 100));
    }
    std::vector<NamedEntry> entries;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const IdRef id = text_ids_ ? IdRef(ids[i]) : IdRef(i * i % 200);
      entries.push_back({id, documents[i].entry()});
      oracle_.add(id, documents[i].entry());
    }
    index_.add_all(entries, 2);
  }

  void merge() {
    SimilarityIndex other(index_.options());
    for (int i = 0; i < 50; ++i) {
      const Document document = near_a_centre();
      with_id([&](const IdRef& id) {
        other.add(id, document.entry());
        oracle_.add(id, document.entry());
      });
    }
    index_.merge_from(other);
  }

  void remove() {
    with_id([&](const IdRef& id) {
      ASSERT_EQ(index_.contains(id), oracle_.contains(id));
      ASSERT_EQ(index_.remove(id), oracle_.remove(id));
    });
  }

  void find() {
    const Document query = near_a_centre();
    const double least = sets_.number() % 2 == 0 ? index_.options().min_similarity : 0.95;
    const std::vector<SimilarHit> expected = oracle_.find(query.entry(), least);
    ASSERT_EQ(index_.find(query.entry(), least).hits, expected);
    const std::optional<SimilarHit> first = index_.find_first(query.entry(), least);
    ASSERT_EQ(first.has_value(), !expected.empty());
    ASSERT_TRUE(!first || std::ranges::count(expected, *first) == 1);
    ASSERT_EQ(index_.size(), oracle_.size());
  }

  void save_and_open() {
    index_.save(file_.path());
    SimilarityIndex::verify(file_.path());
    index_ = SimilarityIndex::open(file_.path());
  }

  SimilarityIndex index_;
  reference::SimilarityOracle oracle_;
  bool text_ids_;
  ShingleSets sets_;
  TemporaryFile file_;
  std::vector<ShingleList> centres_;
};

void run_similarity_model(const SimilarityIndexOptions& options, bool text_ids, std::uint64_t seed) {
  const char* const wanted = std::getenv("NEARDUP_MODEL_OPERATIONS");
  const std::uint64_t operations = wanted == nullptr ? 20'000 : std::strtoull(wanted, nullptr, 10);
  SimilarityModelRun model(options, text_ids, seed);
  for (std::uint64_t i = 0; i < operations; ++i) {
    model.step();
    if (testing::Test::HasFatalFailure()) FAIL() << "operation " << i;
    if (i % 4096 == 0) model.expect_everything_equal();
  }
  model.expect_everything_equal();
}

TEST(SimilarityModelTest, NumbersAsIds) { run_similarity_model({.min_similarity = 0.8}, false, 1); }
TEST(SimilarityModelTest, TextsAsIds) { run_similarity_model({.min_similarity = 0.7}, true, 2); }
TEST(SimilarityModelTest, OneEqualBandIsEnough) {
  run_similarity_model({.min_similarity = 0.5, .sketch_seed = 7, .id_seed = 9}, false, 3);
}

}  // namespace
}  // namespace neardup::internal
