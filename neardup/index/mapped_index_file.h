// The index file of docs/index_format.md: its header and sections as structs, and the mapped file, whose head
// is verified on opening and each page on first use. On a little-endian machine the bytes of the structs are
// the bytes of the file. Thread-safe once open.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/index/plan.h"

namespace neardup::internal::lsm {

static_assert(std::endian::native == std::endian::little, "the file is used as it lies in memory");

inline constexpr std::array<char, 8> kFileMagic = {'N', 'E', 'A', 'R', 'D', 'U', 'P', 'I'};
inline constexpr std::uint32_t kFileVersion = 2;            // of a HammingIndex
inline constexpr std::uint32_t kOldestFileVersion = 1;      // the same format without tags
inline constexpr std::uint32_t kSimilarityFileVersion = 3;  // of a SimilarityIndex
inline constexpr std::uint32_t kPageBytes = 1 << 16;
inline constexpr std::uint64_t kSectionAlignment = 64;

struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t section_count;
  std::uint64_t file_length;
  std::uint64_t data_start;
  std::uint64_t entry_count;
  std::uint32_t bits;
  std::uint32_t max_distance;
  std::uint32_t blocks;
  SearchWay way;
  std::uint32_t id_kind;  // 0: numbers, 1: texts, 2: no id was ever added
  std::uint32_t recipe_length;
  std::uint64_t expected_size;
  std::uint32_t page_length;
  std::uint32_t content;  // from version 3 on: 1, a SimilarityIndex; the fields from bits to way are then 0
  std::uint64_t id_seed;
  std::uint64_t head_checksum;
};
static_assert(sizeof(FileHeader) == 96 && offsetof(FileHeader, head_checksum) == 88);

enum class SectionKind : std::uint32_t {
  starts = 1,
  entries,
  ids,
  texts,
  id_slots,
  second_starts,
  second_entries,
  tags,
  places,
  similarity_plan,
  key_heads,
  set_starts,
  sets
};

/// The section similarity_plan.
struct FilePlan {
  double min_similarity;
  std::uint64_t sketch_seed;
  std::uint32_t bands;
  std::uint32_t rows;
  std::uint32_t equal_bands;
  std::uint32_t zero;
};
static_assert(sizeof(FilePlan) == 32);

struct FileSection {
  SectionKind kind;
  std::uint32_t table;
  std::uint32_t bucket;
  std::uint32_t piece;
  std::uint32_t key_rotation;
  std::uint32_t key_bits;
  std::uint64_t offset;
  std::uint64_t length;
};
static_assert(sizeof(FileSection) == 40);

[[nodiscard]] constexpr std::uint64_t align_section(std::uint64_t offset) noexcept {
  return (offset + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

/// Returns the XXH3 checksum of the head, leaving out the field that holds it.
/// REQUIRES: `head` is everything before the data
[[nodiscard]] std::uint64_t checksum_head(std::string_view head);

class MappedIndexFile {
 public:
  /// Maps the file, checks everything before the data, and checks that all sections lie within the
  /// data. Throws Error.
  [[nodiscard]] static std::shared_ptr<const MappedIndexFile> open(const std::string& path);
  ~MappedIndexFile();
  MappedIndexFile(const MappedIndexFile&) = delete;
  MappedIndexFile& operator=(const MappedIndexFile&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const FileHeader& header() const noexcept { return header_; }
  [[nodiscard]] const std::vector<FileSection>& sections() const noexcept { return sections_; }
  [[nodiscard]] std::string_view recipe() const noexcept;
  [[nodiscard]] std::string_view bytes(const FileSection& section) const noexcept {
    return {begin_ + section.offset, section.length};
  }

  /// Returns whether the byte lies in the data of the file.
  [[nodiscard]] bool contains(const char* byte) const noexcept {
    return byte >= begin_ + header_.data_start && byte < begin_ + length_;
  }

  /// Throws Error if a page of these bytes is not what was written. Checks each page the first time only.
  void check(const void* begin, std::size_t bytes) const;
  void check_all() const { check(begin_ + header_.data_start, header_.file_length - header_.data_start); }

 private:
  explicit MappedIndexFile(std::string path);
  void map();
  void read_head();
  void read_sections();
  void check_page(std::uint64_t page) const;
  [[nodiscard]] std::uint64_t page_count() const noexcept;
  [[noreturn]] void refuse(const std::string& what, std::uint64_t offset) const;

  std::string path_;
  const char* begin_ = nullptr;
  std::uint64_t length_ = 0;
  FileHeader header_{};
  std::vector<FileSection> sections_;
  std::vector<std::uint64_t> page_checksums_;
  // One bit per page: set once the page was verified.
  mutable std::vector<std::atomic<std::uint64_t>> checked_;
};

/// Checks the pages of values that are about to be read. `guard` is the file that holds them, or null for
/// values in memory, which is the usual case and worth the inlined branch.
template <typename T>
void touch(const MappedIndexFile* guard, std::span<const T> values) {
  if (guard != nullptr) guard->check(values.data(), values.size_bytes());
}

}  // namespace neardup::internal::lsm
