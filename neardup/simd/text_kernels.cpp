// Extracts the letters of a text and finds where its characters begin, without a branch per character.
//
// Chinese text alternates between Han, punctuation, digits and Latin too irregularly for branch
// prediction. So the kernels classify a block of bytes as a whole and get a mask of the bytes to
// keep. One shuffle then compacts eight bytes at a time, with indices from a table addressed by the
// mask, and the next eight are stored right after them. The same table, read as numbers, lists the
// positions of the set bits of a mask, which is where characters begin. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif

#include "neardup/simd/text_kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "neardup/simd/scalar_choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/text_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#ifndef NEARDUP_TEXT_TABLES
#define NEARDUP_TEXT_TABLES
namespace neardup::internal::simd {
namespace {

/// For every mask of eight bits, the positions of the set bits, followed by anything.
struct alignas(64) SetBits {
  std::uint8_t positions[256][8] = {};
  constexpr SetBits() {
    for (unsigned mask = 0; mask < 256; ++mask) {
      unsigned count = 0;
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        if ((mask >> bit & 1) != 0) positions[mask][count++] = bit;
      }
    }
  }
};
constexpr SetBits kSetBits;

/// The length of a common character in bytes, and whether to keep it. Length 0: not a common character.
struct PlainCharacter {
  std::size_t bytes = 0;
  bool kept = false;
};

constexpr char lower_case(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

constexpr bool is_common_punctuation(unsigned c) noexcept {
  return (c >= 0x2000 && c <= 0x203F) || (c >= 0x3000 && c <= 0x3004) || (c >= 0x3008 && c <= 0x3020) ||
         (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20);
}

[[maybe_unused]] PlainCharacter classify(const char* text, std::size_t size) noexcept {
  const auto byte = [text](std::size_t i) { return unsigned{static_cast<unsigned char>(text[i])}; };
  const char lower = lower_case(text[0]);
  if (byte(0) < 0x80) return {1, (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')};
  if (size < 3 || byte(0) >> 4 != 0xE || byte(1) >> 6 != 2 || byte(2) >> 6 != 2) return {};
  const unsigned code_point = (byte(0) & 0xF) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  const bool han = code_point >= 0x4E00 && code_point <= 0x9FFF;
  return han || is_common_punctuation(code_point) ? PlainCharacter{3, han} : PlainCharacter{};
}

}  // namespace
}  // namespace neardup::internal::simd
#endif  // NEARDUP_TEXT_TABLES

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

/// The scalar version, byte by byte.
TextProgress take_letters_kernel(std::string_view text, char* out, std::uint8_t /*zero*/) {
  std::size_t position = 0;
  std::size_t written = 0;
  while (position < text.size()) {
    const PlainCharacter character = classify(text.data() + position, text.size() - position);
    if (character.bytes == 0) break;
    for (std::size_t i = 0; character.kept && i < character.bytes; ++i) out[written++] = text[position + i];
    if (character.kept && character.bytes == 1) out[written - 1] = lower_case(out[written - 1]);
    position += character.bytes;
  }
  return {position, written};
}

std::size_t count_characters_kernel(const char* text, std::size_t size) {
  return static_cast<std::size_t>(
      std::count_if(text, text + size, [](unsigned char byte) { return (byte & 0xC0) != 0x80; }));
}

std::size_t find_characters_kernel(const char* text, std::size_t size, std::uint64_t* words) {
  std::size_t count = 0;
  for (std::size_t position = 0; position < size; ++position) {
    words[count] = position;
    count += (static_cast<unsigned char>(text[position]) & 0xC0) != 0x80 ? 1 : 0;
  }
  return count;
}

void positions_to_slices_kernel(std::uint64_t* words, std::size_t count, std::size_t width) {
  for (std::size_t i = 0; i < count; ++i) words[i] |= (words[i + width] - words[i]) << 32;
}

#else

using Bytes = hn::CappedTag<std::uint8_t, 32>;
using SignedBytes = hn::RebindToSigned<Bytes>;
using Vec = hn::Vec<Bytes>;
using Mask = hn::Mask<Bytes>;
using Eight = hn::FixedTag<std::uint8_t, 8>;
constexpr std::size_t kBlock = HWY_MIN(32, HWY_LANES(std::uint8_t));

/// Returns which bytes are in [first, first + span].
HWY_INLINE Mask in_range(Vec bytes, Vec first, Vec span) {
  const Vec above = hn::Sub(bytes, first);
  return hn::Eq(above, hn::Min(above, span));
}
HWY_INLINE Mask in_range(Vec bytes, std::uint8_t first, std::uint8_t last) {
  const Bytes tag;
  return in_range(bytes, hn::Set(tag, first), hn::Set(tag, static_cast<std::uint8_t>(last - first)));
}

/// Compares as signed numbers: the continuation bytes 80..BF are the smallest.
HWY_INLINE Mask less(Vec bytes, Vec limit) {
  const SignedBytes tag;
  return hn::RebindMask(Bytes(), hn::Lt(hn::BitCast(tag, bytes), hn::BitCast(tag, limit)));
}
HWY_INLINE Mask is_continuation(Vec bytes) { return less(bytes, hn::Set(Bytes(), 0xC0)); }

HWY_INLINE std::uint64_t bits_of(Mask mask) {
  std::uint64_t bits = 0;
  std::uint8_t stored[8] = {};
  hn::StoreMaskBits(Bytes(), mask, stored);
  std::memcpy(&bits, stored, sizeof bits);
  return bits;
}

/// Recognises the common characters of three bytes by their first byte. There are more constants here than
/// vector registers. The compiler must not know their values: it would rebuild each of them from an immediate
/// for every block, which takes longer than all the rest. Hence `zero`, which is 0 and comes from outside.
class ThreeByteCharacters {
 public:
  HWY_INLINE explicit ThreeByteCharacters(std::uint8_t zero)
      : e2_(number(zero, 0xE2)),
        e3_(number(zero, 0xE3)),
        e4_(number(zero, 0xE4)),
        ef_(number(zero, 0xEF)),
        x80_(number(zero, 0x80)),
        xb8_(number(zero, 0xB8)),
        xbc_(number(zero, 0xBC)),
        han_leads_(number(zero, 0xE9 - 0xE4)),
        chinese_letter_(number(zero, 0x85)),
        chinese_letters_(number(zero, 0x87 - 0x85)),
        digit_(number(zero, 0x90)),
        digits_(number(zero, 0x99 - 0x90)),
        punctuation_end_(number(zero, 0xA1)),
        continuation_end_(number(zero, 0xC0)) {}

  struct Begins {
    std::uint64_t han;          // U+4E00..9FFF: E4 B8 80 to E9 BF BF
    std::uint64_t punctuation;  // see begins_punctuation
  };
  HWY_INLINE Begins find(Vec first, Vec second, Vec third) const {
    const Mask complete = less(third, continuation_end_);
    return {bits_of(hn::And(complete, begins_han(first, second))),
            bits_of(hn::And(complete, begins_punctuation(first, second, third)))};
  }

 private:
  static HWY_INLINE Vec number(std::uint8_t zero, std::uint8_t value) {
    return hn::Set(Bytes(), static_cast<std::uint8_t>(value ^ zero));
  }

  HWY_INLINE Mask begins_han(Vec first, Vec second) const {
    const Mask too_small = hn::And(hn::Eq(first, e4_), less(second, xb8_));
    const Mask lead = in_range(first, e4_, han_leads_);
    return hn::And(hn::AndNot(too_small, lead), less(second, continuation_end_));
  }

  // U+2000..203F, U+3000..3020 without 3005..3007, U+FF00..FF20 without FF10..FF19: none of them
  // has a letter in its normal form, and none combines with the character before it.
  HWY_INLINE Mask begins_punctuation(Vec first, Vec second, Vec third) const {
    const Mask in_full_width = hn::And(hn::Eq(first, ef_), hn::Eq(second, xbc_));
    const Mask full_width = hn::AndNot(in_range(third, digit_, digits_), in_full_width);
    const Mask in_block_80 = hn::Eq(second, x80_);
    const Mask in_chinese = hn::And(hn::Eq(first, e3_), in_block_80);
    const Mask chinese = hn::AndNot(in_range(third, chinese_letter_, chinese_letters_), in_chinese);
    const Mask general = hn::And(hn::Eq(first, e2_), in_block_80);
    return hn::Or(general, hn::And(less(third, punctuation_end_), hn::Or(full_width, chinese)));
  }

  Vec e2_, e3_, e4_, ef_, x80_, xb8_, xbc_, han_leads_, chinese_letter_, chinese_letters_, digit_, digits_,
      punctuation_end_, continuation_end_;
};

/// Compacts the bytes of the mask to out[0..] and returns the end of them.
HWY_INLINE char* keep_bytes(Vec bytes, std::uint64_t mask, char* out) {
  HWY_ALIGN std::uint8_t block[kBlock];
  hn::Store(bytes, Bytes(), block);
  for (std::size_t i = 0; i < kBlock; i += 8, mask >>= 8) {
    const auto indices = hn::Load(Eight(), kSetBits.positions[mask & 0xFF]);
    const auto kept = hn::TableLookupBytes(hn::Load(Eight(), block + i), indices);
    hn::StoreU(kept, Eight(), reinterpret_cast<std::uint8_t*>(out));
    out += std::popcount(mask & 0xFF);
  }
  return out;
}

/// The classification of a block: which bytes belong to common characters, and which of those to
/// keep. The bits above kBlock describe the bytes after the block, where its last character may end.
struct Masks {
  std::uint64_t common = 0;
  std::uint64_t kept = 0;
};
constexpr std::uint64_t kWholeBlock = ~std::uint64_t{0} >> (64 - kBlock);

/// Classifies the characters that begin among kBlock bytes and copies those to keep to `out`.
/// `masks` come from the block before. Blocks follow each other at a fixed distance, so the loads
/// of one need not wait for the result of another.
/// REQUIRES: kBlock + 2 bytes at `text`
HWY_INLINE char* take_block(const ThreeByteCharacters& characters, const std::uint8_t* text, Masks& masks,
                            char* out) {
  const Bytes tag;
  const Vec first = hn::LoadU(tag, text);
  const Vec lower = hn::Or(first, hn::Set(tag, 0x20));
  const Mask latin = in_range(lower, 'a', 'z');
  const Vec folded = hn::IfThenElse(latin, lower, first);
  const std::uint64_t ascii = ~bits_of(less(first, hn::Zero(tag))) & kWholeBlock;
  masks.common = masks.common >> kBlock | ascii;
  masks.kept = masks.kept >> kBlock | bits_of(hn::Or(latin, in_range(first, '0', '9')));
  if (ascii != kWholeBlock) {
    const Vec second = hn::LoadU(tag, text + 1);
    const Vec third = hn::LoadU(tag, text + 2);
    const ThreeByteCharacters::Begins found = characters.find(first, second, third);
    const std::uint64_t begins = found.han | found.punctuation;
    // Two continuation bytes follow each of these, so the three shifted copies do not overlap.
    masks.common |= begins | begins << 1 | begins << 2;
    masks.kept |= found.han | found.han << 1 | found.han << 2;
  }
  const auto stop = static_cast<unsigned>(std::countr_one(masks.common & kWholeBlock));
  if (HWY_UNLIKELY(stop < kBlock)) masks.kept &= (std::uint64_t{1} << stop) - 1;
  return keep_bytes(folded, masks.kept, out);
}

HWY_INLINE std::size_t common_bytes(const Masks& masks) {
  return static_cast<std::size_t>(std::countr_one(masks.common & kWholeBlock));
}

/// Processes the last bytes, too few for the main loop, padded with zeros, which count as ASCII and
/// are dropped.
HWY_INLINE TextProgress take_rest(const ThreeByteCharacters& characters, std::string_view text, Masks masks,
                                  char* out) {
  std::uint8_t rest[2 * kBlock + 2] = {};
  char kept[2 * kBlock + kLetterSlack];
  std::memcpy(rest, text.data(), text.size());
  char* end = take_block(characters, rest, masks, kept);
  std::size_t taken = common_bytes(masks);
  if (taken == kBlock) {
    end = take_block(characters, rest + kBlock, masks, end);
    taken += common_bytes(masks);
  }
  const auto written = static_cast<std::size_t>(end - kept);
  std::memcpy(out, kept, written);
  return {std::min(text.size(), taken), written};
}

TextProgress take_letters_kernel(std::string_view text, char* out, std::uint8_t zero) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const ThreeByteCharacters characters(zero);
  char* const begin = out;
  Masks masks;
  std::size_t position = 0;
  for (; position + kBlock + 2 <= text.size(); position += kBlock) {
    out = take_block(characters, bytes + position, masks, out);
    const std::size_t common = common_bytes(masks);
    if (common < kBlock) return {position + common, static_cast<std::size_t>(out - begin)};
  }
  const TextProgress rest = take_rest(characters, text.substr(position), masks, out);
  return {position + rest.taken, static_cast<std::size_t>(out - begin) + rest.written};
}

using Words = hn::FixedTag<std::uint64_t, HWY_MIN(4, HWY_LANES(std::uint64_t))>;
constexpr std::size_t kWordLanes = HWY_MIN(4, HWY_LANES(std::uint64_t));

/// Writes eight words. Only the first popcount(mask) of them are valid.
HWY_INLINE void write_positions(std::uint64_t base, std::uint64_t mask, std::uint64_t* words) {
  const Words tag;
  const auto first = hn::Set(tag, base);
  for (std::size_t i = 0; i < 8; i += kWordLanes) {
    const hn::Rebind<std::uint8_t, Words> narrow;
    const hn::Rebind<std::uint32_t, Words> middle;
    const auto positions = hn::PromoteTo(middle, hn::LoadU(narrow, kSetBits.positions[mask] + i));
    hn::StoreU(hn::Add(first, hn::PromoteTo(tag, positions)), tag, words + i);
  }
}

std::size_t count_characters_kernel(const char* text, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text);
  std::size_t position = 0;
  std::size_t continuations = 0;
  for (; position + kBlock <= size; position += kBlock) {
    continuations += hn::CountTrue(Bytes(), is_continuation(hn::LoadU(Bytes(), bytes + position)));
  }
  for (; position < size; ++position) continuations += (bytes[position] & 0xC0) == 0x80 ? 1 : 0;
  return size - continuations;
}

std::size_t find_characters_kernel(const char* text, std::size_t size, std::uint64_t* words) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text);
  const std::uint64_t* const begin = words;
  std::size_t position = 0;
  for (; position + kBlock <= size; position += kBlock) {
    std::uint64_t begins = ~bits_of(is_continuation(hn::LoadU(Bytes(), bytes + position)));
    for (std::size_t i = 0; i < kBlock; i += 8, begins >>= 8) {
      write_positions(position + i, begins & 0xFF, words);
      words += std::popcount(begins & 0xFF);
    }
  }
  for (; position < size; ++position) {
    *words = position;
    words += (bytes[position] & 0xC0) != 0x80 ? 1 : 0;
  }
  return static_cast<std::size_t>(words - begin);
}

void positions_to_slices_kernel(std::uint64_t* words, std::size_t count, std::size_t width) {
  const Words tag;
  std::size_t i = 0;
  for (; i + kWordLanes <= count; i += kWordLanes) {
    const auto here = hn::LoadU(tag, words + i);  // later words are not slices yet: width >= 1
    const auto length = hn::Sub(hn::LoadU(tag, words + i + width), here);
    hn::StoreU(hn::Or(here, hn::ShiftLeft<32>(length)), tag, words + i);
  }
  for (; i < count; ++i) words[i] |= (words[i + width] - words[i]) << 32;
}

#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(take_letters_kernel);
HWY_EXPORT(count_characters_kernel);
HWY_EXPORT(find_characters_kernel);
HWY_EXPORT(positions_to_slices_kernel);
}  // namespace

TextProgress take_letters(std::string_view text, char* out) noexcept {
  return NEARDUP_DISPATCH(take_letters_kernel)(text, out, 0);
}

std::size_t count_characters(std::string_view text) noexcept {
  return NEARDUP_DISPATCH(count_characters_kernel)(text.data(), text.size());
}

void find_characters(std::string_view text, std::uint64_t* words) noexcept {
  const std::size_t count = NEARDUP_DISPATCH(find_characters_kernel)(text.data(), text.size(), words);
  words[count] = text.size();
}

void positions_to_slices(std::uint64_t* words, std::size_t count, std::size_t width) noexcept {
  NEARDUP_DISPATCH(positions_to_slices_kernel)(words, count, width);
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
