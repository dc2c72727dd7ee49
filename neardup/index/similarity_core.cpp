#include "neardup/index/similarity_core.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "neardup/index/similarity_file.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"
#include "neardup/util/radix_sort.h"

namespace neardup::internal::lsm {

namespace {

bool is_same_id(const IdRef& a, const IdRef& b) noexcept {
  if (a.kind() != b.kind()) return false;
  return a.kind() == IdKind::number ? a.number() == b.number() : a.text() == b.text();
}

/// Returns the entries without those that a later one of the same id replaces.
std::vector<NamedEntry> last_of_each_id(std::span<const NamedEntry> entries, std::uint64_t id_seed) {
  struct Order {
    std::uint64_t hash;
    std::size_t place;
  };
  std::vector<Order> order;
  order.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) order.push_back({hash_of(entries[i].id, id_seed), i});
  radix_sort<8>(order, [](const Order& next) { return next.hash; });  // stable
  std::vector<bool> replaced(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t later = i + 1; later < order.size() && order[later].hash == order[i].hash; ++later) {
      if (!is_same_id(entries[order[i].place].id, entries[order[later].place].id)) continue;
      replaced[order[i].place] = true;
      break;
    }
  }
  std::vector<NamedEntry> last;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!replaced[i]) last.push_back(entries[i]);
  }
  return last;
}

IdColumn column_of(const MemoryPool& pool, std::span<const NamedEntry> entries) {
  IdColumn ids;
  ids.kind = entries.front().id.kind();
  const bool is_text = ids.kind == IdKind::text;
  std::size_t bytes = 0;
  for (const NamedEntry& entry : entries) bytes += entry.id.text().size();
  ids.numbers = Column<std::uint64_t>::zeros(pool, entries.size() + (is_text ? 1 : 0));
  ids.texts = Column<char>(pool, bytes);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const IdRef& id = entries[i].id;
    if (id.kind() != ids.kind)
      throw Error(ErrorCode::invalid_argument, "index: ids are numbers or texts, not both");
    std::ranges::copy(id.text(), ids.texts.writable() + filled);
    filled += id.text().size();
    ids.numbers.writable()[is_text ? i + 1 : i] = is_text ? filled : id.number();
  }
  return ids;
}

}  // namespace

bool SimilarityKind::is_same(const SimilaritySnapshot& snapshot, MemtableBase::View /*view*/,
                             Location location, const SketchedEntry& entry) const {
  if (location.run == Location::kMemtable)
    return snapshot.memtable->packed_set(location.place) == entry.set();
  const SimilarityRun& run = *snapshot.runs[location.run].run;
  return run.parts().sets.bytes_at(location.place, run.sets_guard()) == entry.set();
}

void SimilarityCore::add(const IdRef& id, const SimilarityEntry& entry) {
  LsmTree::add(id, sketch_entry(sketcher_, entry));
}

void SimilarityCore::add_all(std::span<const NamedEntry> entries, int threads) {
  if (entries.empty()) return;
  const std::vector<NamedEntry> last = last_of_each_id(entries, options_.id_seed);
  const auto bands = static_cast<std::size_t>(plan().bands);
  constexpr std::size_t kTask = 1024;
  std::vector<std::string> made(last.size());
  NewSimilarEntries added;
  added.sets.resize(last.size());
  added.keys.resize(last.size() * bands);
  run_tasks(thread_count(threads), (last.size() + kTask - 1) / kTask, [&](std::size_t task, int /*thread*/) {
    for (std::size_t i = task * kTask; i < std::min((task + 1) * kTask, last.size()); ++i) {
      SketchedEntry sketched = sketch_entry(sketcher_, last[i].entry);
      std::copy_n(sketched.keys.begin(), bands, added.keys.data() + i * bands);
      made[i] = std::move(sketched.made);
      added.sets[i] = sketched.given.empty() ? made[i] : sketched.given;
    }
  });
  added.ids = column_of(pool(), last);
  add_bulk(added);
}

void SimilarityCore::merge_from(SimilarityCore& other) {
  const bool is_same_kind = options_.min_similarity == other.options_.min_similarity &&
                            options_.recipe == other.options_.recipe && plan() == other.plan() &&
                            options_.sketch_seed == other.options_.sketch_seed;
  if (!is_same_kind) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("index: similarity {} of the recipe \"{}\" cannot be merged with similarity {} of "
                    "the recipe \"{}\"",
                    options_.min_similarity, options_.recipe, other.options_.min_similarity,
                    other.options_.recipe));
  }
  if (&other == this) return compact();
  const Compacted compacted = other.compacted();
  if (compacted.run != nullptr) add_run(compacted.run);
}

void SimilarityCore::for_each(const IdVisitor& visit) const {
  const Reader snapshot(cell());
  snapshot->for_each(snapshot->memtable->view(), [&](Location location) { visit(snapshot->id(location)); });
}

SimilaritySearch SimilarityCore::search(const SimilaritySnapshot& snapshot, MemtableBase::View view,
                                        double min_similarity) const {
  return {snapshot, view, plan(), {min_similarity, options_.candidate_budget}};
}

SimilarResult SimilarityCore::find(const SimilarityEntry& entry, double min_similarity) const {
  const BandKeys keys = band_keys(sketcher_, entry);
  const Reader snapshot(cell());
  return search(*snapshot, snapshot->memtable->view(), min_similarity).find(keys, entry);
}

std::optional<SimilarHit> SimilarityCore::find_first(const SimilarityEntry& entry,
                                                     double min_similarity) const {
  const BandKeys keys = band_keys(sketcher_, entry);
  const Reader snapshot(cell());
  return search(*snapshot, snapshot->memtable->view(), min_similarity).find_first(keys, entry);
}

std::vector<SimilarResult> SimilarityCore::find_batch(std::span<const SimilarityEntry> entries,
                                                      double min_similarity) const {
  std::vector<SimilarResult> results;
  results.reserve(entries.size());
  const Reader snapshot(cell());
  const auto view = snapshot->memtable->view();
  // One find already keeps as many cache misses in flight as a core can: the finds of a batch need not overlap.
  for (const SimilarityEntry& entry : entries)
    results.push_back(search(*snapshot, view, min_similarity).find(band_keys(sketcher_, entry), entry));
  return results;
}

void SimilarityCore::load_tables() {
  replace_runs([this](const std::shared_ptr<const SimilarityRun>& run) {
    return run->guard() == nullptr ? run : run->load_tables(pool());
  });
}

void SimilarityCore::save(const std::string& path) {
  const Compacted compacted = this->compacted();
  write_similarity_file(path, {options_, plan(), compacted.id_kind, compacted.run});
}

std::unique_ptr<SimilarityCore> make_similarity_core(const SimilarityIndexOptions& options) {
  return std::make_unique<SimilarityCore>(options, plan_sketch(options.min_similarity), std::nullopt,
                                          nullptr);
}

std::unique_ptr<SimilarityCore> open_similarity_core(const std::string& path) {
  const SimilarityContent content = read_similarity_file(MappedIndexFile::open(path));
  return std::make_unique<SimilarityCore>(content.options, content.plan, content.id_kind, content.run);
}

void verify_similarity_file(const std::string& path) {
  const std::shared_ptr<const MappedIndexFile> file = MappedIndexFile::open(path);
  file->check_all();
  const SimilarityContent content = read_similarity_file(file);
  try {
    if (content.run != nullptr) content.run->verify();
  } catch (const Error& error) {
    throw Error(error.code(), path + ": " + error.what());
  }
}

}  // namespace neardup::internal::lsm
