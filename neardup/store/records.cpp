#include "neardup/store/records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

static_assert(std::endian::native == std::endian::little, "records are copied from memory");

class Writer {
 public:
  explicit Writer(std::size_t bytes, std::string memory = {}) : out_(std::move(memory)) {
    out_.clear();
    out_.reserve(bytes);
  }

  template <typename Value>
  void put(Value value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    out_.append(text);
  }
  void put_bytes(const void* bytes, std::size_t size) { out_.append(static_cast<const char*>(bytes), size); }
  [[nodiscard]] std::string finish() { return std::move(out_); }

 private:
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename Value>
  [[nodiscard]] Value get() {
    Value value{};
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  [[nodiscard]] std::string_view get_text() { return take(get<std::uint32_t>()); }
  [[nodiscard]] std::string_view take(std::size_t size) {
    if (size > rest_.size()) throw Error(ErrorCode::corrupt, "live collection: a record is too short");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  void finish() const {
    if (!rest_.empty()) throw Error(ErrorCode::corrupt, "live collection: a record is too long");
  }

 private:
  std::string_view rest_;
};

}  // namespace

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
  Writer writer(64 + entry.id.size() + entry.source.size());
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
  Reader reader(bytes);
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

std::string encode(const Body& body, std::string memory) {
  Writer writer(32 + body.shingles.size() * sizeof(std::uint64_t) + (body.text ? body.text->size() : 0) +
                    body.fields.size(),
                std::move(memory));
  writer.put(static_cast<std::uint32_t>(body.shingles.size()));
  writer.put_bytes(body.shingles.data(), body.shingles.size() * sizeof(std::uint64_t));
  writer.put(static_cast<std::uint8_t>(body.text ? 1 : 0));
  if (body.text) writer.put_text(*body.text);
  writer.put_text(body.fields);
  return writer.finish();
}

Body decode_body(std::string_view bytes) {
  Reader reader(bytes);
  Body body;
  const std::size_t count = reader.get<std::uint32_t>();
  const std::string_view shingles = reader.take(count * sizeof(std::uint64_t));
  body.shingles.resize(count);
  if (count != 0) std::memcpy(body.shingles.data(), shingles.data(), shingles.size());
  if (reader.get<std::uint8_t>() != 0) body.text = reader.get_text();
  body.fields = reader.get_text();
  reader.finish();
  return body;
}

std::string encode(const Story& story) {
  Writer writer(64);
  writer.put(story.copies);
  writer.put(story.first_seen);
  writer.put(story.last_seen);
  writer.put(static_cast<std::uint32_t>(story.sources.size()));
  for (const std::string& source : story.sources) writer.put_text(source);
  return writer.finish();
}

Story decode_story(std::string_view bytes) {
  Reader reader(bytes);
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
