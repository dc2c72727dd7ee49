// Ready fingerprints with their ids, as `neardup fingerprint` prints them or as a database dumps them:
//
//   id TAB hex     a line each; 8, 16 or 32 digits, all of one width; `-` in place of the digits: no
//                  fingerprint, the document takes no part. Plain, .gz or .zst, or - for standard input.
//   *.u64          little-endian 64-bit words and nothing else; the id is the ordinal. Mapped, not read.
//                  Also .u64.gz and .u64.zst.
//
// A line that cannot be used is a problem and is left out; the others keep their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.h"
#include "neardup/fingerprint/bits128.h"
#include "neardup/fingerprint/fingerprint.h"

namespace neardup::cli {

/// A read-only view of a whole file.
class MappedWords {
 public:
  MappedWords() = default;
  /// Throws Error when the file cannot be opened or mapped.
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
  /// Throws Error when the file cannot be read at all.
  static FingerprintList read(const std::string& path, ProblemReport& problems);

  /// A warning when two lines have the same id.
  void warn_about_equal_ids(const std::string& path, ProblemReport& problems) const;

  /// Of every fingerprint; 0 when there is none.
  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] Fingerprint fingerprint(std::uint32_t ordinal) const noexcept;
  [[nodiscard]] bool is_wide() const noexcept { return bits_ == 128; }
  /// One of the two is empty.
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept;
  [[nodiscard]] std::span<const Bits128> wide_words() const noexcept { return wide_; }
  [[nodiscard]] std::size_t size() const noexcept { return is_wide() ? wide_.size() : words().size(); }
  [[nodiscard]] std::uint64_t without_fingerprint() const noexcept { return without_fingerprint_; }

  /// Lists of words have none: there the ordinal is the id.
  [[nodiscard]] bool has_ids() const noexcept { return !id_ends_.empty(); }
  /// As it stands in the file, escapes included. REQUIRES: has_ids()
  [[nodiscard]] std::string_view id(std::uint32_t ordinal) const noexcept;
  /// The id without escapes, or the ordinal in decimal.
  [[nodiscard]] std::string plain_id(std::uint32_t ordinal) const;

 private:
  void read_words(const std::string& path, ProblemReport& problems);
  void read_lines(const std::string& path, ProblemReport& problems);
  /// What is wrong with the line, if anything is.
  [[nodiscard]] std::optional<std::string> add_line(std::string_view line);

  int bits_ = 0;  // of the lines; 0 before the first
  MappedWords mapped_;
  std::vector<std::uint64_t> narrow_;
  std::vector<Bits128> wide_;
  std::string ids_;
  std::vector<std::uint64_t> id_ends_;
  std::uint64_t without_fingerprint_ = 0;
};

}  // namespace neardup::cli
