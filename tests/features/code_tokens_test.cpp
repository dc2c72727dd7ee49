// Each language by small programs, and each form of literal or comment by the places where it is easy to get
// wrong.
#include "neardup/features/code_tokens.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tests/features/code_tokens_test_support.h"

namespace neardup::internal {
namespace {

using code_tokens_test::normal;
using code_tokens_test::tokens_with;
using code_tokens_test::written;

constexpr std::array kAllLanguages = {Language::generic, Language::c,          Language::cpp,
                                      Language::java,    Language::csharp,     Language::python,
                                      Language::go,      Language::javascript, Language::pascal};

TEST(CodeLanguageTest, IsFoundByAnyOfItsNamesInAnyCase) {
  EXPECT_EQ(language_named("C++"), Language::cpp);
  EXPECT_EQ(language_named("cpp"), Language::cpp);
  EXPECT_EQ(language_named("C#"), Language::csharp);
  EXPECT_EQ(language_named("JS"), Language::javascript);
  EXPECT_EQ(language_named("TypeScript"), Language::javascript);
  EXPECT_EQ(language_named("Delphi"), Language::pascal);
  EXPECT_EQ(language_named("cobol"), std::nullopt);
  EXPECT_EQ(language_named(""), std::nullopt);
}

TEST(CodeLanguageTest, NameLeadsBackToTheLanguage) {
  for (const Language language : kAllLanguages) EXPECT_EQ(language_named(name_of(language)), language);
}

TEST(CodeLanguageTest, ExtensionOfPathDecides) {
  EXPECT_EQ(language_of_path("contest/a/solution.cpp"), Language::cpp);
  EXPECT_EQ(language_of_path("vector.H"), Language::cpp);
  EXPECT_EQ(language_of_path("kernel.c"), Language::c);
  EXPECT_EQ(language_of_path("Main.java"), Language::java);
  EXPECT_EQ(language_of_path("答案.cs"), Language::csharp);
  EXPECT_EQ(language_of_path("a.b.py"), Language::python);
  EXPECT_EQ(language_of_path("main.go"), Language::go);
  EXPECT_EQ(language_of_path("View.TSX"), Language::javascript);
  EXPECT_EQ(language_of_path("C:\\old\\GAME.PAS"), Language::pascal);
}

TEST(CodeLanguageTest, PathThatSaysNothingIsGeneric) {
  EXPECT_EQ(language_of_path(""), Language::generic);
  EXPECT_EQ(language_of_path("Makefile"), Language::generic);
  EXPECT_EQ(language_of_path("project.cpp/readme"), Language::generic);
  EXPECT_EQ(language_of_path("project.cpp\\readme"), Language::generic);
  EXPECT_EQ(language_of_path("script.rb"), Language::generic);
  EXPECT_EQ(language_of_path("name."), Language::generic);
}

TEST(CodeTokensTest, NothingGivesNothing) {
  for (const Language language : kAllLanguages) {
    EXPECT_EQ(normal("", language), "");
    EXPECT_EQ(normal(" \t\r\n\f\v ", language), "");
    EXPECT_EQ(normal("\xEF\xBB\xBF", language), "");
  }
}

TEST(CodeTokensTest, FormerContentOfFeaturesIsReplaced) {
  Features features;
  features.append("old");
  features.weights = {1.0};
  take_code_tokens("new", {.language = Language::python, .normalize_identifiers = false}, features);
  EXPECT_EQ(features.text, "new");
  EXPECT_EQ(features.slices, (std::vector<Slice>{{0, 3}}));
  EXPECT_TRUE(features.weights.empty());
}

TEST(CodeTokensTest, EachKindIsNormalisedByItsOwnOption) {
  const std::string source = "int total = count + 41; // 合计\nputs(\"a b\");";
  EXPECT_EQ(normal(source, Language::c), "int $ = $ + 0 ; $ ( \"\" ) ;");
  EXPECT_EQ(tokens_with(source, {.language = Language::c, .normalize_numbers = false}),
            "int $ = $ + 41 ; $ ( \"\" ) ;");
  EXPECT_EQ(tokens_with(source, {.language = Language::c, .normalize_strings = false}),
            "int $ = $ + 0 ; $ ( \"a␣b\" ) ;");
  EXPECT_EQ(tokens_with(source, {.language = Language::c, .normalize_identifiers = false}),
            "int total = count + 0 ; puts ( \"\" ) ;");
  EXPECT_EQ(written(source, Language::c), "int total = count + 41 ; puts ( \"a␣b\" ) ;");
}

TEST(CodeTokensTest, EveryWhiteSpaceInsideALiteralIsShown) {
  EXPECT_EQ(written("'''一 \t\r\n二'''", Language::python), "'''一␣␣␣␣二'''");
}

TEST(CodeTokensTest, NamesMayBeInAnyScript) {
  EXPECT_EQ(written("总数 += größe;", Language::java), "总数 += größe ;");
  EXPECT_EQ(normal("总数 += größe;", Language::java), "$ += $ ;");
}

TEST(CodeTokensTest, BytesThatAreNoUtf8AndNulAreTolerated) {
  EXPECT_EQ(written("a\xFF\xC0 b", Language::c), "a\xFF\xC0 b");
  EXPECT_EQ(written(std::string_view("a\0b", 3), Language::c), std::string("a \0 b", 5));
  EXPECT_EQ(written(std::string_view("\"\0\"", 3), Language::c), std::string("\"\0\"", 3));
}

TEST(CodeTokensTest, ByteOrderMarkAndInterpreterLineAreDropped) {
  EXPECT_EQ(normal("\xEF\xBB\xBF#include <map>", Language::cpp), "# include \"\"");
  EXPECT_EQ(normal("\xEF\xBB\xBF#!/usr/bin/env node\nrun()", Language::javascript), "$ ( )");
  EXPECT_EQ(normal("#!/usr/bin/python3\nrun()", Language::python), "$ ( )");
}

TEST(CodeTokensTest, NumbersAreTakenWhole) {
  for (const char* number : {"0", "42", "3.14", ".5", "1.", "1e10", "1E-10", "2.5e+3f", "0x1F", "0XFFul",
                             "0b1010", "1'000'000", "0x1.8p-3", "0xdead'beefULL", "10ms", "017", "0xe"}) {
    EXPECT_EQ(written(number, Language::cpp), number);
    EXPECT_EQ(normal(number, Language::cpp), "0") << number;
  }
  EXPECT_EQ(written("1_000_000L", Language::java), "1_000_000L");
  EXPECT_EQ(written("0o17 10n", Language::javascript), "0o17 10n");
}

TEST(CodeTokensTest, NumbersEndWhereTheLanguageSays) {
  EXPECT_EQ(written("0xe+1", Language::cpp), "0xe + 1");
  EXPECT_EQ(written("1e+x", Language::cpp), "1e + x");
  EXPECT_EQ(written("a[1].b", Language::cpp), "a [ 1 ] . b");
  EXPECT_EQ(written("1..10", Language::pascal), "1 .. 10");
  EXPECT_EQ(written("for i:=1to 9do", Language::pascal), "for i := 1 to 9 do");
  EXPECT_EQ(written("5.ToString()", Language::csharp), "5 . ToString ( )");
  EXPECT_EQ(written("1if x else 2j", Language::python), "1 if x else 2j");
  EXPECT_EQ(written("x='a'", Language::cpp), "x = 'a'");
  EXPECT_EQ(written("1'", Language::cpp), "1 '");
  EXPECT_EQ(written("0x1p3'd'", Language::cpp), "0x1p3 'd'");
}

TEST(CodeTokensTest, OperatorsAreTheLongestThatFit) {
  EXPECT_EQ(written("a>>=b->*c<=>d::e...", Language::cpp), "a >>= b ->* c <=> d :: e ...");
  EXPECT_EQ(written("a>>>=b>>>c", Language::java), "a >>>= b >>> c");
  EXPECT_EQ(written("a?\?=b?.c?\?d=>e", Language::csharp), "a ?\?= b ?. c ?\? d => e");
  EXPECT_EQ(written("a**=b//c<>d:=e->f", Language::python), "a **= b // c <> d := e -> f");
  EXPECT_EQ(written("a:=<-b&^=c", Language::go), "a := <- b &^= c");
  EXPECT_EQ(written("a===b!==c**d||=e", Language::javascript), "a === b !== c ** d ||= e");
  EXPECT_EQ(written("a:=b<>c^.d", Language::pascal), "a := b <> c ^ . d");
  EXPECT_EQ(written("a@~b", Language::c), "a @ ~ b");
}

TEST(CodeTokensTest, UnterminatedFormsEndWithLineOrText) {
  EXPECT_EQ(written("x = \"abc\ny;", Language::c), "x = \"abc y ;");
  EXPECT_EQ(written("x = 'a\r\ny;", Language::java), "x = 'a y ;");
  EXPECT_EQ(written("x /* never closed", Language::c), "x");
  EXPECT_EQ(written("x \"a\\", Language::c), "x \"a\\");
  EXPECT_EQ(written("x = '''a\nb", Language::python), "x = '''a␣b");
  EXPECT_EQ(written("x = R\"(a\nb", Language::cpp), "x = R\"(a␣b");
  EXPECT_EQ(written("x = `a\nb", Language::go), "x = `a␣b");
  EXPECT_EQ(written("x = /[/\ny", Language::javascript), "x = /[/ y");
}

TEST(CodeTokensTest, BackslashAtLineEndJoinsLines) {
  EXPECT_EQ(written("#define twice(x) \\\r\n  x + x", Language::c), "# define twice ( x ) x + x");
  EXPECT_EQ(written("a = 1 + \\\n    2", Language::python), "a = 1 + 2");
  EXPECT_EQ(written("\"one\\\ntwo\" x", Language::c), "\"one\\␣two\" x");
  EXPECT_EQ(written("\"one\\\r\ntwo\" x", Language::c), "\"one\\␣␣two\" x");
  EXPECT_EQ(written("// comment \\\n goes on \\\r\n and on\nx", Language::cpp), "x");
  EXPECT_EQ(written("// comment \\\nx", Language::java), "x");
}

TEST(CodeTokensTest, DirectivesStayAndHeadersAreLiterals) {
  EXPECT_EQ(normal("#include <vector>\n#  include \"own.h\"\n#define MAX 10", Language::cpp),
            "# include \"\" # include \"\" # define $ 0");
  EXPECT_EQ(normal("  #ifdef DEBUG\n#endif", Language::c), "# ifdef $ # endif");
  EXPECT_EQ(written("#include <a b", Language::c), "# include <a␣b");
  EXPECT_EQ(written("#define join(a, b) a##b\n# \nx", Language::c), "# define join ( a , b ) a ## b # x");
  EXPECT_EQ(normal("#region 排序\nint x;", Language::csharp), "# region $ int $ ;");
  EXPECT_EQ(normal("#error Don't\nint x;", Language::c), "# error $ \"\" int $ ;");
}

TEST(CodeTokensTest, GenericCodeHasTheCommonForms) {
  EXPECT_EQ(normal("# comment\n  # another\nx = a # b // c\n/* d */ y", Language::generic), "$ = $ # $ $");
  EXPECT_EQ(normal("fn add(left, right) { return left + \"\"\"a\n\"b\"\"\" }", Language::generic),
            "fn $ ( $ , $ ) { return $ + \"\" }");
}

/// Renamed and reformatted, a program stays the same; with other logic it does not.
struct Copy {
  Language language;
  const char* original;
  const char* disguised;
  const char* different;
};

class CopiedProgramTest : public testing::TestWithParam<Copy> {};

TEST_P(CopiedProgramTest, StaysTheSameWhenRenamedAndReformatted) {
  EXPECT_EQ(normal(GetParam().original, GetParam().language),
            normal(GetParam().disguised, GetParam().language));
  EXPECT_NE(written(GetParam().original, GetParam().language),
            written(GetParam().disguised, GetParam().language));
}

TEST_P(CopiedProgramTest, DiffersWhenTheLogicDiffers) {
  EXPECT_NE(normal(GetParam().original, GetParam().language),
            normal(GetParam().different, GetParam().language));
}

INSTANTIATE_TEST_SUITE_P(
    Languages, CopiedProgramTest,
    testing::Values(
        Copy{Language::c,
             "int gcd(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }",
             "/* 最大公约数 */\nint common(int left, int right)\n{\n\twhile (right != 1) { // loop\n\t\tint "
             "rest = left % "
             "right;\n\t\tleft = right; right = rest;\n\t}\n\treturn left;\n}",
             "int gcd(int a, int b) { if (b == 0) return a; return gcd(b, a % b); }"},
        Copy{Language::cpp,
             "#include <vector>\nlong sum(const std::vector<int>& v) { long s = 0; for (int x : v) s += x; "
             "return s; }",
             "#include <deque>  // 求和\nlong total(const my::deque<int>&values){long t=1'0;for(int "
             "each:values)t+=each;"
             "return t;}",
             "#include <vector>\nlong sum(const std::vector<int>& v) { long s = 1; for (int x : v) s *= x; "
             "return s; }"},
        Copy{Language::java, "class Count { int n; void add(String s) { if (s.equals(\"yes\")) n++; } }",
             "class Zaehler {\n  int anzahl; // 数\n  void dazu(Text t) {\n if (t.gleich(\"ja, "
             "\\\"doch\\\"\")) "
             "anzahl++; } }",
             "class Count { int n; void add(String s) { if (!s.equals(\"yes\")) n--; } }"},
        Copy{Language::csharp, "foreach (var item in list) { Console.WriteLine($\"{item}: {n + 1}\"); }",
             "foreach (Entry e in all) /* 输出 */ { Out.Print($\"<{e}> is {k + 12} \"); }",
             "foreach (var item in list) { Console.WriteLine($\"{item}: {n - 1}\"); }"},
        Copy{Language::python, "def area(r):\n    \"\"\"圆的面积\"\"\"\n    return 3.14 * r ** 2\n",
             "def flaeche( radius ):\n\t'''Area of\na circle'''  # why not\n\treturn 3 * \\\n\t  radius ** "
             "2.0",
             "def area(r):\n    \"\"\"圆的面积\"\"\"\n    return 3.14 * r + 2\n"},
        Copy{Language::go, "func max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}",
             "func 最大(左, 右 整数) 整数 { // larger\n if 左 > 右 { return 左 }\n return 右 }",
             "func max(a, b int) int {\n\tif a < b {\n\t\treturn a\n\t}\n\treturn b\n}"},
        Copy{Language::javascript, "const greet = (name) => { return `Hello ${name.trim()}!`; };",
             "const hi=(who)=>{ /* 问候 */ return `你好，${who.cut()}。再见`; };",
             "const greet = (name) => { return `Hello ${name.trim}!`; };"},
        Copy{Language::pascal,
             "program P; var i: integer; begin for i := 1 to 10 do writeln('No. ', i); end.",
             "PROGRAM Zahlen; { 打印 } Var K : LongInt; (* loop *)\nBegin For K:=2 To 20 Do "
             "Print('Nr''s'#13, K) ; END.",
             "program P; var i: integer; begin for i := 10 downto 1 do writeln('No. ', i); end."}));

}  // namespace
}  // namespace neardup::internal
