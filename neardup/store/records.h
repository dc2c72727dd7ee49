// The records of a live collection, and their bytes in RocksDB.
//
// A kept document has a number: its time in seconds in the upper half, a running counter in the lower half.
// So numbers order documents by time, then by arrival; the number of a hit says how old it is without a look
// at the store; and the documents of one day are one range of keys, which is dropped as a whole.
//
// The families of keys, and their values:
//   meta      name        the recipe, the rule, the format
//   entries   number      what a check needs: fingerprint, digest, id, source
//   bodies    number      what it does not: shingles, text, fields. Formats 1 and 2 have 64-bit shingles, from
//                         format 3 on a body has what the index needs: the keys of the bands and the packed set
//   ids       id          the number of the document with that id
//   stories   number      what happened since: copies, first and last seen, sources; only after the first copy
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/sketch/sketch.h"

namespace neardup::internal::store {

using Number = std::uint64_t;
inline constexpr std::int64_t kSecondsPerDay = 86'400;
inline constexpr std::int64_t kMostSeconds = 0xFFFF'FFFF;  // the year 2106

[[nodiscard]] constexpr Number make_number(std::int64_t seconds, std::uint32_t counter) noexcept {
  return static_cast<Number>(seconds) << 32 | counter;
}
[[nodiscard]] constexpr std::int64_t time_of(Number number) noexcept {
  return static_cast<std::int64_t>(number >> 32);
}
[[nodiscard]] constexpr std::uint32_t counter_of(Number number) noexcept {
  return static_cast<std::uint32_t>(number);
}

/// Returns the key of a number: big-endian, so that keys sort like numbers.
[[nodiscard]] std::string number_key(Number number);
/// Throws Error unless the key has eight bytes.
[[nodiscard]] Number parse_number_key(std::string_view key);

struct Entry {
  std::optional<Fingerprint> fingerprint = {};  // only a comparable one
  ContentDigest digest = {};
  std::string id = {};
  std::string source = {};
};

/// What a rule of similarity needs of a document. Empty if it has no shingles.
struct PackedShingles {
  std::vector<std::uint32_t> bands = {};  // the keys of the sketch
  std::string set = {};                   // as the index keeps it (index/packed_sets.h)

  [[nodiscard]] bool empty() const noexcept { return set.empty(); }
};

/// Packs a set of shingles. Keeps its memory in `values`.
[[nodiscard]] PackedShingles pack_shingles(const Sketcher& sketcher, std::span<const std::uint64_t> shingles,
                                           std::vector<std::uint32_t>& values);

struct Body {
  PackedShingles shingles = {};
  std::optional<std::string> text = {};
  std::string fields = {};
};

/// What happened to a kept document since it was inserted.
struct Story {
  std::uint64_t copies = 0;
  std::int64_t first_seen = 0;
  std::int64_t last_seen = 0;
  std::vector<std::string> sources = {};  // in order of appearance, each once, at most kMostSources
  static constexpr std::size_t kMostSources = 64;

  void add_source(std::string_view source);
};

[[nodiscard]] std::string encode(const Entry& entry);
/// Writes into `memory`, whose contents do not matter.
[[nodiscard]] std::string encode(const Body& body, std::string memory = {});
[[nodiscard]] std::string encode(const Story& story);

/// Throw Error if the bytes are not what encode() wrote.
[[nodiscard]] Entry decode_entry(std::string_view bytes);
/// Without a sketcher, leaves the shingles out.
[[nodiscard]] Body decode_body(std::string_view bytes, const Sketcher* sketcher);
[[nodiscard]] Story decode_story(std::string_view bytes);

}  // namespace neardup::internal::store
