// The core of SimilarityIndex: an LSM tree (lsm_tree.h) of sketches and shingle sets, and the finds in it.
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "neardup/index/lsm_tree.h"
#include "neardup/index/similarity_index.h"
#include "neardup/index/similarity_search.h"
#include "neardup/sketch/sketch.h"

namespace neardup::internal::lsm {

/// What the tree needs to know about entries of similarity.
struct SimilarityKind {
  using Entry = SketchedEntry;
  using NewEntries = NewSimilarEntries;
  using Run = SimilarityRun;
  using SnapshotOfKind = SimilaritySnapshot;
  static constexpr std::size_t kMemtablePart = 2;  // a find looks up every band in every run: few large ones

  SketchPlan plan;
  std::uint64_t id_seed = 0;

  [[nodiscard]] std::shared_ptr<SimilarityMemtable> make_memtable(const MemoryPool& pool, IdKind id_kind,
                                                                  std::uint32_t capacity) const {
    return std::make_shared<SimilarityMemtable>(plan, pool, id_kind, capacity);
  }
  [[nodiscard]] std::shared_ptr<const Run> merge(const MemoryPool& pool, const NewEntries& entries,
                                                 const std::vector<RunSource<Run>>& sources) const {
    return merge_similar(static_cast<std::size_t>(plan.bands), id_seed, pool, entries, sources);
  }
  /// Two sets of equal 32-bit hashes count as the same, as they do in the check.
  [[nodiscard]] bool is_same(const SimilaritySnapshot& snapshot, MemtableBase::View view, Location location,
                             const SketchedEntry& entry) const;
};

class SimilarityCore : public LsmTree<SimilarityKind> {
 public:
  /// Starts with a run from a file, or empty if it is null.
  SimilarityCore(SimilarityIndexOptions options, const SketchPlan& plan, std::optional<IdKind> id_kind,
                 const std::shared_ptr<const SimilarityRun>& run)
      : LsmTree(SimilarityKind{plan, options.id_seed}, options.id_seed, id_kind, run),
        options_(std::move(options)),
        sketcher_(plan, options_.sketch_seed) {}

  [[nodiscard]] const SimilarityIndexOptions& options() const noexcept { return options_; }
  [[nodiscard]] const SketchPlan& plan() const noexcept { return sketcher_.plan(); }

  /// These do what the functions of SimilarityIndex say.
  void add(const IdRef& id, const SimilarityEntry& entry);
  void add_all(std::span<const NamedEntry> entries, int threads);
  void merge_from(SimilarityCore& other);
  void for_each(const IdVisitor& visit) const;
  [[nodiscard]] SimilarResult find(const SimilarityEntry& entry, double min_similarity) const;
  [[nodiscard]] std::optional<SimilarHit> find_first(const SimilarityEntry& entry,
                                                     double min_similarity) const;
  [[nodiscard]] std::vector<SimilarResult> find_batch(std::span<const SimilarityEntry> entries,
                                                      double min_similarity) const;
  void load_tables();
  void save(const std::string& path);

 private:
  [[nodiscard]] SimilaritySearch search(const SimilaritySnapshot& snapshot, MemtableBase::View view,
                                        double min_similarity) const;

  SimilarityIndexOptions options_;
  Sketcher sketcher_;
};

[[nodiscard]] std::unique_ptr<SimilarityCore> make_similarity_core(const SimilarityIndexOptions& options);
[[nodiscard]] std::unique_ptr<SimilarityCore> open_similarity_core(const std::string& path);

/// Checks every byte of a file. Throws Error.
void verify_similarity_file(const std::string& path);

}  // namespace neardup::internal::lsm
