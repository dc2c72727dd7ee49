#include "cli/terminal/output.h"

#include <gtest/gtest.h>

#include <string>

namespace neardup::cli {
namespace {

TEST(EscapeTsvTest, EscapesWhatWouldEndAColumnOrALine) {
  EXPECT_EQ(escape_tsv("a\tb\nc\rd\\e"), "a\\tb\\nc\\rd\\\\e");
  EXPECT_EQ(escape_tsv("plain \x1b 中"), "plain \x1b 中");
  EXPECT_EQ(escape_tsv(""), "");
}

TEST(EscapeTsvTest, UnescapingReversesEscapingOfEveryPairOfBytes) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string escaped = escape_tsv(text);
      ASSERT_EQ(escaped.find_first_of("\t\n\r"), std::string::npos);
      ASSERT_EQ(unescape_tsv(escaped), text) << first << ' ' << second;
    }
  }
}

TEST(EscapeTsvTest, UnescapingKeepsABackslashBeforeAnyOtherCharacter) {
  EXPECT_EQ(unescape_tsv("C:\\docs\\x"), "C:\\docs\\x");
  EXPECT_EQ(unescape_tsv("end\\"), "end\\");
  EXPECT_EQ(unescape_tsv("\\\\t"), "\\t");
}

TEST(EscapeControlsTest, KeepsLineFeedTabAndEverythingBeyondAscii) {
  EXPECT_EQ(escape_controls("a\tb\n\x1b[2J\r\x7f\u202e\x9b"), "a\tb\n\\x1b[2J\\x0d\\x7f\u202e\x9b");
}

TEST(EscapeForTerminalTest, ShowsControlsInvisibleCharactersAndInvalidBytes) {
  EXPECT_EQ(escape_for_terminal("a\tb\n中 é"), "a\tb\n中 é");
  EXPECT_EQ(escape_for_terminal("\x1b[2J\r\x7f"), "\\x1b[2J\\x0d\\x7f");
  EXPECT_EQ(escape_for_terminal("\u0085\u202e\u200b\U000E0041"), "\\u0085\\u202e\\u200b\\U000e0041");
  EXPECT_EQ(escape_for_terminal("x\x9b\xe4\xb8y"), "x\\x9b\\xe4\\xb8y");
}

TEST(EscapeForTerminalTest, EscapingTwiceChangesNothingMore) {
  const std::string once = escape_for_terminal("\x1b[2J \u202e \x80 plain\\x1b");
  EXPECT_EQ(escape_for_terminal(once), once);
}

}  // namespace
}  // namespace neardup::cli
