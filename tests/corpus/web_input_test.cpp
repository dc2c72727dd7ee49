// Web pages and crawls from end to end: what is read from HTML files, WARC, WET and fields that hold HTML.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "neardup/corpus/web/html_parser.h"
#include "neardup/corpus/web/main_text.h"
#include "neardup/corpus/web/page_charset.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::string story(int number) {
  std::string words;
  for (int i = 0; i < 20; ++i) words += "word" + std::to_string(number * 100 + i) + " ";
  return words;
}

std::string page(int number) {
  return "<html><head><title>Story</title></head><body><p>Every reader gets the calendar of the "
         "coast.</p><p>" +
         story(number) + "ends.</p></body></html>";
}

std::string record(const std::string& url, const std::string& payload, const std::string& type = "response",
                   const std::string& media = "application/http") {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: " + media +
         "\r\nContent-Length: " + std::to_string(payload.size()) + "\r\n\r\n" + payload + "\r\n\r\n";
}

std::string response(const std::string& body, const std::string& headers = {},
                     const std::string& status = "200 OK") {
  return "HTTP/1.1 " + status + "\r\nContent-Type: text/html; charset=utf-8\r\n" + headers + "\r\n" + body;
}

std::string hello(const std::string& name) { return "<html><body><p>Hello " + name + ".</p></body></html>"; }

class WebInputTest : public CorpusTest {};

TEST_F(WebInputTest, ReadsThePagesOfACrawlAndLeavesOutTheRest) {
  const std::string crawl =
      "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\nab\r\n\r\n" +
      record("http://a.example/1", response(hello("plain"))) +
      record("http://a.example/2", response(gzip(hello("gzip")), "Content-Encoding: gzip\r\n")) +
      record("http://a.example/3",
             response("5\r\n<p>He\r\n9\r\nllo chunk\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n")) +
      record("http://a.example/4", response("gone", {}, "404 Not Found")) +
      record("http://a.example/5", "一行\n第二行\n", "conversion", "text/plain");
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"a.warc", crawl},
                                    {"b.warc.gz", gzip(crawl)},
                                    {"c.warc.zst", zstd(crawl)},
                                    {"without_extension", crawl}}) {
    const DocumentBatch batch = read({write(name, bytes)}, {.fields = {"url", "date", "host"}});
    EXPECT_THAT(texts(batch), ElementsAre("Hello plain.", "Hello gzip.", "Hello chunk", "一行\n第二行"))
        << name;
    EXPECT_THAT(ids(batch), ElementsAre("http://a.example/1", "http://a.example/2", "http://a.example/3",
                                        "http://a.example/5"));
    EXPECT_THAT(batch.documents.front().fields,
                ElementsAre("http://a.example/1", "2026-01-02T03:04:05Z", "a.example"));
    EXPECT_THAT(complaints(batch), IsEmpty()) << name;
  }
}

TEST_F(WebInputTest, ADamagedMemberCostsOnlyItsRecord) {
  std::string cut = gzip(record("http://a.example/2", response(hello(story(2)))));
  cut.resize(cut.size() / 2);
  const DocumentBatch batch =
      read({write("a.warc.gz", gzip(record("http://a.example/1", response(hello("one")))) + cut +
                                   gzip(record("http://a.example/3", response(hello("three")))))});
  EXPECT_THAT(texts(batch), ElementsAre("Hello one.", "Hello three."));
  EXPECT_THAT(complaints(batch), ElementsAre(AllOf(HasSubstr("byte"), HasSubstr("reading goes on at byte"))));
}

TEST_F(WebInputTest, ARecordThatLiesAboutItsLengthCostsOnlyItself) {
  const auto lie = [](std::string bytes, const std::string& length) {
    const std::size_t begin = bytes.find("Content-Length: ") + 16;
    return bytes.replace(begin, bytes.find('\r', begin) - begin, length);
  };
  const std::string good = record("http://a.example/good", response(hello("good")));
  for (const std::string length : {"7", "9999", "99999999999", "-1", "x", "99999999999999999999999"}) {
    const std::string bad = lie(record("http://a.example/bad", response(hello("bad"))), length);
    const DocumentBatch batch = read({write("lie.warc", good + bad + good)});
    EXPECT_THAT(texts(batch), ElementsAre("Hello good.", "Hello good.")) << length;
    EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("record 2"))) << length;
  }
  const DocumentBatch cut = read({write("cut.warc", good + good.substr(0, good.size() - 20))});
  EXPECT_THAT(texts(cut), ElementsAre("Hello good."));
  EXPECT_THAT(cut.problems, SizeIs(1));
}

TEST_F(WebInputTest, ABadChunkIsReportedAndReadUpToIt) {
  const DocumentBatch batch =
      read({write("a.warc", record("http://a.example/", response("8\r\n<p>Hello\r\nzz\r\nlost\r\n",
                                                                 "Transfer-Encoding: chunked\r\n")))});
  EXPECT_THAT(texts(batch), ElementsAre("Hello"));
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("no valid size; read up to there")));
}

TEST_F(WebInputTest, LeavesOutTheFrameOfASiteUnlessAskedToKeepIt) {
  for (int i = 0; i < 8; ++i) write("pages/" + std::to_string(i) + ".html", page(i));
  const DocumentBatch batch = read({path("pages")});
  ASSERT_THAT(batch.documents, SizeIs(8));
  for (const Document& document : batch.documents) EXPECT_THAT(document.text, Not(HasSubstr("calendar")));
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("1 block that repeats across its pages")));
  const DocumentBatch whole = read({path("pages")}, {.keep_site_frames = true});
  for (const Document& document : whole.documents) EXPECT_THAT(document.text, HasSubstr("calendar"));
  EXPECT_THAT(whole.problems, IsEmpty());
}

TEST_F(WebInputTest, CopiesOfAPageAreNotTheFrameOfTheirSite) {
  for (int i = 0; i < 8; ++i) write("pages/" + std::to_string(i) + ".html", page(1));
  const DocumentBatch batch = read({path("pages")});
  for (const Document& document : batch.documents) EXPECT_THAT(document.text, HasSubstr("word100"));
  EXPECT_THAT(batch.problems, IsEmpty());
}

TEST_F(WebInputTest, ReadsFieldsThatHoldHtml) {
  const std::string json =
      write("a.jsonl", R"({"id":1,"body":"<p>One<script>x</script></p><ul><li>Two</li></ul>"})");
  const ReadOptions options{.text_fields = {"body"}, .html_fields = {"body"}};
  EXPECT_THAT(texts(read({json}, options)), ElementsAre("One\nTwo"));
  const std::string table = write("a.csv", "id,body\n1,<b>bold</b> &amp; plain\n");
  EXPECT_THAT(texts(read({table}, options)), ElementsAre("bold & plain"));
}

TEST_F(WebInputTest, HostilePagesEndInATextAndNotInACrash) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  const std::string empty_tags = "<p>text</p>" + std::string(100'000, '<');
  EXPECT_THAT(texts(read({write("deep.html", deep + "text"), write("many.html", empty_tags)})),
              ElementsAre("text", HasSubstr("text")));
  for (const std::string bytes :
       {"", "<", "<!--", "<script>", "<p", "</p>", "&", "\xff\xfe", "<table><td><tr>"})
    EXPECT_THAT(read({write("odd.html", bytes)}).documents, SizeIs(1)) << bytes;
}

TEST(PageCharsetTest, BelievesTheMarkThenTheHeaderThenTheTagThenTheBytes) {
  const std::string gbk = "\xd6\xd0\xce\xc4";  // 中文
  EXPECT_EQ(decode_page(gbk, "gb2312"), "中文");
  EXPECT_EQ(decode_page("<meta charset=gbk>" + gbk, ""), "<meta charset=gbk>中文");
  EXPECT_EQ(decode_page("\xEF\xBB\xBF中文", "gbk"), "中文");
  EXPECT_EQ(decode_page("中文", "iso-8859-1"), "中文");
  EXPECT_EQ(decode_page("caf\xe9", "iso-8859-1"), "café");
  EXPECT_EQ(decode_page(std::string("\xff\xfe\x2d\x4e", 4), ""), "中");
}

}  // namespace
}  // namespace neardup::internal
