// Windows take two passes over small blocks, both without a branch on the data: first where code points
// begin, then how long each window is. Nothing is decoded: a code point begins at every byte that is no
// continuation byte.
//
// Tokens are written while the text is walked, in normal form or on the way there, so that every byte is
// touched once. In ASCII the ends of words are too irregular for branch prediction, so that loop has no
// branch either: it always writes a byte and a slice, and advances by 0 or 1.
#include "neardup/features/shingles.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/normal_runs.h"
#include "neardup/corpus/normal_walk.h"
#include "neardup/corpus/normal_writer.h"
#include "neardup/corpus/normalize.h"
#include "neardup/corpus/utf8.h"
#include "neardup/util/error.h"

namespace neardup {
namespace {

void require_addressable(std::string_view text) {
  if (text.size() <= std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(ErrorCode::invalid_argument,
              "features: a text must be shorter than 4 GiB, got " + std::to_string(text.size()) + " bytes");
}

// In valid UTF-8 the first byte of a character says how long it is.
std::size_t character_bytes(char first) noexcept {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// Bytes that are no continuation byte 10xxxxxx, eight at a time: the product adds up the eight flags in its
// top byte.
std::size_t count_characters(std::string_view text) noexcept {
  constexpr std::uint64_t kEachByte = 0x0101010101010101;
  std::size_t continuations = 0;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    const std::uint64_t word = normal::load_eight(text.data() + i);
    continuations += ((word >> 7 & ~word >> 6 & kEachByte) * kEachByte) >> 56;
  }
  for (; i < text.size(); ++i) continuations += (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80 ? 1 : 0;
  return text.size() - continuations;
}

// True if eight characters of three bytes each begin at `bytes`: 1110xxxx 10xxxxxx 10xxxxxx, the pattern
// shifting from word to word. REQUIRES: 24 bytes
bool are_eight_three_byte_characters(const char* bytes) noexcept {
  return (normal::load_eight(bytes) & 0xC0F0C0C0F0C0C0F0) == 0x80E08080E08080E0 &&
         (normal::load_eight(bytes + 8) & 0xF0C0C0F0C0C0F0C0) == 0xE08080E08080E080 &&
         (normal::load_eight(bytes + 16) & 0xC0C0F0C0C0F0C0C0) == 0x8080E08080E08080;
}

// Where the characters from `position` on stop being `bytes` long each.
std::size_t uniform_run_end(std::string_view text, std::size_t position, std::size_t bytes) noexcept {
  if (bytes == 1) return normal::ascii_run_end(text, position);
  if (bytes == 3) {
    while (position + 24 <= text.size() && are_eight_three_byte_characters(text.data() + position))
      position += 24;
  }
  while (position + bytes <= text.size() && character_bytes(text[position]) == bytes) position += bytes;
  return position;
}

// Writes one slice for every character, with the length that its window has if all its characters are equally
// long. That is true inside a run; the few windows that begin near the end of a run are corrected when the
// characters behind are known. `wrong_from_` is the first of those; all before it are right.
class WindowWriter {
 public:
  WindowWriter(std::string_view text, std::size_t width, Slice* slices)
      : text_(text), width_(width), slices_(slices) {}

  /// REQUIRES: valid UTF-8, and room for one slice more than it has characters
  void run() noexcept {
    for (std::size_t position = 0; position < text_.size();) {
      const std::size_t bytes = character_bytes(text_[position]);
      const std::size_t end = uniform_run_end(text_, position, bytes);
      write_run(position, (end - position) / bytes, bytes);
      position = end;
    }
    slices_[count_].offset = static_cast<std::uint32_t>(text_.size());
    correct(count_ + 1);
  }

 private:
  void write_run(std::size_t position, std::size_t characters, std::size_t bytes) noexcept {
    const auto offset = static_cast<std::uint32_t>(position);
    const auto stride = static_cast<std::uint32_t>(bytes);
    const auto length = static_cast<std::uint32_t>(bytes * width_);
    Slice* out = slices_ + count_;
    for (std::size_t i = 0; i < characters; ++i)
      out[i] = {offset + static_cast<std::uint32_t>(i) * stride, length};
    correct(count_ + characters);
    const std::size_t right = characters < width_ ? 0 : characters + 1 - width_;
    if (wrong_from_ == count_) wrong_from_ += right;
    count_ += characters;
  }

  // Sets the lengths of the wrong windows before the run whose end is among the first `known` characters.
  void correct(std::size_t known) noexcept {
    for (; wrong_from_ < count_ && wrong_from_ + width_ < known; ++wrong_from_) {
      slices_[wrong_from_].length = slices_[wrong_from_ + width_].offset - slices_[wrong_from_].offset;
    }
  }

  std::string_view text_;
  std::size_t width_;
  Slice* slices_;
  std::size_t count_ = 0;
  std::size_t wrong_from_ = 0;
};

// For every ASCII character what a token has of it; ' ' where it separates.
using AsciiTokens = std::array<char, 128>;

constexpr AsciiTokens ascii_tokens(bool fold) {
  AsciiTokens table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<char>(i);
    const bool upper = c >= 'A' && c <= 'Z';
    const bool token = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    table[i] = !token ? ' ' : upper && fold ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return table;
}

constexpr AsciiTokens kTokensFolded = ascii_tokens(true);
constexpr AsciiTokens kTokensAsTheyAre = ascii_tokens(false);

// Writes tokens and their slices. Outside a token the text written so far is empty or ends with a space.
class TokenSink {
 public:
  TokenSink(std::size_t text_size, Features& features)
      : text_(features.text, text_size + text_size / normal::kHanBytes), slices_(features.slices) {}

  void ascii(std::string_view run) { take_ascii(run, kTokensFolded); }

  [[nodiscard]] std::size_t take_pairs(std::string_view text, std::size_t position) {
    if (!normal::begins_pair(text, position, tokens_of_three_bytes())) return position;
    close();
    constexpr std::size_t kMost = 1024;  // bounds the room that is asked for
    char* out = text_.room(kMost * kHanStride);
    Slice* slices = room(kMost);
    std::size_t size = text_.size();
    const auto put = [out, &slices, &size](std::uint64_t word, std::uint8_t tokens) {
      normal::store_four(out + size, (word & 0xFFFFFF) | std::uint64_t{' '} << 24);
      *slices = {static_cast<std::uint32_t>(size), normal::kHanBytes};
      size += tokens * kHanStride;
      slices += tokens;
    };
    text = text.substr(0, position + kMost * normal::kHanBytes);
    position = normal::for_three_byte_pairs(text, position, tokens_of_three_bytes(), put);
    text_.set_size(size);
    count_ = static_cast<std::size_t>(slices - slices_.data());
    return position;
  }

  void take_back(std::string_view text, std::size_t position) {
    const std::size_t tokens = tokens_of_three_bytes()[normal::load_three(text.data() + position)];
    text_.set_size(text_.size() - tokens * kHanStride);
    count_ -= tokens;
  }

  struct Cursor {
    TokenSink* sink;
    void put(const normal::Character& character) {
      const std::uint32_t utf8 = character.utf8();
      sink->add({reinterpret_cast<const char*>(&utf8), character.length()}, character.has(normal::kHan),
                character.has(normal::kLetter));
    }
  };
  Cursor begin(std::size_t) { return {this}; }
  void end(Cursor) {}

  void normal(std::string_view text) {
    for (std::size_t position = 0; position < text.size();) {
      const std::size_t begin = position;
      position = normal::ascii_run_end(text, begin);
      if (position != begin) take_ascii(text.substr(begin, position - begin), kTokensAsTheyAre);
      position = take_unified_han(text, position);
      if (position == begin) position = take_one(text, position);
    }
  }

  void finish() {
    close();
    if (count_ != 0) text_.set_size(text_.size() - 1);  // the space behind the last token
    slices_.resize(count_);
  }

 private:
  static constexpr std::size_t kHanStride = normal::kHanBytes + 1;  // a character and the space behind it

  // Of a character that takes three bytes and keeps them: 1 if it is a token, 0 if it separates.
  static const normal::ThreeByteTable& tokens_of_three_bytes() {
    static const normal::ThreeByteTable table([](normal::Character character) -> std::uint8_t {
      if (!character.has(normal::kLetter | normal::kHan)) return 0;
      return character.has(normal::kHan) && character.has(normal::kCopy) ? 1 : normal::ThreeByteTable::kLeave;
    });
    return table;
  }

  std::size_t take_unified_han(std::string_view text, std::size_t position) {
    const std::size_t end = normal::unified_han_run_end(text, position);
    if (end == position) return end;
    close();
    const std::size_t count = (end - position) / normal::kHanBytes;
    char* out = text_.room(count * kHanStride + 1);
    Slice* slices = room(count);
    std::size_t size = text_.size();
    for (std::size_t i = 0; i < count; ++i, size += kHanStride) {
      const std::uint64_t word = normal::load_three(text.data() + position + i * normal::kHanBytes);
      normal::store_four(out + size, word | std::uint64_t{' '} << 24);
      slices[i] = slice(size, size + normal::kHanBytes);
    }
    text_.set_size(size);
    count_ += count;
    return end;
  }

  std::size_t take_one(std::string_view text, std::size_t position) {
    const std::size_t begin = position;
    const char32_t code_point = next_code_point(text, position);
    const bool han = is_han(code_point);
    add(text.substr(begin, position - begin), han, !han && is_token_character(code_point));
    return position;
  }

  void add(std::string_view utf8, bool han, bool letter) {
    if (han || !letter) close();
    if (!han && !letter) return;
    if (!open_) start_ = text_.size();
    open_ = true;
    text_.append(utf8);
    if (han) close();
  }

  void close() {
    if (!open_) return;
    open_ = false;
    *room(1) = slice(start_, text_.size());
    ++count_;
    text_.append(" ");
  }

  void take_ascii(std::string_view run, const AsciiTokens& table) {
    constexpr std::size_t kChunk = 4096;  // bounds what is asked for slices, which is far more than is used
    for (; run.size() > kChunk; run.remove_prefix(kChunk)) take_ascii_chunk(run.substr(0, kChunk), table);
    take_ascii_chunk(run, table);
  }

  void take_ascii_chunk(std::string_view chunk, const AsciiTokens& table) {
    char* text = text_.room(chunk.size() + 1);
    Slice* slices =
        room(chunk.size() / 2 + 2);  // at most every other character ends a token; one slice is scratch
    std::size_t size = text_.size();
    std::size_t start = start_;
    bool open = open_;
    const auto take = [&, text](std::uint64_t byte) {
      const char token = table.data()[byte & 0x7F];
      const bool letter = token != ' ';
      start = open ? start : size;
      *slices = slice(start, size);
      slices += open && !letter ? 1 : 0;
      text[size] = token;
      size += open || letter ? 1 : 0;
      open = letter;
    };
    std::size_t i = 0;
    for (; i + 8 <= chunk.size(); i += 8) {
      const std::uint64_t word = normal::load_eight(chunk.data() + i);
      for (int shift = 0; shift < 64; shift += 8) take(word >> shift);
    }
    for (; i < chunk.size(); ++i) take(static_cast<unsigned char>(chunk[i]));
    text_.set_size(size);
    start_ = start;
    open_ = open;
    count_ = static_cast<std::size_t>(slices - slices_.data());
  }

  [[nodiscard]] static Slice slice(std::size_t begin, std::size_t end) noexcept {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
  }

  // Where the next slice goes, with room for that many.
  [[nodiscard]] Slice* room(std::size_t count) {
    if (slices_.size() - count_ < count) slices_.resize(std::max(count_ + count, 2 * slices_.size()));
    return slices_.data() + count_;
  }

  normal::TextWriter text_;
  std::vector<Slice>& slices_;
  std::size_t count_ = 0;  // slices written; the vector is longer until finish
  std::size_t start_ = 0;  // of the open token
  bool open_ = false;
};

}  // namespace

void take_tokens(std::string_view normal_text, Features& features) {
  features.clear();
  {
    TokenSink sink(normal_text.size(), features);
    sink.normal(normal_text);
    sink.finish();
  }
  require_addressable(features.text);
}

void take_normal_tokens(std::string_view text, Features& features) {
  features.clear();
  {
    TokenSink sink(text.size(), features);
    normal::walk_normal(text, sink);
    sink.finish();
  }
  require_addressable(features.text);
}

void take_character_windows(Features& features, int width) {
  assert(width >= 1 && width <= 16);
  if (find_malformed_utf8(features.text) != std::string::npos)
    features.text = repair_utf8(features.text).text;
  require_addressable(features.text);
  const std::size_t count = count_characters(features.text);
  const auto step = static_cast<std::size_t>(width);
  features.weights.clear();
  features.slices.clear();
  if (count <= step) {
    if (count != 0) features.slices.push_back({0, static_cast<std::uint32_t>(features.text.size())});
    return;
  }
  features.slices.resize(count + 1);
  WindowWriter(features.text, step, features.slices.data()).run();
  features.slices.resize(count + 1 - step);
}

void join_to_shingles(Features& features, int width) {
  assert(width >= 1);
  features.weights.clear();
  if (features.slices.empty()) return;
  const std::size_t step = std::min(static_cast<std::size_t>(width), features.slices.size());
  const std::size_t count = features.slices.size() + 1 - step;
  for (std::size_t i = 0; i < count; ++i) {
    const Slice last = features.slices[i + step - 1];  // not overwritten yet: it stands at or after i
    features.slices[i].length = last.offset + last.length - features.slices[i].offset;
  }
  features.slices.resize(count);
}

}  // namespace neardup
