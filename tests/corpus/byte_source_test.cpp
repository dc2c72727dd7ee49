// Decompression: chosen by content, several members and frames, and damage reported behind everything before
// it.
#include "neardup/corpus/byte_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;

class ByteSourceTest : public CorpusTest {
 protected:
  struct Content {
    std::string bytes;
    bool failed = false;
    Problem problem;
  };
  static Content read_all(const std::string& file, std::size_t piece = 1000) {
    const auto source = open_byte_source(file);
    Content content;
    std::string buffer(piece, '\0');
    while (const std::size_t count = source->read(buffer)) content.bytes.append(buffer, 0, count);
    EXPECT_EQ(source->read(buffer), 0U) << "the end must stay the end";
    content.failed = source->problem().has_value();
    content.problem = source->problem().value_or(Problem{});
    return content;
  }

  /// Compresses to about a third and is longer than every buffer.
  static std::string long_text() {
    std::mt19937 random(11);
    std::string text;
    while (text.size() < 400000) text += "近似重复 line " + std::to_string(random()) + "\n";
    return text;
  }
};

TEST_F(ByteSourceTest, DeliversPlainGzipAndZstdAlikeWhateverTheNameAndPieceSize) {
  const std::string text = long_text();
  const std::vector<std::string> files = {write("a.gz", text), write("b", gzip(text)),
                                          write("c.txt", zstd(text))};
  for (const std::string& file : files) {
    for (const std::size_t piece : {1U, 7U, 1000U, 65536U, 1000000U}) {
      const Content content = read_all(file, piece);
      EXPECT_TRUE(content.bytes == text) << file << " piece " << piece;
      EXPECT_FALSE(content.failed);
    }
  }
}

TEST_F(ByteSourceTest, JoinsMembersAndFramesAndSkipsPadding) {
  const std::string skippable("\x53\x2a\x4d\x18\x03\0\0\0abc", 11);
  const std::string zeros(512, '\0');
  EXPECT_EQ(read_all(write("a.gz", gzip("one ") + gzip("") + gzip("two") + zeros)).bytes, "one two");
  EXPECT_FALSE(read_all(path("a.gz")).failed);
  EXPECT_EQ(read_all(write("b.zst", skippable + zstd("one ") + zstd("") + skippable + zstd("two"))).bytes,
            "one two");
  EXPECT_FALSE(read_all(path("b.zst")).failed);
}

TEST_F(ByteSourceTest, TruncationIsReportedAtTheEndOfTheFileBehindTheDataBeforeIt) {
  const std::string text = long_text();
  for (const std::string& compressed : {gzip(text), zstd(text)}) {
    for (const std::size_t cut : {std::size_t{5}, compressed.size() / 2, compressed.size() - 1}) {
      const Content content = read_all(write("cut", std::string_view(compressed).substr(0, cut)));
      ASSERT_TRUE(content.failed) << cut;
      EXPECT_THAT(content.problem.message, HasSubstr("ends too early"));
      EXPECT_EQ(content.problem.byte, cut);
      EXPECT_TRUE(text.starts_with(content.bytes));
      if (cut > 100) {
        EXPECT_GT(content.bytes.size(), text.size() / 4);
      }
    }
  }
}

TEST_F(ByteSourceTest, OutputThatIsStillInsideComesOutBeforeTruncationIsReported) {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += "the same long line again and again, 同样的一行" + std::to_string(i % 7);
  for (const std::string& compressed : {gzip(text), zstd(text)}) {
    for (std::size_t cut = compressed.size() / 2; cut < compressed.size(); ++cut) {
      const std::string file = write("cut", std::string_view(compressed).substr(0, cut));
      ASSERT_EQ(read_all(file, 1).bytes.size(), read_all(file, 1000000).bytes.size()) << cut;
    }
  }
}

TEST_F(ByteSourceTest, DamageInTheMiddleIsReportedWithItsPlace) {
  const std::string text = long_text();
  for (std::string compressed : {gzip(text), zstd(text)}) {
    const std::size_t middle = compressed.size() / 2;
    for (std::size_t i = 0; i < 64; ++i)
      compressed[middle + i] = static_cast<char>(compressed[middle + i] ^ 0x55);
    const Content content = read_all(write("damaged", compressed));
    ASSERT_TRUE(content.failed);
    EXPECT_THAT(content.problem.message, HasSubstr("damaged"));
    EXPECT_LE(content.problem.byte, compressed.size());
    EXPECT_GT(content.problem.byte, 0U);
  }
}

TEST_F(ByteSourceTest, SomethingElseBehindTheCompressedDataIsReported) {
  const Content gz = read_all(write("a.gz", gzip("good") + "trailer"));
  EXPECT_EQ(gz.bytes, "good");
  ASSERT_TRUE(gz.failed);
  EXPECT_THAT(gz.problem.message, HasSubstr("something else follows"));
  const Content zst = read_all(write("a.zst", zstd("good") + "trailer"));
  EXPECT_EQ(zst.bytes, "good");
  EXPECT_TRUE(zst.failed);
}

TEST_F(ByteSourceTest, AZstdWindowThatIsTooLargeGetsAClearMessage) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 28);
  ZSTD_inBuffer input{"text", 4, 0};
  std::string out(1000, '\0');
  ZSTD_outBuffer output{out.data(), out.size(), 0};
  ZSTD_compressStream2(context, &output, &input, ZSTD_e_flush);  // without the end the size stays unknown
  ZSTD_compressStream2(context, &output, &input, ZSTD_e_end);
  ZSTD_freeCCtx(context);
  out.resize(output.pos);
  const Content content = read_all(write("long.zst", out));
  ASSERT_TRUE(content.failed);
  EXPECT_THAT(content.problem.message, HasSubstr("--long=28"));
}

TEST_F(ByteSourceTest, AMissingFileIsASourceWithAProblem) {
  const Content content = read_all(path("nothing"));
  ASSERT_TRUE(content.failed);
  EXPECT_THAT(content.problem.message, HasSubstr("cannot open"));
}

TEST_F(ByteSourceTest, EmptyAndTinyFilesArePlain) {
  EXPECT_EQ(read_all(write("empty", "")).bytes, "");
  EXPECT_EQ(read_all(write("tiny", "\x1f")).bytes, "\x1f");
}

}  // namespace
}  // namespace neardup::internal
