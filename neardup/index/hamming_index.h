// Who is near this fingerprint? HammingIndex answers exactly, in microseconds over millions, while others add
// to it.
//
//   neardup::HammingIndex index({.max_distance = 3});
//   index.add("page-1", fingerprint1);
//   for (const auto& hit : index.find(fingerprint2)) use(hit.id, hit.distance);
//
// Ids are the caller's strings or 64-bit numbers, one kind in an index, decided by the first that is added.
// Every member function may be called from any thread at any time: finds never wait, and each sees the index
// as it was at one moment, no half of an update; writers take turns. Now and then an add or a remove merges
// what came before, as long as one sort of it would take.
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

namespace neardup {

struct IndexOptions {
  int bits = 64;         // 32, 64 or 128; 32 bits are scanned
  int max_distance = 3;  // the greatest that find can be asked for, 0..bits

  /// What the plan is made for. Any number can be added; a wrong guess costs speed only.
  std::uint64_t expected_size = 10'000'000;
  std::uint64_t memory_budget = 0;  // bytes that the expected size may take; 0: no limit

  /// The written form of the recipe of the fingerprints; goes into the file and must match when one is
  /// opened.
  std::string recipe = {};  // given a value so that {.max_distance = 3} leaves nothing out

  /// The most candidates that one find may look at; its answer is `truncated` beyond. 0: no limit, always
  /// exact.
  std::uint64_t candidate_budget = 0;

  /// Of the hash of ids. One that strangers cannot guess keeps ids that they choose from meeting in one
  /// place.
  std::uint64_t id_seed = 0;

  int blocks = 0;  // 1..16 forces the plan, for experiments; 0: the plan decides
};

struct Hit {
  DocumentId id;
  int distance = 0;
  friend bool operator==(const Hit&, const Hit&) = default;
};

/// Hits ordered by distance, then id. Every id once.
struct FindResult {
  std::vector<Hit> hits;
  bool truncated = false;  // there may be more: the candidate budget was used up

  [[nodiscard]] bool empty() const noexcept { return hits.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return hits.size(); }
  [[nodiscard]] auto begin() const noexcept { return hits.begin(); }
  [[nodiscard]] auto end() const noexcept { return hits.end(); }
  [[nodiscard]] const Hit& operator[](std::size_t i) const { return hits[i]; }
  friend bool operator==(const FindResult&, const FindResult&) = default;
};

using EntryVisitor = std::function<void(const IdRef&, const Fingerprint&)>;

namespace index {
class IndexCore;
}

class HammingIndex {
 public:
  /// Throws Error for options that cannot be meant.
  explicit HammingIndex(const IndexOptions& options = {});

  /// Opens a file that save has written, in milliseconds whatever its size: it is mapped, not read. The
  /// structure is checked now, every page when it is first used; what is damaged throws Error with the file
  /// and the offset. Must not be changed while it is open. Adds and removes stay in memory until the next
  /// save.
  [[nodiscard]] static HammingIndex open(const std::string& path);

  /// The same, for fingerprints of this recipe only: throws Error when the file says another.
  [[nodiscard]] static HammingIndex open(const std::string& path, std::string_view recipe);

  /// Reads all of a file; throws Error with the file and the offset when a byte is not what was written.
  static void verify(const std::string& path);

  ~HammingIndex();
  HammingIndex(HammingIndex&& other) noexcept;
  HammingIndex& operator=(HammingIndex&& other) noexcept;

  /// An id that is there already is replaced. Throws Error for a fingerprint of another width or an id of
  /// another kind.
  void add(IdRef id, const Fingerprint& fingerprint);

  /// False when there is no such id.
  bool remove(IdRef id);
  [[nodiscard]] bool contains(IdRef id) const;

  /// The fingerprint that was added with the id.
  [[nodiscard]] std::optional<Fingerprint> fingerprint(IdRef id) const;

  /// Calls visit(id, fingerprint) for everything that is in the index at one moment, in no particular order.
  /// The id is the visitor's only while it is called.
  void for_each(const EntryVisitor& visit) const;

  /// Everything within max_distance, which is at most the planned one; without it, within the planned one.
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint) const;
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint, int max_distance) const;

  /// The first that find would give.
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint) const;
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint, int max_distance) const;

  /// Whether find would give anything.
  [[nodiscard]] bool has(const Fingerprint& fingerprint) const;
  [[nodiscard]] bool has(const Fingerprint& fingerprint, int max_distance) const;

  /// find for each, faster when there are many: buckets are visited in the order of memory.
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints) const;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                   int max_distance) const;

  [[nodiscard]] std::size_t size() const noexcept;

  /// What ids are; nothing before the first was added. Waits for a writer.
  [[nodiscard]] std::optional<IdKind> id_kind() const;

  /// Bytes held in memory, mapped files included.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// One line: how this index searches and why.
  [[nodiscard]] std::string explain() const;
  [[nodiscard]] const IndexOptions& options() const noexcept;

  /// Merges everything into one run: finds are fastest then. Adds do it little by little anyway.
  void compact();

  /// Writes everything to a file, compacting first: under another name in the same folder, then renamed, so
  /// that the path holds the old or the new file whatever happens. Throws Error.
  void save(const std::string& path);

 private:
  explicit HammingIndex(std::unique_ptr<index::IndexCore> core) noexcept;
  std::unique_ptr<index::IndexCore> core_;
};

}  // namespace neardup
