// Bytes that can be read a second time. Texts are never all in memory, so code that needs one again reads it
// from its source.
//
// Plain files are read again in place; every open checks that the file has not changed. Input that cannot be
// read twice (standard input, pipes, compressed and converted files) goes to a spool: a nameless temporary
// file that disappears with the process whatever happens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace neardup::internal {

class RecordSource {
 public:
  RecordSource() = default;
  RecordSource(const RecordSource&) = delete;
  RecordSource& operator=(const RecordSource&) = delete;
  virtual ~RecordSource() = default;

  /// Returns a descriptor to read from; release it with `close`. Throws Error.
  [[nodiscard]] virtual int open() const = 0;
  virtual void close(int descriptor) const noexcept = 0;
  /// Returns a name for messages.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
};

/// A plain file. Remembers its device, inode, size and modification time from construction.
class FileSource : public RecordSource {
 public:
  /// Returns true for regular files, which can be read again.
  [[nodiscard]] static bool is_possible(const std::string& path);

  /// Throws Error if there is no such file.
  explicit FileSource(std::string path);

  [[nodiscard]] int open() const override;
  void close(int descriptor) const noexcept override;
  [[nodiscard]] const std::string& name() const noexcept override { return path_; }

 private:
  struct Identity {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  [[nodiscard]] static Identity identity_of(int descriptor);

  std::string path_;
  Identity identity_;
};

/// A nameless temporary file that grows at its end.
class Spool : public RecordSource {
 public:
  /// Creates the file in `folder`; empty means $TMPDIR or /tmp. Throws Error.
  explicit Spool(std::string folder);
  ~Spool() override;

  /// Appends `bytes` and returns their offset. Throws Error, for example if the disk is full.
  std::uint64_t append(std::string_view bytes);

  [[nodiscard]] int open() const override { return descriptor_; }
  void close(int /*descriptor*/) const noexcept override {}
  [[nodiscard]] const std::string& name() const noexcept override { return folder_; }

 private:
  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// A spool to which several threads append.
class SharedSpool : public Spool {
 public:
  using Spool::Spool;

  /// Does what `append` does. Thread-safe.
  std::uint64_t append_shared(std::string_view bytes) {
    const std::scoped_lock lock(mutex_);
    return append(bytes);
  }

 private:
  std::mutex mutex_;
};

/// Fills `out` with the bytes from `offset` on. Throws Error if the source ends too early.
void read_at(const RecordSource& source, int descriptor, std::uint64_t offset, std::span<char> out);

}  // namespace neardup::internal
