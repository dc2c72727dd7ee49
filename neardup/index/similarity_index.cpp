#include "neardup/index/similarity_index.h"

#include <fmt/core.h>

#include <utility>

#include "neardup/index/similarity_core.h"
#include "neardup/util/error.h"

namespace neardup {

using namespace internal;

namespace {

void check_query(const SimilarityIndexOptions& options, double min_similarity) {
  if (min_similarity >= options.min_similarity && min_similarity <= 1) return;
  throw Error(ErrorCode::invalid_argument, fmt::format("index: made for similarities from {} to 1, got {}",
                                                       options.min_similarity, min_similarity));
}

}  // namespace

SimilarityIndex::SimilarityIndex(const SimilarityIndexOptions& options)
    : core_(lsm::make_similarity_core(options)) {}
SimilarityIndex::SimilarityIndex(std::unique_ptr<lsm::SimilarityCore> core) noexcept
    : core_(std::move(core)) {}

SimilarityIndex SimilarityIndex::open(const std::string& path) {
  return SimilarityIndex(lsm::open_similarity_core(path));
}

SimilarityIndex SimilarityIndex::open(const std::string& path, std::string_view recipe) {
  SimilarityIndex opened = open(path);
  if (opened.options().recipe == recipe) return opened;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: an index of shingles of the recipe \"{}\", got \"{}\"", path,
                          opened.options().recipe, recipe));
}

void SimilarityIndex::verify(const std::string& path) { lsm::verify_similarity_file(path); }

SimilarityIndex::~SimilarityIndex() = default;
SimilarityIndex::SimilarityIndex(SimilarityIndex&& other) noexcept = default;
SimilarityIndex& SimilarityIndex::operator=(SimilarityIndex&& other) noexcept = default;

void SimilarityIndex::add(IdRef id, const SimilarityEntry& entry) { core_->add(id, entry); }
void SimilarityIndex::add_all(std::span<const NamedEntry> entries, int threads) {
  core_->add_all(entries, threads);
}
void SimilarityIndex::merge_from(SimilarityIndex& other) { core_->merge_from(*other.core_); }
bool SimilarityIndex::remove(IdRef id) { return core_->remove(id); }
bool SimilarityIndex::contains(IdRef id) const { return core_->contains(id); }
void SimilarityIndex::for_each(const IdVisitor& visit) const { core_->for_each(visit); }

SimilarResult SimilarityIndex::find(const SimilarityEntry& entry) const {
  return core_->find(entry, options().min_similarity);
}

SimilarResult SimilarityIndex::find(const SimilarityEntry& entry, double min_similarity) const {
  check_query(options(), min_similarity);
  return core_->find(entry, min_similarity);
}

std::optional<SimilarHit> SimilarityIndex::find_first(const SimilarityEntry& entry) const {
  return core_->find_first(entry, options().min_similarity);
}

std::optional<SimilarHit> SimilarityIndex::find_first(const SimilarityEntry& entry,
                                                      double min_similarity) const {
  check_query(options(), min_similarity);
  return core_->find_first(entry, min_similarity);
}

bool SimilarityIndex::has(const SimilarityEntry& entry) const { return find_first(entry).has_value(); }

std::vector<SimilarResult> SimilarityIndex::find_batch(std::span<const SimilarityEntry> entries) const {
  return core_->find_batch(entries, options().min_similarity);
}

std::vector<SimilarResult> SimilarityIndex::find_batch(std::span<const SimilarityEntry> entries,
                                                       double min_similarity) const {
  check_query(options(), min_similarity);
  return core_->find_batch(entries, min_similarity);
}

std::size_t SimilarityIndex::size() const noexcept { return core_->size(); }
std::optional<IdKind> SimilarityIndex::id_kind() const { return core_->id_kind(); }
std::size_t SimilarityIndex::memory_bytes() const { return core_->memory_bytes(); }

std::string SimilarityIndex::explain() const {
  return fmt::format("{} bands of {} MinHash values, {} equal, then the exact check: finds {:.2f} % at {}",
                     plan().bands, plan().rows, plan().equal_bands, 100 * expected_recall(),
                     options().min_similarity);
}

const SimilarityIndexOptions& SimilarityIndex::options() const noexcept { return core_->options(); }
const SketchPlan& SimilarityIndex::plan() const noexcept { return core_->plan(); }
double SimilarityIndex::expected_recall(double similarity) const noexcept {
  return neardup::expected_recall(plan(), similarity);
}
double SimilarityIndex::expected_recall() const noexcept { return expected_recall(options().min_similarity); }
void SimilarityIndex::compact() { core_->compact(); }
void SimilarityIndex::load_tables() { core_->load_tables(); }
void SimilarityIndex::save(const std::string& path) { core_->save(path); }

}  // namespace neardup
