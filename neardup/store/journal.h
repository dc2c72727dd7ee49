// Orders the changes of a collection, makes them durable in groups, and shows them to readers at once.
//
// append() only adds the change to the group in the making, in memory; one thread of the journal hands whole
// groups to RocksDB. So a check pays for a copy, not for the log and the tables, and one fsync answers all
// checks that came in during the one before. Until a group is in RocksDB, readers find its keys here.
//
// The order of the log is the order of the calls of append(). Two operations that share a key call it while
// they hold the key's lock, so the log orders them as they happened, and what a crash leaves, a beginning of
// the log, is a state that the collection was in.
//
// A full disk blocks the journal: the group waits, append() refuses more, reads go on, and the next append()
// that finds room goes on. Any other error, a failed fsync above all, ends writing for good: after it, the
// kernel may have dropped the pages, and a second fsync that succeeds would prove nothing.
//
// Thread-safe.
#pragma once

#include <rocksdb/write_batch.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "neardup/store/database.h"
#include "neardup/store/pending_values.h"

namespace neardup::internal::store {

/// When a change is safe from a power cut.
enum class Safety {
  at_once,   // before durable() returns
  soon,      // within kSyncInterval
  whenever,  // when the operating system writes its pages
};

/// Changes that take effect together or not at all.
struct Change {
  Family family = Family::meta;
  std::string key;
  std::optional<std::string> value = {};      // none, and no body: the key is erased
  std::optional<std::string> range_end = {};  // set: all keys from `key` up to this one are erased
  /// Not empty: the value of a key of bodies, which the caller keeps. It is long, and no check reads it, so get()
  /// does not find it before it is in RocksDB.
  std::string_view body = {};
};

/// A point in the order of changes.
using Ticket = std::uint64_t;

class Journal {
 public:
  Journal(Database& database, Safety safety);
  /// Writes what is left.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Adds the changes after all earlier ones. Waits while more is in memory than the disk can follow. Throws
  /// Error, and adds nothing, if the disk is full or failed.
  Ticket append(const std::vector<Change>& changes);

  /// Returns once the changes up to the ticket are as safe as promised. Throws Error if they are not stored:
  /// then it is open whether they will be.
  void wait_until_safe(Ticket ticket);

  /// Returns the value of the key after all changes so far, or no value if there is none.
  [[nodiscard]] std::optional<std::string> get(Family family, const std::string& key) const;

  /// Returns the values of keys that are sorted, in the same order.
  [[nodiscard]] std::vector<std::optional<std::string>> get_all(Family family,
                                                                std::span<const std::string> keys) const;

  /// Returns once all changes so far are in RocksDB, safe or not. Throws Error if the disk is full or failed.
  void drain();

  /// Calls `use` at a moment when everything is in RocksDB and nothing is written. Changes that come in
  /// meanwhile wait in memory. Throws Error if the disk is full or failed.
  void pause(const std::function<void()>& use);

  [[nodiscard]] std::uint64_t syncs() const noexcept { return syncs_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::chrono::milliseconds kSyncInterval{50};  // half of what is promised
  static constexpr std::chrono::milliseconds kLinger{2};
  static constexpr std::size_t kGroupBytes = std::size_t{256} << 10;
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  struct Group {
    rocksdb::WriteBatch batch;
    PendingValues values;  // of all families except bodies
    Ticket last = 0;
    std::size_t tickets = 0;
    [[nodiscard]] bool is_empty() const noexcept { return tickets == 0; }
    [[nodiscard]] std::size_t bytes() const noexcept { return batch.GetDataSize(); }
    void clear();
  };

  void run();
  void drain(std::unique_lock<std::mutex>& lock);
  void wait_for_group(std::unique_lock<std::mutex>& lock);
  void wait_for_company(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] rocksdb::Status resume();
  void write_group(std::unique_lock<std::mutex>& lock);
  void sync_if_due(std::unique_lock<std::mutex>& lock);
  void take_outcome(const rocksdb::Status& status);
  void refuse_if_stuck(std::unique_lock<std::mutex>& lock);
  [[noreturn]] void refuse() const;
  [[nodiscard]] std::optional<std::optional<std::string>> find_pending(Family family,
                                                                       std::string_view key) const;

  Database& database_;
  const Safety safety_;
  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable work_;
  std::condition_variable done_;
  Group open_;     // takes changes
  Group closing_;  // is being written, or waits for room on the disk
  Ticket written_ = 0;
  Ticket next_ = 1;
  bool is_ending_ = false;
  bool is_paused_ = false;
  bool is_writing_ = false;
  bool wants_retry_ = false;
  bool has_unsynced_ = false;
  int hurried_ = 0;          // threads that wait in drain()
  std::size_t company_ = 1;  // tickets of the last group: about as many threads wait
  std::uint64_t attempts_ = 0;
  std::optional<rocksdb::Status> full_;    // the disk is full
  std::optional<rocksdb::Status> failed_;  // no more writing
  std::chrono::steady_clock::time_point last_sync_;
  std::chrono::microseconds sync_cost_{0};
  std::atomic<std::uint64_t> syncs_ = 0;
  std::jthread thread_;  // last, so that it starts after and ends before everything it uses
};

}  // namespace neardup::internal::store
