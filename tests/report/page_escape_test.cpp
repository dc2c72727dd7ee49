#include "neardup/report/page/page_escape.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <string>

#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

/// Every code point once, with something between so that none combines with the next.
std::string all_of_unicode() {
  std::string text;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    append_utf8(text, c);
  }
  return text;
}

TEST(PageEscapeTest, LeavesNothingThatHtmlCouldRead) {
  const std::string page = html_text("<b a='1' c=\"2\">&amp;`</b>");
  EXPECT_EQ(page, "&#60;b a=&#39;1&#39; c=&#34;2&#34;&#62;&#38;amp;&#96;&#60;/b&#62;");
  for (const char c : {'<', '>', '"', '\'', '`', '\r', '\0', '\x1b', '\x7f'})
    EXPECT_EQ(html_text(all_of_unicode()).find(c), std::string::npos) << static_cast<int>(c);
}

TEST(PageEscapeTest, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(html_text("a\u202Eb"), "a⟨U+202E⟩b");
  EXPECT_EQ(html_text("a\u200Bb\uFEFF"), "a⟨U+200B⟩b⟨U+FEFF⟩");
  EXPECT_EQ(html_text("\U000E0041"), "⟨U+E0041⟩");
  EXPECT_EQ(html_text(std::string("a\0b\x1b", 4)), "a␀b␛");
  EXPECT_EQ(html_text("春江 café 🙂"), "春江 café 🙂");
}

TEST(PageEscapeTest, KeepsLineBreaksOfTextsOnly) {
  EXPECT_EQ(html_text("a\n\tb\r", LineBreaks::keep), "a\n\tb␍");
  EXPECT_EQ(html_text("a\n\tb"), "a␊␉b");
}

TEST(PageEscapeTest, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(html_text("a\xFF\xC0z"), "a\uFFFD\uFFFDz");
  EXPECT_EQ(json_text("a\xFFz"), "\"a\uFFFDz\"");
}

TEST(PageEscapeTest, JsonReadsBackAsTheSameText) {
  const std::string text = all_of_unicode();
  simdjson::dom::parser parser;
  const std::string_view read = parser.parse(json_text(text));
  EXPECT_EQ(read, text);
}

TEST(PageEscapeTest, JsonIsHarmlessInsideAScript) {
  EXPECT_EQ(json_text("</script><!--&'`\u2028"),
            "\"\\u003c/script\\u003e\\u003c!--\\u0026\\u0027\\u0060\\u2028\"");
  const std::string json = json_text(all_of_unicode());
  for (const std::string unwanted : {"<", ">", "&", "\u2028", "\u2029", "\u202E", "\n"})
    EXPECT_EQ(json.find(unwanted), std::string::npos);
}

TEST(PageEscapeTest, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc…");
  EXPECT_EQ(shortened("春江潮", 4), "春…");
  EXPECT_EQ(shortened("春江潮", 9), "春江潮");
  EXPECT_EQ(shortened("", 3), "");
}

}  // namespace
}  // namespace neardup::internal
