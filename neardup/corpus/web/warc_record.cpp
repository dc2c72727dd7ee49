#include "neardup/corpus/web/warc_record.h"

#include <algorithm>
#include <charconv>

namespace neardup::internal {
namespace {

bool is_type(std::string_view media_type, std::string_view wanted) {
  const std::string_view type = media_type.substr(0, media_type.find(';'));
  return find_ignoring_case(type, wanted) == 0;
}

bool holds_page(std::string_view content) {
  const std::size_t first = content.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && content[first] == '<';
}

WarcContent content_of_type(std::string_view media_type, std::string_view content) {
  if (is_type(media_type, "text/html") || is_type(media_type, "application/xhtml")) return WarcContent::html;
  if (is_type(media_type, "text/plain")) return WarcContent::text;
  return media_type.empty() && holds_page(content) ? WarcContent::html : WarcContent::other;
}

}  // namespace

std::string_view WarcRecord::url() const noexcept {
  std::string_view url = header("WARC-Target-URI");
  if (url.starts_with('<') && url.ends_with('>'))
    url = url.substr(1, url.size() - 2);  // WARC 1.0 by the letter
  return url;
}

std::string_view WarcRecord::media_type() const noexcept {
  return http.headers.empty() ? header("Content-Type") : header_value(http.headers, "content-type");
}

WarcRecord read_warc_record(std::string_view bytes) noexcept {
  constexpr int kOk = 200;
  constexpr int kRedirect = 300;
  const MessageParts parts = split_message(bytes);
  WarcRecord record{.headers = parts.headers};
  const std::string_view type = record.header("WARC-Type");
  std::string_view content = parts.content;
  if (const std::optional<std::uint64_t> length = declared_length(parts.headers))
    content = content.substr(0, std::min<std::uint64_t>(*length, content.size()));
  const bool is_response = type == "response" && content.starts_with("HTTP/");
  record.http = is_response ? split_message(content) : MessageParts{.content = content};
  if (is_response) {
    const int status = http_status(record.http.headers);
    if (status < kOk || status >= kRedirect) return record;
  } else if (type != "resource" && type != "conversion") {
    return record;
  }
  record.content = content_of_type(record.media_type(), record.http.content);
  return record;
}

std::optional<std::uint64_t> declared_length(std::string_view headers) noexcept {
  const std::string_view text = header_value(headers, "Content-Length");
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos || scheme > 8) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  url = url.substr(url.rfind('@') + 1);
  url = url.substr(0, url.rfind(':'));
  std::string host = lower_case_ascii(url);
  if (host.starts_with("www.")) host.erase(0, 4);
  return host;
}

}  // namespace neardup::internal
