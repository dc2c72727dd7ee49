// Short ways to ask for tokens in tests: one string with the tokens joined by spaces.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "neardup/features/code_tokens.h"

namespace neardup::internal::code_tokens_test {

/// Also checks the form of the result: each slice is one word of the text, in order, none left over.
inline std::string tokens_with(std::string_view source, const CodeTokenOptions& options) {
  Features features;
  take_code_tokens(source, options, features);
  std::string joined;
  for (std::size_t i = 0; i < features.size(); ++i) {
    EXPECT_FALSE(features[i].empty());
    EXPECT_EQ(features[i].find(' '), std::string_view::npos);
    if (i > 0) joined += ' ';
    EXPECT_EQ(features.slices[i].offset, joined.size());
    joined += features[i];
  }
  EXPECT_EQ(joined, features.text);
  return joined;
}

inline std::string normal(std::string_view source, Language language) {
  return tokens_with(source, {.language = language});
}

inline std::string written(std::string_view source, Language language) {
  return tokens_with(source, {.language = language,
                              .normalize_identifiers = false,
                              .normalize_numbers = false,
                              .normalize_strings = false});
}

}  // namespace neardup::internal::code_tokens_test
