// The ids of a run, in the order of its entries, and the way back from an id to its entry. Numbers are an
// array; texts lie one after the other with an array of where each starts. The way back is an open-addressing
// table of places, five bytes an entry: a slot holds the place and, in the bits that the place leaves free, a
// few bits of the id's hash, so that a search for an id that is elsewhere seldom has to look at an id here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "neardup/index/column.h"
#include "neardup/index/document_id.h"
#include "neardup/index/page_guard.h"

namespace neardup::index {

/// The same on every machine: tables in files are searched by it. A secret seed is what keeps strangers from
/// choosing ids that all meet in one slot.
[[nodiscard]] std::uint64_t hash_of(const IdRef& id, std::uint64_t seed) noexcept;

struct IdColumn {
  IdKind kind = IdKind::number;
  Column<std::uint64_t> numbers;  // for texts: where each starts, and where the last ends
  Column<char> texts;

  [[nodiscard]] std::size_t size() const noexcept {
    return kind == IdKind::number || numbers.size() == 0 ? numbers.size() : numbers.size() - 1;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return numbers.bytes() + texts.bytes(); }

  /// Lives as long as the column. Throws Error when a file says what cannot be.
  [[nodiscard]] IdRef id(std::size_t place, const PageGuard* guard) const;
};

struct IdTable {
  Column<std::uint32_t> slots;  // 0: empty, else the place + 1 below, the tag above

  void prefetch(std::uint64_t hash) const noexcept;
  [[nodiscard]] std::optional<std::uint32_t> find(const IdColumn& ids, const IdRef& id, std::uint64_t hash,
                                                  const PageGuard* guard) const;
};

[[nodiscard]] IdTable build_id_table(const MemoryPool& pool, const IdColumn& ids, std::uint64_t seed);

/// How many slots the table of so many ids has.
[[nodiscard]] std::size_t id_slots(std::size_t ids) noexcept;

}  // namespace neardup::index
