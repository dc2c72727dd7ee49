// The core of HammingIndex: an LSM tree (lsm_tree.h) of fingerprints of one width, and the finds in it.
// Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/lsm_tree.h"
#include "neardup/index/plan.h"
#include "neardup/index/snapshot.h"

namespace neardup::internal::lsm {

/// What the tree needs to know about fingerprints.
template <FingerprintWord Word>
struct HammingKind {
  using Entry = Word;
  using NewEntries = lsm::NewEntries<Word>;
  using Run = SortedRun<Word>;
  using SnapshotOfKind = Snapshot<Word>;
  static constexpr std::size_t kMemtablePart = 8;

  const Plan& plan;

  [[nodiscard]] std::shared_ptr<Memtable<Word>> make_memtable(const MemoryPool& pool, IdKind id_kind,
                                                              std::uint32_t capacity) const {
    return std::make_shared<Memtable<Word>>(plan, pool, id_kind, capacity);
  }
  [[nodiscard]] std::shared_ptr<const Run> merge(const MemoryPool& pool, const NewEntries& entries,
                                                 const std::vector<MergeSource<Word>>& sources) const {
    return lsm::merge(plan, pool, entries, sources);
  }
  [[nodiscard]] bool is_same(const Snapshot<Word>& snapshot, MemtableBase::View view, Location location,
                             const Word& word) const {
    return snapshot.fingerprint(view, location) == word;
  }
};

template <FingerprintWord Word>
class HammingCore : public LsmTree<HammingKind<Word>> {
 public:
  /// Starts with a run from a file, or empty if it is null. `kind` is the kind of the ids, or nullopt if none
  /// was ever added. The options and the plan must outlive the core.
  HammingCore(const IndexOptions& options, const Plan& plan, std::optional<IdKind> kind,
              const std::shared_ptr<const SortedRun<Word>>& run)
      : LsmTree<HammingKind<Word>>(HammingKind<Word>{plan}, plan.id_seed(), kind, run),
        options_(options),
        plan_(plan) {}

  /// These do what the functions of HammingIndex say.
  /// REQUIRES, for all: fingerprints have the width of the options, distances are at most the planned one
  void add(const IdRef& id, const Fingerprint& fingerprint);
  void add_all(std::span<const std::uint64_t> ids, std::span<const Fingerprint> fingerprints);
  [[nodiscard]] std::optional<Fingerprint> fingerprint(const IdRef& id) const;
  void for_each(const EntryVisitor& visit) const;
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint, int distance) const;
  [[nodiscard]] std::optional<Hit> find_nearest(const Fingerprint& fingerprint, int distance) const;
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint, int distance) const;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                   int distance) const;
  void load_tables();
  void save(const std::string& path);

 private:
  using Tree = LsmTree<HammingKind<Word>>;
  using Reader = typename Tree::Reader;

  const IndexOptions& options_;
  const Plan& plan_;
};

extern template class HammingCore<std::uint64_t>;
extern template class HammingCore<Bits128>;

/// The core of either width, with its options and its plan.
class IndexCore {
 public:
  template <FingerprintWord Word>
  IndexCore(std::type_identity<Word> /*width*/, IndexOptions options, const Plan& plan,
            std::optional<IdKind> kind, const std::shared_ptr<const SortedRun<Word>>& run)
      : options_(std::move(options)),
        plan_(plan),
        core_(std::in_place_type<HammingCore<Word>>, options_, plan_, kind, run) {}

  [[nodiscard]] const IndexOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Plan& plan() const noexcept { return plan_; }

  /// Calls use(core) with the core of the width in use.
  template <typename Use>
  decltype(auto) with(const Use& use) {
    if (auto* const narrow = std::get_if<HammingCore<std::uint64_t>>(&core_)) return use(*narrow);
    return use(*std::get_if<HammingCore<Bits128>>(&core_));  // unlike std::visit, this cannot throw
  }

 private:
  IndexOptions options_;
  Plan plan_;
  std::variant<HammingCore<std::uint64_t>, HammingCore<Bits128>> core_;  // refers to the members above
};

[[nodiscard]] std::unique_ptr<IndexCore> make_core(const IndexOptions& options);
[[nodiscard]] std::unique_ptr<IndexCore> open_core(const std::string& path);

/// Checks every byte of a file. Throws Error.
void verify_file(const std::string& path);

}  // namespace neardup::internal::lsm
