// The index file of docs/index_format.md as structs. On a little-endian machine their bytes are the
// bytes of the file.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/index/document_id.h"
#include "neardup/index/plan.h"
#include "neardup/index/run.h"

namespace neardup::index {

static_assert(std::endian::native == std::endian::little, "the file is used as it lies in memory");

inline constexpr std::array<char, 8> kFileMagic = {'N', 'E', 'A', 'R', 'D', 'U', 'P', 'I'};
inline constexpr std::uint32_t kFileVersion = 2;
inline constexpr std::uint32_t kOldestFileVersion = 1;  // the same format without tags
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
  std::uint32_t zero;
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
  places
};

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

/// What a file contains besides the run.
struct FileContent {
  Plan plan;
  std::optional<IdKind> id_kind;
  std::string recipe;
};

/// Writes a run to a file atomically; null means an empty index. Throws Error.
template <FingerprintWord Word>
void write_index_file(const std::string& path, const FileContent& content, const Run<Word>* run);

}  // namespace neardup::index
