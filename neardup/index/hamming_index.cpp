#include "neardup/index/hamming_index.h"

#include <fmt/core.h>

#include <utility>

#include "neardup/index/index_core.h"
#include "neardup/util/error.h"

namespace neardup {

namespace {

void check_width(const index::IndexCore& core, const Fingerprint& fingerprint) {
  if (fingerprint.bits == core.options().bits) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("index: fingerprints have {} bits in this index, got {}", core.options().bits,
                          fingerprint.bits));
}

void check_query(const index::IndexCore& core, const Fingerprint& fingerprint, int max_distance) {
  check_width(core, fingerprint);
  if (max_distance >= 0 && max_distance <= core.options().max_distance) return;
  throw Error(ErrorCode::invalid_argument, fmt::format("index: made for distances from 0 to {}, got {}",
                                                       core.options().max_distance, max_distance));
}

}  // namespace

HammingIndex::HammingIndex(const IndexOptions& options) : core_(index::make_core(options)) {}
HammingIndex::HammingIndex(std::unique_ptr<index::IndexCore> core) noexcept : core_(std::move(core)) {}

HammingIndex HammingIndex::open(const std::string& path) { return HammingIndex(index::open_core(path)); }

HammingIndex HammingIndex::open(const std::string& path, std::string_view recipe) {
  HammingIndex opened = open(path);
  if (opened.options().recipe == recipe) return opened;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: an index of fingerprints of the recipe \"{}\", got \"{}\"", path,
                          opened.options().recipe, recipe));
}

void HammingIndex::verify(const std::string& path) { index::verify_file(path); }

HammingIndex::~HammingIndex() = default;
HammingIndex::HammingIndex(HammingIndex&& other) noexcept = default;
HammingIndex& HammingIndex::operator=(HammingIndex&& other) noexcept = default;

void HammingIndex::add(IdRef id, const Fingerprint& fingerprint) {
  check_width(*core_, fingerprint);
  core_->add(id, fingerprint);
}

bool HammingIndex::remove(IdRef id) { return core_->remove(id); }

bool HammingIndex::contains(IdRef id) const { return core_->fingerprint(id).has_value(); }

std::optional<Fingerprint> HammingIndex::fingerprint(IdRef id) const { return core_->fingerprint(id); }

void HammingIndex::for_each(const EntryVisitor& visit) const { core_->for_each(visit); }

FindResult HammingIndex::find(const Fingerprint& fingerprint) const {
  return find(fingerprint, options().max_distance);
}

FindResult HammingIndex::find(const Fingerprint& fingerprint, int max_distance) const {
  check_query(*core_, fingerprint, max_distance);
  return core_->find(fingerprint, max_distance);
}

std::optional<Hit> HammingIndex::find_nearest(const Fingerprint& fingerprint) const {
  return find_nearest(fingerprint, options().max_distance);
}

std::optional<Hit> HammingIndex::find_nearest(const Fingerprint& fingerprint, int max_distance) const {
  check_query(*core_, fingerprint, max_distance);
  return core_->find_nearest(fingerprint, max_distance);
}

std::optional<Hit> HammingIndex::find_first(const Fingerprint& fingerprint) const {
  return find_first(fingerprint, options().max_distance);
}

std::optional<Hit> HammingIndex::find_first(const Fingerprint& fingerprint, int max_distance) const {
  check_query(*core_, fingerprint, max_distance);
  return core_->find_first(fingerprint, max_distance);
}

bool HammingIndex::has(const Fingerprint& fingerprint) const {
  return has(fingerprint, options().max_distance);
}

bool HammingIndex::has(const Fingerprint& fingerprint, int max_distance) const {
  check_query(*core_, fingerprint, max_distance);
  return core_->find_first(fingerprint, max_distance).has_value();
}

std::vector<FindResult> HammingIndex::find_batch(std::span<const Fingerprint> fingerprints) const {
  return find_batch(fingerprints, options().max_distance);
}

std::vector<FindResult> HammingIndex::find_batch(std::span<const Fingerprint> fingerprints,
                                                 int max_distance) const {
  for (const Fingerprint& fingerprint : fingerprints) check_query(*core_, fingerprint, max_distance);
  return core_->find_batch(fingerprints, max_distance);
}

std::size_t HammingIndex::size() const noexcept { return core_->size(); }
std::optional<IdKind> HammingIndex::id_kind() const { return core_->id_kind(); }
std::size_t HammingIndex::memory_bytes() const { return core_->memory_bytes(); }
std::string HammingIndex::explain() const { return core_->plan().explain(); }
const IndexOptions& HammingIndex::options() const noexcept { return core_->options(); }
void HammingIndex::compact() { core_->compact(); }
void HammingIndex::save(const std::string& path) { core_->save(path); }

}  // namespace neardup
