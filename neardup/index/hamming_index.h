// Finds the fingerprints within a Hamming distance of a query. HammingIndex answers exactly, in
// microseconds over millions of fingerprints, while other threads add to it.
//
//   neardup::HammingIndex index({.max_distance = 3});
//   index.add("page-1", fingerprint1);
//   for (const auto& hit : index.find(fingerprint2)) use(hit.id, hit.distance);
//
// Ids are the caller's strings or 64-bit numbers. The first id added decides which; an index cannot
// mix the two.
//
// Any thread may call any member function at any time. Finds never wait, and each find sees the
// index as it was at one moment, never half of an update. Writers take turns. Now and then an add
// or a remove merges earlier entries, which takes about as long as sorting them.
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

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/index/document_id.h"
#include "neardup/index/find_result.h"
#include "neardup/index/index_kind.h"

namespace neardup {

struct IndexOptions {
  int bits = 64;         // 32, 64 or 128; an index of 32 bits always scans all entries
  int max_distance = 3;  // the largest distance that find accepts, 0..bits

  /// The size that the plan is made for. Any number of fingerprints can be added; a wrong guess
  /// costs only speed.
  std::uint64_t expected_size = 10'000'000;
  std::uint64_t memory_budget = 0;  // bytes that an index of the expected size may take; 0: no limit

  /// The written form of the recipe that made the fingerprints. save() stores it in the file, and
  /// open(path, recipe) compares it. Has an initial value so that {.max_distance = 3} compiles without
  /// a warning about missing initialisers.
  std::string recipe = {};

  /// The most candidates that one find may examine; beyond that its result is `truncated`. 0: no
  /// limit, always exact.
  std::uint64_t candidate_budget = 0;

  /// The seed of the hash of ids. A secret seed keeps strangers from choosing ids that collide.
  std::uint64_t id_seed = 0;

  int blocks = 0;  // 1..16 forces the number of blocks, for experiments; 0: the plan decides
};

struct Hit {
  DocumentId id;
  int distance = 0;
  friend bool operator==(const Hit&, const Hit&) = default;
};

/// The hits of one query, sorted by distance, then by id. Each id appears once.
using FindResult = FindResultOf<Hit>;

using EntryVisitor = std::function<void(const IdRef&, const Fingerprint&)>;

namespace internal::lsm {
class IndexCore;
}

class HammingIndex {
 public:
  /// Makes an empty index. Throws Error if the options are invalid.
  explicit HammingIndex(const IndexOptions& options = {});

  /// Opens a file that save() wrote, in milliseconds whatever its size, because the file is mapped
  /// and not read. Checks the structure now and every page when it is first used; damage throws
  /// Error with the file and the offset. The file must not change while it is open. Adds and
  /// removes stay in memory until the next save().
  [[nodiscard]] static HammingIndex open(const std::string& path);

  /// Opens a file of this recipe only. Throws Error if the file names another recipe.
  [[nodiscard]] static HammingIndex open(const std::string& path, std::string_view recipe);

  /// Reads a whole file. Throws Error with the file and the offset if a byte is not what was written.
  static void verify(const std::string& path);

  ~HammingIndex();
  HammingIndex(HammingIndex&& other) noexcept;
  HammingIndex& operator=(HammingIndex&& other) noexcept;

  /// Adds a fingerprint. Replaces the fingerprint of an id that is already in the index. Throws
  /// Error if the fingerprint has another width or the id is of another kind.
  void add(IdRef id, const Fingerprint& fingerprint);

  /// Adds many entries, as if add() were called for each, but as one change and in about the time of sorting
  /// them. Throws Error as add() does. REQUIRES: as many ids as fingerprints, and all ids are different
  void add_all(std::span<const std::uint64_t> ids, std::span<const Fingerprint> fingerprints);

  /// Removes an id. Returns false if the index does not contain it.
  bool remove(IdRef id);
  [[nodiscard]] bool contains(IdRef id) const;

  /// Returns the fingerprint that was added with the id, or nullopt if the index does not contain it.
  [[nodiscard]] std::optional<Fingerprint> fingerprint(IdRef id) const;

  /// Calls visit(id, fingerprint) for every entry of the index at one moment, in no particular
  /// order. The id is valid only during the call.
  void for_each(const EntryVisitor& visit) const;

  /// Returns every entry within `max_distance`, by default options().max_distance. Throws Error if
  /// `max_distance` exceeds that or the fingerprint has another width.
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint) const;
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint, int max_distance) const;

  /// Returns the nearest entry, the smallest id among equally near ones: the first hit of find(), or
  /// nullopt if it has none. Examines everything that find() examines.
  [[nodiscard]] std::optional<Hit> find_nearest(const Fingerprint& fingerprint) const;
  [[nodiscard]] std::optional<Hit> find_nearest(const Fingerprint& fingerprint, int max_distance) const;

  /// Returns the first hit that the search meets, or nullopt if find() has none. Any entry within the
  /// distance may be returned, not only the nearest: which one depends on how the entries are stored,
  /// and an index that does not change returns the same one again.
  ///
  /// Stops at that hit, so a query in a cluster of a million near-equal entries takes no longer than one
  /// among strangers. Removed entries stay in place until their run is merged. Where nine tenths of a
  /// cluster or more are removed, the search may have to pass over all of them and then takes as long as
  /// find() did before the removal: some milliseconds for a million. compact() drops them.
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint) const;
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint, int max_distance) const;

  /// Returns whether find() has any hit, as fast as find_first().
  [[nodiscard]] bool has(const Fingerprint& fingerprint) const;
  [[nodiscard]] bool has(const Fingerprint& fingerprint, int max_distance) const;

  /// Calls find() for each fingerprint. Faster than separate calls when there are many, because it
  /// visits the buckets in memory order.
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints) const;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                   int max_distance) const;

  [[nodiscard]] std::size_t size() const noexcept;

  /// Returns the kind of the ids, or nullopt before the first add. Waits for a writer.
  [[nodiscard]] std::optional<IdKind> id_kind() const;

  /// Returns the bytes in use, mapped files included.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Returns one line that says how this index searches and why.
  [[nodiscard]] std::string explain() const;
  [[nodiscard]] const IndexOptions& options() const noexcept;

  /// Merges everything into one run, which makes finds fastest. Adds do this little by little anyway.
  void compact();

  /// Copies a mapped file into memory. Finds are then as fast as in an index that was built in memory: a mapped file
  /// has small pages, and each of a find's random accesses waits for their addresses too. Reads and checks the
  /// whole file; throws Error if it is damaged. Does nothing to an index in memory.
  void load_tables();

  /// Compacts the index and writes it to a file. Writes under another name in the same folder and then
  /// renames, so that the path holds either the old or the new file whatever happens. Throws Error.
  void save(const std::string& path);

 private:
  explicit HammingIndex(std::unique_ptr<internal::lsm::IndexCore> core) noexcept;
  std::unique_ptr<internal::lsm::IndexCore> core_;
};

}  // namespace neardup
