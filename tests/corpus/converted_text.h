// Texts in other encodings, for tests.
#pragma once

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace neardup::internal {

inline std::string convert(const std::string& utf8, const char* encoding) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out(utf8.size() * 4 + 16, '\0');
  const int32_t length = ucnv_convert(encoding, "UTF-8", out.data(), static_cast<int32_t>(out.size()),
                                      utf8.data(), static_cast<int32_t>(utf8.size()), &status);
  EXPECT_TRUE(U_SUCCESS(status)) << encoding;
  out.resize(static_cast<std::size_t>(length));
  return out;
}

}  // namespace neardup::internal
