// Splitting and trimming in the old C++ API. Arguments may be one and the same string.
#pragma once

#include "common.h"

namespace simhash {

class StringHandler {
 public:
  static const std::string WHITE_CHARS;  // space, tab, line feed, carriage return, form feed, vertical tab

  /// The parts between any characters of `delims` (without them: white ones), empty parts included, in place
  /// of what strList held before. An empty text has no part.
  static void SplitString(const std::string& str, std::vector<std::string>& strList,
                          const std::string& delims = "");

  /// Without the characters of `trimChars` (without them: white ones) at both ends, or at one.
  static void TrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars = "");
  static void LeftTrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars = "");
  static void RightTrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars = "");
};

}  // namespace simhash
