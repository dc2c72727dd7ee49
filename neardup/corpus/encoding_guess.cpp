#include "neardup/corpus/encoding_guess.h"

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#ifdef NEARDUP_HAS_UCHARDET
#include <uchardet/uchardet.h>
#else
#include <unicode/ucsdet.h>
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "neardup/corpus/binary_kind.h"
#include "neardup/text/invalid_bytes.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

// What kind of script an encoding writes decides which texts are credible.
enum class Script { east_asian, latin, other };

struct KnownEncoding {
  std::string_view proposed;  // as the detector calls it
  const char* name;           // what the converter is: the superset that programs write under that name
  Script script;
};
constexpr std::array kKnown = {
    KnownEncoding{"GB18030", "GB18030", Script::east_asian},
    KnownEncoding{"GBK", "GB18030", Script::east_asian},
    KnownEncoding{"GB2312", "GB18030", Script::east_asian},
    KnownEncoding{"BIG5", "Big5", Script::east_asian},
    KnownEncoding{"SHIFT_JIS", "windows-31j", Script::east_asian},
    KnownEncoding{"EUC-JP", "EUC-JP", Script::east_asian},
    KnownEncoding{"EUC-KR", "windows-949", Script::east_asian},
    KnownEncoding{"UHC", "windows-949", Script::east_asian},
    KnownEncoding{"WINDOWS-1250", "windows-1250", Script::latin},
    KnownEncoding{"WINDOWS-1251", "windows-1251", Script::other},
    KnownEncoding{"WINDOWS-1252", "windows-1252", Script::latin},
    KnownEncoding{"WINDOWS-1253", "windows-1253", Script::other},
    KnownEncoding{"WINDOWS-1254", "windows-1254", Script::latin},
    KnownEncoding{"WINDOWS-1255", "windows-1255", Script::other},
    KnownEncoding{"WINDOWS-1256", "windows-1256", Script::other},
    KnownEncoding{"WINDOWS-1257", "windows-1257", Script::latin},
    KnownEncoding{"WINDOWS-1258", "windows-1258", Script::latin},
    KnownEncoding{"ISO-8859-1", "windows-1252", Script::latin},
    KnownEncoding{"ISO-8859-2", "ISO-8859-2", Script::latin},
    KnownEncoding{"ISO-8859-5", "ISO-8859-5", Script::other},
    KnownEncoding{"ISO-8859-6", "windows-1256", Script::other},
    KnownEncoding{"ISO-8859-7", "windows-1253", Script::other},
    KnownEncoding{"ISO-8859-8", "windows-1255", Script::other},
    KnownEncoding{"ISO-8859-9", "windows-1254", Script::latin},
    KnownEncoding{"ISO-8859-15", "ISO-8859-15", Script::latin},
    KnownEncoding{"KOI8-R", "KOI8-R", Script::other},
    KnownEncoding{"TIS-620", "windows-874", Script::other},
};

/// Returns the encoding of this name; null for the many that nobody has used for decades.
const KnownEncoding* find_known(std::string_view proposed) {
  const auto* const found = std::ranges::find_if(kKnown, [proposed](const KnownEncoding& known) {
    return std::ranges::equal(known.proposed, proposed, {}, {},
                              [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  });
  return found == kKnown.end() ? nullptr : found;
}

#ifdef NEARDUP_HAS_UCHARDET

std::string propose(std::string_view sample) {
  struct Delete {
    void operator()(uchardet* detector) const noexcept { uchardet_delete(detector); }
  };
  const std::unique_ptr<uchardet, Delete> detector(uchardet_new());
  if (!detector || uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return {};
  uchardet_data_end(detector.get());
  return uchardet_get_charset(detector.get());
}

#else

std::string propose(std::string_view sample) {
  struct Close {
    void operator()(UCharsetDetector* detector) const noexcept { ucsdet_close(detector); }
  };
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, Close> detector(ucsdet_open(&status));
  ucsdet_setText(detector.get(), sample.data(), static_cast<std::int32_t>(sample.size()), &status);
  const UCharsetMatch* const match = ucsdet_detect(detector.get(), &status);
  if (U_FAILURE(status) || match == nullptr) return {};
  const char* const name = ucsdet_getName(match, &status);
  return U_SUCCESS(status) ? name : "";
}

#endif

/// What a sample is like once it is converted. Only characters beyond ASCII say anything, and the ASCII letters
/// among which they stand.
struct Picture {
  std::size_t foreign = 0;      // characters beyond ASCII
  std::size_t letters = 0;      // of those: letters, marks and digits
  std::size_t punctuation = 0;  // of those: marks as in prose, such as quotes, dashes and full-width signs
  std::size_t wrong = 0;        // of those: not characters at all, controls, or for private use
  std::size_t ascii_letters = 0;
  std::size_t capitals_inside = 0;  // capitals after a small letter, which words rarely have
};

bool is_prose_mark(UChar32 c) {
  return c == 0xA0 || c == 0xAB || c == 0xBB || c == 0xBF || c == 0xA1 || c == 0xB7 || c == 0xB0 ||
         c == 0xA7 || c == 0xA9 || c == 0xAE || c == 0x20AC || c == 0xA3 || (c >= 0x2010 && c <= 0x2040) ||
         c == 0x2116 || c == 0x2122 || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFFEF);
}

void look_at(UChar32 c, UChar32 before, Picture& picture) {
  if (c < 0x80) {
    picture.ascii_letters += u_isalpha(c) ? 1 : 0;
    return;
  }
  ++picture.foreign;
  const std::uint32_t kind = U_MASK(u_charType(c));
  if ((kind & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0) {
    ++picture.letters;
    if (u_isupper(c) && u_islower(before)) ++picture.capitals_inside;
  } else if ((kind & (U_GC_CN_MASK | U_GC_CC_MASK | U_GC_CO_MASK | U_GC_CS_MASK)) != 0 || c == 0xFFFD) {
    ++picture.wrong;
  } else if (is_prose_mark(c)) {
    ++picture.punctuation;
  }
}

/// Converts the sample; every sequence that cannot be converted becomes U+FFFD. A character that the end of the
/// sample cuts off is left out.
std::u16string convert_sample(std::string_view sample, const char* name) {
  struct Close {
    void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
  };
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, Close> converter(ucnv_open(name, &status));
  if (U_FAILURE(status)) return {};
  std::u16string units(sample.size() * 2 + 1, u'\0');
  UChar* to = units.data();
  const char* from = sample.data();
  ucnv_toUnicode(converter.get(), &to, units.data() + units.size(), &from, sample.data() + sample.size(),
                 nullptr, false, &status);
  units.resize(static_cast<std::size_t>(to - units.data()));
  return units;
}

Picture draw(std::u16string_view units) {
  Picture picture;
  UChar32 before = ' ';
  for (std::size_t i = 0; i < units.size();) {
    UChar32 c = 0;
    U16_NEXT(units.data(), i, units.size(), c);
    look_at(c, before, picture);
    before = c;
  }
  return picture;
}

/// Returns true if a text in the script of the encoding looks like this. The thresholds are those of decision 0019.
bool is_credible(const Picture& picture, Script script) {
  constexpr std::size_t kEnoughCharacters = 4;  // fewer are right for several encodings
  constexpr std::size_t kEnoughLetters = 12;    // of a script of two dozen letters
  constexpr std::size_t kEnoughAccents = 3;     // fewer may be stray bytes in UTF-8
  if (picture.wrong * 100 > picture.foreign || picture.foreign == 0) return false;
  const std::size_t prose = picture.letters + picture.punctuation;
  if (prose * 10 < picture.foreign * 9) return false;
  if (picture.capitals_inside * 10 > picture.letters) return false;
  switch (script) {
    case Script::east_asian:
      return picture.foreign >= kEnoughCharacters;
    case Script::latin:  // accents are rarer than plain letters in every language
      return picture.foreign >= kEnoughAccents && picture.ascii_letters >= 2 * picture.foreign;
    case Script::other:
      return picture.letters >= kEnoughLetters && picture.letters * 10 >= picture.foreign * 8;
  }
  return false;
}

/// Returns true for control characters that no text has, NUL included.
bool is_binary_control(char c) {
  return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
         c != '\x1A' && c != '\x1B';
}

// ---- UTF-16 -----------------------------------------------------------------------------------------------

/// Returns true for the blocks that texts are written in.
bool is_common_block(char16_t unit) {
  if (unit < 0x0590)
    return unit >= 0xA0 || (unit < 0x7F && (unit >= ' ' || u_isspace(unit)));  // Latin to Armenian
  return unit < 0x0E80 || (unit >= 0x1E00 && unit < 0x2600) || (unit >= 0x3000 && unit < 0x3100) ||
         (unit >= 0x4E00 && unit < 0xA000) || (unit >= 0xAC00 && unit < 0xE000) || unit >= 0xFF00;
}

/// Returns true if the bytes are text in UTF-16: nearly all units are in common blocks. With the bytes of a unit
/// swapped, ASCII would become ideographs whose low byte is 0, and others would be spread over all blocks.
bool reads_as_utf16(std::string_view sample, bool is_little_endian) {
  std::size_t common = 0;
  std::size_t low_is_zero = 0;
  const std::size_t units = sample.size() / 2;
  for (std::size_t i = 0; i < units; ++i) {
    const auto first = static_cast<unsigned char>(sample[2 * i]);
    const auto second = static_cast<unsigned char>(sample[2 * i + 1]);
    const unsigned low = is_little_endian ? first : second;
    const unsigned high = is_little_endian ? second : first;
    low_is_zero += low == 0 ? 1 : 0;
    common += is_common_block(static_cast<char16_t>(high << 8 | low)) ? 1 : 0;
  }
  return common * 50 >= units * 49 && low_is_zero * 4 <= units;
}

/// Returns the name if the sample is UTF-16 without a byte order mark. Its low bytes (of ideographs) or its high
/// bytes (of all else) include control characters and zeros, which no text of single bytes has.
std::string guess_utf16(std::string_view sample) {
  constexpr std::size_t kFewestBytes = 16;
  if (sample.size() < kFewestBytes) return {};
  const auto controls = static_cast<std::size_t>(std::ranges::count_if(sample, is_binary_control));
  if (controls * 200 < sample.size()) return {};
  const bool little = reads_as_utf16(sample, true);
  if (little == reads_as_utf16(sample, false)) return {};
  const char* const name = little ? "UTF-16LE" : "UTF-16BE";
  const Picture picture = draw(convert_sample(sample, name));
  return picture.wrong * 100 <= picture.foreign ? name : "";
}

// ---- Other encodings --------------------------------------------------------------------------------------

/// Returns true if the sample is UTF-8, if with damage: most of its non-ASCII bytes are well-formed. Other encodings
/// have well-formed places by chance: GBK often, single bytes hardly ever.
bool is_mostly_utf8(const Damage& damage, Script script) {
  if (script == Script::east_asian) return damage.malformed_bytes * 3 <= damage.other_non_ascii;
  return damage.malformed_bytes <= damage.other_non_ascii * 8;
}

}  // namespace

std::size_t find_non_ascii(std::string_view bytes) noexcept {
  constexpr std::size_t kLanes = 64;
  const auto* const begin = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t i = 0;
  for (; i + kLanes <= bytes.size(); i += kLanes) {
    unsigned char found = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      found |= static_cast<unsigned char>(begin[i + lane] - 1U) & 0x80U;  // 0 wraps to FF; 80 would become 7F
    for (std::size_t lane = 0; lane < kLanes; ++lane) found |= begin[i + lane] & 0x80U;
    if (found != 0) break;
  }
  for (; i < bytes.size(); ++i)
    if (begin[i] == 0 || begin[i] >= 0x80) return i;
  return std::string_view::npos;
}

std::string guess_encoding(std::string_view sample, bool is_beginning) {
  const std::size_t first = find_malformed_utf8(sample);
  const bool has_nul = sample.find('\0') != std::string_view::npos;
  if ((first == std::string_view::npos && !has_nul) || !binary_kind(sample).empty()) return {};
  if (is_beginning) {
    std::string utf16 = guess_utf16(sample);
    if (!utf16.empty()) return utf16;
  }
  const auto controls = static_cast<std::size_t>(std::ranges::count_if(sample, is_binary_control));
  if (first == std::string_view::npos || has_nul || controls * 1000 > sample.size()) return {};
  const Damage damage = measure_damage(sample, first);
  if (is_mostly_utf8(damage, Script::east_asian)) return {};
  const KnownEncoding* const known = find_known(propose(sample));
  if (known == nullptr || is_mostly_utf8(damage, known->script)) return {};
  return is_credible(draw(convert_sample(sample, known->name)), known->script) ? known->name : "";
}

}  // namespace neardup::internal
