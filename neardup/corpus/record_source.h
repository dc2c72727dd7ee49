// Bytes that can be read a second time: texts are never all in memory, so whoever needs one again fetches it
// from where it came.
//
// Plain files are read again where they lie; that they did not change meanwhile is checked at every opening.
// What cannot be read twice (standard input, pipes, compressed and converted files) goes to a spool: a
// nameless temporary file, which disappears with the process whatever happens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace neardup {

class RecordSource {
 public:
  RecordSource() = default;
  RecordSource(const RecordSource&) = delete;
  RecordSource& operator=(const RecordSource&) = delete;
  virtual ~RecordSource() = default;

  /// A descriptor to read from; give it back with `close`. Throws Error.
  [[nodiscard]] virtual int open() const = 0;
  virtual void close(int descriptor) const noexcept = 0;
  /// For messages.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
};

/// A plain file, remembered as it is now.
class FileSource : public RecordSource {
 public:
  /// True for regular files, which can be read again.
  [[nodiscard]] static bool is_possible(const std::string& path);

  /// Throws Error when there is no such file.
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

/// A temporary file that grows at its end.
class Spool : public RecordSource {
 public:
  /// In this folder; empty: $TMPDIR or /tmp. Throws Error.
  explicit Spool(std::string folder);
  ~Spool() override;

  /// Returns the offset of the first byte. Throws Error, for example when the disk is full.
  std::uint64_t append(std::string_view bytes);

  [[nodiscard]] int open() const override { return descriptor_; }
  void close(int /*descriptor*/) const noexcept override {}
  [[nodiscard]] const std::string& name() const noexcept override { return folder_; }

 private:
  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// Fills `out` from the offset on. Throws Error when there is less.
void read_at(const RecordSource& source, int descriptor, std::uint64_t offset, std::span<char> out);

}  // namespace neardup
