// Finds the documents whose shingle sets are similar to that of a query. SimilarityIndex gives the answer of
// `dedup --similarity`, one query at a time, in microseconds over millions of documents, while other threads
// add to it.
//
//   neardup::SimilarityIndex index({.min_similarity = 0.8});
//   neardup::SimilarityEntryTaker taker(recipe);
//   index.add("page-1", taker.take(text1));
//   for (const auto& hit : index.find(taker.take(text2))) use(hit.id, hit.similarity);
//
// Candidates are the entries whose sketches agree with the query's in enough bands (sketch_plan.h), the same
// bands as in banded_join. Each candidate is checked exactly. So nothing dissimilar is reported, and
// expected_recall() of the similar entries is found: those that the join finds. Where more than 256 documents
// crowd one band, the join compares them without bands and may find a few more.
//
// The check compares shingles by 32 bits of their hashes and counts equal ones, never more than either set
// has of them. Two different shingles are taken for equal with probability 2^-32, so a similarity can be too
// high, never too low, and no hit is lost. For two sets that have a and b shingles of their own, it is too
// high with probability at most a * b / 2^32: 6e-8 for two texts of 150 shingles at similarity 0.8, 3e-6 for
// texts of 1,000 shingles. Otherwise it is the very number that the join computes.
//
// Ids, threads and files are as in HammingIndex: ids are strings or 64-bit numbers, not both. Any thread may
// call any member function at any time; finds never wait, and each find sees the index as it was at one
// moment. Writers take turns. Now and then an add or a remove merges earlier entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/index/document_id.h"
#include "neardup/index/find_result.h"
#include "neardup/index/index_kind.h"
#include "neardup/index/similarity_entry.h"
#include "neardup/sketch/sketch_plan.h"

namespace neardup {

struct SimilarityIndexOptions {
  double min_similarity = 0.8;  // the least similarity that find reports, 0.5..1; decides the sketch

  /// The written form of the recipe that made the shingles. save() stores it in the file, and
  /// open(path, recipe) compares it.
  std::string recipe = {};

  std::uint64_t sketch_seed = 0;  // chooses the hash functions of the sketch; 0 in `dedup`

  /// The most candidates that one find may check; beyond that its result is `truncated`. 0: no limit.
  std::uint64_t candidate_budget = 0;

  /// The seed of the hash of ids. A secret seed keeps strangers from choosing ids that collide.
  std::uint64_t id_seed = 0;
};

struct SimilarHit {
  DocumentId id;
  double similarity = 0;  // Jaccard similarity of the shingle sets
  friend bool operator==(const SimilarHit&, const SimilarHit&) = default;
};

/// The hits of one query, sorted by similarity, the highest first, then by id. Each id appears once.
using SimilarResult = FindResultOf<SimilarHit>;

/// An entry with its id, for adding many at once.
struct NamedEntry {
  IdRef id;
  SimilarityEntry entry;
};

using IdVisitor = std::function<void(const IdRef&)>;

namespace internal::lsm {
class SimilarityCore;
}

class SimilarityIndex {
 public:
  /// Makes an empty index. Throws Error if the options are invalid.
  explicit SimilarityIndex(const SimilarityIndexOptions& options = {});

  /// Opens a file that save() wrote, in milliseconds whatever its size, because the file is mapped and not
  /// read. Checks the structure now and every page when it is first used; damage throws Error with the file
  /// and the offset. The file must not change while it is open. Adds and removes stay in memory until the
  /// next save(). Throws Error for a file of a HammingIndex.
  [[nodiscard]] static SimilarityIndex open(const std::string& path);

  /// Opens a file of this recipe only. Throws Error if the file names another recipe.
  [[nodiscard]] static SimilarityIndex open(const std::string& path, std::string_view recipe);

  /// Reads a whole file. Throws Error with the file and the offset if a byte is not what was written.
  static void verify(const std::string& path);

  ~SimilarityIndex();
  SimilarityIndex(SimilarityIndex&& other) noexcept;
  SimilarityIndex& operator=(SimilarityIndex&& other) noexcept;

  /// Adds an entry. Replaces the entry of an id that is already in the index. Throws Error if the id is of
  /// another kind.
  void add(IdRef id, const SimilarityEntry& entry);

  /// Adds many entries on `threads` threads (0: one per core), as if add() were called for each in order, but
  /// as one change: a find sees all of them or none.
  void add_all(std::span<const NamedEntry> entries, int threads = 0);

  /// Adds all entries of another index, as if add() were called for each, and compacts both. Takes about as
  /// long as copying the entries. Throws Error unless both have the same similarity, recipe, sketch seed and
  /// kind of ids.
  void merge_from(SimilarityIndex& other);

  /// Removes an id. Returns false if the index does not contain it.
  bool remove(IdRef id);
  [[nodiscard]] bool contains(IdRef id) const;

  /// Calls visit(id) for every entry of the index at one moment, in no particular order. The id is valid only
  /// during the call.
  void for_each(const IdVisitor& visit) const;

  /// Returns every entry that the bands find and whose similarity is at least `min_similarity`, by default
  /// options().min_similarity. Throws Error if `min_similarity` is below that.
  [[nodiscard]] SimilarResult find(const SimilarityEntry& entry) const;
  [[nodiscard]] SimilarResult find(const SimilarityEntry& entry, double min_similarity) const;

  /// Returns the first hit that the search meets, or nullopt if find() has none. Any entry that is similar
  /// enough may be returned, not only the most similar; an index that does not change returns the same one
  /// again. Stops at that hit, so a query in a cluster of a million near-equal entries takes no longer than
  /// one among strangers. Where nine tenths of such a cluster or more are removed, it may have to pass over
  /// all of them; compact() drops them.
  [[nodiscard]] std::optional<SimilarHit> find_first(const SimilarityEntry& entry) const;
  [[nodiscard]] std::optional<SimilarHit> find_first(const SimilarityEntry& entry,
                                                     double min_similarity) const;

  /// Returns whether find() has any hit, as fast as find_first().
  [[nodiscard]] bool has(const SimilarityEntry& entry) const;

  /// Calls find() for each entry, all at one moment.
  [[nodiscard]] std::vector<SimilarResult> find_batch(std::span<const SimilarityEntry> entries) const;
  [[nodiscard]] std::vector<SimilarResult> find_batch(std::span<const SimilarityEntry> entries,
                                                      double min_similarity) const;

  [[nodiscard]] std::size_t size() const noexcept;

  /// Returns the kind of the ids, or nullopt before the first add. Waits for a writer.
  [[nodiscard]] std::optional<IdKind> id_kind() const;

  /// Returns the bytes in use, those of tables and ids in a mapped file included. Shingle sets in a mapped
  /// file are not: only those of candidates are read.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Returns one line that says how this index searches.
  [[nodiscard]] std::string explain() const;
  [[nodiscard]] const SimilarityIndexOptions& options() const noexcept;
  [[nodiscard]] const SketchPlan& plan() const noexcept;

  /// Returns the expected share of the entries of this similarity to a query that a find reports.
  /// REQUIRES: similarity >= options().min_similarity
  [[nodiscard]] double expected_recall(double similarity) const noexcept;
  /// Returns it for the least similarity, where it is lowest.
  [[nodiscard]] double expected_recall() const noexcept;

  /// Merges everything into one run, which makes finds fastest. Adds do this little by little anyway.
  void compact();

  /// Copies the tables and ids of a mapped file into memory; the shingle sets stay mapped. Finds are then as fast
  /// as in an index that was built in memory: a mapped file has small pages, and each of a find's random
  /// accesses waits for their addresses too. Reads that part of the file, about a fifth. Does nothing to an
  /// index in memory.
  void load_tables();

  /// Compacts the index and writes it to a file. Writes under another name in the same folder and then
  /// renames, so that the path holds either the old or the new file whatever happens. Throws Error.
  void save(const std::string& path);

 private:
  explicit SimilarityIndex(std::unique_ptr<internal::lsm::SimilarityCore> core) noexcept;
  std::unique_ptr<internal::lsm::SimilarityCore> core_;
};

}  // namespace neardup
