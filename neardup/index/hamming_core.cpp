#include "neardup/index/hamming_core.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

#include "neardup/index/index_file.h"
#include "neardup/index/snapshot_search.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

namespace {

/// Limits of the memtable. A larger one is merged less often but costs more memory and, if an
/// attacker floods it, more time: at most 4 microseconds of scanning.
constexpr std::size_t kLeastMemtable = 1024;
constexpr std::size_t kMostMemtable = 16'384;

std::uint32_t memtable_capacity(std::size_t size) noexcept {
  return static_cast<std::uint32_t>(std::clamp(std::bit_floor(size / 8), kLeastMemtable, kMostMemtable));
}

template <FingerprintWord Word>
std::unique_ptr<Snapshot<Word>> first_snapshot(const Plan& plan, const MemoryPool& pool, IdKind kind,
                                               std::shared_ptr<const SortedRun<Word>> run) {
  auto snapshot = std::make_unique<Snapshot<Word>>();
  snapshot->memtable =
      std::make_shared<Memtable<Word>>(plan, pool, kind, memtable_capacity(run == nullptr ? 0 : run->size()));
  if (run != nullptr) snapshot->runs.push_back({.run = std::move(run)});
  return snapshot;
}

/// How many runs of about the same size are merged into one. More means less copying and more runs to search.
constexpr std::size_t kFanOut = 4;

/// Returns the tier of a run. The runs of one tier have about the same size.
int tier_of(std::size_t size) noexcept {
  static_assert(kFanOut == 4, "two bits a tier");
  return static_cast<int>(std::bit_width(size)) / 2;
}

/// Returns how many of `runs`, sorted from the largest, are not merged with `added` new entries. A
/// merge takes all runs in tiers up to that of the new entries once there are enough of them, then
/// does the same with the result, and so on.
template <FingerprintWord Word>
std::size_t count_staying(const std::vector<LiveRun<Word>>& runs, std::size_t added) {
  std::size_t merged = added;
  std::size_t staying = runs.size();
  for (;;) {
    std::size_t next = staying;
    while (next > 0 && tier_of(runs[next - 1].live()) <= tier_of(merged)) --next;
    if (staying - next + 1 < kFanOut) return staying;
    for (; staying > next; --staying) merged += runs[staying - 1].live();
  }
}

/// Moves the runs to merge with the new entries out of `runs`. These include runs of which more
/// than half was removed.
template <FingerprintWord Word>
std::vector<MergeSource<Word>> take_sources(std::vector<LiveRun<Word>>& runs, std::size_t added, bool all) {
  const std::size_t staying = all ? 0 : count_staying(runs, added);
  std::vector<MergeSource<Word>> sources;
  for (std::size_t i = runs.size(); i-- > 0;) {
    const bool half_dead = runs[i].dead_count > runs[i].run->size() / 2;
    if (i < staying && !half_dead) continue;
    sources.push_back({runs[i].run, runs[i].dead});
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return sources;
}

}  // namespace

template <FingerprintWord Word>
HammingCore<Word>::HammingCore(const IndexOptions& options, const Plan& plan, std::optional<IdKind> kind,
                               const std::shared_ptr<const SortedRun<Word>>& run)
    : options_(options),
      plan_(plan),
      kind_(kind),
      size_(run == nullptr ? 0 : run->size()),
      cell_(first_snapshot<Word>(plan, pool_, kind.value_or(IdKind::number), run)) {
  fill_filter(cell_.current());
}

template <FingerprintWord Word>
void HammingCore<Word>::decide_kind(IdKind kind) {
  if (kind_ && *kind_ != kind) {
    throw Error(ErrorCode::invalid_argument, kind == IdKind::text
                                                 ? "index: ids are numbers in this index, got a text"
                                                 : "index: ids are texts in this index, got a number");
  }
  if (kind_) return;
  cell_.publish(first_snapshot<Word>(plan(), pool_, kind, nullptr));
  kind_ = kind;
}

template <FingerprintWord Word>
void HammingCore<Word>::make_room() {
  if (!cell_.current().memtable->has_room()) flush(false);
}

/// Returns where the id is, searching only the runs that may have it.
template <FingerprintWord Word>
std::optional<Location> HammingCore<Word>::locate_for_add(typename Memtable<Word>::View view, const IdRef& id,
                                                          std::uint64_t hash) const {
  const Snapshot<Word>& snapshot = cell_.current();
  const bool is_beyond = id.kind() == IdKind::number && id.number() > greatest_number_;
  const bool may_be_in_memory = !is_beyond && filter_.may_contain(hash);
  return snapshot.locate(view, id, hash, [may_be_in_memory](const SortedRun<Word>& run) {
    return may_be_in_memory || run.guard() != nullptr;
  });
}

template <FingerprintWord Word>
void HammingCore<Word>::add(const IdRef& id, const Fingerprint& fingerprint) {
  const std::uint64_t hash = hash_of(id, plan().id_seed());
  const Word word = to_word<Word>(fingerprint);
  const std::lock_guard lock(writer_);
  decide_kind(id.kind());
  make_room();
  const Snapshot<Word>& snapshot = cell_.current();
  const auto view = snapshot.memtable->view();
  const std::optional<Location> old = locate_for_add(view, id, hash);
  if (old && snapshot.fingerprint(view, *old) == word) return;
  snapshot.memtable->stage_add(word, id, hash);
  if (old) snapshot.memtable->stage_remove(*old);
  snapshot.memtable->commit();
  if (!old) size_.fetch_add(1, std::memory_order_relaxed);
}

template <FingerprintWord Word>
bool HammingCore<Word>::remove(const IdRef& id) {
  const std::uint64_t hash = hash_of(id, plan().id_seed());
  const std::lock_guard lock(writer_);
  make_room();
  const Snapshot<Word>& snapshot = cell_.current();
  const std::optional<Location> old = snapshot.locate(snapshot.memtable->view(), id, hash);
  if (!old) return false;
  snapshot.memtable->stage_remove(*old);
  snapshot.memtable->commit();
  size_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

/// Returns the runs with the tombstones of the memtable added to theirs. Copies the tombstones
/// instead of changing them: older snapshots that readers hold must not see later removes.
template <FingerprintWord Word>
std::vector<LiveRun<Word>> HammingCore<Word>::runs_without_removed() const {
  const Snapshot<Word>& snapshot = cell_.current();
  std::vector<LiveRun<Word>> runs = snapshot.runs;
  std::vector<std::shared_ptr<DeadBits>> marks(runs.size());
  for (const Location& location : snapshot.memtable->removed(snapshot.memtable->view())) {
    if (location.run == Location::kMemtable) continue;
    LiveRun<Word>& run = runs[location.run];
    std::shared_ptr<DeadBits>& bits = marks[location.run];
    if (bits == nullptr) {
      bits = std::make_shared<DeadBits>(*run.dead);
      bits->resize((run.run->size() + 63) / 64);
    }
    (*bits)[location.place / 64] |= std::uint64_t{1} << (location.place % 64);
    ++run.dead_count;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (marks[i] != nullptr) runs[i].dead = marks[i];
  }
  return runs;
}

template <FingerprintWord Word>
void HammingCore<Word>::flush(bool all_runs) {
  const Snapshot<Word>& snapshot = cell_.current();
  const NewEntries<Word> added = snapshot.memtable->live_entries(snapshot.memtable->view());
  auto next = std::make_unique<Snapshot<Word>>();
  next->runs = runs_without_removed();
  next->memtable = std::make_shared<Memtable<Word>>(plan(), pool_, kind_.value_or(IdKind::number),
                                                    memtable_capacity(size()));
  const std::vector<MergeSource<Word>> sources =
      take_sources(next->runs, added.fingerprints.size(), all_runs);
  if (auto run = merge(plan(), pool_, added, sources)) next->runs.push_back({.run = std::move(run)});
  std::ranges::stable_sort(next->runs, std::greater(), [](const LiveRun<Word>& run) { return run.live(); });
  const bool has_file_ids =
      std::ranges::any_of(sources, [](const auto& source) { return source.run->guard() != nullptr; });
  if (has_file_ids || filter_.is_full()) {
    fill_filter(*next);
  } else {
    insert_into_filter(added.ids);
  }
  cell_.publish(std::move(next));
}

template <FingerprintWord Word>
void HammingCore<Word>::insert_into_filter(const IdColumn& ids) {
  constexpr std::size_t kAhead = 16;  // random places: prefetch them while others are written
  std::array<std::uint64_t, kAhead> hashes{};
  for (std::size_t place = 0; place < ids.size() + kAhead; ++place) {
    if (place >= kAhead) filter_.insert(hashes[place % kAhead]);
    if (place >= ids.size()) continue;
    const IdRef id = ids.id(place, nullptr);
    if (id.kind() == IdKind::number) greatest_number_ = std::max(greatest_number_, id.number());
    hashes[place % kAhead] = hash_of(id, plan().id_seed());
    filter_.prefetch(hashes[place % kAhead]);
  }
}

template <FingerprintWord Word>
void HammingCore<Word>::fill_filter(const Snapshot<Word>& snapshot) {
  constexpr std::size_t kLeast = std::size_t{1} << 16;
  std::size_t ids = 0;
  for (const LiveRun<Word>& run : snapshot.runs) ids += run.run->guard() == nullptr ? run.run->size() : 0;
  filter_.reset(pool_, std::max(kLeast, ids + ids / 2));
  filter_bytes_.store(filter_.bytes(), std::memory_order_relaxed);
  for (const LiveRun<Word>& run : snapshot.runs) {
    if (run.run->guard() == nullptr) insert_into_filter(run.run->parts().ids);
  }
}

template <FingerprintWord Word>
void HammingCore<Word>::compact() {
  const std::lock_guard lock(writer_);
  merge_all();
}

template <FingerprintWord Word>
void HammingCore<Word>::merge_all() {
  const Snapshot<Word>& snapshot = cell_.current();
  const auto view = snapshot.memtable->view();
  const bool is_one_run =
      snapshot.runs.size() <= 1 && (snapshot.runs.empty() || snapshot.runs[0].dead_count == 0);
  if (view.added != 0 || view.removed != 0 || !is_one_run) flush(true);
  cell_.free_unused();
  pool_.trim();
}

template <FingerprintWord Word>
std::optional<Fingerprint> HammingCore<Word>::fingerprint(const IdRef& id) const {
  const std::uint64_t hash = hash_of(id, plan().id_seed());
  const typename Cell::Reader snapshot(cell_);
  const auto view = snapshot->memtable->view();
  const std::optional<Location> location = snapshot->locate(view, id, hash);
  if (!location) return std::nullopt;
  return to_fingerprint(snapshot->fingerprint(view, *location), plan().bits());
}

template <FingerprintWord Word>
void HammingCore<Word>::for_each(const EntryVisitor& visit) const {
  const typename Cell::Reader snapshot(cell_);
  const auto view = snapshot->memtable->view();
  const auto visit_part = [&](std::uint32_t run, std::size_t size) {
    for (std::uint32_t place = 0; place < size; ++place) {
      const Location location{run, place};
      if (snapshot->is_removed(view, location)) continue;
      visit(snapshot->id(location), to_fingerprint(snapshot->fingerprint(view, location), plan().bits()));
    }
  };
  for (std::uint32_t run = 0; run < snapshot->runs.size(); ++run) {
    visit_part(run, snapshot->runs[run].run->size());
  }
  visit_part(Location::kMemtable, view.added);
}

template <FingerprintWord Word>
FindResult HammingCore<Word>::find(const Fingerprint& fingerprint, int distance) const {
  const typename Cell::Reader snapshot(cell_);
  return SnapshotSearch<Word>(*snapshot, distance, options().candidate_budget)
      .find(to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
std::optional<Hit> HammingCore<Word>::find_nearest(const Fingerprint& fingerprint, int distance) const {
  const typename Cell::Reader snapshot(cell_);
  return SnapshotSearch<Word>(*snapshot, distance, options().candidate_budget)
      .find_nearest(to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
std::optional<Hit> HammingCore<Word>::find_first(const Fingerprint& fingerprint, int distance) const {
  const typename Cell::Reader snapshot(cell_);
  return SnapshotSearch<Word>(*snapshot, distance, options().candidate_budget)
      .find_first(to_word<Word>(fingerprint));
}

template <FingerprintWord Word>
std::vector<FindResult> HammingCore<Word>::find_batch(std::span<const Fingerprint> fingerprints,
                                                      int distance) const {
  std::vector<Word> queries;
  queries.reserve(fingerprints.size());
  for (const Fingerprint& fingerprint : fingerprints) queries.push_back(to_word<Word>(fingerprint));
  const typename Cell::Reader snapshot(cell_);
  return SnapshotSearch<Word>(*snapshot, distance, options().candidate_budget).find_batch(queries);
}

template <FingerprintWord Word>
std::optional<IdKind> HammingCore<Word>::id_kind() const {
  const std::lock_guard lock(writer_);
  return kind_;
}

template <FingerprintWord Word>
std::size_t HammingCore<Word>::memory_bytes() const {
  const typename Cell::Reader snapshot(cell_);
  std::size_t sum = sizeof(*this) + snapshot->memtable->bytes() +
                    filter_bytes_.load(std::memory_order_relaxed) + pool_.unused_bytes();
  for (const LiveRun<Word>& run : snapshot->runs)
    sum += run.run->bytes() + run.dead->size() * sizeof(std::uint64_t);
  return sum;
}

template <FingerprintWord Word>
void HammingCore<Word>::save(const std::string& path) {
  std::shared_ptr<const SortedRun<Word>> run;
  FileContent content{plan(), std::nullopt, options().recipe};
  {
    const std::lock_guard lock(writer_);
    merge_all();
    const Snapshot<Word>& snapshot = cell_.current();
    if (!snapshot.runs.empty()) run = snapshot.runs[0].run;
    content.id_kind = kind_;
  }  // runs are immutable, so writers may change the index while the file is written
  write_index_file<Word>(path, content, run.get());
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
