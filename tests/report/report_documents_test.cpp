// What the page says about a document: where it comes from, where it links to, how it begins.
#include "neardup/report/page/report_documents.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace neardup::internal {
namespace {

TEST(WebAddressTest, OnlyPlainHttpAndHttpsAddressesAreLinks) {
  for (const char* const address : {"https://example.org/a?b=1&c=2#d", "http://example.org",
                                    "HTTPS://EXAMPLE.ORG/", "https://例子.测试/新闻", "http://[::1]:80/%20x"})
    EXPECT_TRUE(is_web_address(address)) << address;
  for (const char* const address : {"",
                                    "http://",
                                    "https://",
                                    "javascript:alert(1)",
                                    "data:text/html,x",
                                    "ftp://example.org",
                                    "//example.org",
                                    "example.org",
                                    " https://example.org",
                                    "https://example.org/a b",
                                    "https://example.org/\"onclick=alert(1)",
                                    "https://example.org/'x",
                                    "https://example.org/<b>",
                                    "https://example.org/\n",
                                    "https://example.org/\t",
                                    "https://example.org/\u202Egpj.exe",
                                    "https://example.org/\u200B",
                                    "https://example.org/\xff",
                                    "https://example.org/\u3000",
                                    "https://example.org/`"})
    EXPECT_FALSE(is_web_address(address)) << address;
  EXPECT_FALSE(is_web_address("https://example.org/" + std::string(2000, 'a')));
}

/// Writes a file and reads what the page says about its documents.
std::vector<ReportDocument> described(const std::string& name, std::string_view content,
                                      bool anonymise = false) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(path) << content;
  const Collection collection(Inputs::Paths{path.string()}, {.recipe = Recipe::named("text-1")});
  ReportDocuments documents;
  for (std::uint32_t i = 0; i < collection.size(); ++i)
    static_cast<void>(i == 0 ? documents.add_with_text(i) : documents.add(i));
  return documents.read(collection, anonymise);
}

TEST(ReportDocumentsTest, AnAddressComesFromTheFieldUrlOrFromTheId) {
  const std::string json = R"({"id":"a","url":"https://example.org/a","text":"one\n\n  two three"})"
                           "\n"
                           R"({"id":"http://example.org/b","text":"four"})"
                           "\n"
                           R"j({"id":"c","url":"javascript:alert(1)","text":"five"})j"
                           "\n"
                           R"({"id":"http://example.org/d","url":7,"text":"six"})"
                           "\n";
  const std::vector<ReportDocument> documents = described("documents.jsonl", json);
  ASSERT_EQ(documents.size(), 4U);
  EXPECT_EQ(documents[0].url, "https://example.org/a");
  EXPECT_EQ(documents[1].url, "http://example.org/b");
  EXPECT_EQ(documents[2].url, "");
  EXPECT_EQ(documents[3].url, "http://example.org/d");
  EXPECT_EQ(documents[0].line, "one two three");
  EXPECT_EQ(documents[0].text, "one\n\n  two three");
  EXPECT_EQ(documents[0].text_bytes, 16U);
  EXPECT_EQ(documents[1].text, "") << "nobody asked for it";
  EXPECT_THAT(documents[0].file, testing::HasSubstr("documents.jsonl"));
}

TEST(ReportDocumentsTest, TablesHaveAddressesToo) {
  for (const auto& [name, separator] : {std::pair("documents.csv", ","), std::pair("semicolons.csv", ";"),
                                        std::pair("documents.tsv", "\t")}) {
    std::string table;
    for (const auto& [id, address, text] :
         {std::tuple("id", "url", "text"), std::tuple("a", "https://example.org/1", "one"),
          std::tuple("b", "", "two")})
      table += std::string(id) + separator + address + separator + text + "\n";
    const std::vector<ReportDocument> documents = described(name, table);
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_EQ(documents[0].url, "https://example.org/1") << name;
    EXPECT_EQ(documents[1].url, "") << name;
  }
}

TEST(ReportDocumentsTest, AFileIsNamedOnlyIfTheIdDoesNot) {
  const std::vector<ReportDocument> documents =
      described("lines.jsonl", "{\"text\":\"one\"}\n{\"id\":\"x\",\"text\":\"two\"}\n");
  EXPECT_THAT(documents[0].id, testing::HasSubstr("lines.jsonl"));
  EXPECT_EQ(documents[0].file, "");
  EXPECT_THAT(documents[1].file, testing::HasSubstr("lines.jsonl"));
}

TEST(ReportDocumentsTest, AnonymousDocumentsHaveNumbersOnly) {
  const std::vector<ReportDocument> documents =
      described("secret.jsonl", "{\"id\":\"https://example.org/secret\",\"text\":\"secret\"}\n", true);
  ASSERT_EQ(documents.size(), 1U);
  EXPECT_EQ(documents[0].id, "#1");
  EXPECT_EQ(documents[0].url + documents[0].file + documents[0].line + documents[0].text, "");
}

}  // namespace
}  // namespace neardup::internal
