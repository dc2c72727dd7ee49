// The forms of strings and comments that only one language or two have.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/features/code_tokens_test_support.h"

namespace neardup::internal {
namespace {

using code_tokens_test::normal;
using code_tokens_test::written;

TEST(CppLiteralTest, PrefixesBelongToTheString) {
  EXPECT_EQ(written(R"(L"a" u8"b" u"c" U'd' L'e')", Language::cpp), R"(L"a" u8"b" u"c" U'd' L'e')");
  EXPECT_EQ(written(R"(X"a" Lu"b")", Language::cpp), R"(X "a" Lu "b")");
  EXPECT_EQ(written("R\"(a)\"", Language::c), "R \"(a)\"");
}

TEST(CppLiteralTest, RawStringsEndAtTheirDelimiter) {
  EXPECT_EQ(written("R\"(a\")b)\" x", Language::cpp), "R\"(a\")b)\" x");
  EXPECT_EQ(written("R\"d(a)\" )d\" x", Language::cpp), "R\"d(a)\"␣)d\" x");
}

TEST(CppLiteralTest, RawStringsMayContainQuotesAndLineEnds) {
  EXPECT_EQ(normal("f(R\"(say \"hi\" \\)\", u8R\"--(a)-\n)\"b)--\", x)", Language::cpp),
            "$ ( \"\" , \"\" , $ )");
  EXPECT_EQ(normal("R\"sixteen_letters_(a)sixteen_letters_\" x", Language::cpp), "\"\" $");
}

TEST(CppLiteralTest, RawPrefixWithoutParenthesisIsAnOrdinaryString) {
  EXPECT_EQ(written("R\"a b\" x", Language::cpp), "R\"a␣b\" x");
  EXPECT_EQ(written("R\"seventeen_letters(a\" x", Language::cpp), "R\"seventeen_letters(a\" x");
  EXPECT_EQ(written("R\"\"(a)", Language::cpp), "R\"\" ( a )");
}

TEST(JavaLiteralTest, TextBlocksSpanLines) {
  EXPECT_EQ(normal("s = \"\"\"\n  one \"two\"\n  \\\"\"\" three\"\"\"; t = \"\";", Language::java),
            "$ = \"\" ; $ = \"\" ;");
}

TEST(CsharpLiteralTest, VerbatimStringsDoubleTheirQuotes) {
  EXPECT_EQ(normal("p = @\"C:\\\"; q = @\"a\"\"b\nc\"; r = @class;", Language::csharp),
            "$ = \"\" ; $ = \"\" ; $ = $ ;");
  EXPECT_EQ(written("@class @ $ $$ @\"\"\"a\" b", Language::csharp), "@class @ $ $$ @\"\"\"a\" b");
}

TEST(CsharpLiteralTest, HolesAreCode) {
  EXPECT_EQ(written("$\"a{x + d[\"k\"]}b{{c}}{{{y}}}\" z", Language::csharp),
            "$\"a { x + d [ \"k\" ] } b{{c}}{{ { y } }}\" z");
  EXPECT_EQ(written("$@\"a\\{x}\"\"\n{y}\"", Language::csharp), "$@\"a\\ { x } \"\"␣ { y } \"");
  EXPECT_EQ(written("$\"{new P { A = 1 }}\"", Language::csharp), "$\" { new P { A = 1 } } \"");
}

TEST(CsharpLiteralTest, RawStringsEndWithAsManyQuotes) {
  EXPECT_EQ(normal("s = \"\"\"\"a \"\"\" \\\n b\"\"\"\"; t", Language::csharp), "$ = \"\" ; $");
  EXPECT_EQ(written("$$\"\"\"{a} {{b}} {{{c}}}\"\"\" d", Language::csharp),
            "$$\"\"\"{a}␣ {{ b }} ␣{ {{ c }} }\"\"\" d");
}

TEST(PythonLiteralTest, PrefixesInAnyCaseAndOrder) {
  EXPECT_EQ(written("r'\\d' Rb\"x\" bR'y' f'{z}' u\"w\" BR'''v'''", Language::python),
            "r'\\d' Rb\"x\" bR'y' f'{z}' u\"w\" BR'''v'''");
  EXPECT_EQ(written("x'a' bu'b' rbf'c'", Language::python), "x 'a' bu 'b' rbf 'c'");
}

TEST(PythonLiteralTest, RawStringsStillProtectTheirQuote) {
  EXPECT_EQ(written("r'a\\'b' c", Language::python), "r'a\\'b' c");
}

TEST(PythonLiteralTest, TripleQuotesContainSingleOnes) {
  EXPECT_EQ(normal("a = \"\"\"x \"y\" ''' # z\n\"\"\" + '' + ''''''", Language::python),
            "$ = \"\" + \"\" + \"\"");
}

TEST(PythonLiteralTest, HashInStringIsNoComment) {
  EXPECT_EQ(normal("a = '#' # '\nb", Language::python), "$ = \"\" $");
}

TEST(GoLiteralTest, BackquotedStringsHaveNoEscapes) {
  EXPECT_EQ(normal("a := `x\\` + `\"\n'` + '\\'' + \"\\\"\"", Language::go),
            "$ := \"\" + \"\" + \"\" + \"\"");
}

TEST(JavascriptLiteralTest, TemplatesNest) {
  EXPECT_EQ(written("`a${f(`b${c}`)}d` e", Language::javascript), "`a ${ f ( `b ${ c } ` ) } d` e");
  EXPECT_EQ(written("`${a}${b}`", Language::javascript), "` ${ a } ${ b } `");
  EXPECT_EQ(written("`${{k: {}}}` + `\\${x}$y`", Language::javascript), "` ${ { k : { } } } ` + `\\${x}$y`");
}

TEST(JavascriptLiteralTest, SlashAfterAValueDivides) {
  EXPECT_EQ(written("a / b / c; f(x) / 2 / y; d[0] / 2 / z", Language::javascript),
            "a / b / c ; f ( x ) / 2 / y ; d [ 0 ] / 2 / z");
  EXPECT_EQ(written("i++ / 2 / 3; 'a' / 2 / 3; a /= b / c", Language::javascript),
            "i ++ / 2 / 3 ; 'a' / 2 / 3 ; a /= b / c");
}

TEST(JavascriptLiteralTest, SlashElsewhereBeginsARegularExpression) {
  EXPECT_EQ(written("/^a/ x", Language::javascript), "/^a/ x");
  EXPECT_EQ(written("x = /a b\\/[/\"]+/gi.test(y)", Language::javascript),
            "x = /a␣b\\/[/\"]+/gi . test ( y )");
  EXPECT_EQ(normal("return /'/.test(s) || f(/\"/)", Language::javascript),
            "return \"\" . $ ( $ ) || $ ( \"\" )");
  EXPECT_EQ(normal("`${/`/.source}`", Language::javascript), "\"\" ${ \"\" . $ } \"\"");
}

TEST(JavascriptLiteralTest, TagsOfJsxAreNoRegularExpressions) {
  EXPECT_EQ(written("<b a={x} />; <p>{y}</p>; z", Language::javascript),
            "< b a = { x } / > ; < p > { y } < / p > ; z");
}

TEST(PascalLiteralTest, QuotesAreDoubledAndCodesBelongToTheString) {
  EXPECT_EQ(written("s:='it''s'#13#10'ok'#$0D;", Language::pascal), "s := 'it''s'#13#10'ok'#$0D ;");
  EXPECT_EQ(written("c := #65; x := 'a' 'b' # y", Language::pascal), "c := #65 ; x := 'a' 'b' # y");
  EXPECT_EQ(written("'\\' + a", Language::pascal), "'\\' + a");
}

TEST(PascalLiteralTest, NumbersHaveRadixMarks) {
  EXPECT_EQ(written("$FF+%101-&17*1.5E-3; $ % &x", Language::pascal), "$FF + %101 - &17 * 1.5E-3 ; $ % & x");
}

TEST(PascalLiteralTest, CommentsHaveThreeFormsAndDoNotNest) {
  EXPECT_EQ(written("a { b (* c } d (* e } f *) g // h }\ni", Language::pascal), "a d g i");
  EXPECT_EQ(written("f(*x*)(y)", Language::pascal), "f ( y )");
}

TEST(PascalLiteralTest, WordsIgnoreCase) {
  EXPECT_EQ(written("BEGIN WriteLn(Total) END.", Language::pascal), "begin writeln ( total ) end .");
  EXPECT_EQ(normal("BEGIN WriteLn(Total) eNd.", Language::pascal), "begin $ ( $ ) end .");
}

TEST(HostileCodeTest, DeepNestingOfTemplatesIsCutOffNotFollowed) {
  std::string nested;
  for (int i = 0; i < 100; ++i) nested += "`${";
  const std::string tokens = normal(nested, Language::javascript);
  std::size_t holes = 0;
  for (std::size_t at = tokens.find("${"); at != std::string::npos; at = tokens.find("${", at + 1)) ++holes;
  EXPECT_EQ(holes, 64U);
}

/// Each pattern makes a lexer that goes back, recurses or looks ahead without bound take quadratic time or
/// crash.
TEST(HostileCodeTest, TakesLinearTime) {
  for (const char* pattern :
       {"(",   "\"", "'",    "`",  "`${", "$\"{",   "$",        "@",    "#",    " #",
        "/*",  "{",  "}",    "/",  "/[",  "=/",     "\\",       "\\\n", "R\"(", "R\"",
        ")\"", "*",  "1'",   "1e", ".",   "\"\"\"", "$$\"\"\"", "f\"{", "'''",  "#include <",
        "#$",  "(*", "\x80", "_",  "0x",  "<",      "//"}) {
    std::string source;
    while (source.size() < (1U << 16U)) source += pattern;
    for (int language = 0; language <= static_cast<int>(Language::pascal); ++language) {
      Features features;
      take_code_tokens(source, {.language = static_cast<Language>(language)}, features);
      EXPECT_LE(features.text.size(), 3 * source.size()) << pattern;
    }
  }
}

}  // namespace
}  // namespace neardup::internal
