// One record of a web crawl: WARC (ISO 28500), and WET, which is WARC with texts in place of pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/corpus/web/http_message.h"

namespace neardup::internal {

enum class WarcContent {
  html,   // a page
  text,   // a text: of a conversion record (WET), or served as text/plain
  other,  // a request, an image, a redirect and whatever else is no page
};

/// A record, split into its parts. The views are into the record.
struct WarcRecord {
  std::string_view headers = {};
  MessageParts http = {};  // of a response; otherwise only the content
  WarcContent content = WarcContent::other;

  [[nodiscard]] std::string_view header(std::string_view name) const noexcept {
    return header_value(headers, name);
  }
  [[nodiscard]] std::string_view url() const noexcept;
  [[nodiscard]] std::string_view date() const noexcept { return header("WARC-Date"); }
  /// Returns the media type of the page with its parameters, such as "text/html; charset=utf-8".
  [[nodiscard]] std::string_view media_type() const noexcept;
};

/// Splits a record and says what it holds. The length that it declares does not matter here.
[[nodiscard]] WarcRecord read_warc_record(std::string_view record) noexcept;

/// Returns the length of the content that the headers declare; nullopt if there is none or it is not a number.
[[nodiscard]] std::optional<std::uint64_t> declared_length(std::string_view headers) noexcept;

/// Returns the host of a URL in lower case, without port and "www."; empty if the text is no URL.
[[nodiscard]] std::string host_of(std::string_view url);

}  // namespace neardup::internal
