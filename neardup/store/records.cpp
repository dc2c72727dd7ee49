#include "neardup/store/records.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "neardup/index/packed_sets.h"
#include "neardup/store/record_bytes.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

std::string number_key(Number number) {
  const std::uint64_t swapped = __builtin_bswap64(number);
  return {reinterpret_cast<const char*>(&swapped), sizeof(swapped)};
}

Number parse_number_key(std::string_view key) {
  std::uint64_t swapped = 0;
  if (key.size() != sizeof(swapped))
    throw Error(ErrorCode::corrupt, "live collection: a key is not a number");
  std::memcpy(&swapped, key.data(), sizeof(swapped));
  return __builtin_bswap64(swapped);
}

void Story::add_source(std::string_view source) {
  if (source.empty() || sources.size() >= kMostSources) return;
  if (std::ranges::find(sources, source) == sources.end()) sources.emplace_back(source);
}

std::string encode(const Entry& entry) {
  ByteWriter writer(64 + entry.id.size() + entry.source.size());
  writer.put(static_cast<std::uint8_t>(entry.fingerprint ? entry.fingerprint->bits : 0));
  if (entry.fingerprint) {
    writer.put(entry.fingerprint->low);
    if (entry.fingerprint->bits == 128) writer.put(entry.fingerprint->high);
  }
  writer.put(entry.digest.low);
  writer.put(entry.digest.high);
  writer.put_text(entry.id);
  writer.put_text(entry.source);
  return writer.finish();
}

Entry decode_entry(std::string_view bytes) {
  ByteReader reader(bytes);
  Entry entry;
  if (const int bits = reader.get<std::uint8_t>(); bits != 0) {
    entry.fingerprint.emplace(Fingerprint{.low = reader.get<std::uint64_t>(), .bits = bits});
    if (bits == 128) entry.fingerprint->high = reader.get<std::uint64_t>();
  }
  entry.digest.low = reader.get<std::uint64_t>();
  entry.digest.high = reader.get<std::uint64_t>();
  entry.id = reader.get_text();
  entry.source = reader.get_text();
  reader.finish();
  return entry;
}

PackedShingles pack_shingles(const Sketcher& sketcher, std::span<const std::uint64_t> shingles,
                             std::vector<std::uint32_t>& values) {
  PackedShingles packed;
  if (shingles.empty()) return packed;
  packed.bands.resize(static_cast<std::size_t>(sketcher.plan().bands));
  sketcher.band_keys(shingles, packed.bands);
  values.resize(shingles.size());
  std::ranges::transform(shingles, values.begin(), lsm::short_hash);
  lsm::append_packed(values, packed.set);
  return packed;
}

namespace {

/// Set in the first word of a body whose shingles are packed. The other bits are the number of bands. Formats 1 and 2
/// have the number of shingles there.
constexpr std::uint32_t kPacked = std::uint32_t{1} << 31;

PackedShingles read_shingles(ByteReader& reader, const Sketcher* sketcher) {
  const auto first = reader.get<std::uint32_t>();
  const std::size_t count = first & ~kPacked;
  const bool is_packed = (first & kPacked) != 0;
  const std::string_view words =
      reader.take(count * (is_packed ? sizeof(std::uint32_t) : sizeof(std::uint64_t)));
  const std::string_view set = is_packed ? reader.get_text() : std::string_view();
  if (sketcher == nullptr || count == 0) return {};
  if (is_packed) {
    if (count != static_cast<std::size_t>(sketcher->plan().bands))
      throw Error(ErrorCode::corrupt, "live collection: a record has shingles of another rule");
    PackedShingles packed{.bands = std::vector<std::uint32_t>(count), .set = std::string(set)};
    std::memcpy(packed.bands.data(), words.data(), words.size());
    return packed;
  }
  std::vector<std::uint64_t> shingles(count);
  std::memcpy(shingles.data(), words.data(), words.size());
  std::vector<std::uint32_t> values;
  return pack_shingles(*sketcher, shingles, values);
}

}  // namespace

std::string encode(const Body& body, std::string memory) {
  const PackedShingles& shingles = body.shingles;
  ByteWriter writer(32 + shingles.bands.size() * sizeof(std::uint32_t) + shingles.set.size() +
                        (body.text ? body.text->size() : 0) + body.fields.size(),
                    std::move(memory));
  if (shingles.empty()) {
    writer.put(std::uint32_t{0});
  } else {
    writer.put(kPacked | static_cast<std::uint32_t>(shingles.bands.size()));
    writer.put_bytes(shingles.bands.data(), shingles.bands.size() * sizeof(std::uint32_t));
    writer.put_text(shingles.set);
  }
  writer.put(static_cast<std::uint8_t>(body.text ? 1 : 0));
  if (body.text) writer.put_text(*body.text);
  writer.put_text(body.fields);
  return writer.finish();
}

Body decode_body(std::string_view bytes, const Sketcher* sketcher) {
  ByteReader reader(bytes);
  Body body{.shingles = read_shingles(reader, sketcher)};
  if (reader.get<std::uint8_t>() != 0) body.text = reader.get_text();
  body.fields = reader.get_text();
  reader.finish();
  return body;
}

std::string encode(const Story& story) {
  ByteWriter writer(64);
  writer.put(story.copies);
  writer.put(story.first_seen);
  writer.put(story.last_seen);
  writer.put(static_cast<std::uint32_t>(story.sources.size()));
  for (const std::string& source : story.sources) writer.put_text(source);
  return writer.finish();
}

Story decode_story(std::string_view bytes) {
  ByteReader reader(bytes);
  Story story;
  story.copies = reader.get<std::uint64_t>();
  story.first_seen = reader.get<std::int64_t>();
  story.last_seen = reader.get<std::int64_t>();
  for (auto left = reader.get<std::uint32_t>(); left != 0; --left)
    story.sources.emplace_back(reader.get_text());
  reader.finish();
  return story;
}

}  // namespace neardup::internal::store
