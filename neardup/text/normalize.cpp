// The sinks that write normalised text: all of it, or only its letters and numbers. The walk that feeds them
// is in normal_walk.h. ASCII is folded here, by plain loops over bytes that the compiler turns into vector
// code or, where characters are dropped, into one table look-up and one store without a branch.
#include "neardup/text/normalize.h"

#include <unicode/uchar.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "neardup/simd/text_kernels.h"
#include "neardup/text/normal_walk.h"
#include "neardup/text/normal_writer.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

constexpr char fold_ascii(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Writes the first bytes of every character. kLength (length or letter_length) decides how many are kept.
template <std::size_t (normal::Character::*kLength)() const noexcept>
struct CharacterCursor {
  char* out;

  void put(const normal::Character& character) noexcept {
    const std::uint32_t utf8 = character.utf8();
    std::memcpy(out, &utf8, sizeof utf8);
    out += (character.*kLength)();
  }
};

template <std::size_t (normal::Character::*kLength)() const noexcept>
class CharacterSink {
 public:
  CharacterSink(std::string& out, std::size_t expected) : writer_(out, expected) {}

  [[nodiscard]] std::size_t take_pairs(std::string_view text, std::size_t position) {
    char* out = writer_.room(text.size() - position);
    std::size_t size = writer_.size();
    position = normal::for_three_byte_pairs(text, position, kept_bytes(),
                                            [out, &size](std::uint64_t word, auto kept) {
                                              normal::store_four(out + size, word);
                                              size += kept;
                                            });
    writer_.set_size(size);
    return position;
  }
  void take_back(std::string_view text, std::size_t position) {
    const std::uint8_t kept = kept_bytes()[normal::load_three(text.data() + position)];
    if (kept != normal::ThreeByteTable::kLeave) writer_.set_size(writer_.size() - kept);
  }

  [[nodiscard]] CharacterCursor<kLength> begin(std::size_t bytes) {
    return {writer_.room(bytes * normal::kMostResultBytes + sizeof(std::uint32_t)) + writer_.size()};
  }
  void end(CharacterCursor<kLength> cursor) {
    writer_.set_size(static_cast<std::size_t>(cursor.out - writer_.room(0)));
  }

 protected:
  normal::TextWriter writer_;

 private:
  // Maps a character to how many of its three bytes to copy: all or none; kLeave if the sink writes others.
  static const normal::ThreeByteTable& kept_bytes() {
    static const normal::ThreeByteTable table([](normal::Character character) -> std::uint8_t {
      if ((character.*kLength)() == 0) return 0;
      return character.has(normal::kCopy) ? normal::kHanBytes : normal::ThreeByteTable::kLeave;
    });
    return table;
  }
};

class WholeSink : public CharacterSink<&normal::Character::length> {
 public:
  using CharacterSink::CharacterSink;

  void ascii(std::string_view run) {
    char* out = writer_.room(run.size()) + writer_.size();
    for (std::size_t i = 0; i < run.size(); ++i) out[i] = fold_ascii(run[i]);
    writer_.set_size(writer_.size() + run.size());
  }
  void normal(std::string_view text) { writer_.append(text); }
};

class LetterSink : public CharacterSink<&normal::Character::letter_length> {
 public:
  using CharacterSink::CharacterSink;

  void ascii(std::string_view run) { static_cast<void>(take_common(run, 0)); }

  [[nodiscard]] std::size_t take_common(std::string_view text, std::size_t position) {
    text.remove_prefix(position);
    char* out = writer_.room(text.size() + simd::kLetterSlack) + writer_.size();
    const simd::TextProgress progress = simd::take_letters(text, out);
    writer_.set_size(writer_.size() + progress.written);
    return position + progress.taken;
  }
  void take_back(std::string_view text, std::size_t position) {
    const auto byte = static_cast<unsigned char>(text[position]);
    if (byte >= 0x80) return CharacterSink::take_back(text, position);
    writer_.set_size(writer_.size() - (is_token_character(byte) ? 1 : 0));
  }
  void normal(std::string_view text) {
    for (std::size_t end = 0; end < text.size();) {
      const std::size_t begin = end;
      if (is_token_character(next_code_point(text, end))) writer_.append(text.substr(begin, end - begin));
    }
  }
};

}  // namespace

void append_nfkc_casefold(std::string_view text, std::string& out) {
  WholeSink sink(out, text.size());
  normal::walk_normal(text, sink);
}

std::string nfkc_casefold(std::string_view text) {
  std::string result;
  append_nfkc_casefold(text, result);
  return result;
}

void append_normal_letters(std::string_view text, std::string& out) {
  LetterSink sink(out, text.size());
  normal::walk_normal(text, sink);
}

std::string collapse_space(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool space_before = false;
  for (std::size_t position = 0; position < text.size();) {
    const char32_t code_point = next_code_point(text, position);
    if (u_isUWhiteSpace(static_cast<UChar32>(code_point)) != 0) {
      space_before = true;
      continue;
    }
    if (space_before && !result.empty()) result += ' ';
    space_before = false;
    append_utf8(result, code_point);
  }
  return result;
}

bool is_token_character(char32_t code_point) noexcept {
  return (U_GET_GC_MASK(static_cast<UChar32>(code_point)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

}  // namespace neardup::internal
