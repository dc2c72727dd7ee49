#include <functional>
#include <utility>

#include "neardup/index/hamming_index.h"
#include "neardup/store/key_locks.h"
#include "neardup/store/matcher.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

IndexOptions index_options(const Recipe& recipe, int max_distance) {
  return {.bits = recipe.steps().bits, .max_distance = max_distance, .recipe = recipe.written()};
}

/// Returns `count` bits of a fingerprint from bit `begin` on. REQUIRES: count <= 64
std::uint64_t bits_of(const Fingerprint& fingerprint, int begin, int count) noexcept {
  std::uint64_t word = begin >= 64 ? fingerprint.high >> (begin - 64) : fingerprint.low >> begin;
  if (begin > 0 && begin < 64) word |= fingerprint.high << (64 - begin);
  return count == 64 ? word : word & ((std::uint64_t{1} << count) - 1);
}

class DistanceMatcher final : public Matcher {
 public:
  DistanceMatcher(const Recipe& recipe, int max_distance)
      : options_(index_options(recipe, max_distance)), index_(options_) {}

  /// Pigeonhole: of max_distance + 1 blocks, max_distance differing bits cannot touch all. So fingerprints
  /// within the distance agree in a block, and share its key.
  void append_lock_keys(const Prepared& document, std::vector<std::uint64_t>& keys) const override {
    const int blocks = options_.max_distance + 1;
    if (blocks > options_.bits) {  // everything is within this distance
      keys.push_back(lock_key(KeyKind::block, 0));
      return;
    }
    // A block of 128 bits, at distance 0, gives the key of its lower half: equal fingerprints still share it.
    for (int block = 0; block < blocks; ++block) {
      const int begin = block * options_.bits / blocks;
      const int end = (block + 1) * options_.bits / blocks;
      const std::uint64_t value = bits_of(*document.entry.fingerprint, begin, std::min(end - begin, 64));
      keys.push_back(lock_key(KeyKind::block, value, static_cast<std::uint64_t>(block)));
    }
  }

  std::optional<Match> find(const Prepared& document, Number least) const override {
    const Fingerprint& fingerprint = *document.entry.fingerprint;
    if (least == 0) {
      const std::optional<Hit> hit = index_.find_nearest(fingerprint);
      if (!hit) return std::nullopt;
      return Match{.number = hit->id.number(), .distance = hit->distance};
    }
    for (const Hit& hit : index_.find(fingerprint)) {
      if (hit.id.number() >= least) return Match{.number = hit.id.number(), .distance = hit.distance};
    }
    return std::nullopt;
  }

  void add(Number number, const Prepared& document) override {
    index_.add(number, *document.entry.fingerprint);
  }
  void remove(Number number) override { index_.remove(number); }

  void fill(std::span<const Numbered> documents, int /*threads*/) override {
    for (const Numbered& document : documents) {
      if (!document.entry.fingerprint) continue;
      numbers_.push_back(document.number);
      fingerprints_.push_back(*document.entry.fingerprint);
    }
    if (numbers_.size() >= kBulk) finish_filling();
  }
  void finish_filling() override {
    index_.add_all(numbers_, fingerprints_);
    numbers_.clear();
    fingerprints_.clear();
  }

  bool contains(Number number) const override { return index_.contains(number); }
  std::size_t size() const override { return index_.size(); }
  std::size_t memory_bytes() const override { return index_.memory_bytes(); }
  std::string explain() const override { return index_.explain(); }

  void save(const std::string& path) override { index_.save(path); }
  void load(const std::string& path) override {
    HammingIndex loaded = HammingIndex::open(path, options_.recipe);
    if (loaded.options().bits != options_.bits || loaded.options().max_distance != options_.max_distance)
      throw Error(ErrorCode::corrupt, path + ": an index of another rule");
    loaded.load_tables();
    index_ = std::move(loaded);
  }

  void export_index(const std::string& path, const Supply& supply) const override {
    HammingIndex made(options_);
    supply([&](const Numbered& document) {
      if (document.entry.fingerprint) made.add(document.entry.id, *document.entry.fingerprint);
    });
    made.save(path);
  }

 private:
  // Documents of the store become runs of about this many entries: large enough to be sorted fast, small
  // enough to wait in memory.
  static constexpr std::size_t kBulk = std::size_t{1} << 22;

  IndexOptions options_;
  HammingIndex index_;
  std::vector<std::uint64_t> numbers_;  // while the index is filled
  std::vector<Fingerprint> fingerprints_;
};

}  // namespace

std::unique_ptr<Matcher> make_distance_matcher(const Recipe& recipe, int max_distance) {
  return std::make_unique<DistanceMatcher>(recipe, max_distance);
}

}  // namespace neardup::internal::store
