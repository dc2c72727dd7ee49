// A live collection in memory: the store, the indexes in front of it, and the locks that make operations
// atomic.
//
// Why they are linearizable. An operation first takes the locks of its keys: the id of its document, and the
// keys through which the rule or equal content could lead to it (Matcher::append_lock_keys, is_found_by_content).
// One that replaces or removes a kept document also takes those of that document. It holds them while it
// looks, decides, appends to the journal and changes the indexes. Now take two operations.
//  - If they share a key, one holds it throughout before the other does: they happen one after the other.
//  - If they share none, neither document is found for the other, by the rule or by content, and they have
//    different ids. So each decides the same whether the other came before or after: either order explains both.
// The order in which operations got their last lock thus explains all answers, and the journal, to which they
// append before they release a lock, has every two that matter to each other in that order.
// Two copies of one kept document may share no key with each other, only with it; the lock of its story orders
// how they are counted. The limits of time are read while the locks are held, and only move forward.
// Removals come in batches that exclude all other operations.
//
// A change goes to the journal first and to the indexes next. If the indexes cannot follow, because memory ran out or
// their file is damaged, they are behind the store: the collection refuses to answer, and the next opening for writing
// reads the documents.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include "neardup/store/catalog.h"
#include "neardup/store/content_map.h"
#include "neardup/store/database.h"
#include "neardup/store/id_filters.h"
#include "neardup/store/journal.h"
#include "neardup/store/key_locks.h"
#include "neardup/store/live_collection.h"
#include "neardup/store/matcher.h"
#include "neardup/store/prepared.h"
#include "neardup/store/saved_index.h"
#include "neardup/store/time_limits.h"

namespace neardup::internal::store {

enum class Intent { check, query, add };

class LiveState {
 public:
  LiveState(std::string folder, const LiveOptions& options);
  /// Saves the indexes, if enough has changed.
  ~LiveState();
  LiveState(const LiveState&) = delete;
  LiveState& operator=(const LiveState&) = delete;

  [[nodiscard]] Prepared prepare(LiveDocument document) const {
    return preparers_->prepare(std::move(document));
  }
  /// Does what the intent says, without waiting for the disk. Sets `ticket` if it changed anything.
  LiveAnswer judge(Prepared document, Intent intent, Ticket& ticket);
  void wait_until_safe(Ticket ticket);

  std::size_t remove(std::span<const std::string> ids);
  [[nodiscard]] std::optional<StoredDocument> get(const std::string& id);

  /// Moves the horizon, if it is time, and drops what lies behind it.
  std::size_t expire();
  void snapshot(const std::string& folder);
  void verify();
  void for_each(const std::function<void(const StoredDocument&)>& visit);
  void export_index(const std::string& path);

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] LiveInfo info() const;
  [[nodiscard]] const Catalog& catalog() const noexcept { return catalog_; }
  [[nodiscard]] std::uint64_t syncs() const noexcept { return journal_->syncs(); }

 private:
  /// A kept document, as far as the operation on its id needs it.
  struct Kept {
    Number number = 0;
    Prepared document = {};
  };

  // live_state.cpp: one document.
  [[nodiscard]] std::optional<Number> number_of(const std::string& id) const;
  [[nodiscard]] std::optional<Kept> kept(const std::string& id) const;
  [[nodiscard]] Prepared load(Number number, Entry entry) const;
  [[nodiscard]] Entry entry_of(Number number) const;
  [[nodiscard]] PackedShingles shingles_of(Number number) const;
  void append_keys(const Prepared& document, std::vector<std::uint64_t>& keys) const;
  /// Locks all keys of an operation on the document. Returns the document that has its id, as long as the
  /// locks are held.
  [[nodiscard]] std::optional<Kept> lock(const Prepared& document, Intent intent, KeyLocks::Guard& guard);
  [[nodiscard]] bool is_still(const std::string& id, const std::optional<Kept>& old) const;
  [[nodiscard]] std::optional<Match> find(const Prepared& document, Number least);
  LiveAnswer tell_match(const Prepared& document, const Match& match, std::int64_t time, Intent intent,
                        Ticket& ticket);
  LiveAnswer keep(Prepared document, const std::optional<Kept>& old, std::int64_t time, Ticket& ticket);
  void forget(const Kept& old);
  [[nodiscard]] Story story_of(Number number, const Entry& entry) const;
  [[nodiscard]] StoredDocument stored(Number number, const Entry& entry, std::string_view body) const;
  void require_writing() const;
  /// Throws Error if the indexes are behind the store.
  void require_whole() const;
  /// Calls `change`, which makes the indexes follow the store. If it throws, they are behind.
  template <typename Change>
  void follow(const Change& change) {
    try {
      change();
    } catch (...) {
      leave_behind();
      throw;
    }
  }
  /// Says that the indexes are behind the store, and keeps their files from being used again.
  void leave_behind() noexcept;
  /// Starts an operation that others may run beside. A removal or a verification that waits goes first.
  [[nodiscard]] std::shared_lock<std::shared_mutex> enter() const;
  /// Waits until no operation runs, and keeps others from starting.
  [[nodiscard]] std::unique_lock<std::shared_mutex> enter_alone() const;
  bool move_horizon();

  // live_removal.cpp
  std::size_t remove_batch(std::span<const std::string> ids, Ticket& ticket);
  [[nodiscard]] ContentDigest digest_in_contents(Number number) const;

  // live_rebuild.cpp
  /// Adds the documents from this number on to the indexes, except those that they have.
  void read_documents(Number first, int threads);
  void read_range(std::string_view begin, std::string_view end, std::mutex& filling);
  void read_shingles(std::vector<Numbered>& chunk) const;
  void take_in(std::vector<Numbered>& chunk, std::mutex& filling);

  // live_saving.cpp
  void fill_indexes(int threads);
  [[nodiscard]] bool fill_from_saved(int threads);
  void look_up_marked();
  void forget_saved();
  void mark(Number number, const ContentDigest& digest, std::vector<Change>& changes) const;
  void save_indexes();

  // live_upkeep.cpp
  std::size_t drop_expired();
  [[nodiscard]] std::size_t verify_entries() const;

  Database database_;
  Catalog catalog_;
  std::optional<Sketcher> sketcher_;  // if the rule is a similarity
  std::unique_ptr<Matcher> matcher_;
  std::unique_ptr<PreparerPool> preparers_;
  std::unique_ptr<Journal> journal_;
  mutable KeyLocks locks_;
  mutable KeyLocks story_locks_;  // one at a time, after those of locks_
  ContentMap contents_;
  IdFilters ids_;
  TimeLimits times_;
  std::atomic<std::uint32_t> next_counter_ = 0;
  std::optional<SavedFiles> saved_;         // the files that the indexes began with
  std::int64_t tail_ = 0;                   // documents before it leave marks, if saved_ is set
  std::uint64_t save_after_;                // changes
  std::atomic<std::uint64_t> unsaved_ = 0;  // changes that are not in the files
  std::mutex horizon_mutex_;
  std::mutex dropping_;
  std::atomic<bool> is_behind_ = false;
  mutable std::shared_mutex operations_;  // see enter()
  mutable std::mutex gate_;               // held by the one that waits for operations_
};

/// Returns the name of a story.
[[nodiscard]] std::string story_name(Number number);
[[nodiscard]] std::uint64_t id_hash(std::string_view id) noexcept;

}  // namespace neardup::internal::store
