#include "neardup/corpus/web/warc_cutter.h"

#include <algorithm>
#include <utility>

#include "neardup/corpus/web/warc_record.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kRecordStart = "WARC/";
constexpr std::size_t kMostHeaders = std::size_t{1} << 20;

/// Returns the offset of the next line that begins a record, from `from` on; npos if there is none.
std::size_t find_record(std::string_view bytes, std::size_t from) {
  while (true) {
    const std::size_t found = bytes.find(kRecordStart, from);
    if (found == std::string_view::npos) return found;
    const std::string_view version = bytes.substr(found + kRecordStart.size(), 2);
    const bool is_line_start = found == 0 || bytes[found - 1] == '\n';
    if (is_line_start && (version == "1." || version == "0.")) return found;
    from = found + 1;
  }
}

}  // namespace

WarcCutter::WarcCutter(std::unique_ptr<ByteSource> source, std::string path, std::size_t max_document)
    : source_(std::move(source)), path_(std::move(path)), max_document_(max_document) {}

WarcCutter::WarcCutter(std::unique_ptr<GzipMembers> members, std::string path, std::size_t max_document)
    : path_(std::move(path)), max_document_(max_document) {
  members_ = members.get();
  source_ = std::move(members);
}

/// Reads until the rest has this many bytes. Returns false if the source ends before.
bool WarcCutter::ensure(std::size_t bytes) {
  constexpr std::size_t kPiece = std::size_t{256} << 10;
  while (buffer_.size() - used_ < bytes && !has_ended_) {
    if (used_ > kPiece) buffer_.erase(0, std::exchange(used_, 0));
    const std::size_t old_size = buffer_.size();
    buffer_.resize(old_size + kPiece);
    const std::size_t count = source_->read({buffer_.data() + old_size, kPiece});
    buffer_.resize(old_size + count);
    has_ended_ = count == 0;
  }
  return buffer_.size() - used_ >= bytes;
}

void WarcCutter::drop(std::size_t bytes) {
  used_ += bytes;
  offset_ += bytes;
}

void WarcCutter::skip_blank_lines() {
  while (ensure(1) && (rest().front() == '\r' || rest().front() == '\n')) drop(1);
}

/// Returns the length of the headers with the empty line after them; nullopt if they have no end.
std::optional<std::size_t> WarcCutter::find_headers_end() {
  for (std::size_t wanted = 4096; wanted <= kMostHeaders; wanted *= 4) {
    static_cast<void>(ensure(wanted));
    const std::string_view seen = rest().substr(0, wanted);
    const MessageParts parts = split_message(seen);
    if (parts.headers.size() != seen.size() || !parts.content.empty())
      return static_cast<std::size_t>(parts.content.data() - seen.data());
    if (has_ended_) break;
  }
  return std::nullopt;
}

/// Returns the length of the line ends after a record that ends at `end`; nullopt if something else is there.
std::optional<std::size_t> WarcCutter::trailer_at(std::size_t end) {
  constexpr std::size_t kLineEnds = 4;
  static_cast<void>(ensure(end + kLineEnds));
  const std::string_view after = rest().substr(end);
  if (after.starts_with("\r\n\r\n")) return kLineEnds;
  if (after.starts_with("\n\n")) return 2;
  const bool is_rest_blank =
      has_ended_ && !source_->problem() && after.find_first_not_of("\r\n") == std::string_view::npos;
  return is_rest_blank ? std::optional(after.size()) : std::nullopt;
}

Cut WarcCutter::cut_of(const RawBuffer& buffer) const {
  return {.begin = buffer.size(), .end = buffer.size(), .first_line = record_, .offset = offset_};
}

Cut WarcCutter::fill(RawBuffer& buffer) {
  while (true) {
    skip_blank_lines();
    if (rest().empty()) return end_of_source();
    ++record_;
    if (find_record(rest().substr(0, kRecordStart.size() + 2), 0) != 0)
      return damage("no WARC record begins here", 0);
    const std::optional<std::size_t> headers = find_headers_end();
    if (!headers) return damage("the headers of the record have no end", 1);
    const std::optional<std::uint64_t> length = declared_length(rest().substr(0, *headers));
    if (!length) return damage("the record has no valid Content-Length", *headers);
    if (*length > max_document_) {
      Cut cut = damage(too_long_message(max_document_), *headers);
      cut.problem->code = ProblemCode::too_long;
      return cut;
    }
    const std::size_t end = *headers + *length;
    if (!ensure(end)) {
      return damage("the record is shorter than its Content-Length of " + std::to_string(*length), *headers);
    }
    const std::optional<std::size_t> trailer = trailer_at(end);
    if (!trailer)
      return damage(
          "the record does not end where its Content-Length of " + std::to_string(*length) + " says",
          *headers);
    Cut cut = take(end + *trailer, buffer);
    if (cut.end != cut.begin) return cut;
  }
}

/// Moves a record to the buffer if it holds a page; an empty cut means that it does not.
Cut WarcCutter::take(std::size_t length, RawBuffer& buffer) {
  Cut cut = cut_of(buffer);
  const std::string_view bytes = rest().substr(0, length);
  const WarcRecord record = read_warc_record(bytes);
  if (record_ == 1 && record.header("WARC-Type") == "warcinfo") info_ = bytes;
  if (record.content != WarcContent::other) {
    const std::size_t needed = buffer.size() + length;
    if (buffer.capacity() < needed)
      buffer.set_capacity(std::max({kBatchBytes, 2 * buffer.capacity(), needed}));
    bytes.copy(buffer.room().data(), length);
    buffer.grow_by(length);
    cut.end = buffer.size();
    ++pages_;
  }
  drop(length);
  return cut;
}

/// Reports the current record and moves to the next one, which begins `from` bytes further on or later.
Cut WarcCutter::damage(std::string message, std::size_t from) {
  Problem problem{.path = path_,
                  .message = "record " + std::to_string(record_) + ": " + std::move(message) + "; skipped"};
  if (!source_->is_compressed()) problem.byte = offset_;
  find_next_record(from);
  // Damage of the compressed data is the cause, and has a position in the file.
  if (has_ended_ && rest().empty() && source_->problem()) return end_of_source();
  return {.problem = std::move(problem)};
}

void WarcCutter::find_next_record(std::size_t from) {
  constexpr std::size_t kOverlap =
      kRecordStart.size() + 3;  // a start that is cut off, and the byte before it
  drop(std::min(from, rest().size()));
  for (std::size_t begin = 0;; begin = 1) {  // later, the first byte is in the middle of a line
    const std::size_t found = find_record(rest(), std::min(begin, rest().size()));
    if (found != std::string_view::npos) return drop(found);
    const std::size_t passed = rest().size() - std::min(rest().size(), kOverlap);
    drop(passed);
    if (!ensure(rest().size() + 1)) return drop(rest().size());
  }
}

/// Ends the file, or goes on after a damaged member.
Cut WarcCutter::end_of_source() {
  Cut cut{.problem = source_->problem()};
  cut.is_last = true;
  if (!cut.problem && pages_ == 0) {
    cut.problem = Problem{
        .severity = Problem::Severity::warning,
        .path = path_,
        .message = "none of its " + std::to_string(record_) + " records is a page that was found, or a text"};
  }
  if (cut.problem && members_ != nullptr && members_->problem() && members_->resume()) {
    drop(rest().size());
    has_ended_ = false;
    cut.is_last = false;
    cut.problem->message +=
        "; its record is skipped, and reading goes on at byte " + std::to_string(members_->read_bytes());
  }
  return cut;
}

}  // namespace neardup::internal
