#include "neardup/index/hamming_index.h"

#include <fmt/core.h>

#include <utility>

#include "neardup/index/hamming_core.h"
#include "neardup/util/error.h"

namespace neardup {

using namespace internal;

namespace {

void check_width(const IndexOptions& options, const Fingerprint& fingerprint) {
  if (fingerprint.bits == options.bits) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("index: fingerprints have {} bits in this index, got {}", options.bits, fingerprint.bits));
}

void check_query(const IndexOptions& options, const Fingerprint& fingerprint, int max_distance) {
  check_width(options, fingerprint);
  if (max_distance >= 0 && max_distance <= options.max_distance) return;
  throw Error(ErrorCode::invalid_argument, fmt::format("index: made for distances from 0 to {}, got {}",
                                                       options.max_distance, max_distance));
}

}  // namespace

HammingIndex::HammingIndex(const IndexOptions& options) : core_(lsm::make_core(options)) {}
HammingIndex::HammingIndex(std::unique_ptr<lsm::IndexCore> core) noexcept : core_(std::move(core)) {}

HammingIndex HammingIndex::open(const std::string& path) { return HammingIndex(lsm::open_core(path)); }

HammingIndex HammingIndex::open(const std::string& path, std::string_view recipe) {
  HammingIndex opened = open(path);
  if (opened.options().recipe == recipe) return opened;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: an index of fingerprints of the recipe \"{}\", got \"{}\"", path,
                          opened.options().recipe, recipe));
}

void HammingIndex::verify(const std::string& path) { lsm::verify_file(path); }

HammingIndex::~HammingIndex() = default;
HammingIndex::HammingIndex(HammingIndex&& other) noexcept = default;
HammingIndex& HammingIndex::operator=(HammingIndex&& other) noexcept = default;

void HammingIndex::add(IdRef id, const Fingerprint& fingerprint) {
  check_width(options(), fingerprint);
  core_->with([&](auto& core) { core.add(id, fingerprint); });
}

void HammingIndex::add_all(std::span<const std::uint64_t> ids, std::span<const Fingerprint> fingerprints) {
  assert(ids.size() == fingerprints.size());
  for (const Fingerprint& fingerprint : fingerprints) check_width(options(), fingerprint);
  core_->with([&](auto& core) { core.add_all(ids, fingerprints); });
}

bool HammingIndex::remove(IdRef id) {
  return core_->with([&](auto& core) { return core.remove(id); });
}

bool HammingIndex::contains(IdRef id) const { return fingerprint(id).has_value(); }

std::optional<Fingerprint> HammingIndex::fingerprint(IdRef id) const {
  return core_->with([&](const auto& core) { return core.fingerprint(id); });
}

void HammingIndex::for_each(const EntryVisitor& visit) const {
  core_->with([&](const auto& core) { core.for_each(visit); });
}

FindResult HammingIndex::find(const Fingerprint& fingerprint) const {
  return find(fingerprint, options().max_distance);
}

FindResult HammingIndex::find(const Fingerprint& fingerprint, int max_distance) const {
  check_query(options(), fingerprint, max_distance);
  return core_->with([&](const auto& core) { return core.find(fingerprint, max_distance); });
}

std::optional<Hit> HammingIndex::find_nearest(const Fingerprint& fingerprint) const {
  return find_nearest(fingerprint, options().max_distance);
}

std::optional<Hit> HammingIndex::find_nearest(const Fingerprint& fingerprint, int max_distance) const {
  check_query(options(), fingerprint, max_distance);
  return core_->with([&](const auto& core) { return core.find_nearest(fingerprint, max_distance); });
}

std::optional<Hit> HammingIndex::find_first(const Fingerprint& fingerprint) const {
  return find_first(fingerprint, options().max_distance);
}

std::optional<Hit> HammingIndex::find_first(const Fingerprint& fingerprint, int max_distance) const {
  check_query(options(), fingerprint, max_distance);
  return core_->with([&](const auto& core) { return core.find_first(fingerprint, max_distance); });
}

bool HammingIndex::has(const Fingerprint& fingerprint) const {
  return has(fingerprint, options().max_distance);
}

bool HammingIndex::has(const Fingerprint& fingerprint, int max_distance) const {
  return find_first(fingerprint, max_distance).has_value();
}

std::vector<FindResult> HammingIndex::find_batch(std::span<const Fingerprint> fingerprints) const {
  return find_batch(fingerprints, options().max_distance);
}

std::vector<FindResult> HammingIndex::find_batch(std::span<const Fingerprint> fingerprints,
                                                 int max_distance) const {
  for (const Fingerprint& fingerprint : fingerprints) check_query(options(), fingerprint, max_distance);
  return core_->with([&](const auto& core) { return core.find_batch(fingerprints, max_distance); });
}

std::size_t HammingIndex::size() const noexcept {
  return core_->with([&](const auto& core) { return core.size(); });
}
std::optional<IdKind> HammingIndex::id_kind() const {
  return core_->with([&](const auto& core) { return core.id_kind(); });
}
std::size_t HammingIndex::memory_bytes() const {
  return core_->with([&](const auto& core) { return core.memory_bytes(); });
}
std::string HammingIndex::explain() const { return core_->plan().explain(); }
const IndexOptions& HammingIndex::options() const noexcept { return core_->options(); }
void HammingIndex::compact() {
  core_->with([&](auto& core) { core.compact(); });
}
void HammingIndex::load_tables() {
  core_->with([&](auto& core) { core.load_tables(); });
}
void HammingIndex::save(const std::string& path) {
  core_->with([&](auto& core) { core.save(path); });
}

}  // namespace neardup
