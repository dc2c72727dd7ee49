#include "neardup/corpus/parquet/parquet_input.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <utility>

#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/parquet/parquet_loader.h"
#include "neardup/corpus/parquet/parquet_part.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kMagic = "PAR1";

bool has_magic_at(int descriptor, std::uint64_t offset) {
  std::array<char, kMagic.size()> bytes{};
  const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
  return count == static_cast<ssize_t>(kMagic.size()) &&
         std::string_view(bytes.data(), bytes.size()) == kMagic;
}

/// Returns true if the file begins and ends as Parquet files do.
bool looks_like_parquet(const InputItem& item) {
  if (item.bytes <= 2 * kMagic.size()) return false;
  const int descriptor = ::open(item.path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool looks = has_magic_at(descriptor, 0) && has_magic_at(descriptor, item.bytes - kMagic.size());
  ::close(descriptor);
  return looks;
}

bool is_compressed_name(std::string_view path) { return path.ends_with(".gz") || path.ends_with(".zst"); }

/// Returns a source of the bytes of the file that can be read at any position: a stream or a compressed file
/// is copied to a temporary file first. Throws Error.
std::shared_ptr<const RecordSource> seekable_source(const InputItem& item, const ReadOptions& options) {
  if (!item.is_stream && !is_compressed_name(item.path)) return std::make_shared<FileSource>(item.path);
  auto copy = std::make_shared<Spool>(options.temporary_folder);
  const std::unique_ptr<ByteSource> source = open_byte_source(item.path);
  std::vector<char> piece(kBatchBytes);
  while (const std::size_t count = source->read(piece)) copy->append({piece.data(), count});
  if (source->problem()) throw Error(ErrorCode::io, source->problem()->message);
  return copy;
}

std::string quoted_names(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNames = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i)
    list += (i > 0 ? ", \"" : "\"") + names[i] + "\"";
  return names.size() > kMostNames ? list + ", …" : list;
}

}  // namespace

void SkippedRows::add(parquet::RowRange rows) {
  const std::scoped_lock lock(mutex_);
  ranges_.push_back(rows);
}

std::vector<parquet::RowRange> SkippedRows::sorted() const {
  const std::scoped_lock lock(mutex_);
  std::vector<parquet::RowRange> ranges = ranges_;
  std::ranges::sort(ranges, {}, &parquet::RowRange::first);
  return ranges;
}

std::shared_ptr<const parquet::File> ParquetInput::open() const {
  const int descriptor = bytes->open();
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  bytes->close(descriptor);
  if (copy < 0) throw Error(ErrorCode::io, path + ": cannot be read: " + std::strerror(errno));
  const parquet::Module* module = nullptr;
  try {
    module = &parquet_module();
  } catch (...) {
    ::close(copy);
    throw;
  }
  try {
    return module->open(copy);
  } catch (const std::exception& error) {
    const std::string reason = error.what();
    throw Error(ErrorCode::corrupt,
                path + ": not a readable Parquet file: " + reason.substr(0, reason.find('\n')));
  }
}

bool is_parquet(const InputItem& item, const ReadOptions& options) {
  if (item.problem) return false;
  if (options.format != InputFormat::automatic) return options.format == InputFormat::parquet;
  if (choose_format(InputFormat::automatic, item.path, "") == InputFormat::parquet) return true;
  // A file whose extension decides nothing is text or JSONL by its content.
  const bool is_open = choose_format(InputFormat::automatic, item.path, "{") == InputFormat::jsonl &&
                       choose_format(InputFormat::automatic, item.path, "x") == InputFormat::text;
  return is_open && !item.is_stream && looks_like_parquet(item);
}

void note_skipped_rows(const RawSegment& segment, std::string_view lines,
                       std::span<const Document> documents) {
  if (!segment.file->parquet) return;
  SkippedRows& skipped = segment.file->parquet->skipped;
  std::uint64_t line = segment.first_line;
  const std::uint64_t end = line + count_line_ends(lines);
  for (const Document& document : documents) {
    if (document.line > line) skipped.add({line - 1, document.line - 1});
    line = document.line + 1;
  }
  if (end > line) skipped.add({line - 1, end - 1});
}

ParquetParts::ParquetParts(InputItem item, InputSurroundings& surroundings)
    : surroundings_(surroundings), item_(std::move(item)) {
  const auto fail = [this](ProblemCode code, std::string message) {
    problems_.push_back({.path = item_.path, .code = code, .message = std::move(message)});
    file_.reset();
  };
  try {
    open();
  } catch (const Error& error) {
    const bool has_path = std::string_view(error.what()).starts_with(item_.path + ": ");
    fail(error.code() == ErrorCode::unavailable ? ProblemCode::no_module : ProblemCode::other,
         std::string(error.what()).substr(has_path ? item_.path.size() + 2 : 0) + "; skipped");
  }
}

ParquetParts::~ParquetParts() = default;

void ParquetParts::open() {
  const ReadOptions& options = surroundings_.options;
  input_ = std::make_shared<ParquetInput>();
  input_->path = item_.path;
  input_->bytes = seekable_source(item_, options);
  item_.is_stream = false;
  auto described = std::make_shared<InputFile>();
  described->path = item_.path;
  described->format = InputFormat::parquet;
  described->encoding_is_certain = true;
  described->is_converted = true;  // offsets in a line are not offsets in the file
  described->parquet = input_;
  if (options.keep_records) {
    if (!surroundings_.rows) surroundings_.rows = std::make_shared<SharedSpool>(options.temporary_folder);
    described->records = surroundings_.rows;
  }
  described_ = std::move(described);
  file_ = input_->open();
  find_fields(*file_);
}

/// Chooses the columns to read. Without any text column the file is of no use.
void ParquetParts::find_fields(const parquet::File& file) {
  const ReadOptions& options = surroundings_.options;
  std::vector<std::string> missing;
  for (const std::string& field : options.text_fields) {
    if (file.has_field(field)) {
      fields_.push_back(field);
    } else {
      missing.push_back(field);
    }
  }
  if (file.has_field("features")) fields_.emplace_back("features");
  const bool is_useless = fields_.empty();
  if (!missing.empty() && (is_useless || fields_.front() != "features")) {
    problems_.push_back(
        {.severity = is_useless ? Problem::Severity::error : Problem::Severity::warning,
         .path = item_.path,
         .code = ProblemCode::no_text_column,
         .message = "no column " + quoted_names(missing) + "; there are " + quoted_names(file.columns())});
  }
  if (is_useless) file_.reset();
  fields_.push_back(options.id_field);
  fields_.insert(fields_.end(), options.fields.begin(), options.fields.end());
}

std::shared_ptr<InputPart> ParquetParts::take() {
  constexpr std::uint64_t kEnough = std::uint64_t{4} << 20;  // in memory, so that a part is worth a thread
  const int groups = file_ ? file_->row_groups() : 0;
  if (problems_.empty() && next_group_ == groups) return nullptr;
  ParquetPiece piece{.problems = std::exchange(problems_, {}),
                     .input = input_,
                     .described = described_,
                     .file = file_,
                     .fields = fields_,
                     .first_group = next_group_};
  for (std::uint64_t bytes = 0; next_group_ < groups && bytes < kEnough; ++next_group_)
    bytes += file_->bytes_of(next_group_);
  piece.end_group = next_group_;
  if (groups > 0)
    piece.bytes = item_.bytes * static_cast<std::uint64_t>(piece.end_group - piece.first_group) /
                  static_cast<std::uint64_t>(groups);
  return std::make_shared<ParquetPart>(item_, std::move(piece), surroundings_);
}

}  // namespace neardup::internal
