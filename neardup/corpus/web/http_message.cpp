#include "neardup/corpus/web/http_message.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>

namespace neardup::internal {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
bool is_same_letter(char a, char b) noexcept { return lower(a) == lower(b); }

std::string_view trim(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Reads the line "1a2b; extension" at the beginning of a chunk. Returns nullopt if it has no size.
std::optional<std::uint64_t> chunk_size(std::string_view line) noexcept {
  std::uint64_t size = 0;
  line = trim(line);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
  const std::string_view rest = trim({end, static_cast<std::size_t>(line.data() + line.size() - end)});
  const bool is_size = error == std::errc() && (rest.empty() || rest.front() == ';');
  return is_size ? std::optional(size) : std::nullopt;
}

/// Returns nullopt if the body does not begin like a chunk: then the crawler has joined the chunks.
std::optional<HttpBody> join_chunks(std::string_view body) {
  HttpBody joined;
  for (bool is_first = true; !body.empty(); is_first = false) {
    const std::size_t line_end = body.find('\n');
    const std::optional<std::uint64_t> size = chunk_size(body.substr(0, line_end));
    if (!size && is_first) return std::nullopt;
    if (!size || line_end == std::string_view::npos) {
      joined.problem = "a chunk of the response has no valid size";
      return joined;
    }
    if (*size == 0) return joined;
    body.remove_prefix(line_end + 1);
    joined.bytes += body.substr(0, *size);
    if (*size > body.size()) {
      joined.problem = "a chunk of the response is shorter than its size says";
      return joined;
    }
    body.remove_prefix(*size);
    const std::size_t next_line = body.find('\n');
    body.remove_prefix(next_line == std::string_view::npos ? body.size() : next_line + 1);
  }
  joined.problem = "the last chunk of the response is missing";
  return joined;
}

/// Decompresses gzip or deflate data, with (zlib) or without a wrapper.
HttpBody inflate_body(std::string_view body, int window_bits, std::size_t most) {
  HttpBody out;
  z_stream stream{};
  if (inflateInit2(&stream, window_bits) != Z_OK) return {.problem = "no memory for the decompressor"};
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(body.size(), 1U << 30));
  std::array<char, std::size_t{32} << 10> piece{};
  int status = Z_OK;
  while (status == Z_OK && out.bytes.size() < most) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    status = inflate(&stream, Z_NO_FLUSH);
    out.bytes.append(piece.data(), piece.size() - stream.avail_out);
  }
  if (out.bytes.size() >= most) {
    out.bytes.resize(most);
    out.problem = "longer than " + std::to_string(most) + " bytes when decompressed";
  } else if (status != Z_STREAM_END) {
    out.problem = "its compressed content is damaged or cut off";
  }
  return out;
}

HttpBody decompress_zstd(std::string_view body, std::size_t most) {
  HttpBody out;
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  ZSTD_inBuffer input{body.data(), body.size(), 0};
  std::array<char, std::size_t{32} << 10> piece{};
  std::size_t status = 1;
  while (status != 0 && !ZSTD_isError(status) && out.bytes.size() < most) {
    ZSTD_outBuffer output{piece.data(), piece.size(), 0};
    const std::size_t before = input.pos;
    status = ZSTD_decompressStream(context.get(), &output, &input);
    out.bytes.append(piece.data(), output.pos);
    if (output.pos == 0 && input.pos == before) break;
  }
  out.bytes.resize(std::min(out.bytes.size(), most));
  if (status != 0) out.problem = "its compressed content is damaged, cut off or too long";
  return out;
}

HttpBody decode_content(std::string_view body, std::string_view encoding, std::size_t most) {
  constexpr int kGzip = MAX_WBITS + 16;
  const std::string name = lower_case_ascii(trim(encoding));
  const bool is_gzip = body.starts_with("\x1f\x8b");
  if ((name == "gzip" || name == "x-gzip") && is_gzip) return inflate_body(body, kGzip, most);
  if (name == "deflate" && !body.empty() && body.front() != '<') {
    const bool has_wrapper = (body.front() & 0x0F) == 8;
    return inflate_body(body, has_wrapper ? MAX_WBITS : -MAX_WBITS, most);
  }
  if (name == "zstd" && body.starts_with("\x28\xb5\x2f\xfd")) return decompress_zstd(body, most);
  const bool is_binary = body.substr(0, 512).find('\0') != std::string_view::npos;
  if (name == "br" && (is_binary || body.substr(0, 512).find('<') == std::string_view::npos))
    return {.problem = "compressed with Brotli, which this program does not read"};
  return {.bytes = std::string(body)};
}

}  // namespace

std::string lower_case_ascii(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

std::size_t find_ignoring_case(std::string_view text, std::string_view wanted) noexcept {
  const auto* const found =
      std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), is_same_letter);
  return found == text.end() && !wanted.empty() ? std::string_view::npos
                                                : static_cast<std::size_t>(found - text.begin());
}

MessageParts split_message(std::string_view message) noexcept {
  for (std::size_t end = message.find('\n'); end != std::string_view::npos;
       end = message.find('\n', end + 1)) {
    std::size_t next = end + 1;
    if (next < message.size() && message[next] == '\r') ++next;
    if (next < message.size() && message[next] == '\n')
      return {message.substr(0, end + 1), message.substr(next + 1)};
  }
  return {message, {}};
}

std::string_view header_value(std::string_view headers, std::string_view name) noexcept {
  while (!headers.empty()) {
    const std::size_t end = std::min(headers.find('\n'), headers.size());
    const std::string_view line = headers.substr(0, end);
    const std::size_t colon = line.find(':');
    if (colon == name.size() && std::equal(name.begin(), name.end(), line.begin(), is_same_letter))
      return trim(line.substr(colon + 1));
    headers.remove_prefix(std::min(end + 1, headers.size()));
  }
  return {};
}

int http_status(std::string_view headers) noexcept {
  if (!headers.starts_with("HTTP/")) return 0;
  const std::size_t space = headers.find(' ');
  if (space == std::string_view::npos || space + 4 > headers.size()) return 0;
  int status = 0;
  std::from_chars(headers.data() + space + 1, headers.data() + space + 4, status);
  return status;
}

HttpBody decode_body(const MessageParts& message, std::size_t most) {
  const std::string_view transfer = header_value(message.headers, "transfer-encoding");
  const std::string_view encoding = header_value(message.headers, "content-encoding");
  if (find_ignoring_case(transfer, "chunked") != std::string_view::npos) {
    if (std::optional<HttpBody> joined = join_chunks(message.content)) {
      HttpBody body = decode_content(joined->bytes, encoding, most);
      if (body.problem.empty()) body.problem = joined->problem;
      return body;
    }
  }
  return decode_content(message.content, encoding, most);
}

}  // namespace neardup::internal
