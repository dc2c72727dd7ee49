// The interface texts of the page: each exists in both languages, with the same placeholders.
#include "neardup/report/page/page_words.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

std::vector<Phrase> all_phrases() {
  std::vector<Phrase> phrases;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Phrase::count); ++i)
    phrases.push_back(static_cast<Phrase>(i));
  return phrases;
}

std::multiset<std::string> matches(std::string_view text, const std::regex& pattern) {
  const std::string whole(text);
  std::multiset<std::string> found;
  for (std::sregex_iterator match(whole.begin(), whole.end(), pattern), end; match != end; ++match)
    found.insert(match->str());
  return found;
}

bool has_han(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const char32_t c = next_code_point(text, position);
    if (c >= 0x4E00 && c < 0xA000) return true;
  }
  return false;
}

TEST(PageWordsTest, EveryTextExistsInBothLanguages) {
  for (const Phrase phrase : all_phrases()) {
    const std::string_view english = text_in(ReportLanguage::english, phrase);
    const std::string_view chinese = text_in(ReportLanguage::chinese, phrase);
    EXPECT_FALSE(english.empty()) << static_cast<int>(phrase);
    EXPECT_FALSE(has_han(english)) << english;
    EXPECT_TRUE(has_han(chinese)) << english;
    EXPECT_EQ(find_malformed_utf8(chinese), std::string_view::npos) << chinese;
  }
}

TEST(PageWordsTest, BothLanguagesHaveTheSamePlaceholdersAndElements) {
  for (const Phrase phrase : all_phrases()) {
    for (const char* const pattern : {R"(\{\w*\})", R"(</?\w+( class="[\w ]+")?>)"}) {
      const std::regex parts(pattern);
      EXPECT_EQ(matches(text_in(ReportLanguage::english, phrase), parts),
                matches(text_in(ReportLanguage::chinese, phrase), parts))
          << text_in(ReportLanguage::english, phrase);
    }
  }
}

TEST(PageWordsTest, NumbersGoWithTheirNouns) {
  const PageWords english(ReportLanguage::english);
  const PageWords chinese(ReportLanguage::chinese);
  EXPECT_EQ(english.documents(1), "1 document");
  EXPECT_EQ(english.clusters(1234), "1,234 clusters");
  EXPECT_EQ(chinese.documents(1234), "1,234 篇文档");
  EXPECT_EQ(english.size(812), "812 bytes");
  EXPECT_EQ(chinese.size(812), "812 字节");
  EXPECT_EQ(chinese.size(3400000), "3.4 MB");
  EXPECT_EQ(in_both(Phrase::kept), "<span lang=\"en\">kept</span><span lang=\"zh-CN\">保留</span>");
}

}  // namespace
}  // namespace neardup::internal
