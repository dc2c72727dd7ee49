// Describes each language: names, extensions, keywords, operators, and the forms of its literals.
//
// Keywords are only the reserved words (of Python 2 and 3, of C and C++ in all their editions). A word
// that is special only in some places (`of` in JavaScript, `var` in C#) counts as a name, because it
// may be one. Pascal comments do not nest: only one dialect nests them, and a stray brace inside a
// comment would otherwise swallow the rest of the program.
#include "neardup/features/code_languages.h"

#include <string>

namespace neardup::internal {
namespace {

constexpr std::string_view kOperatorsOfC =
    "-> ++ -- << >> <<= >>= <= >= == != && || += -= *= /= %= &= |= ^= ## ...";
constexpr std::string_view kOperatorsOfCpp =
    "-> ++ -- << >> <<= >>= <= >= == != && || += -= *= /= %= &= |= ^= ## ... :: .* ->* <=>";
constexpr std::string_view kOperatorsOfJava =
    "-> ++ -- << >> >>> <<= >>= >>>= <= >= == != && || += -= *= /= %= &= |= ^= ... ::";
constexpr std::string_view kOperatorsOfCsharp =
    "-> => ++ -- << >> >>> <<= >>= >>>= <= >= == != && || += -= *= /= %= &= |= ^= :: ?? ?\?= ?. ..";
constexpr std::string_view kOperatorsOfPython =
    "-> := ** **= // //= << >> <<= >>= <= >= == != <> += -= *= /= %= &= |= ^= @= ...";
constexpr std::string_view kOperatorsOfGo =
    "<- := ++ -- << >> <<= >>= <= >= == != && || += -= *= /= %= &= |= ^= &^ &^= ...";
constexpr std::string_view kOperatorsOfJavascript =
    "=> ++ -- << >> >>> <<= >>= >>>= <= >= == != === !== && || ?? ?. += -= *= /= %= &= |= ^= ** **= &&= ||= "
    "?\?= ...";
constexpr std::string_view kOperatorsOfPascal = ":= <> <= >= >< << >> ** += -= *= /= ..";
constexpr std::string_view kGenericOperators =
    "-> => <- := :: ++ -- << >> >>> <<= >>= >>>= <= >= == != === !== <> <=> && || ?? ?. += -= *= /= %= &= |= "
    "^= "
    "** **= .. ... |> =~ ~=";

constexpr std::string_view kKeywordsOfC =
    "auto break case char const continue default do double else enum extern float for goto if inline int "
    "long "
    "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile "
    "while "
    "alignas alignof bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual "
    "_Alignas "
    "_Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local";
constexpr std::string_view kKeywordsOfCpp =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t "
    "class "
    "compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield "
    "decltype "
    "default delete do double dynamic_cast else enum explicit export extern false float for friend goto if "
    "inline "
    "int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
    "register "
    "reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch "
    "template "
    "this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile "
    "wchar_t "
    "while xor xor_eq";
constexpr std::string_view kKeywordsOfJava =
    "abstract assert boolean break byte case catch char class const continue default do double else enum "
    "extends "
    "false final finally float for goto if implements import instanceof int interface long native new null "
    "package "
    "private protected public return short static strictfp super switch synchronized this throw throws "
    "transient "
    "true try void volatile while";
constexpr std::string_view kKeywordsOfCsharp =
    "abstract as base bool break byte case catch char checked class const continue decimal default delegate "
    "do "
    "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int "
    "interface "
    "internal is lock long namespace new null object operator out override params private protected public "
    "readonly "
    "ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof "
    "uint "
    "ulong unchecked unsafe ushort using virtual void volatile while";
constexpr std::string_view kKeywordsOfPython =
    "False None True and as assert async await break class continue def del elif else except exec finally "
    "for from "
    "global if import in is lambda nonlocal not or pass print raise return try while with yield";
constexpr std::string_view kKeywordsOfGo =
    "break case chan const continue default defer else fallthrough for func go goto if import interface map "
    "package "
    "range return select struct switch type var";
constexpr std::string_view kKeywordsOfJavascript =
    "await break case catch class const continue debugger default delete do else enum export extends false "
    "finally "
    "for function if implements import in instanceof interface let new null package private protected public "
    "return "
    "static super switch this throw true try typeof var void while with yield";
constexpr std::string_view kKeywordsOfPascal =
    "absolute and array as asm begin case class const constructor destructor div do downto else end except "
    "exports "
    "file finalization finally for function goto if implementation in inherited initialization inline "
    "interface is "
    "label library mod nil not object of on operator or out packed procedure program property raise record "
    "repeat "
    "resourcestring self set shl shr string then threadvar to try type unit until uses var while with xor";
constexpr std::string_view kGenericKeywords =
    "abstract and as assert async auto await begin bool boolean break byte case catch char class const "
    "continue def "
    "default defer del delete do double elif else elseif elsif end enum except export extends false final "
    "finally "
    "float fn for foreach from func function global goto if impl implements import in include inline int "
    "interface "
    "is lambda let local long loop match mod module mut namespace new nil none not null object of or package "
    "pass "
    "private procedure program protected pub public raise ref repeat require return self short signed sizeof "
    "static "
    "string struct super switch template then this throw throws trait true try type typedef union unless "
    "unsigned "
    "until use using val var virtual void volatile when where while with xor yield";

constexpr StringForm kDoubleQuoted{.quote = '"'};
constexpr StringForm kSingleQuoted{.quote = '\''};
constexpr StringForm kTripleDoubleQuoted{.quote = '"', .triple = TripleQuotes::text_block};
constexpr StringForm kTripleSingleQuoted{.quote = '\'', .triple = TripleQuotes::text_block};
constexpr CommentForm kSlashes{.open = "//", .close = ""};
constexpr CommentForm kSlashStar{.open = "/*", .close = "*/"};

constexpr bool is_letter(int byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

constexpr ByteClass plain_class_of(int byte) noexcept {
  if (byte == ' ' || (byte >= '\t' && byte <= '\r')) return ByteClass::space;
  if (byte >= '0' && byte <= '9') return ByteClass::digit;
  return is_letter(byte) || byte == '_' || byte >= 0x80 ? ByteClass::word : ByteClass::symbol;
}

/// Fills in the table of bytes. A byte that may begin several things is `special` and needs a closer look.
constexpr CodeRules with_classes(CodeRules rules) {
  const auto set = [&rules](std::string_view bytes, ByteClass byte_class) {
    for (const char byte : bytes) rules.classes[static_cast<unsigned char>(byte)] = byte_class;
  };
  for (int byte = 0; byte < 256; ++byte) {
    rules.classes[static_cast<std::size_t>(byte)] = plain_class_of(byte);
  }
  set(rules.more_word_bytes, ByteClass::word);
  set("\\.", ByteClass::special);
  for (const CommentForm& comment : rules.comments) set(comment.open.substr(0, 1), ByteClass::special);
  for (const StringForm& form : rules.strings) {
    if (form.quote != 0) set({&form.quote, 1}, ByteClass::quote);
    if (form.hole != Hole::none) set("{}", ByteClass::special);
  }
  if (rules.has_directives || rules.has_character_codes) set("#", ByteClass::special);
  if (rules.prefixes == StringPrefixes::csharp) set("@${}", ByteClass::special);
  set(rules.number.radix_characters, ByteClass::special);
  return rules;
}

constexpr CodeRules kGenericRules = with_classes({
    .keywords = KeywordSet(kGenericKeywords),
    .operators = OperatorSet(kGenericOperators),
    .comments = {kSlashes, kSlashStar, CommentForm{.open = "#", .close = "", .only_at_line_start = true}},
    .strings = {kTripleDoubleQuoted, kSingleQuoted},
    .more_word_bytes = "$",
});

constexpr CodeRules kRulesOfC = with_classes({
    .keywords = KeywordSet(kKeywordsOfC),
    .operators = OperatorSet(kOperatorsOfC),
    .comments = {kSlashes, kSlashStar},
    .strings = {kDoubleQuoted, kSingleQuoted},
    .number = {.quote_separates = true},
    .prefixes = StringPrefixes::c,
    .more_word_bytes = "$",
    .has_directives = true,
    .continues_line_comments = true,
});

constexpr CodeRules kRulesOfCpp = with_classes({
    .keywords = KeywordSet(kKeywordsOfCpp),
    .operators = OperatorSet(kOperatorsOfCpp),
    .comments = {kSlashes, kSlashStar},
    .strings = {kDoubleQuoted, kSingleQuoted},
    .number = {.quote_separates = true},
    .prefixes = StringPrefixes::cpp,
    .more_word_bytes = "$",
    .has_directives = true,
    .continues_line_comments = true,
});

constexpr CodeRules kRulesOfJava = with_classes({
    .keywords = KeywordSet(kKeywordsOfJava),
    .operators = OperatorSet(kOperatorsOfJava),
    .comments = {kSlashes, kSlashStar},
    .strings = {kTripleDoubleQuoted, kSingleQuoted},
    .more_word_bytes = "$",
});

constexpr CodeRules kRulesOfCsharp = with_classes({
    .keywords = KeywordSet(kKeywordsOfCsharp),
    .operators = OperatorSet(kOperatorsOfCsharp),
    .comments = {kSlashes, kSlashStar},
    .strings = {StringForm{.quote = '"', .triple = TripleQuotes::raw}, kSingleQuoted},
    .number = {.fraction_needs_digit = true},
    .prefixes = StringPrefixes::csharp,
    .has_directives = true,
});

constexpr CodeRules kRulesOfPython = with_classes({
    .keywords = KeywordSet(kKeywordsOfPython),
    .operators = OperatorSet(kOperatorsOfPython),
    .comments = {CommentForm{.open = "#", .close = ""}},
    .strings = {kTripleDoubleQuoted, kTripleSingleQuoted},
    .number = {.any_suffix = false, .suffix_letters = "jJlL"},
    .prefixes = StringPrefixes::python,
});

constexpr CodeRules kRulesOfGo = with_classes({
    .keywords = KeywordSet(kKeywordsOfGo),
    .operators = OperatorSet(kOperatorsOfGo),
    .comments = {kSlashes, kSlashStar},
    .strings = {kDoubleQuoted, kSingleQuoted, StringForm{.quote = '`', .escapes = false, .multi_line = true}},
});

constexpr CodeRules kRulesOfJavascript = with_classes({
    .keywords = KeywordSet(kKeywordsOfJavascript),
    .operators = OperatorSet(kOperatorsOfJavascript),
    .comments = {kSlashes, kSlashStar},
    .strings = {kDoubleQuoted, kSingleQuoted,
                StringForm{.quote = '`', .multi_line = true, .hole = Hole::dollar_brace}},
    .more_word_bytes = "$",
    .has_regular_expressions = true,
});

constexpr CodeRules kRulesOfPascal = with_classes({
    .keywords = KeywordSet(kKeywordsOfPascal),
    .operators = OperatorSet(kOperatorsOfPascal),
    .comments = {kSlashes, CommentForm{.open = "{", .close = "}"}, CommentForm{.open = "(*", .close = "*)"}},
    .strings = {StringForm{.quote = '\'', .escapes = false, .doubled = true}},
    .number = {.radix_prefix = false,
               .fraction_needs_digit = true,
               .needs_integer_part = true,
               .any_suffix = false,
               .radix_characters = "$%&"},
    .ignores_case = true,
    .has_character_codes = true,
});

struct LanguageEntry {
  Language language;
  std::string_view names;  // the first is the canonical name
  std::string_view extensions;
  const CodeRules* rules;
};

/// Lists the languages in the order of the enumeration.
constexpr std::array<LanguageEntry, 9> kLanguages{{
    {Language::generic, "generic", "", &kGenericRules},
    {Language::c, "c", "c", &kRulesOfC},
    {Language::cpp, "cpp c++ cxx cc", "cpp cc cxx c++ cp h hpp hh hxx h++ ipp inl tpp ixx cppm ino cu cuh",
     &kRulesOfCpp},
    {Language::java, "java", "java jav", &kRulesOfJava},
    {Language::csharp, "csharp c# cs", "cs csx", &kRulesOfCsharp},
    {Language::python, "python py python2 python3", "py py2 py3 pyw pyi", &kRulesOfPython},
    {Language::go, "go golang", "go", &kRulesOfGo},
    {Language::javascript, "javascript js jsx typescript ts tsx ecmascript", "js mjs cjs jsx ts mts cts tsx",
     &kRulesOfJavascript},
    {Language::pascal, "pascal pas delphi objectpascal freepascal", "pas pp dpr dpk lpr", &kRulesOfPascal},
}};

constexpr const LanguageEntry& entry_of(Language language) noexcept {
  return kLanguages[static_cast<std::size_t>(language)];
}

constexpr bool order_is_that_of_the_enumeration() {
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    if (static_cast<std::size_t>(kLanguages[i].language) != i) return false;
  }
  return true;
}
static_assert(order_is_that_of_the_enumeration());

bool has_word(std::string_view words, std::string_view wanted) {
  bool found = false;
  for_each_word(words, [&](std::string_view word) { found = found || word == wanted; });
  return found;
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

}  // namespace

const CodeRules& rules_of(Language language) noexcept { return *entry_of(language).rules; }

}  // namespace neardup::internal

namespace neardup {

using namespace internal;

std::string_view name_of(Language language) noexcept {
  const std::string_view names = entry_of(language).names;
  return names.substr(0, names.find(' '));
}

std::optional<Language> language_named(std::string_view name) {
  const std::string wanted = to_lower(name);
  for (const LanguageEntry& entry : kLanguages) {
    if (has_word(entry.names, wanted)) return entry.language;
  }
  return std::nullopt;
}

Language language_of_path(std::string_view path) {
  const std::size_t dot = path.find_last_of("./\\");
  if (dot == std::string_view::npos || path[dot] != '.') return Language::generic;
  const std::string wanted = to_lower(path.substr(dot + 1));
  for (const LanguageEntry& entry : kLanguages) {
    if (has_word(entry.extensions, wanted)) return entry.language;
  }
  return Language::generic;
}

}  // namespace neardup
