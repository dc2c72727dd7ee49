// Which encoding a file without a byte order mark is in: right for texts of a sentence or more, UTF-8 whenever it may
// be UTF-8, and nothing rather than something wrong.
#include "neardup/corpus/encoding_guess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "neardup/corpus/encoding.h"
#include "tests/corpus/converted_text.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Sample {
  const char* encoding;
  const char* text;
};
const std::vector<Sample> kSamples = {
    {"GB18030", "昨天下午，市里的图书馆重新开放了，许多孩子跟着父母一起来看书。"},
    {"GB18030", "订单号 20391，收货人：李静，地址：杭州市西湖区文三路 18 号，备注：请在工作日送货。"},
    {"Big5", "昨天下午，市立圖書館重新開放，許多孩子跟著父母一起來看書。"},
    {"windows-31j", "昨日の午後、市の図書館がまた開きました。子どもたちは親と一緒に本を読みに来ました。"},
    {"EUC-JP", "彼はドアを開けたが、部屋には誰もいなかった。机の上には冷めたお茶が残っていた。"},
    {"windows-949", "어제 오후에 시립 도서관이 다시 문을 열었습니다. 많은 아이들이 책을 읽으러 왔습니다."},
    {"windows-1250",
     "Firma wytwarza części do rowerów i sprzedaje je w całym kraju. Proszę dzwonić, dziękujemy."},
    {"windows-1251", "Вчера днём снова открылась городская библиотека, и многие дети пришли читать книги."},
    {"windows-1252", "L’entreprise fabrique des pièces de vélo ; elle a été créée à Orléans."},
    {"windows-1253",
     "Χθες το απόγευμα άνοιξε ξανά η δημοτική βιβλιοθήκη και πολλά παιδιά ήρθαν να διαβάσουν."},
    {"windows-1254",
     "Dün öğleden sonra şehir kütüphanesi yeniden açıldı ve birçok çocuk kitap okumaya geldi."},
    {"windows-1255", "אתמול אחר הצהריים נפתחה שוב הספרייה העירונית וילדים רבים באו עם הוריהם."},
    {"windows-1256", "أعيد أمس بعد الظهر افتتاح مكتبة المدينة وجاء أطفال كثيرون مع آبائهم."},
    {"KOI8-R", "Компания выпускает детали для велосипедов и продаёт их по всей стране."},
    {"UTF-16LE", "昨天下午，市里的图书馆重新开放了，许多孩子一起来看书。"},
    {"UTF-16BE", "The library opened again yesterday afternoon."},
    {"UTF-16LE", "Вчера днём снова открылась городская библиотека."},
};

TEST(EncodingGuessTest, ASentenceIsEnough) {
  for (const auto& [encoding, text] : kSamples)
    EXPECT_EQ(guess_encoding(convert(text, encoding), true), encoding) << text;
}

TEST(EncodingGuessTest, Utf8WinsWhateverElseItMightBe) {
  for (const auto& [encoding, text] : kSamples) {
    EXPECT_EQ(guess_encoding(text, true), "") << text;
    EXPECT_EQ(guess_encoding(text + std::string("\xE6\xB1"), true), "") << "cut off at the end";
    EXPECT_EQ(guess_encoding(text + std::string("\xFF ") + text, true), "") << "damaged";
  }
  EXPECT_EQ(guess_encoding("", true), "");
  EXPECT_EQ(guess_encoding("plain ASCII", true), "");
}

TEST(EncodingGuessTest, NothingIsBetterThanSomethingWrong) {
  EXPECT_EQ(guess_encoding(convert("国标", "GB18030"), true), "") << "too short";
  EXPECT_EQ(guess_encoding("caf\xE9", true), "") << "one stray byte";
  EXPECT_EQ(guess_encoding(std::string("one\0two three four five", 22), true), "") << "binary";
  EXPECT_EQ(guess_encoding("%PDF-1.7\n\xE2\xE3\xCF\xD3 and much more text", true), "");
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string bytes(static_cast<std::size_t>(20 + round), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    EXPECT_EQ(guess_encoding(bytes, true), "") << round;
  }
}

TEST(EncodingGuessTest, OnlyABeginningCanBeUtf16) {
  EXPECT_EQ(guess_encoding(convert("The library opened again.", "UTF-16LE"), false), "");
}

TEST(EncodingGuessTest, FindsTheFirstByteThatAsciiTextLacksAtEveryOffset) {
  for (const char byte : {'\x80', '\xFF', '\0'}) {
    for (std::size_t offset = 0; offset < 200; ++offset) {
      std::string text(200, '\x7F');
      text[offset / 2] = '\x01';
      text[offset] = byte;
      EXPECT_EQ(find_non_ascii(text), offset);
    }
  }
  EXPECT_EQ(find_non_ascii(std::string(300, 'a')), std::string_view::npos);
  EXPECT_EQ(find_non_ascii(""), std::string_view::npos);
}

class GuessedFileTest : public CorpusTest {};

TEST_F(GuessedFileTest, AFolderOfManyEncodingsIsReadAndEachEncodingIsSaid) {
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < kSamples.size(); ++i) {
    const auto& [encoding, text] = kSamples[i];
    write("in/" + std::string(1, static_cast<char>('a' + i)) + ".txt", convert(text, encoding));
    expected.emplace_back(text);
  }
  const DocumentBatch batch = read({path("in")});
  EXPECT_EQ(texts(batch), expected);
  for (const Problem& problem : batch.problems) {
    EXPECT_EQ(problem.code, ProblemCode::guessed_encoding);
    EXPECT_EQ(problem.severity, Problem::Severity::warning);
    EXPECT_TRUE(problem.is_said_once);
  }
  EXPECT_THAT(complaints(batch)[0], HasSubstr("a.txt: read as GB18030"));
}

TEST_F(GuessedFileTest, OtherCharactersMayComeAfterMegabytesOfAscii) {
  std::string lines;
  for (int i = 0; i < 60000; ++i)
    lines += "{\"id\": " + std::to_string(i) + ", \"text\": \"an ordinary line of English\"}\n";
  const std::string last = "{\"id\": \"末\", \"text\": \"最后一行是中文，前面都是英文。\"}\n";
  const std::string file = write("a.jsonl", convert(lines + last + last, "GB18030"));
  const DocumentBatch batch = read({file}, {.keep_records = true});
  ASSERT_THAT(batch.documents, SizeIs(60002));
  EXPECT_EQ(batch.documents.back().text, "最后一行是中文，前面都是英文。");
  EXPECT_EQ(batch.documents.back().line, 60002U);
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("a.jsonl: read as GB18030")));
}

TEST_F(GuessedFileTest, NamesInAnEnglishTableAreEnough) {
  std::string table = "id,text\n";
  for (int i = 0; i < 100; ++i)
    table += std::to_string(i) + ",The order of 王小明 was delivered in time and paid in full\n";
  const DocumentBatch batch = read({write("a.csv", convert(table, "GB18030"))});
  ASSERT_THAT(batch.documents, SizeIs(100));
  EXPECT_THAT(batch.documents[7].text, HasSubstr("王小明"));
}

TEST_F(GuessedFileTest, OneBadRecordDoesNotChangeTheEncodingOfTheRest) {
  std::string lines = "{\"text\": \"" + convert("坏的一行", "GB18030") + "\"}\n";
  for (int i = 0; i < 100; ++i) lines += "{\"text\": \"统一码的一行，很好。\"}\n";
  const DocumentBatch batch = read({write("a.jsonl", lines)});
  EXPECT_THAT(batch.documents, SizeIs(100));
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("not UTF-8")));
}

TEST_F(GuessedFileTest, ANameOrRawBytesPreventGuesses) {
  const std::string bytes = convert(kSamples[0].text, "GB18030");
  const std::string file = write("a.txt", bytes);
  EXPECT_THAT(complaints(read({file}, {.encoding = "gbk"})), IsEmpty());
  EXPECT_THAT(texts(read({file}, {.invalid = InvalidBytes::keep})), ElementsAre(bytes));
}

}  // namespace
}  // namespace neardup::internal
