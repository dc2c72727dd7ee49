// Takes windows in two passes, both without a branch on the data: first finds
// where code points begin, then how long each window is. Decodes nothing: a
// code point begins at every byte that is not a continuation byte.
//
// Writes tokens while it walks the text, already normalised or being normalised, so that it touches
// every byte once. In ASCII the ends of words are too irregular for branch prediction, so that loop has
// no branch either: it always writes a byte and a slice, and advances by 0 or 1.
#include "neardup/features/shingles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/simd/text_kernels.h"
#include "neardup/text/normal_runs.h"
#include "neardup/text/normal_walk.h"
#include "neardup/text/normal_writer.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

void require_addressable(std::string_view text) {
  if (text.size() <= std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(ErrorCode::invalid_argument,
              "features: a text must be shorter than 4 GiB, got " + std::to_string(text.size()) + " bytes");
}

// The kernels write a slice as one 64-bit word: offset in the lower half, length in the upper half.
static_assert(std::endian::native == std::endian::little && sizeof(Slice) == sizeof(std::uint64_t));
std::uint64_t* as_words(std::vector<Slice>& slices) noexcept {
  return reinterpret_cast<std::uint64_t*>(slices.data());
}

// Maps every ASCII character to its form in a token; ' ' if it separates tokens.
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

// Writes tokens and their slices. Outside a token, the text written so far is empty or ends with a space.
class TokenSink {
 public:
  TokenSink(std::size_t text_size, Features& features)
      : text_(features.text, text_size + text_size / normal::kHanBytes), slices_(features.slices) {}

  void ascii(std::string_view run) { take_ascii(run, kTokensFolded); }

  [[nodiscard]] std::size_t take_pairs(std::string_view text, std::size_t position) {
    if (!normal::begins_pair(text, position, tokens_of_three_bytes())) return position;
    close();
    constexpr std::size_t kMost = 1024;  // limits the room requested at once
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
    if (count_ != 0) text_.set_size(text_.size() - 1);  // drops the space after the last token
    slices_.resize(count_);
  }

 private:
  static constexpr std::size_t kHanStride = normal::kHanBytes + 1;  // a character and the space after it

  // Maps a character that takes three bytes and keeps them to 1 if it is a token, 0 if it separates tokens.
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
    // Limits the slices requested at once, which are far more than those used.
    constexpr std::size_t kChunk = 4096;
    for (; run.size() > kChunk; run.remove_prefix(kChunk)) take_ascii_chunk(run.substr(0, kChunk), table);
    take_ascii_chunk(run, table);
  }

  void take_ascii_chunk(std::string_view chunk, const AsciiTokens& table) {
    char* text = text_.room(chunk.size() + 1);
    // At most every other character ends a token; one slice is scratch.
    Slice* slices = room(chunk.size() / 2 + 2);
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

  // Returns where the next slice goes, with room for `count` slices.
  [[nodiscard]] Slice* room(std::size_t count) {
    if (slices_.size() - count_ < count) slices_.resize(std::max(count_ + count, 2 * slices_.size()));
    return slices_.data() + count_;
  }

  normal::TextWriter text_;
  std::vector<Slice>& slices_;
  std::size_t count_ = 0;  // slices written; the vector is longer until finish()
  std::size_t start_ = 0;  // start of the open token
  bool open_ = false;
};

}  // namespace

void take_normal_tokens(std::string_view text, Features& features) {
  features.text.clear();
  features.weights.clear();
  {
    TokenSink sink(text.size(), features);
    normal::walk_normal(text, sink);
    sink.finish();
  }
  require_addressable(features.text);
}

void take_character_windows(Features& features, int width) {
  assert(width >= 1 && width <= 16);
  require_addressable(features.text);
  const std::size_t count = simd::count_characters(features.text);
  const auto step = static_cast<std::size_t>(width);
  features.weights.clear();
  if (count <= step) {
    features.slices.clear();
    if (count != 0) features.slices.push_back({0, static_cast<std::uint32_t>(features.text.size())});
    return;
  }
  constexpr std::size_t kSlack = 8;            // the kernel writes eight words at a time
  features.slices.resize(count + kSlack + 1);  // keeps old slices: zeroing costs time
  simd::find_characters(features.text, as_words(features.slices));
  simd::positions_to_slices(as_words(features.slices), count + 1 - step, step);
  features.slices.resize(count + 1 - step);
}

void join_to_shingles(Features& features, int width) {
  assert(width >= 1);
  features.weights.clear();
  if (features.slices.empty()) return;
  const std::size_t step = std::min(static_cast<std::size_t>(width), features.slices.size());
  const std::size_t count = features.slices.size() + 1 - step;
  for (std::size_t i = 0; i < count; ++i) {
    const Slice last = features.slices[i + step - 1];  // not overwritten yet: its index is at least i
    features.slices[i].length = last.offset + last.length - features.slices[i].offset;
  }
  features.slices.resize(count);
}

}  // namespace neardup::internal
