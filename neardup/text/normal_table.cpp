// Every entry is ICU's own answer for the character alone; normal_walk.h proves that the answers may be
// concatenated. A quick test comes first, because nearly all characters are their own normal form: a few
// property look-ups replace two normalisations, which keeps the first use of the table short.
#include "neardup/text/normal_table.h"

#include <unicode/uchar.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "neardup/text/normal_piece.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"

namespace neardup::internal::normal {
namespace {

bool folds_to_itself(UChar32 code_point) {
  std::array<UChar, 2> text{};
  std::array<UChar, 8> folded{};
  std::int32_t length = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strFromUTF32(text.data(), 2, &length, &code_point, 1, &status);
  const std::int32_t folded_length =
      u_strFoldCase(folded.data(), 8, text.data(), length, U_FOLD_CASE_DEFAULT, &status);
  return folded_length == length && std::equal(text.begin(), text.begin() + length, folded.begin());
}

// Returns true if neither NFKC nor folding changes the character; then it is its own normal form.
bool is_unchanged(UChar32 code_point) {
  return u_getIntPropertyValue(code_point, UCHAR_NFKC_QUICK_CHECK) == UNORM_YES &&
         folds_to_itself(code_point);
}

std::uint64_t kind_of(char32_t code_point) {
  return (is_token_character(code_point) ? kLetter : 0) | (is_han(code_point) ? kHan : 0);
}

std::uint64_t kind_of(const icu::UnicodeString& text) {
  const std::uint64_t kind = kind_of(static_cast<char32_t>(text.char32At(0)));
  for (std::int32_t i = text.moveIndex32(0, 1); i < text.length(); i = text.moveIndex32(i, 1)) {
    const std::uint64_t other = kind_of(static_cast<char32_t>(text.char32At(i)));
    if (other != kind || (other & kHan) != 0) return kNeedsIcu;
  }
  return kind;
}

void set_result(Character& character, const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  character.add(utf8.size() > kMostResultBytes ? kNeedsIcu : kind_of(text));
  if (character.has(kNeedsIcu)) return;
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, utf8.data(), utf8.size());
  character.set_utf8(bytes);
  character.set_length(utf8.size());
}

void set_copy(Character& character, char32_t code_point) {
  character.add(kCopy | kind_of(code_point));
  character.set_length(code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < kBasicPlaneEnd ? 3 : 4);
}

}  // namespace

Character describe_character(char32_t code_point) {
  const auto c = static_cast<UChar32>(code_point);
  Character result;
  result.set_combining_class(u_getCombiningClass(c));
  const bool unchanged = is_unchanged(c);
  if (nfkc().hasBoundaryBefore(c) == 0) result.add(unchanged ? kJoins | kPlainMark : kJoins);
  // U+FFFD also represents malformed bytes, which must not be copied.
  if (unchanged && code_point != kReplacementCharacter) {
    set_copy(result, code_point);
  } else {
    set_result(result, normalize_with_icu(icu::UnicodeString(c)));
  }
  return result;
}

CharacterTable::CharacterTable() {
  const auto key_of = [](const std::array<Character, kBlock>& block) {
    return std::string(reinterpret_cast<const char*>(block.data()), sizeof block);
  };
  std::map<std::string, std::uint16_t> known;
  for (std::size_t number = 0; number < block_begins_.size(); ++number) {
    std::array<Character, kBlock> block;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const auto code_point = static_cast<char32_t>(number * kBlock + i);
      // Text cannot contain surrogates.
      if (!U_IS_SURROGATE(code_point)) block[i] = describe_character(code_point);
    }
    const auto [known_block, is_new] =
        known.emplace(key_of(block), static_cast<std::uint16_t>(characters_.size()));
    block_begins_[number] = known_block->second;
    if (is_new) characters_.insert(characters_.end(), block.begin(), block.end());
  }
}

ThreeByteTable::ThreeByteTable(std::uint8_t (*value_of)(Character)) {
  constexpr std::size_t kBlock = 64;
  constexpr std::size_t kMostBlocks = 256;
  constexpr char32_t kFirst = 0x800;  // smaller code points in three bytes are overlong, so malformed
  std::vector<std::string> known = {std::string(kBlock, static_cast<char>(kLeave))};
  for (char32_t begin = 0; begin < kBasicPlaneEnd; begin += kBlock) {
    std::string block = known[0];
    for (std::size_t i = 0; begin >= kFirst && !U_IS_SURROGATE(begin) && i < kBlock; ++i) {
      const Character character = CharacterTable::basic_plane()[begin + static_cast<char32_t>(i)];
      if (!character.has(kJoins | kNeedsIcu)) block[i] = static_cast<char>(value_of(character));
    }
    auto found = std::ranges::find(known, block);
    // When the blocks run out, kLeave is still correct, only slower.
    if (found == known.end() && known.size() == kMostBlocks) found = known.begin();
    if (found == known.end()) found = known.insert(found, block);
    blocks_[(begin >> 6 & 0x3F) << 8 | begin >> 12] = static_cast<std::uint8_t>(found - known.begin());
  }
  for (std::size_t i = 0; i < known.size() * kBlock; ++i) {
    values_[i % kBlock * kMostBlocks + i / kBlock] = static_cast<std::uint8_t>(known[i / kBlock][i % kBlock]);
  }
}

const CharacterTable& CharacterTable::basic_plane() {
  static const CharacterTable table;
  return table;
}

}  // namespace neardup::internal::normal
