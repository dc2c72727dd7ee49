// The decoder against the table of the standard, on every short sequence that can matter.
#include "neardup/text/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>

#include "tests/reference/utf32.h"
#include "tests/reference/utf8.h"

namespace neardup::internal {
namespace {

// Each byte value at which some rule of table 3-7 changes, and its neighbour.
constexpr std::array<unsigned char, 25> kBoundaryBytes = {
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
    0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};

std::string encode(const std::u32string& code_points) {
  std::string text;
  for (const char32_t code_point : code_points) append_utf8(text, code_point);
  return text;
}

/// A copy that ends at the end of its allocation, so that AddressSanitizer sees a read past the end.
struct ExactCopy {
  explicit ExactCopy(std::string_view text) : size(text.size()), bytes(new char[text.size()]) {
    text.copy(bytes.get(), size);
  }
  [[nodiscard]] std::string_view view() const { return {bytes.get(), size}; }
  std::size_t size;
  std::unique_ptr<char[]> bytes;
};

void expect_like_reference(std::string_view text) {
  const std::u32string expected = reference::decode(text);
  ASSERT_EQ(to_utf32(text), expected);
  ASSERT_EQ(find_malformed_utf8(text), reference::find_malformed(text));
  ASSERT_EQ(repair_utf8(text).text, encode(expected));
}

/// Both ways of decoding agree with the reference; cheap enough for millions of sequences.
bool steps_agree(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const reference::DecodedSequence expected = reference::decode_at(text, position);
    const DecodedUtf8 decoded = decode_utf8(text, position);
    std::size_t next = position;
    if (next_code_point(text, next) != expected.code_point || next != position + expected.length)
      return false;
    if (decoded.code_point != expected.code_point || decoded.length != expected.length) return false;
    if (decoded.well_formed != expected.well_formed) return false;
    position = next;
  }
  return true;
}

TEST(Utf8Test, AllSequencesOfOneAndTwoBytesDecodeAsTheTableSays) {
  for (unsigned value = 0; value < 0x10000; ++value) {
    const char bytes[] = {static_cast<char>(value >> 8), static_cast<char>(value)};
    const ExactCopy two({bytes, 2});
    expect_like_reference(two.view());
    if (value < 0x100) expect_like_reference({bytes + 1, 1});
  }
}

TEST(Utf8Test, AllSequencesOfThreeBytesDecodeAsTheTableSays) {
  for (unsigned value = 0x800000; value < 0x1000000; ++value) {  // an ASCII lead leaves a shorter sequence
    const char bytes[] = {static_cast<char>(value >> 16), static_cast<char>(value >> 8),
                          static_cast<char>(value)};
    ASSERT_TRUE(steps_agree({bytes, 3})) << std::hex << value;
  }
}

TEST(Utf8Test, BoundaryBytesDecodeAsTheTableSaysUpToLengthFour) {
  constexpr std::size_t kBase = kBoundaryBytes.size();
  std::size_t combinations = 1;
  for (std::size_t length = 1; length <= 4; ++length) {
    combinations *= kBase;
    for (std::size_t code = 0; code < combinations; ++code) {
      std::string text;
      for (std::size_t rest = code, i = 0; i < length; ++i, rest /= kBase)
        text.push_back(static_cast<char>(kBoundaryBytes[rest % kBase]));
      ASSERT_TRUE(steps_agree(text));
      ASSERT_EQ(find_malformed_utf8(text), reference::find_malformed(text));
    }
  }
}

TEST(Utf8Test, LongerRandomMixturesDecodeAsTheTableSays) {
  std::mt19937 random(7);
  const std::array<std::string, 6> pieces = {"plain ASCII words ", "汉字",        "é", "😀",
                                             "\xE6\xB1",           "\xF0\x9F\x98"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      if (random() % 3 == 0) {
        text.push_back(static_cast<char>(kBoundaryBytes[random() % kBoundaryBytes.size()]));
      } else {
        text += pieces[random() % pieces.size()];
      }
    }
    const ExactCopy copy(text);
    expect_like_reference(copy.view());
  }
}

TEST(Utf8Test, EveryScalarValueSurvivesEncodingAndDecoding) {
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (code_point >= 0xD800 && code_point <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, code_point);
    std::size_t position = 0;
    ASSERT_EQ(next_code_point(text, position), code_point);
    ASSERT_EQ(position, text.size());
    ASSERT_EQ(find_malformed_utf8(text), std::string_view::npos);
  }
}

TEST(Utf8Test, RepairCountsMaximalSubparts) {
  // The example of Unicode 3.9, table 3-8 and its neighbours.
  EXPECT_EQ(repair_utf8("a\xF1\x80\x80\xE1\x80\xC2z").text, "a\uFFFD\uFFFD\uFFFDz");
  EXPECT_EQ(repair_utf8("a\xF1\x80\x80\xE1\x80\xC2z").replacements, 3U);
  EXPECT_EQ(repair_utf8("\xED\xA0\x80").replacements, 3U);  // a surrogate: three bytes that begin nothing
  EXPECT_EQ(repair_utf8("\xF0\x9F\x98").replacements, 1U);
  EXPECT_EQ(repair_utf8("一切正常").replacements, 0U);
}

TEST(Utf8Test, FindsDamageBehindManyGoodBytes) {
  for (std::size_t length = 0; length < 200; ++length) {
    std::string text(length, 'a');
    EXPECT_EQ(find_malformed_utf8(text), std::string_view::npos);
    text += "\xE6\xB1";
    EXPECT_EQ(find_malformed_utf8(text), length);
  }
}

TEST(Utf8Test, EmptyTextIsWellFormed) {
  EXPECT_EQ(find_malformed_utf8(""), std::string_view::npos);
  EXPECT_EQ(repair_utf8("").text, "");
  EXPECT_TRUE(to_utf32("").empty());
}

}  // namespace
}  // namespace neardup::internal
