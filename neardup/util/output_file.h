// A file that appears complete or not at all: written under no name where the file system can do that, else
// under a temporary one in the same folder, and put in its place by `commit`. A full disk, an interrupt or
// kill -9 leave what was there before. Only a pipe or a device, which nobody wants replaced, gets the bytes
// as they come.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace neardup {

/// Takes bytes in order: plain, gzip or zstd.
class ByteEncoder;

/// Whether OutputFile would write into what is there: what the shell has given (`-`, /dev/stdout, /dev/fd/3),
/// a pipe, a device.
[[nodiscard]] bool is_output_stream(const std::string& path);

class OutputFile {
 public:
  /// A name that ends in .gz or .zst is compressed; `-` is standard output. A pipe or a device is written
  /// into as it is. Throws Error when the folder cannot be written to.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  /// Throws Error, for example when the disk is full.
  void write(std::string_view bytes);
  /// Nothing may be written afterwards; gives memory free. Throws Error.
  void finish();
  /// Replaces the file of that name, if there is one. Throws Error. Nothing may be written afterwards.
  void commit();
  /// The same for files of one file system, waiting for the disk once.
  static void commit_all(std::span<OutputFile> files);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup
