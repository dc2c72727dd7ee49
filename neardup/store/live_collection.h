// Answers "seen before?" for documents that keep coming, and loses nothing: LiveCollection is a folder on
// disk with indexes in memory in front of it.
//
//   neardup::LiveCollection seen("news.seen", {.rule = neardup::LiveRule::similarity(0.8)});
//   const neardup::LiveAnswer answer = seen.check("page-1", text);
//   if (answer.verdict != neardup::LiveVerdict::is_new) use(answer.nearest, answer.copies);
//
// check() is atomic: the document is a near-duplicate of a kept one, or it is kept. It is compared with kept
// documents only, as in star linkage, so the collection keeps what `dedup --keep first` keeps of the same
// documents in the same order. A text too short to judge is a duplicate only of the same content.
//
// Any thread may call any member function at any time, and every call takes effect at one moment between its
// beginning and its end (it is linearizable). A check locks the keys through which another document could find
// it or be found by it; so documents wait for each other only if they share a block of their fingerprints, a
// band of their sketches, their content or their id.
//
// One process at a time may write to a folder. Any number may read a snapshot.
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

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/recipe.h"

namespace rocksdb {
class Env;
}

namespace neardup {

/// What survives. A killed process loses at most what a power cut would; docs/seen.md has the promises.
enum class Durability {
  sync,      // an answer comes after its change is on the disk; threads share the fsyncs
  interval,  // a change is on the disk within 100 milliseconds
  none,      // a change is on the disk when the operating system writes it
};

/// When two documents are duplicates.
class LiveRule {
 public:
  /// Their fingerprints differ in at most `bits` bits.
  [[nodiscard]] static LiveRule distance(int bits) { return {bits, 0}; }
  /// The Jaccard similarity of their shingle sets is at least this, 0.5 to 1.
  [[nodiscard]] static LiveRule similarity(double least) { return {std::nullopt, least}; }

  [[nodiscard]] const std::optional<int>& max_distance() const noexcept { return max_distance_; }
  /// REQUIRES: max_distance() has no value
  [[nodiscard]] double min_similarity() const noexcept { return min_similarity_; }
  /// Returns "distance 3" or "similarity 0.8".
  [[nodiscard]] std::string written() const;
  friend bool operator==(const LiveRule&, const LiveRule&) = default;

 private:
  LiveRule(std::optional<int> max_distance, double min_similarity)
      : max_distance_(max_distance), min_similarity_(min_similarity) {}
  std::optional<int> max_distance_;
  double min_similarity_;
};

/// An option without a value is taken from the collection, or has its default in a new one. A value that differs
/// from that of the collection is refused, except for `window` and `ttl`, which it changes.
struct LiveOptions {
  std::optional<Recipe> recipe = {};     // default: text-1
  std::optional<LiveRule> rule = {};     // default: the similarity of the recipe
  std::optional<bool> keeps_texts = {};  // default: false
  std::optional<std::int64_t> window =
      {};  // seconds; a document matches only those at most this much older; 0: any
  std::optional<std::int64_t> ttl = {};  // seconds after which a document matches nothing any more; 0: never
  Durability durability = Durability::sync;
  bool create = true;      // make the collection if there is none
  bool read_only = false;  // open a snapshot; member functions that change the collection throw Error
  int threads = 0;         // for rebuilding the indexes; 0: one per core
  /// Closing saves the indexes to files, from which they open faster, if so many documents, and a quarter of all,
  /// came or went since they were saved last. Reading fewer documents takes less time than writing the files.
  std::uint64_t save_after = 500'000;
  /// Returns the time in seconds since 1970; for tests.
  std::function<std::int64_t()> clock = {};
  /// Stands between RocksDB and the disk; for tests, which make it fail.
  rocksdb::Env* environment = nullptr;
};

struct LiveDocument {
  Document document = {};                 // its id and its text or features
  std::optional<std::int64_t> time = {};  // seconds since 1970; none: now
  std::string source = {};                // who published it, for the story
  std::string fields = {};                // stored as they are
};

enum class LiveVerdict {
  is_new,          // kept
  near_duplicate,  // near a kept document by the rule
  exact_copy,      // the same words in the same order as a kept document; for a text too short to judge or
                   // source code, the same normalised text
};
/// Returns "new", "duplicate" or "copy".
[[nodiscard]] std::string_view name_of(LiveVerdict verdict) noexcept;

struct LiveAnswer {
  LiveVerdict verdict = LiveVerdict::is_new;
  std::string id = {};                    // as kept or as asked
  std::string nearest = {};               // the id of the kept document; empty if new
  std::optional<int> distance = {};       // of the fingerprints, if both have one
  std::optional<double> similarity = {};  // if the rule is a similarity, or of an exact copy
  std::string story = {};                 // names the kept document and its copies for as long as it is kept
  std::uint64_t copies = 0;               // of the kept document, so far
  std::int64_t first_seen = 0;            // seconds since 1970
  std::int64_t last_seen = 0;             // of the copies too
  std::vector<std::string> sources = {};  // at most 64, in order of appearance
  friend bool operator==(const LiveAnswer&, const LiveAnswer&) = default;
};

/// A kept document.
struct StoredDocument {
  std::string id = {};
  std::optional<Fingerprint> fingerprint = {};
  std::optional<std::string> text = {};  // if the collection keeps texts
  std::string fields = {};
  std::string story = {};
  std::uint64_t copies = 0;
  std::int64_t first_seen = 0;
  std::int64_t last_seen = 0;
  std::vector<std::string> sources = {};
  friend bool operator==(const StoredDocument&, const StoredDocument&) = default;
};

struct LiveInfo {
  std::string recipe = {};
  std::string rule = {};
  bool keeps_texts = false;
  std::int64_t window = 0;
  std::int64_t ttl = 0;
  std::uint64_t documents = 0;
  std::uint64_t unjudged = 0;  // of these, found by their exact content only
  std::uint64_t memory_bytes = 0;
  std::uint64_t disk_bytes = 0;
  std::string index = {};  // how the index searches
};

namespace internal::store {
struct Prepared;
class LiveState;
}  // namespace internal::store

/// A document with its fingerprint and shingles, ready to be checked.
class PreparedDocument {
 public:
  explicit PreparedDocument(std::unique_ptr<internal::store::Prepared> prepared) noexcept;
  ~PreparedDocument();
  PreparedDocument(PreparedDocument&&) noexcept;
  PreparedDocument& operator=(PreparedDocument&&) noexcept;

 private:
  friend class LiveCollection;
  std::unique_ptr<internal::store::Prepared> prepared_;
};

class LiveCollection {
 public:
  /// Opens or makes the collection in a folder and rebuilds its indexes. Throws Error if another process
  /// writes to it, if the options do not fit it, or if it is damaged.
  explicit LiveCollection(std::string folder, const LiveOptions& options = {});
  /// Writes what is left.
  ~LiveCollection();
  LiveCollection(const LiveCollection&) = delete;
  LiveCollection& operator=(const LiveCollection&) = delete;

  /// Returns what the document repeats, and counts it as a copy; or else keeps it. A document with the id of a
  /// kept one replaces that one if it is new; if it is an exact copy of that one, it was asked again and is
  /// not counted. An error leaves open whether it took effect. Throws Error.
  LiveAnswer check(LiveDocument document);
  LiveAnswer check(std::string_view id, std::string_view text);

  /// Takes from a document what a check needs. For threads that prepare while another one checks.
  [[nodiscard]] PreparedDocument prepare(LiveDocument document) const;
  /// Checks the documents one after the other, and waits for the disk once.
  std::vector<LiveAnswer> check_all(std::vector<PreparedDocument> documents);

  /// Returns the answer that check() would give, and changes nothing. May see a document whose own check
  /// still waits for the disk.
  [[nodiscard]] LiveAnswer query(LiveDocument document) const;
  [[nodiscard]] std::vector<LiveAnswer> query_all(std::vector<PreparedDocument> documents) const;

  /// Keeps a document whatever it repeats. Replaces the document of the same id.
  LiveAnswer add(LiveDocument document);

  /// Removes documents with their stories, about a thousand at a time in one step, for which other calls wait. Returns
  /// how many of the ids were kept.
  std::size_t remove(std::span<const std::string> ids);
  [[nodiscard]] std::optional<StoredDocument> get(const std::string& id) const;

  /// Drops the days that can no longer match, files at a time. check() does this too, when a day ends. Returns
  /// how many documents were dropped.
  std::size_t expire();

  /// Writes a copy that can be opened on its own, while checks go on. The folder must not exist.
  void snapshot(const std::string& folder) const;
  /// Copies a snapshot to a new folder, to go on from there.
  static void restore(const std::string& snapshot, const std::string& folder);

  /// Reads everything, and compares documents, ids, stories and indexes with each other. Other calls wait.
  /// Throws Error.
  void verify() const;

  /// Calls visit(document) for every kept document, by time, as they were at one moment.
  void for_each(const std::function<void(const StoredDocument&)>& visit) const;
  /// Writes the kept documents to a file for `neardup index` and `--against`.
  void export_index(const std::string& path) const;

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] LiveInfo info() const;
  [[nodiscard]] const Recipe& recipe() const;
  [[nodiscard]] const LiveRule& rule() const;
  /// Returns how often the log was synced; checks per sync are what group commit gains.
  [[nodiscard]] std::uint64_t syncs() const noexcept;

 private:
  std::unique_ptr<internal::store::LiveState> state_;
};

}  // namespace neardup
