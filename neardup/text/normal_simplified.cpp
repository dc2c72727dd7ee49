// to_simplified: OpenCC's t2s, loaded on first use and shared by all threads (conversion is const and keeps
// no state). OpenCC makes no promise for malformed UTF-8, so that is repaired first. It also ends a text at
// NUL, so it converts the parts between NULs separately; no phrase can span a NUL. ASCII text never loads the
// dictionaries.
#include <cstddef>
#include <exception>
#include <opencc/SimpleConverter.hpp>
#include <string>
#include <string_view>

#include "neardup/text/normal_runs.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "neardup/util/data_files.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

const opencc::SimpleConverter& converter() {
#ifdef NEARDUP_OWN_OPENCC_TABLES
  static const opencc::SimpleConverter instance(find_data_file("opencc/t2s.json"));
#else
  static const opencc::SimpleConverter instance("t2s.json");  // OpenCC knows where its tables are installed
#endif
  return instance;
}

std::string convert(std::string_view valid_text) {
  std::string result;
  result.reserve(valid_text.size());
  for (std::size_t begin = 0; begin < valid_text.size();) {
    const std::size_t nul = valid_text.find('\0', begin);
    const std::string_view part = valid_text.substr(begin, nul - begin);
    result += converter().Convert(std::string(part));
    if (nul == std::string_view::npos) break;
    result += '\0';
    begin = nul + 1;
  }
  return result;
}

}  // namespace

std::string to_simplified(std::string_view text) {
  if (normal::ascii_run_end(text, 0) == text.size()) return std::string(text);
  const std::string valid = repair_utf8(text).text;
  try {
    return convert(valid);
  } catch (const std::exception& error) {
    throw Error(ErrorCode::io, std::string("OpenCC t2s: cannot convert, got ") + error.what());
  }
}

}  // namespace neardup::internal
