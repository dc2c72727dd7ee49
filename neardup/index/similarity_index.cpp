#include "neardup/index/similarity_index.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "neardup/sketch/overlap_bound.h"
#include "neardup/sketch/sketch.h"
#include "neardup/util/error.h"

namespace neardup {

namespace lsm {

/// The first version: a map under a lock, every find compares all entries.
class SimilarityCore {
 public:
  struct Stored {
    std::vector<std::uint64_t> shingles;  // sorted
    ContentDigest content;
    std::vector<std::uint32_t> keys;
  };

  explicit SimilarityCore(SimilarityIndexOptions given)
      : options(std::move(given)), sketcher(plan_sketch(options.min_similarity), options.sketch_seed) {}

  [[nodiscard]] Stored make(const SimilarityEntry& entry) const {
    Stored stored{{entry.shingles.begin(), entry.shingles.end()}, entry.content, {}};
    stored.keys.resize(static_cast<std::size_t>(sketcher.plan().bands));
    sketcher.band_keys(entry.shingles, stored.keys);
    std::ranges::sort(stored.shingles);
    return stored;
  }

  [[nodiscard]] double similarity(const Stored& a, const Stored& b) const {
    if (a.shingles.empty() || b.shingles.empty())
      return a.shingles.size() == b.shingles.size() && a.content == b.content ? 1 : 0;
    int equal = 0;
    for (std::size_t band = 0; band < a.keys.size(); ++band) equal += a.keys[band] == b.keys[band] ? 1 : 0;
    if (equal < sketcher.plan().equal_bands) return 0;
    std::vector<std::uint64_t> common;
    std::ranges::set_intersection(a.shingles, b.shingles, std::back_inserter(common));
    return jaccard(common.size(), a.shingles.size(), b.shingles.size());
  }

  SimilarityIndexOptions options;
  Sketcher sketcher;
  mutable std::shared_mutex mutex;
  std::map<DocumentId, Stored> entries;
};

}  // namespace lsm

namespace {

void check_query(const SimilarityIndexOptions& options, double min_similarity) {
  if (min_similarity >= options.min_similarity && min_similarity <= 1) return;
  throw Error(ErrorCode::invalid_argument, fmt::format("index: made for similarities from {} to 1, got {}",
                                                       options.min_similarity, min_similarity));
}

[[noreturn]] void refuse_files() {
  throw Error(ErrorCode::unavailable, "index: files of similarity are not written yet");
}

}  // namespace

SimilarityIndex::SimilarityIndex(const SimilarityIndexOptions& options)
    : core_(std::make_unique<lsm::SimilarityCore>(options)) {}
SimilarityIndex::SimilarityIndex(std::unique_ptr<lsm::SimilarityCore> core) noexcept
    : core_(std::move(core)) {}
SimilarityIndex SimilarityIndex::open(const std::string& /*path*/) { refuse_files(); }
SimilarityIndex SimilarityIndex::open(const std::string& /*path*/, std::string_view /*recipe*/) {
  refuse_files();
}
void SimilarityIndex::verify(const std::string& /*path*/) { refuse_files(); }
SimilarityIndex::~SimilarityIndex() = default;
SimilarityIndex::SimilarityIndex(SimilarityIndex&& other) noexcept = default;
SimilarityIndex& SimilarityIndex::operator=(SimilarityIndex&& other) noexcept = default;

void SimilarityIndex::add(IdRef id, const SimilarityEntry& entry) {
  lsm::SimilarityCore::Stored stored = core_->make(entry);
  const std::unique_lock lock(core_->mutex);
  core_->entries.insert_or_assign(DocumentId(id), std::move(stored));
}

void SimilarityIndex::add_all(std::span<const NamedEntry> entries, int /*threads*/) {
  for (const NamedEntry& entry : entries) add(entry.id, entry.entry);
}

void SimilarityIndex::merge_from(SimilarityIndex& other) {
  const std::shared_lock others(other.core_->mutex);
  const std::unique_lock lock(core_->mutex);
  for (const auto& [id, stored] : other.core_->entries) core_->entries.insert_or_assign(id, stored);
}

bool SimilarityIndex::remove(IdRef id) {
  const std::unique_lock lock(core_->mutex);
  return core_->entries.erase(DocumentId(id)) != 0;
}

bool SimilarityIndex::contains(IdRef id) const {
  const std::shared_lock lock(core_->mutex);
  return core_->entries.contains(DocumentId(id));
}

void SimilarityIndex::for_each(const IdVisitor& visit) const {
  const std::shared_lock lock(core_->mutex);
  for (const auto& [id, stored] : core_->entries)
    visit(id.kind() == IdKind::text ? IdRef(id.text()) : IdRef(id.number()));
}

SimilarResult SimilarityIndex::find(const SimilarityEntry& entry) const {
  return find(entry, options().min_similarity);
}

SimilarResult SimilarityIndex::find(const SimilarityEntry& entry, double min_similarity) const {
  check_query(options(), min_similarity);
  const lsm::SimilarityCore::Stored query = core_->make(entry);
  const std::shared_lock lock(core_->mutex);
  SimilarResult result;
  for (const auto& [id, stored] : core_->entries) {
    const double similarity = core_->similarity(query, stored);
    if (similarity >= min_similarity) result.hits.push_back({id, similarity});
  }
  std::ranges::stable_sort(result.hits, std::greater(), &SimilarHit::similarity);
  return result;
}

std::optional<SimilarHit> SimilarityIndex::find_first(const SimilarityEntry& entry) const {
  return find_first(entry, options().min_similarity);
}

std::optional<SimilarHit> SimilarityIndex::find_first(const SimilarityEntry& entry,
                                                      double min_similarity) const {
  const SimilarResult found = find(entry, min_similarity);
  return found.empty() ? std::nullopt : std::optional(found[0]);
}

bool SimilarityIndex::has(const SimilarityEntry& entry) const { return find_first(entry).has_value(); }

std::vector<SimilarResult> SimilarityIndex::find_batch(std::span<const SimilarityEntry> entries) const {
  std::vector<SimilarResult> results;
  for (const SimilarityEntry& entry : entries) results.push_back(find(entry));
  return results;
}

std::size_t SimilarityIndex::size() const noexcept {
  const std::shared_lock lock(core_->mutex);
  return core_->entries.size();
}

std::optional<IdKind> SimilarityIndex::id_kind() const {
  const std::shared_lock lock(core_->mutex);
  if (core_->entries.empty()) return std::nullopt;
  return core_->entries.begin()->first.kind();
}

std::size_t SimilarityIndex::memory_bytes() const { return 0; }
std::string SimilarityIndex::explain() const { return "compares all entries"; }
const SimilarityIndexOptions& SimilarityIndex::options() const noexcept { return core_->options; }
const SketchPlan& SimilarityIndex::plan() const noexcept { return core_->sketcher.plan(); }
double SimilarityIndex::expected_recall(double similarity) const noexcept {
  return neardup::expected_recall(plan(), similarity);
}
double SimilarityIndex::expected_recall() const noexcept { return expected_recall(options().min_similarity); }
void SimilarityIndex::compact() {}
void SimilarityIndex::save(const std::string& /*path*/) { refuse_files(); }

}  // namespace neardup
