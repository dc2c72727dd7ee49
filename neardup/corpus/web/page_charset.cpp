#include "neardup/corpus/web/page_charset.h"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "neardup/corpus/web/http_message.h"
#include "neardup/text/invalid_bytes.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

/// Returns the encoding that browsers use for a label.
std::string encoding_of_label(std::string_view label) {
  constexpr auto kSupersets =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"ascii", "windows-1252"},
                                                                    {"us-ascii", "windows-1252"},
                                                                    {"iso-8859-1", "windows-1252"},
                                                                    {"latin1", "windows-1252"},
                                                                    {"iso8859-1", "windows-1252"},
                                                                    {"gb2312", "gb18030"},
                                                                    {"gbk", "gb18030"},
                                                                    {"gb_2312-80", "gb18030"},
                                                                    {"x-gbk", "gb18030"},
                                                                    {"shift_jis", "windows-31j"},
                                                                    {"shift-jis", "windows-31j"},
                                                                    {"sjis", "windows-31j"},
                                                                    {"x-sjis", "windows-31j"},
                                                                    {"euc-kr", "windows-949"},
                                                                    {"ks_c_5601-1987", "windows-949"},
                                                                    {"iso-8859-9", "windows-1254"},
                                                                    {"tis-620", "windows-874"},
                                                                    {"big5", "big5-hkscs"},
                                                                    {"utf8", "utf-8"}});
  const std::string name = lower_case_ascii(label);
  const auto* const found =
      std::ranges::find(kSupersets, name, &std::pair<std::string_view, std::string_view>::first);
  return found == kSupersets.end() ? name : std::string(found->second);
}

struct CloseDetector {
  void operator()(UCharsetDetector* detector) const noexcept { ucsdet_close(detector); }
};

/// Returns the encoding that the bytes look like; windows-1252, like browsers, if nothing is likely.
std::string guess_encoding(std::string_view bytes) {
  constexpr std::size_t kSample = std::size_t{64} << 10;
  constexpr std::int32_t kLikely = 20;  // of 100
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, CloseDetector> detector(ucsdet_open(&status));
  const std::string_view sample = bytes.substr(0, kSample);
  ucsdet_setText(detector.get(), sample.data(), static_cast<std::int32_t>(sample.size()), &status);
  ucsdet_enableInputFilter(detector.get(), true);  // tags are ASCII and prove nothing
  const UCharsetMatch* const match = U_SUCCESS(status) ? ucsdet_detect(detector.get(), &status) : nullptr;
  if (U_FAILURE(status) || match == nullptr || ucsdet_getConfidence(match, &status) < kLikely)
    return "windows-1252";
  const char* const name = ucsdet_getName(match, &status);
  return U_SUCCESS(status) ? encoding_of_label(name) : "windows-1252";
}

bool is_utf8(std::string_view encoding) { return encoding == "utf-8"; }

/// Returns true if the bytes are UTF-8 with at most a few broken places.
bool is_mostly_utf8(std::string_view bytes) {
  const std::size_t first = find_malformed_utf8(bytes);
  return first == std::string_view::npos || !is_foreign(measure_damage(bytes, first), bytes.size());
}

bool is_known(const std::string& encoding) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter* const converter = encoding.empty() ? nullptr : ucnv_open(encoding.c_str(), &status);
  if (converter != nullptr) ucnv_close(converter);
  return converter != nullptr && U_SUCCESS(status);
}

std::string_view encoding_of_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return "utf-8";
  if (bytes.starts_with("\xFF\xFE")) return "utf-16le";
  return bytes.starts_with("\xFE\xFF") ? "utf-16be" : "";
}

bool is_wide(std::string_view encoding) {
  return encoding.starts_with("utf-16") || encoding.starts_with("utf-32");
}

std::string choose_encoding(std::string_view bytes, std::string_view declared) {
  if (const std::string_view mark = encoding_of_mark(bytes); !mark.empty()) return std::string(mark);
  std::string encoding = encoding_of_label(declared);
  if (!is_known(encoding)) {
    encoding = encoding_of_label(charset_of_meta(bytes));
    if (is_wide(encoding)) encoding = "utf-8";  // a tag that can be read as ASCII is not in UTF-16
  }
  if (!is_known(encoding)) return is_mostly_utf8(bytes) ? "utf-8" : guess_encoding(bytes);
  if (is_utf8(encoding)) return is_mostly_utf8(bytes) ? encoding : guess_encoding(bytes);
  // UTF-8 with characters outside ASCII is hardly ever anything else by chance.
  const bool is_ascii =
      std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const bool is_valid_utf8 = find_malformed_utf8(bytes) == std::string_view::npos;
  return !is_ascii && is_valid_utf8 && !is_wide(encoding) ? "utf-8" : encoding;
}

}  // namespace

std::string decode_page_as(std::string_view bytes, const std::string& encoding) {
  constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max();
  std::string text;
  if (is_utf8(lower_case_ascii(encoding))) {
    text = repair_utf8(bytes).text;
  } else {
    bytes = bytes.substr(0, kMost);
    icu::UnicodeString(bytes.data(), static_cast<std::int32_t>(bytes.size()), encoding.c_str())
        .toUTF8String(text);
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  std::ranges::replace(text, '\0', ' ');  // a NUL would end the page for the parser
  return text;
}

std::string decode_page(std::string_view bytes, std::string_view declared) {
  return decode_page_as(bytes, choose_encoding(bytes, declared));
}

std::string_view charset_of_type(std::string_view content_type) noexcept {
  constexpr std::string_view kName = "charset";
  std::size_t begin = find_ignoring_case(content_type, kName);
  if (begin == std::string_view::npos) return {};
  begin = content_type.find_first_not_of(" \t=\"'", begin + kName.size());
  if (begin == std::string_view::npos) return {};
  const std::size_t end = content_type.find_first_of(" \t;\"'/>\r\n", begin);
  return content_type.substr(begin, end == std::string_view::npos ? end : end - begin);
}

std::string_view charset_of_meta(std::string_view html) noexcept {
  constexpr std::size_t kNear = 4096;
  html = html.substr(0, kNear);
  for (std::size_t tag = find_ignoring_case(html, "<meta"); tag != std::string_view::npos;) {
    const std::size_t end = std::min(html.find('>', tag), html.size());
    const std::string_view charset = charset_of_type(html.substr(tag, end - tag));
    if (!charset.empty()) return charset;
    const std::size_t next = find_ignoring_case(html.substr(end), "<meta");
    tag = next == std::string_view::npos ? next : end + next;
  }
  return {};
}

}  // namespace neardup::internal
