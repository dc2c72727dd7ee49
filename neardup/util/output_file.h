// A file that appears complete or not at all.
//
// Bytes go to a nameless file where the file system supports that, and otherwise to a file with a temporary
// name in the same folder; `commit` moves it into place. A full disk, an interrupt or kill -9 leaves what was
// there before. Pipes and devices must not be replaced, so they receive the bytes as they come.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace neardup::internal {

/// Encodes bytes in order: plain, gzip or zstd.
class ByteEncoder;

/// Returns true if OutputFile would write into what the path names instead of replacing it: a descriptor that
/// the shell opened (`-`, /dev/stdout, /dev/fd/3), a pipe or a device.
[[nodiscard]] bool is_output_stream(const std::string& path);

/// Returns the file that a symbolic link names, or `path` itself if it is no link or the link is dangling.
/// Saving replaces a file, and must replace the one that the link names, not the link.
[[nodiscard]] std::string follow_link(const std::string& path);

class OutputFile {
 public:
  /// Opens `path` for writing. Compresses if the name ends in .gz or .zst; `-` is standard output. Writes
  /// straight into a pipe or a device. Throws Error if the folder is not writable.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  /// Appends `bytes`. Throws Error, for example when the disk is full.
  void write(std::string_view bytes);
  /// Lets what follows be decoded without what came before: ends a member of .gz or a frame of .zst.
  void end_member();
  /// Ends the data and frees the buffers. No write may follow. Throws Error.
  void finish();
  /// Finishes the file and replaces the file of that name, if any. No write may follow. Throws Error.
  void commit();
  /// Commits all files, which must be on one file system, and waits for the disk only once if there are many.
  static void commit_all(std::span<OutputFile> files);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
