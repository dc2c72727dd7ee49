#include <algorithm>
#include <functional>
#include <utility>

#include "neardup/index/similarity_index.h"
#include "neardup/store/key_locks.h"
#include "neardup/store/matcher.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

SimilarityIndexOptions index_options(const Recipe& recipe, double min_similarity) {
  return {.min_similarity = min_similarity, .recipe = recipe.written()};
}

/// Passes the bands on, which the locks needed already: plan and seed are those of the index.
SimilarityEntry entry_of(const PackedShingles& shingles) {
  return {.bands = shingles.bands, .packed = shingles.set};
}

class SimilarityMatcher final : public Matcher {
 public:
  SimilarityMatcher(const Recipe& recipe, double min_similarity)
      : options_(index_options(recipe, min_similarity)), index_(options_) {}

  /// The index compares two documents only if their sketches agree in a band, so those that it would find
  /// share the band's key. Those that it misses, it misses in either order.
  void append_lock_keys(const Prepared& document, std::vector<std::uint64_t>& keys) const override {
    const std::vector<std::uint32_t>& bands = document.body.shingles.bands;
    for (std::size_t band = 0; band < bands.size(); ++band)
      keys.push_back(lock_key(KeyKind::band, bands[band], band));
  }

  std::optional<Match> find(const Prepared& document, Number least) const override {
    for (const SimilarHit& hit : index_.find(entry_of(document.body.shingles))) {
      if (hit.id.number() >= least) return Match{.number = hit.id.number(), .similarity = hit.similarity};
    }
    return std::nullopt;
  }

  void add(Number number, const Prepared& document) override {
    index_.add(number, entry_of(document.body.shingles));
  }
  void remove(Number number) override { index_.remove(number); }

  void fill(std::span<const Numbered> documents, int threads) override {
    std::vector<NamedEntry> entries;
    for (const Numbered& document : documents) {
      if (!document.shingles.empty())
        entries.push_back({.id = document.number, .entry = entry_of(document.shingles)});
    }
    index_.add_all(entries, threads);
  }
  void finish_filling() override {}

  bool contains(Number number) const override { return index_.contains(number); }
  std::size_t size() const override { return index_.size(); }
  std::size_t memory_bytes() const override { return index_.memory_bytes(); }
  std::string explain() const override { return index_.explain(); }

  void save(const std::string& path) override { index_.save(path); }
  void load(const std::string& path) override {
    SimilarityIndex loaded = SimilarityIndex::open(path, options_.recipe);
    if (loaded.options().min_similarity != options_.min_similarity || loaded.plan() != index_.plan() ||
        loaded.options().sketch_seed != options_.sketch_seed)
      throw Error(ErrorCode::corrupt, path + ": an index of another rule");
    loaded.load_tables();
    index_ = std::move(loaded);
  }

  void export_index(const std::string& path, const Supply& supply) const override {
    SimilarityIndex made(options_);
    supply([&](const Numbered& document) {
      SimilarityEntry entry = entry_of(document.shingles);
      entry.content = document.entry.digest;
      made.add(document.entry.id, entry);
    });
    made.save(path);
  }

 private:
  SimilarityIndexOptions options_;
  SimilarityIndex index_;
};

}  // namespace

std::unique_ptr<Matcher> make_similarity_matcher(const Recipe& recipe, double min_similarity) {
  return std::make_unique<SimilarityMatcher>(recipe, min_similarity);
}

}  // namespace neardup::internal::store
