#include "neardup/index/hamming_core.h"

#include <algorithm>
#include <utility>

#include "neardup/index/index_file.h"
#include "neardup/index/snapshot_search.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
void HammingCore<Word>::add(const IdRef& id, const Fingerprint& fingerprint) {
  Tree::add(id, to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
void HammingCore<Word>::add_all(std::span<const std::uint64_t> ids,
                                std::span<const Fingerprint> fingerprints) {
  lsm::NewEntries<Word> entries;
  entries.fingerprints.reserve(fingerprints.size());
  for (const Fingerprint& fingerprint : fingerprints)
    entries.fingerprints.push_back(to_word<Word>(fingerprint));
  entries.ids.numbers = Column<std::uint64_t>(this->pool(), ids.size());
  std::ranges::copy(ids, entries.ids.numbers.writable());
  this->add_bulk(entries);
}

template <FingerprintWord Word>
std::optional<Fingerprint> HammingCore<Word>::fingerprint(const IdRef& id) const {
  const std::uint64_t hash = this->hash(id);
  const Reader snapshot(this->cell());
  const auto view = snapshot->memtable->view();
  const std::optional<Location> location = snapshot->locate(view, id, hash);
  if (!location) return std::nullopt;
  return to_fingerprint(snapshot->fingerprint(view, *location), plan_.bits());
}

template <FingerprintWord Word>
void HammingCore<Word>::for_each(const EntryVisitor& visit) const {
  const Reader snapshot(this->cell());
  const auto view = snapshot->memtable->view();
  snapshot->for_each(view, [&](Location location) {
    visit(snapshot->id(location), to_fingerprint(snapshot->fingerprint(view, location), plan_.bits()));
  });
}

template <FingerprintWord Word>
FindResult HammingCore<Word>::find(const Fingerprint& fingerprint, int distance) const {
  const Reader snapshot(this->cell());
  return SnapshotSearch<Word>(*snapshot, distance, options_.candidate_budget)
      .find(to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
std::optional<Hit> HammingCore<Word>::find_nearest(const Fingerprint& fingerprint, int distance) const {
  const Reader snapshot(this->cell());
  return SnapshotSearch<Word>(*snapshot, distance, options_.candidate_budget)
      .find_nearest(to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
std::optional<Hit> HammingCore<Word>::find_first(const Fingerprint& fingerprint, int distance) const {
  const Reader snapshot(this->cell());
  return SnapshotSearch<Word>(*snapshot, distance, options_.candidate_budget)
      .find_first(to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
std::vector<FindResult> HammingCore<Word>::find_batch(std::span<const Fingerprint> fingerprints,
                                                      int distance) const {
  std::vector<Word> queries;
  queries.reserve(fingerprints.size());
  for (const Fingerprint& fingerprint : fingerprints) queries.push_back(to_word<Word>(fingerprint));
  const Reader snapshot(this->cell());
  return SnapshotSearch<Word>(*snapshot, distance, options_.candidate_budget).find_batch(queries);
}

template <FingerprintWord Word>
void HammingCore<Word>::load_tables() {
  this->replace_runs([this](const std::shared_ptr<const SortedRun<Word>>& run) {
    return run->guard() == nullptr ? run : run->load(plan_, this->pool());
  });
}

template <FingerprintWord Word>
void HammingCore<Word>::save(const std::string& path) {
  const typename Tree::Compacted compacted = this->compacted();
  write_index_file<Word>(path, {plan_, compacted.id_kind, options_.recipe}, compacted.run.get());
}

template class HammingCore<std::uint64_t>;
template class HammingCore<Bits128>;

namespace {

template <FingerprintWord Word>
std::unique_ptr<IndexCore> new_core(const IndexOptions& options, const Plan& plan, std::optional<IdKind> kind,
                                    const std::shared_ptr<const SortedRun<Word>>& run) {
  return std::make_unique<IndexCore>(std::type_identity<Word>(), options, plan, kind, run);
}

}  // namespace

std::unique_ptr<IndexCore> make_core(const IndexOptions& options) {
  PlanRequest request;
  request.bits = options.bits;
  request.max_distance = options.max_distance;
  request.expected_size = options.expected_size;
  request.memory_budget = options.memory_budget;
  request.blocks = options.blocks;
  request.id_seed = options.id_seed;
  if (options.blocks != 0) request.way = SearchWay::probe;
  const Plan plan = Plan::choose(request);
  if (options.bits == 128) return new_core<Bits128>(options, plan, std::nullopt, nullptr);
  return new_core<std::uint64_t>(options, plan, std::nullopt, nullptr);
}

namespace {

template <FingerprintWord Word>
std::unique_ptr<IndexCore> core_of_file(const std::shared_ptr<const MappedIndexFile>& file,
                                        const FileContent& content) {
  IndexOptions options;
  options.bits = content.plan.bits();
  options.max_distance = content.plan.max_distance();
  options.expected_size = content.plan.expected_size();
  options.recipe = content.recipe;
  options.id_seed = content.plan.id_seed();
  options.blocks = content.plan.way() == SearchWay::probe ? content.plan.blocks() : 0;
  return new_core<Word>(options, content.plan, content.id_kind, read_run<Word>(file, content.plan));
}

template <FingerprintWord Word>
void verify_run(const std::shared_ptr<const MappedIndexFile>& file, const Plan& plan) {
  const std::shared_ptr<const SortedRun<Word>> run = read_run<Word>(file, plan);
  try {
    if (run != nullptr) run->verify();
  } catch (const Error& error) {
    throw Error(error.code(), file->path() + ": " + error.what());
  }
}

}  // namespace

std::unique_ptr<IndexCore> open_core(const std::string& path) {
  const std::shared_ptr<const MappedIndexFile> file = MappedIndexFile::open(path);
  const FileContent content = read_content(*file);
  if (content.plan.bits() == 128) return core_of_file<Bits128>(file, content);
  return core_of_file<std::uint64_t>(file, content);
}

void verify_file(const std::string& path) {
  const std::shared_ptr<const MappedIndexFile> file = MappedIndexFile::open(path);
  const FileContent content = read_content(*file);
  file->check_all();
  if (content.plan.bits() == 128) verify_run<Bits128>(file, content.plan);
  if (content.plan.bits() != 128) verify_run<std::uint64_t>(file, content.plan);
}

}  // namespace neardup::internal::lsm
