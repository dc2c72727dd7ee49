// Splits and trims strings in the old C++ API (zhongpingliang/simhash). Input and output
// may be the same string.
#pragma once

#include "common.h"

namespace simhash {

class StringHandler {
 public:
  static const std::string WHITE_CHARS;  // space, tab, line feed, carriage return, form feed, vertical tab

  /// Splits the text at every character of `delims` (if empty: WHITE_CHARS) and replaces the contents of
  /// strList with the parts, empty ones included. An empty text has no parts.
  static void SplitString(const std::string& str, std::vector<std::string>& strList,
                          const std::string& delims = "");

  /// Removes the characters of `trimChars` (if empty: WHITE_CHARS) from both ends.
  static void TrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars = "");
  /// Removes them from the left end only.
  static void LeftTrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars = "");
  /// Removes them from the right end only.
  static void RightTrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars = "");
};

}  // namespace simhash
