// `next` counts the line ends of a batch, because the next batch must know its first line number. It uses
// byte-wide counters that a compiler vectorises at every optimisation level; std::count widens to 64 bits and
// is several times slower.
#include "neardup/corpus/record_splitter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

namespace neardup::internal {
namespace {

// A compressed record that exceeds the longest document by this factor counts as a decompression bomb.
constexpr std::uint64_t kBombFactor = 16;

// An unfinished record may exceed the longest document by one byte, a CR before its LF, but not by two.
constexpr std::size_t kLineEndBytes = 2;
// More than any memory, but small enough that adding offsets cannot overflow.
constexpr std::size_t kMostBytes = std::numeric_limits<std::size_t>::max() / 4;

}  // namespace

std::string too_long_message(std::size_t max_document) {
  return "longer than " + std::to_string(max_document) + " bytes; skipped";
}

std::uint64_t count_line_ends(std::string_view bytes) noexcept {
  constexpr std::size_t kLanes = 64;
  constexpr std::size_t kMostRows = 255;  // the largest count a byte can hold
  std::uint64_t total = 0;
  while (bytes.size() >= kLanes) {
    std::array<unsigned char, kLanes> counters{};
    const std::size_t rows = std::min(bytes.size() / kLanes, kMostRows);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        counters[lane] =
            static_cast<unsigned char>(counters[lane] + (bytes.data()[row * kLanes + lane] == '\n'));
    for (const unsigned char counter : counters) total += counter;
    bytes.remove_prefix(rows * kLanes);
  }
  return total + static_cast<std::uint64_t>(std::ranges::count(bytes, '\n'));
}

RecordEnds::CsvState RecordEnds::after(CsvState state, char c) const noexcept {
  if (state == CsvState::quoted) return c == '"' ? CsvState::quote_in_quotes : CsvState::quoted;
  if (c == delimiter_ || c == '\n') return CsvState::field_start;
  // A quote opens a field only at its beginning, is doubled inside a quoted field, and is ordinary elsewhere.
  return c == '"' && state != CsvState::bare ? CsvState::quoted : CsvState::bare;
}

std::size_t RecordEnds::first_end(std::string_view piece) {
  if (shape_ == RecordShape::whole_file) return std::string_view::npos;
  if (shape_ == RecordShape::json) return objects_.next_end(piece);
  if (shape_ == RecordShape::line) {
    const std::size_t found = piece.find('\n');
    return found == std::string_view::npos ? found : found + 1;
  }
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const bool is_end = piece[i] == '\n' && state_ != CsvState::quoted;
    state_ = after(state_, piece[i]);
    if (is_end) return i + 1;
  }
  return std::string_view::npos;
}

std::size_t RecordEnds::last_end(std::string_view piece) {
  if (shape_ == RecordShape::line) {
    const void* found = piece.empty() ? nullptr : ::memrchr(piece.data(), '\n', piece.size());
    if (found == nullptr) return std::string_view::npos;
    return static_cast<std::size_t>(static_cast<const char*>(found) - piece.data()) + 1;
  }
  std::size_t last = std::string_view::npos;
  for (std::size_t from = 0; from < piece.size();) {
    const std::size_t end = first_end(piece.substr(from));
    if (end == std::string_view::npos) break;
    last = from += end;
  }
  return last;
}

RecordSplitter::RecordSplitter(TextSource source, const RecordForm& form, std::string path,
                               std::size_t max_document)
    : source_(std::move(source)),
      shape_(form.shape),
      path_(std::move(path)),
      max_document_(max_document),
      too_long_(max_document > kMostBytes ? kMostBytes : max_document + kLineEndBytes),
      ends_(form) {}

Cut RecordSplitter::fill(RawBuffer& buffer) {
  Cut cut{.begin = buffer.size(),
          .end = buffer.size(),
          .first_line = next_line_,
          .offset = read_bytes_ - rest_.size()};
  if (source_failed_) {
    cut.problem = source_.problem();
    cut.is_last = true;
    return cut;
  }
  if (skipped_ == 0) {
    take_rest(buffer);
  } else if (!skip_long_record(buffer, cut)) {
    return cut;
  }
  while (skipped_ == 0 && !cut.is_last && !source_failed_ && needs_more(buffer, cut)) {
    const bool has_records = cut.end != cut.begin && shape_ != RecordShape::whole_file;
    if (has_records && source_.is_waiting()) break;
    read_piece(buffer, cut);
  }
  next_line_ += count_line_ends(buffer.view(cut.begin, cut.end));
  if (skipped_ == 0) {
    rest_.assign(buffer.view(cut.end, buffer.size()));
  } else {
    long_record_line_ = next_line_;
    next_line_ += count_line_ends(buffer.view(cut.end, buffer.size()));
  }
  buffer.truncate(cut.end);
  if (skipped_ != 0) buffer.set_capacity(kBatchBytes);
  return cut;
}

bool RecordSplitter::needs_more(const RawBuffer& buffer, const Cut& cut) const noexcept {
  return buffer.size() < kBatchBytes || cut.end == cut.begin || shape_ == RecordShape::whole_file;
}

/// Puts the rest of the last batch into the buffer. ends_ has already seen these bytes.
void RecordSplitter::take_rest(RawBuffer& buffer) {
  buffer.set_capacity(std::max({buffer.capacity(), kBatchBytes, buffer.size() + rest_.size()}));
  rest_.copy(buffer.room().data(), rest_.size());
  buffer.grow_by(rest_.size());
  rest_.clear();
}

void RecordSplitter::read_piece(RawBuffer& buffer, Cut& cut) {
  make_room(buffer, cut);
  const std::size_t count = read_source(buffer.room());
  if (count == 0) {
    finish(buffer, cut);
    return;
  }
  add_piece(buffer, cut, count);
  const std::size_t unfinished = buffer.size() - cut.end;
  if (cut.is_last) return;
  if (unfinished >= too_long_) skipped_ = unfinished;
}

std::size_t RecordSplitter::read_source(std::span<char> room) {
  const std::size_t count = source_.read(room);
  read_bytes_ += count;
  return count;
}

void RecordSplitter::make_room(RawBuffer& buffer, const Cut& cut) const {
  if (!buffer.room().empty()) return;
  const std::size_t enough_to_judge = cut.end + too_long_;
  const std::size_t doubled = std::min(buffer.capacity() * 2, enough_to_judge);
  buffer.set_capacity(std::max({doubled, kBatchBytes, buffer.size() + 1}));
}

/// Adds the first `count` bytes of the room, which have just been filled.
void RecordSplitter::add_piece(RawBuffer& buffer, Cut& cut, std::size_t count) {
  const std::size_t end = ends_.last_end({buffer.room().data(), count});
  if (end != std::string_view::npos) cut.end = buffer.size() + end;
  buffer.grow_by(count);
  if (ends_.is_finished()) cut.is_last = true;
}

void RecordSplitter::finish(RawBuffer& buffer, Cut& cut) {
  source_failed_ = source_.problem().has_value();
  if (source_failed_) {
    buffer.truncate(cut.end);  // the next cut reports the problem, after these records
  } else {
    cut.end = buffer.size();  // the last line needs no line end
    cut.is_last = true;
    if (ends_.is_in_array())
      cut.problem = Problem{.path = path_, .message = "ends inside an array: a truncated file?"};
  }
}

/// Drops the rest of a long record. Returns false if nothing more of the file can follow in this cut.
bool RecordSplitter::skip_long_record(RawBuffer& buffer, Cut& cut) {
  cut.problem = problem_of_long_record(too_long_message(max_document_));
  cut.problem->code = ProblemCode::too_long;
  cut.is_last = shape_ == RecordShape::whole_file;
  if (cut.is_last) return false;
  buffer.set_capacity(std::max(buffer.capacity(), buffer.size() + kBatchBytes));
  while (const std::size_t count = read_source(buffer.room())) {
    const std::string_view piece(buffer.room().data(), count);
    const std::size_t end = ends_.first_end(piece);
    next_line_ += count_line_ends(piece.substr(0, end));
    if (end != std::string_view::npos) {
      skipped_ = 0;
      cut.first_line = next_line_;
      cut.offset = read_bytes_ - (count - end);
      std::memmove(buffer.room().data(), piece.data() + end, count - end);
      add_piece(buffer, cut, count - end);
      return true;
    }
    skipped_ += count;
    if (looks_like_bomb()) {
      cut.problem = problem_of_long_record(
          "one record goes on after " + std::to_string(skipped_) +
          " decompressed bytes: a decompression bomb? The rest of the file is skipped");
      cut.is_last = true;
      return false;
    }
  }
  source_failed_ = source_.problem().has_value();
  cut.is_last = !source_failed_;
  return false;
}

bool RecordSplitter::looks_like_bomb() const noexcept {
  return source_.is_compressed() && skipped_ / kBombFactor > max_document_;
}

Problem RecordSplitter::problem_of_long_record(std::string message) const {
  const std::uint64_t line = shape_ == RecordShape::whole_file ? 0 : long_record_line_;
  return {.path = path_, .line = line, .message = std::move(message)};
}

}  // namespace neardup::internal
