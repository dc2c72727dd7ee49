// Reads precomputed fingerprints with their ids, as `neardup fingerprint` prints them or as a database dumps
// them. There are two formats:
//
//   id TAB hex     One line per document, with 8, 16 or 32 hex digits, all lines of the same width. A `-` in
//                  place of the digits means that the document has no fingerprint and takes no part.
//                  Plain, .gz or .zst, or - for standard input.
//   *.u64          Little-endian 64-bit fingerprints and nothing else; the id is the ordinal. The file is
//                  memory-mapped, not read. .u64.gz and .u64.zst are read into memory.
//
// The reader reports a line that it cannot use as a problem and skips it. The other lines keep their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/output.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/bits128.h"

namespace neardup::cli {

/// Maps a whole file of 64-bit fingerprints into memory, read-only. Movable, not copyable.
class MappedWords {
 public:
  MappedWords() = default;
  /// Maps the file. Throws Error when it cannot be opened or mapped.
  explicit MappedWords(const std::string& path);
  MappedWords(MappedWords&& other) noexcept;
  MappedWords& operator=(MappedWords&& other) noexcept;
  MappedWords(const MappedWords&) = delete;
  MappedWords& operator=(const MappedWords&) = delete;
  ~MappedWords();

  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

class FingerprintList {
 public:
  /// Reads a file in either format; the name decides which. Throws Error when a plain .u64 file
  /// cannot be opened or mapped; reports any other file that cannot be opened as a problem.
  static FingerprintList read(const std::string& path, ProblemReport& problems);

  /// Adds a warning when two lines have the same id.
  void warn_about_equal_ids(const std::string& path, ProblemReport& problems) const;

  /// Returns the width of the fingerprints in bits, or 0 for a list of lines without fingerprints.
  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] Fingerprint fingerprint(std::uint32_t ordinal) const noexcept;
  [[nodiscard]] bool is_wide() const noexcept { return bits_ == 128; }
  /// Returns the fingerprints of up to 64 bits (words) and those of 128 bits (wide_words). At least
  /// one of the two is empty.
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept;
  [[nodiscard]] std::span<const Bits128> wide_words() const noexcept { return wide_; }
  [[nodiscard]] std::size_t size() const noexcept { return is_wide() ? wide_.size() : words().size(); }
  [[nodiscard]] std::uint64_t without_fingerprint() const noexcept { return without_fingerprint_; }

  /// Returns false for .u64 files, where the ordinal is the id.
  [[nodiscard]] bool has_ids() const noexcept { return !id_ends_.empty(); }
  /// Returns the id as written in the file, escapes included.
  /// REQUIRES: has_ids()
  [[nodiscard]] std::string_view id(std::uint32_t ordinal) const noexcept;
  /// Returns the id without escapes, or the ordinal in decimal if the list has no ids.
  [[nodiscard]] std::string plain_id(std::uint32_t ordinal) const;

 private:
  void read_words(const std::string& path, ProblemReport& problems);
  void read_lines(const std::string& path, ProblemReport& problems);
  /// Adds the fingerprint of a line. Returns what is wrong with the line, or no value if it is valid.
  [[nodiscard]] std::optional<std::string> add_line(std::string_view line);

  int bits_ = 0;  // width of all fingerprints; 0 before the first line
  MappedWords mapped_;
  std::vector<std::uint64_t> narrow_;
  std::vector<Bits128> wide_;
  std::string ids_;
  std::vector<std::uint64_t> id_ends_;
  std::uint64_t without_fingerprint_ = 0;
};

}  // namespace neardup::cli
