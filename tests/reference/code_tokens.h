// A slow lexer for the common core of C, C++ and Java: one regular expression, alternatives in order of
// precedence, tried at every position. No directives, string prefixes, raw strings or continued lines.
#pragma once

#include <string>
#include <vector>

// GCC 12 under its sanitizers takes a variable inside the header for uninitialised; Clang has no such
// warning.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <regex>
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

namespace neardup::internal::reference {

enum class CoreLanguage { c, cpp, java };

/// Tokens as written (white space inside included), or with numbers as 0 and literals as "". Names stay.
class CoreLexer {
 public:
  explicit CoreLexer(CoreLanguage language) : pattern_(pattern_of(language), std::regex::optimize) {}

  [[nodiscard]] std::vector<std::string> tokens(const std::string& source, bool normalize_literals) const {
    std::vector<std::string> result;
    auto at = source.cbegin();
    std::smatch match;
    while (at != source.cend() && std::regex_search(at, source.cend(), match, pattern_, kHere)) {
      if (match[1].matched) {
        result.push_back(normalize_literals ? "\"\"" : match.str());
      } else if (match[2].matched) {
        result.push_back(normalize_literals ? "0" : match.str());
      } else if (match[3].matched) {
        result.push_back(match.str());
      }
      at = match[0].second;
    }
    return result;
  }

 private:
  static constexpr auto kHere = std::regex_constants::match_continuous;

  static std::string pattern_of(CoreLanguage language) {
    const std::string end_of_text = R"((?![\s\S]))";
    const std::string ignored = R"(\s+|//[^\n\r]*|/\*[\s\S]*?(?:\*/|)" + end_of_text + ")";
    const std::string block = R"re("""(?:\\[\s\S]|[^\\])*?(?:"""|\\?)re" + end_of_text + ")|";
    const std::string strings = R"re("(?:\\(?:\r\n|[\s\S])|[^"\\\n\r])*(?:"|\\?))re"
                                "|"
                                R"re('(?:\\(?:\r\n|[\s\S])|[^'\\\n\r])*(?:'|\\?))re";
    const std::string mark = language == CoreLanguage::java ? "_?" : "['_]?";
    const std::string digits = "[0-9](?:" + mark + "[0-9])*";
    const std::string hex = "(?:" + mark + "[0-9a-fA-F])*";
    const std::string suffix = "[A-Za-z0-9_$]*";
    const std::string numbers = "0[xX]" + hex + R"((?:\.(?!\.))" + hex + ")?(?:[pP][+-]?" + digits + ")?" +
                                suffix + "|(?:(?:0[bBoO](?=[0-9]))?" + digits + R"((?:\.(?!\.)(?:)" + digits +
                                R"()?)?|\.)" + digits + ")(?:[eE][+-]?" + digits + ")?" + suffix;
    return "(?:" + ignored + ")|(" + (language == CoreLanguage::java ? block : "") + strings + ")|(" +
           numbers + ")|([A-Za-z_$][A-Za-z0-9_$]*|" + operators_of(language) + R"(|[\s\S]))";
  }

  static std::string operators_of(CoreLanguage language) {
    std::string shared = R"(<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=)";
    switch (language) {
      case CoreLanguage::c:
        return shared + "|##";
      case CoreLanguage::cpp:
        return "<=>|->\\*|::|\\.\\*|" + shared + "|##";
      case CoreLanguage::java:
        return ">>>=|>>>(?!=)|::|" + shared;
    }
    return shared;
  }

  std::regex pattern_;
};

}  // namespace neardup::internal::reference
