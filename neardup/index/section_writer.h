// Writes the frame of an index file, which is the same for all kinds of index: head, sections, page checksums
// (docs/index_format.md).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/index/mapped_index_file.h"

namespace neardup::internal::lsm {

/// A section and its bytes. write_sections fills in its offset and length.
struct SectionBytes {
  FileSection section;
  std::string_view bytes;
};

template <typename T>
[[nodiscard]] std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Writes a file atomically. The header says what the sections hold; its fields about the frame are filled in.
/// `guard` is the file in which some of the bytes lie, or null. Throws Error.
void write_sections(const std::string& path, FileHeader header, std::vector<SectionBytes> sections,
                    std::string_view recipe, const MappedIndexFile* guard);

}  // namespace neardup::internal::lsm
