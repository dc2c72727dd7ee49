#include "neardup/corpus/web/letter_count.h"

#include <algorithm>
#include <array>

#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kLettersPerIdeograph = 4;

bool is_ascii_letter(char32_t c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Rough blocks suffice: what matters is how much is written, not which character it is.
std::size_t letters_of(char32_t c) noexcept {
  if (c < 0x80) return is_ascii_letter(c) ? 1 : 0;
  if (c < 0xC0) return 0;
  if (c < 0x2000) return 1;                     // Latin, Greek, Cyrillic, Arabic, Indic and other alphabets
  if (c < 0x3040) return 0;                     // punctuation, arrows, symbols, full stops of Chinese
  if (c < 0xD7B0) return kLettersPerIdeograph;  // kana, CJK, Yi, Hangul
  if (c >= 0xF900 && c < 0xFB00) return kLettersPerIdeograph;
  if (c >= 0xFF10 && c < 0xFF5B) return 1;  // full-width digits and letters, and a few signs between them
  return c >= 0x20000 && c < 0x32000 ? kLettersPerIdeograph : 0;
}

}  // namespace

std::size_t count_letters(std::string_view text) noexcept {
  std::size_t letters = 0;
  for (std::size_t position = 0; position < text.size();) {
    const auto byte = static_cast<unsigned char>(text[position]);
    if (byte < 0x80) {
      letters += is_ascii_letter(byte) ? 1 : 0;
      ++position;
    } else {
      letters += letters_of(next_code_point(text, position));
    }
  }
  return letters;
}

bool ends_like_a_sentence(std::string_view text) noexcept {
  constexpr auto kClosing =
      std::to_array<std::string_view>({"\"", "'", ")", "”", "’", "」", "』", "）", "»"});
  constexpr auto kEnds =
      std::to_array<std::string_view>({".", "!", "?", "…", "。", "！", "？", ":", "：", "；"});
  const auto ends_with = [&text](std::string_view end) { return text.ends_with(end); };
  const auto closing = std::ranges::find_if(kClosing, ends_with);
  if (closing != kClosing.end()) text.remove_suffix(closing->size());
  return std::ranges::any_of(kEnds, ends_with);
}

}  // namespace neardup::internal
