// Walks a text from left to right and passes its normal form, NFKC(fold(NFKC(text))), to a sink, run by run.
// The sink writes what it keeps (everything, letters only, tokens) once, and the walk normalises nothing that
// the sink would drop.
//
// Why pieces may be normalised one by one. Write N for NFKC and F for full case folding, and let b, the first
// character of B, have a normalisation boundary before it. Then N(F(N(AB))) = N(F(N(A))) N(F(N(B))):
//  - N(AB) = N(A) N(B), by the definition of a boundary.
//  - F maps single characters, so F(N(A) N(B)) = F(N(A)) F(N(B)).
//  - The first character of N(B) is the first one of b's decomposition or a composite that begins with it, so
//    it has a boundary before it as well. Folding such a character gives a text whose first character also
//    has one (true of every code point, which the tests check), so the outer N splits at the same place.
// So the table alone decides a character with boundaries on both sides. Only a character that is followed by
// a joining one (or that the table cannot hold) takes the slow path, together with all joining characters
// after it.
//
// Private: not installed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "neardup/text/normal_piece.h"
#include "neardup/text/normal_runs.h"
#include "neardup/text/normal_table.h"
#include "neardup/text/utf8.h"

namespace neardup::internal::normal {

/// What a walk requires of a sink. `ascii` takes raw ASCII (not yet folded), `normal` takes normalised text
/// of any kind. `take_pairs` takes as many three-byte characters as it can from a position on and returns
/// where it stopped; `take_back` undoes the last of them, which begins at the given position. A sink may have
/// `take_common`, which works like `take_pairs` for any characters, ASCII included, and is tried first. All
/// other characters go to a cursor: `begin` makes one with room for the given number of bytes of raw text,
/// `end` takes it back. Cursors live in registers; a sink cannot, because a store through char* might change
/// any of its members.
template <typename T>
concept NormalSink = requires(T& sink, std::string_view text, Character character, std::size_t position) {
  sink.ascii(text);
  sink.normal(text);
  position = sink.take_pairs(text, position);
  sink.take_back(text, position);
  sink.begin(position).put(character);
  sink.end(sink.begin(position));
};

/// Returns true if two three-byte characters that the table keeps or drops begin at `position`.
[[nodiscard]] inline bool begins_pair(std::string_view text, std::size_t position,
                                      const ThreeByteTable& table) noexcept {
  if (position + 8 > text.size()) return false;
  const std::uint64_t word = load_eight(text.data() + position);
  if ((word & 0xC0C0F0C0C0F0) != 0x8080E08080E0) return false;
  return ((table[word] | table[word >> 24]) & ThreeByteTable::kLeave) == 0;
}

/// Returns true if one such character with ASCII after it begins at `position`: the last of an odd number.
[[nodiscard]] inline bool begins_single(std::string_view text, std::size_t position,
                                        const ThreeByteTable& table) noexcept {
  if (position + 4 > text.size()) return false;
  const std::uint64_t word = load_four(text.data() + position);
  return (word & 0x80C0C0F0) == 0x8080E0 && (table[word] & ThreeByteTable::kLeave) == 0;
}

/// The inner loop of Chinese text: takes three-byte characters, two at a time, as long as the table keeps or
/// drops them, and returns where it stopped. Keeping or dropping is not a branch, because Chinese punctuation
/// is too irregular to predict.
template <typename Put>
[[nodiscard]] std::size_t for_three_byte_pairs(std::string_view text, std::size_t position,
                                               const ThreeByteTable& table, Put put) {
  for (; begins_pair(text, position, table); position += 2 * kHanBytes) {
    const std::uint64_t word = load_eight(text.data() + position);
    put(word, table[word]);
    put(word >> 24, table[word >> 24]);
  }
  if (begins_single(text, position, table)) {
    const std::uint64_t word = load_three(text.data() + position);
    put(word, table[word]);
    position += kHanBytes;
  }
  return position;
}

template <NormalSink Sink>
class NormalWalk {
 public:
  NormalWalk(std::string_view text, Sink& sink) : text_(text), sink_(sink) {}

  void run() {
    const std::size_t ascii_end = ascii_run_end(text_, 0);
    if (ascii_end == text_.size()) return sink_.ascii(text_);
    table_ = &CharacterTable::basic_plane();
    while (position_ < text_.size()) {
      if constexpr (requires { sink_.take_common(text_, position_); }) {
        leave_last_if_joined(sink_.take_common(text_, position_));
        if (position_ == text_.size()) return;
      }
      if (is_ascii(position_)) {
        take_ascii(ascii_run_end(text_, position_));
      } else {
        take_characters();
      }
    }
  }

 private:
  static constexpr std::size_t kMostCharacterBytes = 4;

  struct Found {
    Character character;
    std::size_t end = 0;  // position after the character
  };

  [[nodiscard]] bool is_ascii(std::size_t position) const noexcept {
    return static_cast<signed char>(text_[position]) >= 0;
  }

  // Takes the ASCII run up to `end`, except its last character if the next one joins it.
  void take_ascii(std::size_t end) {
    const bool joined = end < text_.size() && find(end).character.has(kJoins);
    if (joined && end != position_) --end;
    if (end != position_) sink_.ascii(text_.substr(position_, end - position_));
    position_ = end;
    if (joined) take_piece();
  }

  void take_characters() {
    const std::size_t end = sink_.take_pairs(text_, position_);
    if (end == position_) return take_single_characters();
    leave_last_if_joined(end);
  }

  // The sink has taken everything up to `end`. Takes the last character back if the next one joins it.
  void leave_last_if_joined(std::size_t end) {
    const bool taken = end != position_;
    position_ = end;
    if (!taken || end == text_.size() || is_ascii(end) || !find(end).character.has(kJoins)) return;
    do --position_;
    while ((static_cast<unsigned char>(text_[position_]) & 0xC0) == 0x80);
    sink_.take_back(text_, position_);
    take_piece();
  }

  // Takes characters that the table decides, up to ASCII or to one that needs more. Puts each only after
  // looking at the next one.
  void take_single_characters() {
    constexpr std::size_t kMostBytes = 64;  // at a time, so that a cursor needs little room
    const std::size_t limit = std::min(text_.size(), position_ + kMostBytes);
    auto cursor = sink_.begin(limit - position_);
    Found found = find(position_);
    while (!found.character.has(kNeedsIcu | kJoins)) {
      const bool goes_on = found.end < text_.size() && !is_ascii(found.end);
      const Found next = goes_on ? find(found.end) : Found{};
      if (next.character.has(kJoins)) break;
      cursor.put(found.character);
      position_ = found.end;
      if (!goes_on || position_ + kMostCharacterBytes > limit) return sink_.end(cursor);
      found = next;
    }
    sink_.end(cursor);
    take_piece();
  }

  // Takes one character and all joining characters after it.
  void take_piece() {
    const Found first = find(position_);
    std::size_t end = first.end;
    bool plain = first.character.has(kLetter) && !first.character.has(kNeedsIcu | kJoins);
    for (unsigned previous_class = 0; end < text_.size();) {
      const Found next = find(end);
      if (!next.character.has(kJoins)) break;
      plain = plain && next.character.has(kPlainMark) && next.character.combining_class() >= previous_class;
      previous_class = next.character.combining_class();
      end = next.end;
    }
    if (plain) return take_plain_piece(end);
    normalize_piece(text_.substr(position_, end - position_), piece_);
    sink_.normal(piece_);
    position_ = end;
  }

  // Takes a letter with marks that never compose and are in canonical order (Thai, Arabic, Hebrew, …). The
  // table decides here too: the result of the letter ends in a letter, of class 0, so nothing can move before
  // the marks; the marks are in order among themselves; and none of them composes or folds. This is Unicode's
  // quick check.
  void take_plain_piece(std::size_t end) {
    auto cursor = sink_.begin(end - position_);
    while (position_ < end) {
      const Found found = find(position_);
      cursor.put(found.character);
      position_ = found.end;
    }
    sink_.end(cursor);
  }

  [[nodiscard]] Found find(std::size_t position) const {
    std::size_t end = position;
    const char32_t code_point = next_code_point(text_, end);
    Found found{code_point < kBasicPlaneEnd ? (*table_)[code_point] : describe_character(code_point), end};
    std::uint32_t source = 0;
    if (position + sizeof source <= text_.size()) {
      std::memcpy(&source, text_.data() + position, sizeof source);
    } else {
      std::memcpy(&source, text_.data() + position, end - position);
    }
    if (found.character.has(kCopy)) found.character.set_utf8(source);
    return found;
  }

  std::string_view text_;
  Sink& sink_;
  std::size_t position_ = 0;
  const CharacterTable* table_ = nullptr;
  std::string piece_;
};

/// Passes the normal form of `text`, which may hold any bytes, to the sink from left to right.
template <NormalSink Sink>
void walk_normal(std::string_view text, Sink& sink) {
  NormalWalk<Sink>(text, sink).run();
}

}  // namespace neardup::internal::normal
