// The RocksDB behind a live collection: its families of keys, its settings, and its errors as ours.
//
// RocksDB brings the log, the checksums, the compaction and the snapshots; nothing above this file knows more
// of it than WriteBatch. Every block and every record of the log carries a checksum, which each read verifies.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal::store {

enum class Family : std::uint8_t { meta, entries, bodies, ids, stories };
inline constexpr std::size_t kFamilies = 5;

struct DatabaseOptions {
  std::string path;
  bool read_only = false;  // shares the folder with any number of readers, but must not outlive changes to it
  bool create = true;      // make the folder if it is missing
  rocksdb::Env* environment = nullptr;  // null: the operating system
};

/// Throws Error that names the folder and what RocksDB says about it.
[[noreturn]] void fail(const std::string& path, const rocksdb::Status& status);

/// Returns true if the status says that the disk is full, which passes.
[[nodiscard]] bool is_disk_full(const rocksdb::Status& status) noexcept;

class Database {
 public:
  /// Opens the folder. A folder that another process has opened for writing is refused, with a message that
  /// says so. Throws Error.
  explicit Database(DatabaseOptions options);
  /// Flushes what the log holds, so that the next opening has nothing to recover, and leaves a note (clean_note.h).
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return options_.path; }
  [[nodiscard]] bool is_read_only() const noexcept { return options_.read_only; }

  [[nodiscard]] std::optional<std::string> get(Family family, std::string_view key) const;

  /// Returns the values of keys that are sorted, in the same order.
  [[nodiscard]] std::vector<std::optional<std::string>> get_all(Family family,
                                                                std::span<const std::string> keys) const;

  /// Calls visit(key, value) for the keys from `begin` up to, but not including, `end`, ascending, as they were
  /// at one moment; an empty `end` means: to the last key. Throws Error.
  using Visit = std::function<void(std::string_view, std::string_view)>;
  void for_each(Family family, std::string_view begin, std::string_view end, const Visit& visit) const;
  /// Returns the first and the last key of a family, or no value if it is empty.
  [[nodiscard]] std::optional<std::pair<std::string, std::string>> bounds(Family family) const;

  void put(rocksdb::WriteBatch& batch, Family family, std::string_view key, std::string_view value) const;
  void erase(rocksdb::WriteBatch& batch, Family family, std::string_view key) const;
  void erase_range(rocksdb::WriteBatch& batch, Family family, std::string_view begin,
                   std::string_view end) const;

  /// Writes a batch as a whole. `sync`: returns after it is on the disk.
  [[nodiscard]] rocksdb::Status write(rocksdb::WriteBatch& batch, bool sync);
  /// Returns the number of the last change.
  [[nodiscard]] std::uint64_t sequence() const { return database_->GetLatestSequenceNumber(); }
  /// Returns after all that was written before is on the disk.
  [[nodiscard]] rocksdb::Status sync();
  /// Tries to go on after the disk was full.
  [[nodiscard]] rocksdb::Status resume();
  /// Returns the space of whole files within the range to the disk at once, instead of at the next compaction.
  void drop_files(Family family, std::string_view begin, std::string_view end);

  /// Writes a copy of the folder, which shares files with it where the file system can. REQUIRES: nothing is
  /// written meanwhile
  void write_checkpoint(const std::string& path);
  /// Reads every byte. Throws Error if one is not what was written.
  void verify() const;
  [[nodiscard]] std::uint64_t disk_bytes() const;

 private:
  [[nodiscard]] rocksdb::ColumnFamilyHandle* handle(Family family) const noexcept {
    return handles_[static_cast<std::size_t>(family)];
  }
  void check_folder() const;
  void open();
  void close() noexcept;

  DatabaseOptions options_;
  std::unique_ptr<rocksdb::DB> database_;
  std::array<rocksdb::ColumnFamilyHandle*, kFamilies> handles_{};
  bool has_written_ = false;
};

}  // namespace neardup::internal::store
