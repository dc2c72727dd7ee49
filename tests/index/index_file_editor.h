// An index file whose head and data can be changed, with the checksums made right again: what a hostile
// writer could do. Damage is caught by the checksums; this gets past them to the checks of the structure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/index/index_file.h"
#include "neardup/util/checksum.h"

namespace neardup::internal {

/// Stores the right checksums of the pages and of the head. Leaves a file alone whose head does not fit
/// together, because it has no place for them.
inline void repair_checksums(std::string& bytes) {
  lsm::FileHeader header{};
  if (bytes.size() < sizeof(header)) return;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.data_start < sizeof(header) || header.data_start > bytes.size()) return;
  const std::uint64_t pages =
      sizeof(header) + header.section_count * std::uint64_t{sizeof(lsm::FileSection)} + header.recipe_length;
  const std::uint64_t count = (bytes.size() - header.data_start + lsm::kPageBytes - 1) / lsm::kPageBytes;
  if (pages + count * sizeof(std::uint64_t) > header.data_start) return;
  for (std::uint64_t page = 0; page < count; ++page) {
    const std::string_view whole = bytes;
    const std::uint64_t sum =
        checksum(whole.substr(header.data_start + page * lsm::kPageBytes, lsm::kPageBytes));
    std::memcpy(bytes.data() + pages + page * sizeof(sum), &sum, sizeof(sum));
  }
  header.head_checksum = lsm::checksum_head({bytes.data(), header.data_start});
  std::memcpy(bytes.data(), &header, sizeof(header));
}

struct IndexFileEditor {
  explicit IndexFileEditor(std::string content) : bytes(std::move(content)) {
    std::memcpy(&header, bytes.data(), sizeof(header));
    sections.resize(header.section_count);
    std::memcpy(sections.data(), bytes.data() + sizeof(header), sections.size() * sizeof(lsm::FileSection));
  }

  /// REQUIRES: the file has this section
  [[nodiscard]] lsm::FileSection& section(lsm::SectionKind kind, std::uint32_t table) {
    return *std::ranges::find_if(
        sections, [&](const lsm::FileSection& next) { return next.kind == kind && next.table == table; });
  }
  [[nodiscard]] bool has(lsm::SectionKind kind) const {
    return std::ranges::find(sections, kind, &lsm::FileSection::kind) != sections.end();
  }

  void fill(lsm::SectionKind kind, std::uint32_t table, char byte) {
    const lsm::FileSection& filled = section(kind, table);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(filled.offset), filled.length, byte);
  }

  /// Returns the changed file with right checksums.
  [[nodiscard]] std::string finish() {
    std::memcpy(bytes.data(), &header, sizeof(header));
    std::memcpy(bytes.data() + sizeof(header), sections.data(), sections.size() * sizeof(lsm::FileSection));
    repair_checksums(bytes);
    return bytes;
  }

  std::string bytes;
  lsm::FileHeader header{};
  std::vector<lsm::FileSection> sections;
};

}  // namespace neardup::internal
