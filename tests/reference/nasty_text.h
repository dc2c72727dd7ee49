// Characters that normalisation treats in every special way it has, and texts made of them. Seeded, so that a
// failure can be repeated.
#pragma once

#include <cstddef>
#include <random>
#include <string>

#include "neardup/text/utf8.h"

namespace neardup::internal::reference {

inline std::string to_utf8(std::u32string_view text) {
  std::string result;
  for (const char32_t code_point : text) append_utf8(result, code_point);
  return result;
}

inline const std::u32string& nasty_characters() {
  using std::string_literals::operator""s;
  static const std::u32string characters =
      // plain ones, for the nasty ones to meet
      U"aAzZkKsSiIjJ09_ -.,'\n\t=<>"
      U"中文字体一不人国的繁漢龍鿿\u4DC0\u3400\u4DBF\U00020000\U0002A6D6\U00030000\U0003134A"
      U"éÉñÅåÄöüßẞſﬀﬁﬃﬅﬆĳǅǆǈŉǰΐΰևẖẗẘẙẚ"
      // combining marks of many classes, in and out of order; some fold, some never compose
      U"\u0300\u0301\u0308\u0307\u030A\u0323\u0327\u0328\u0331\u0338\u0345\u0344\u0340\u0343\u0360\u0334"
      U"\u20D0\u20DD"
      U"\u05B0\u05BC\u05C1\u064B\u0651\u0653\u0654\u0670\u0E34\u0E38\u0E48\u0E33\u0EB3\u093C\u094D\u0958"
      U"\u09BE\u09C7\u09D7"
      U"\u0B3E\u0B47\u0B57\u0BBE\u0BC6\u0CC2\u0CC6\u0CD5\u0D3E\u0D46\u0DCA\u0DCF\u0DD9\u1025\u102E\u0F71"
      U"\u0F72\u0F74\u0F81"
      U"\u3099\u309A\u302A\u1D165\U0001D165\U0001D16E\U0001D15E\U0001D15F\U000110BA\U00011099\U00011131"
      U"\U00011127\U00011347"
      U"\U00011357\U000114B0\U000114B9\U000115B8\U000115AF\U00011930\U00011935\U0001E94D\U0001E922\U0001E8D0"
      // Greek and Cyrillic, with iota below and final sigma; Cherokee and Georgian, which fold either way
      U"αΑσΣςιΙᾳᾼῃᾀᾈᾟῼΰᾷῷἀἈΆώΏϐϑϴкКЙйӐӑѝЀᲀᲈꙊꙋ\u13A0\u13F8\uAB70\u10A0\u10D0\u1C90\u2D00"
      // Turkic i, Kelvin, Angstrom, Ohm, and others that map to one character
      U"İıKÅΩℵªº²₂①⑩Ⅷⅷ㈠㊀㍿㏒ℓℕ™№℃…‥⁇½⅓\u00A0\u00A8\u00AF\u00B4\u00B8\u2002\u2011\u2024\u203E\u3000\u1E9B"
      U"\u1E9A\u1F71\u2126"
      // full- and half-width, with voiced sound marks; kana that compose
      U"ＡＺａｚ０９，。（）！＿ｶﾞﾟｱｰｦﾡￂￊￒￚ￥￦かがハパヽヾうゔ゛゜ゟヿ"
      // Hangul: syllables with and without final, jamo of all three kinds, old jamo, compatibility jamo
      U"가각힣한\u1100\u1112\u1161\u1175\u11A7\u11A8\u11C2\u115F\u1160\u1113\u11C3\uA960\uD7B0\uD7CB\u3131"
      U"\u314F\u3164\uFFA0\uFFA1"
      // compatibility Han, radicals, presentation forms that become whole phrases
      U"豈更\uFA0E\uFA11\uFA1F\uFA6C\uFAD9\uFADA\u2F00\u2FD5\u2E9F\u2EF3\U0002F800\U0002FA1D\U0002FA1E\uFDFA"
      U"\uFDFB\uFDFD\uFB1D\uFB2C\uFB4F"
      U"\uFE70\uFEF5\uFEFC\u0622\u0627\u06C0\u0675ﬓ\U0001D400\U0001D7FF\U0001EE00\U0001F100\U0001F130"
      U"\U0001F190\U0001F200\U0001FBF0"
      // ignorable, joining and control characters, which stay and separate
      U"\u00AD\u200B\u200C\u200D\u2060\uFEFF\uFE0F\u034F\u061C\u180E\u180B\u115F\U000E0001\U000E0100\u0001"
      U"\u007F\u0085\u2028"
      // emoji, symbols, private use, unassigned, noncharacters, the replacement character
      U"😀👨👩🏽🇩🇪☺♥\uE000\U000F0000\U0010FFFD\u0378\u05FF\u2FE0\u9FFF\uA48D\uFFFE\uFFFF\uFDD0\U0001FFFE"
      U"\U0010FFFF\U0002EBF0\U000E0FFF\uFFFD"
      // letters that grow when folded, and case pairs beyond the basic plane
      U"ȺȾⱥɫⱢꞍΪ\u1E00Ω\U00010400\U00010428\U000118A0\U00016E40\U0001E900\u0000"s;
  return characters;
}

/// Up to about `most` characters: runs of ordinary ones, and between them nasty ones and any code point at
/// all.
inline std::string nasty_text(std::mt19937& random, std::size_t most) {
  const std::u32string& nasty = nasty_characters();
  std::u32string text;
  for (std::size_t length = random() % (most + 1); text.size() < length;) {
    switch (random() % 8) {
      case 0:
        text += U"The Quick ";
        break;
      case 1:
        text += U"近似，重复。文本";
        break;
      case 2:
        text += static_cast<char32_t>(random() % 0xD800);
        break;
      case 3:
        text += static_cast<char32_t>(0xE000 + random() % (0x110000 - 0xE000));
        break;
      default:
        text += nasty[random() % nasty.size()];
    }
  }
  return to_utf8(text);
}

/// The same with a few bytes changed, so that it is mostly malformed somewhere.
inline std::string damaged_text(std::mt19937& random, std::size_t most) {
  std::string text = nasty_text(random, most);
  for (std::size_t i = 0; i < text.size(); i += 1 + random() % 16) text[i] = static_cast<char>(random());
  return text;
}

}  // namespace neardup::internal::reference
