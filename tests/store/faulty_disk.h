// A disk that fails on request, between RocksDB and the real one: it can be full, refuse to sync, or lose
// power, and with it whatever was not synced.
//
// A power cut keeps the synced beginning of each file. What follows was in the cache: part of it may have
// reached the disk, and its last sector may be torn.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>

namespace neardup::internal {

class FaultyDisk : public rocksdb::FileSystemWrapper {
 public:
  FaultyDisk() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "FaultyDisk"; }

  enum class Mood { fine, full, no_sync, dead };
  void set(Mood mood) {
    const std::scoped_lock lock(mutex_);
    mood_ = mood;
  }

  /// Returns how often a log was synced.
  [[nodiscard]] std::uint64_t log_syncs() {
    const std::scoped_lock lock(mutex_);
    return log_syncs_;
  }

  /// Loses what was not synced, and works again.
  void lose_power(std::uint64_t seed) {
    const std::scoped_lock lock(mutex_);
    std::mt19937_64 random(seed);
    for (const auto& [path, extent] : files_) {
      std::error_code error;
      if (!std::filesystem::exists(path, error)) continue;
      const std::uint64_t size = std::filesystem::file_size(path);
      if (size <= extent.synced) continue;
      const std::uint64_t left = extent.synced + random() % (size - extent.synced + 1);
      std::filesystem::resize_file(path, left);
      if (left > extent.synced && random() % 2 == 0)
        tear(path, std::max(extent.synced, left - left % 512), left);
    }
    files_.clear();
    mood_ = Mood::fine;
  }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* context) override {
    if (const rocksdb::IOStatus status = status_of_write(); !status.ok()) return status;
    std::unique_ptr<rocksdb::FSWritableFile> file;
    const rocksdb::IOStatus status = FileSystemWrapper::NewWritableFile(path, options, &file, context);
    if (!status.ok()) return status;
    {
      const std::scoped_lock lock(mutex_);
      files_[path] = {};
    }
    *result = std::make_unique<File>(std::move(file), *this, path);
    return status;
  }

  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
    if (const rocksdb::IOStatus status = status_of_write(); !status.ok()) return status;
    const std::scoped_lock lock(mutex_);
    if (const auto found = files_.find(from); found != files_.end()) {
      files_[to] = found->second;
      files_.erase(from);
    }
    return FileSystemWrapper::RenameFile(from, to, options, context);
  }

  rocksdb::IOStatus GetFreeSpace(const std::string& path, const rocksdb::IOOptions& options,
                                 std::uint64_t* bytes, rocksdb::IODebugContext* context) override {
    const rocksdb::IOStatus status = FileSystemWrapper::GetFreeSpace(path, options, bytes, context);
    const std::scoped_lock lock(mutex_);
    if (mood_ == Mood::full) *bytes = 0;
    return status;
  }

  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    const std::scoped_lock lock(mutex_);
    if (mood_ == Mood::dead) return rocksdb::IOStatus::IOError("no power");
    return FileSystemWrapper::DeleteFile(path, options, context);
  }

 private:
  struct Extent {
    std::uint64_t written = 0;
    std::uint64_t synced = 0;
  };

  class File : public rocksdb::FSWritableFileOwnerWrapper {
   public:
    File(std::unique_ptr<rocksdb::FSWritableFile> file, FaultyDisk& disk, std::string path)
        : FSWritableFileOwnerWrapper(std::move(file)), disk_(disk), path_(std::move(path)) {}

    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* context) override {
      if (const rocksdb::IOStatus status = disk_.status_of_write(); !status.ok()) return status;
      const rocksdb::IOStatus status = FSWritableFileOwnerWrapper::Append(data, options, context);
      const std::scoped_lock lock(disk_.mutex_);
      if (status.ok()) disk_.files_[path_].written += data.size();
      return status;
    }
    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             const rocksdb::DataVerificationInfo& /*info*/,
                             rocksdb::IODebugContext* context) override {
      return Append(data, options, context);
    }
    rocksdb::IOStatus Sync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
      return sync([&] { return FSWritableFileOwnerWrapper::Sync(options, context); });
    }
    rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
      return sync([&] { return FSWritableFileOwnerWrapper::Fsync(options, context); });
    }

   private:
    template <typename Sync>
    rocksdb::IOStatus sync(const Sync& real) {
      std::uint64_t written = 0;
      {
        const std::scoped_lock lock(disk_.mutex_);
        if (disk_.mood_ == Mood::no_sync || disk_.mood_ == Mood::dead)
          return rocksdb::IOStatus::IOError("fsync failed");
        written = disk_.files_[path_].written;
      }
      const rocksdb::IOStatus status = real();
      const std::scoped_lock lock(disk_.mutex_);
      if (!status.ok()) return status;
      disk_.files_[path_].synced = std::max(disk_.files_[path_].synced, written);
      if (path_.ends_with(".log")) ++disk_.log_syncs_;
      return status;
    }

    FaultyDisk& disk_;
    std::string path_;
  };

  rocksdb::IOStatus status_of_write() {
    const std::scoped_lock lock(mutex_);
    if (mood_ == Mood::full) return rocksdb::IOStatus::NoSpace("no space left");
    if (mood_ == Mood::dead) return rocksdb::IOStatus::IOError("no power");
    return rocksdb::IOStatus::OK();
  }

  static void tear(const std::string& path, std::uint64_t begin, std::uint64_t end) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(begin));
    for (std::uint64_t i = begin; i < end; ++i) file.put('\x5a');
  }

  std::mutex mutex_;
  Mood mood_ = Mood::fine;
  std::uint64_t log_syncs_ = 0;
  std::map<std::string, Extent> files_;
};

}  // namespace neardup::internal
