// The ids of a run, in the order of its entries, and the table that leads back from an id to its
// entry. Numbers are an array; texts are stored one after the other, with an array of where each
// starts. The table uses open addressing and takes five bytes per entry. A slot holds a place and,
// in the bits that the place leaves free, a few bits of the id's hash, so that a search for an id
// of another run rarely has to compare an id here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "neardup/index/column.h"
#include "neardup/index/document_id.h"
#include "neardup/index/mapped_index_file.h"

namespace neardup::internal::lsm {

/// Returns the hash of an id. It is the same on every machine, because tables in files are searched
/// with it. A secret seed keeps strangers from choosing ids that all collide in one slot.
[[nodiscard]] std::uint64_t hash_of(const IdRef& id, std::uint64_t seed) noexcept;

struct IdColumn {
  IdKind kind = IdKind::number;
  Column<std::uint64_t> numbers;  // of texts: where each starts, and where the last one ends
  Column<char> texts;

  [[nodiscard]] std::size_t size() const noexcept {
    return kind == IdKind::number || numbers.size() == 0 ? numbers.size() : numbers.size() - 1;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return numbers.bytes() + texts.bytes(); }

  /// Returns the id at a place; the reference lives as long as the column. Throws Error if a file
  /// holds invalid text positions.
  [[nodiscard]] IdRef id(std::size_t place, const MappedIndexFile* guard) const;
};

struct IdTable {
  Column<std::uint32_t> slots;  // 0: empty, else place + 1 in the lower bits and the tag in the upper bits

  void prefetch(std::uint64_t hash) const noexcept;
  /// Returns the place of the id, or nullopt if the column does not contain it.
  [[nodiscard]] std::optional<std::uint32_t> find(const IdColumn& ids, const IdRef& id, std::uint64_t hash,
                                                  const MappedIndexFile* guard) const;
};

[[nodiscard]] IdTable build_id_table(const MemoryPool& pool, const IdColumn& ids, std::uint64_t seed);

/// Returns how many slots the table of `ids` ids has.
[[nodiscard]] std::size_t id_slots(std::size_t ids) noexcept;

}  // namespace neardup::internal::lsm
