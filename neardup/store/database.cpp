#include "neardup/store/database.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/checkpoint.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "neardup/store/clean_note.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

constexpr std::array<const char*, kFamilies> kNames = {"default", "entries", "bodies", "ids", "stories"};

// What RocksDB may keep in memory: blocks that were read, and writes that are not in a table yet.
constexpr std::size_t kCacheBytes = std::size_t{32} << 20;
constexpr std::size_t kWriteBufferBytes = std::size_t{48} << 20;

rocksdb::Slice slice(std::string_view text) noexcept { return {text.data(), text.size()}; }
std::string_view view(const rocksdb::Slice& slice) noexcept { return {slice.data(), slice.size()}; }

rocksdb::DBOptions database_options(const DatabaseOptions& options) {
  rocksdb::DBOptions made;
  made.create_if_missing = options.create && !options.read_only;
  made.create_missing_column_families = made.create_if_missing;
  made.db_write_buffer_size = kWriteBufferBytes;
  made.max_background_jobs = 2;
  made.allow_concurrent_memtable_write = false;  // the journal is the only writer
  // A log that ends in the middle of a record is what a crash leaves. What comes after it was never acknowledged.
  made.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  made.track_and_verify_wals_in_manifest = true;
  made.paranoid_checks = true;
  made.info_log_level = rocksdb::InfoLogLevel::FATAL_LEVEL;
  made.keep_log_file_num = 1;
  made.stats_dump_period_sec = 0;
  made.stats_persist_period_sec = 0;
  if (options.environment != nullptr) made.env = options.environment;
  return made;
}

std::vector<rocksdb::ColumnFamilyDescriptor> families() {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(kCacheBytes);
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  // The filter of a file of millions of ids takes megabytes: more than a shard of the cache holds, so every look-up
  // would read it again. In partitions, it takes a block.
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.format_version = 5;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  std::vector<rocksdb::ColumnFamilyDescriptor> made;
  for (const char* name : kNames) {
    rocksdb::ColumnFamilyOptions options;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    options.write_buffer_size = kWriteBufferBytes / 2;
    // Shingles and fingerprints are hashes, which do not compress. Texts do, but few collections keep them.
    options.compression = rocksdb::kNoCompression;
    made.emplace_back(name, options);
  }
  return made;
}

bool is_name_of_rocksdb(std::string_view name) {
  for (const std::string_view begin : {"LOCK", "LOG", "MANIFEST-", "OPTIONS-", "IDENTITY"})
    if (name.starts_with(begin)) return true;
  return name.ends_with(".log") || name.ends_with(".dbtmp") || name.ends_with(".sst");
}

}  // namespace

bool is_disk_full(const rocksdb::Status& status) noexcept {
  return status.IsNoSpace() || status.subcode() == rocksdb::Status::kNoSpace;
}

void fail(const std::string& path, const rocksdb::Status& status) {
  if (is_disk_full(status)) throw Error(ErrorCode::io, path + ": the disk is full; nothing was stored");
  const std::string text = status.ToString();
  if (text.find("lock") != std::string::npos && status.IsIOError()) {
    throw Error(ErrorCode::io, path +
                                   ": another process is writing to this collection; wait until it ends, or "
                                   "read a snapshot of it");
  }
  throw Error(status.IsCorruption() ? ErrorCode::corrupt : ErrorCode::io, path + ": " + text);
}

Database::Database(DatabaseOptions options) : options_(std::move(options)) {
  const std::optional<std::uint64_t> closed_at = read_clean_note(options_.path);
  open();
  const std::uint64_t sequence = database_->GetLatestSequenceNumber();
  if (closed_at && sequence != *closed_at) {
    close();
    throw Error(
        ErrorCode::corrupt,
        fmt::format("{}: damaged: it was closed after change {}, but only {} are left; restore a snapshot",
                    options_.path, *closed_at, sequence));
  }
  if (closed_at && !options_.read_only) remove_clean_note(options_.path);
}

/// Throws Error unless the folder holds a database, or may become one.
void Database::check_folder() const {
  std::error_code error;
  if (std::filesystem::exists(options_.path + "/CURRENT", error)) return;
  if (!options_.create || options_.read_only)
    throw Error(ErrorCode::invalid_argument, options_.path + ": not a live collection");
  std::filesystem::create_directories(options_.path, error);
  // What a crash of the first opening leaves is made anew. Anything else belongs to somebody.
  for (const auto& file : std::filesystem::directory_iterator(options_.path, error)) {
    const std::string name = file.path().filename().string();
    if (!is_name_of_rocksdb(name)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: has other files in it ({}); a collection needs a folder of its own",
                              options_.path, name));
    }
  }
}

void Database::open() {
  check_folder();
  const rocksdb::DBOptions made = database_options(options_);
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  const rocksdb::Status status =
      options_.read_only ? rocksdb::DB::OpenForReadOnly(made, options_.path, families(), &handles, &opened)
                         : rocksdb::DB::Open(made, options_.path, families(), &handles, &opened);
  if (!status.ok()) fail(options_.path, status);
  database_.reset(opened);
  std::copy(handles.begin(), handles.end(), handles_.begin());
}

Database::~Database() {
  const bool must_flush = has_written_ && !options_.read_only;
  const std::vector<rocksdb::ColumnFamilyHandle*> all(handles_.begin(), handles_.end());
  const bool is_clean = !must_flush || database_->Flush(rocksdb::FlushOptions(), all).ok();
  const std::uint64_t sequence = database_->GetLatestSequenceNumber();
  close();
  if (!options_.read_only && is_clean && options_.environment == nullptr)
    write_clean_note(options_.path, sequence);
}

void Database::close() noexcept {
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) {
    const rocksdb::Status status = database_->DestroyColumnFamilyHandle(handle);
    status.PermitUncheckedError();
  }
  const rocksdb::Status status = database_->Close();
  status.PermitUncheckedError();
  database_.reset();
}

std::optional<std::string> Database::get(Family family, std::string_view key) const {
  std::string value;
  const rocksdb::Status status = database_->Get(rocksdb::ReadOptions(), handle(family), slice(key), &value);
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) fail(path(), status);
  return value;
}

std::vector<std::optional<std::string>> Database::get_all(Family family,
                                                          std::span<const std::string> keys) const {
  std::vector<rocksdb::Slice> slices;
  slices.reserve(keys.size());
  for (const std::string& key : keys) slices.push_back(slice(key));
  std::vector<rocksdb::PinnableSlice> values(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());
  database_->MultiGet(rocksdb::ReadOptions(), handle(family), keys.size(), slices.data(), values.data(),
                      statuses.data(), true);
  std::vector<std::optional<std::string>> found(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (statuses[i].IsNotFound()) continue;
    if (!statuses[i].ok()) fail(path(), statuses[i]);
    found[i] = std::string(view(values[i]));
  }
  return found;
}

void Database::for_each(Family family, std::string_view begin, std::string_view end,
                        const Visit& visit) const {
  rocksdb::ReadOptions options;
  options.fill_cache = false;
  options.readahead_size = std::size_t{2} << 20;
  const rocksdb::Slice upper = slice(end);
  if (!end.empty()) options.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> at(database_->NewIterator(options, handle(family)));
  for (at->Seek(slice(begin)); at->Valid(); at->Next()) visit(view(at->key()), view(at->value()));
  if (!at->status().ok()) fail(path(), at->status());
}

std::optional<std::pair<std::string, std::string>> Database::bounds(Family family) const {
  const std::unique_ptr<rocksdb::Iterator> at(database_->NewIterator(rocksdb::ReadOptions(), handle(family)));
  at->SeekToFirst();
  if (!at->status().ok()) fail(path(), at->status());
  if (!at->Valid()) return std::nullopt;
  std::string first(view(at->key()));
  at->SeekToLast();
  if (!at->status().ok()) fail(path(), at->status());
  return std::pair(std::move(first), std::string(view(at->key())));
}

void Database::put(rocksdb::WriteBatch& batch, Family family, std::string_view key,
                   std::string_view value) const {
  const rocksdb::Status status = batch.Put(handle(family), slice(key), slice(value));
  if (!status.ok()) fail(path(), status);
}

void Database::erase(rocksdb::WriteBatch& batch, Family family, std::string_view key) const {
  const rocksdb::Status status = batch.Delete(handle(family), slice(key));
  if (!status.ok()) fail(path(), status);
}

void Database::erase_range(rocksdb::WriteBatch& batch, Family family, std::string_view begin,
                           std::string_view end) const {
  const rocksdb::Status status = batch.DeleteRange(handle(family), slice(begin), slice(end));
  if (!status.ok()) fail(path(), status);
}

rocksdb::Status Database::write(rocksdb::WriteBatch& batch, bool sync) {
  has_written_ = true;
  rocksdb::WriteOptions options;
  options.sync = sync;
  return database_->Write(options, &batch);
}

rocksdb::Status Database::sync() { return database_->SyncWAL(); }
rocksdb::Status Database::resume() { return database_->Resume(); }

void Database::drop_files(Family family, std::string_view begin, std::string_view end) {
  const rocksdb::Slice first = slice(begin);
  const rocksdb::Slice last = slice(end);
  // If this fails, the next compaction does it.
  const rocksdb::Status status =
      rocksdb::DeleteFilesInRange(database_.get(), handle(family), &first, &last, false);
  status.PermitUncheckedError();
}

void Database::write_checkpoint(const std::string& path) {
  rocksdb::Checkpoint* made = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(database_.get(), &made);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  if (status.ok()) status = checkpoint->CreateCheckpoint(path);
  if (!status.ok()) fail(path, status);
  if (!write_clean_note(path, database_->GetLatestSequenceNumber()))
    throw Error(ErrorCode::io, path + ": the snapshot cannot be completed");
}

void Database::verify() const {
  const rocksdb::Status status = database_->VerifyChecksum();
  if (!status.ok()) fail(path(), status);
}

std::uint64_t Database::disk_bytes() const {
  std::uint64_t bytes = 0;
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) {
    std::uint64_t some = 0;
    if (database_->GetIntProperty(handle, rocksdb::DB::Properties::kTotalSstFilesSize, &some)) bytes += some;
  }
  return bytes;
}

}  // namespace neardup::internal::store
