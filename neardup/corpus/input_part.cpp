// `next` fills one batch from as many files as it takes, so that a folder of small files costs no more per
// byte than a large file. The batches point to one InputFile that holds what the records of a file share.
#include "neardup/corpus/input_part.h"

#include <utility>

#include "neardup/corpus/binary_kind.h"
#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/encoding.h"
#include "neardup/corpus/parquet/parquet_input.h"
#include "neardup/corpus/record_splitter.h"

namespace neardup::internal {
namespace {

// Limits batches and parts that consist only of problems or empty files.
constexpr std::size_t kMostSegments = 4096;

RecordShape shape_of(InputFormat format) {
  if (format == InputFormat::text) return RecordShape::whole_file;
  return format == InputFormat::csv ? RecordShape::csv : RecordShape::line;
}

}  // namespace

/// A file that is being cut into records.
class OpenInput {
 public:
  /// Opens the file. Records that cannot be read again from it go to the spool, if there is one.
  OpenInput(const std::string& path, const ReadOptions& options, std::shared_ptr<Spool> spool)
      : OpenInput(TextSource(open_byte_source(path), options.encoding), path, options) {
    if (spool) keep_records(std::move(spool));
  }

  enum class Progress { batch_is_full, call_again, file_is_done };

  /// Adds the next records to the batch.
  Progress fill(RawBatch& batch) {
    if (!kind_.empty()) {
      batch.segments.push_back({.problem = Problem{.path = file_->path,
                                                   .code = ProblemCode::not_text,
                                                   .message = std::string(kind_) + ", not text; skipped"}});
      return Progress::file_is_done;
    }
    Cut cut = splitter_.fill(batch.bytes);
    const bool holds_text = file_->format == InputFormat::text && cut.is_last && !cut.problem;
    const bool has_records = cut.end != cut.begin || holds_text;
    if (cut.problem) batch.segments.push_back({.problem = std::move(cut.problem)});
    if (has_records) {
      if (needs_header_ && !take_header(batch, cut)) return Progress::file_is_done;
      const std::uint64_t offset =
          spool_ ? spool_->append(batch.bytes.view(cut.begin, cut.end)) : cut.offset + file_->dropped_bytes;
      batch.segments.push_back({{}, file_, cut.begin, cut.end, cut.first_line, offset});
    }
    if (cut.is_last) return Progress::file_is_done;
    return has_records ? Progress::batch_is_full : Progress::call_again;
  }

  /// Returns how many bytes of the file were read, before decompression.
  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return splitter_.source().read_bytes(); }

 private:
  OpenInput(TextSource source, const std::string& path, const ReadOptions& options)
      : options_(options),
        kind_(options.invalid == InvalidBytes::keep ? std::string_view() : binary_kind(source.peek())),
        file_(describe(source, path, options)),
        can_be_read_again_(!source.is_compressed() && !source.is_converted() &&
                           FileSource::is_possible(path)),
        splitter_(std::move(source), shape_of(file_->format), path, options.max_document),
        needs_header_(is_table(file_->format)) {}

  static std::shared_ptr<InputFile> describe(TextSource& source, const std::string& path,
                                             const ReadOptions& options) {
    auto file = std::make_shared<InputFile>();
    file->path = path;
    file->format = choose_format(options.format, path, source.peek());
    const bool has_lines = options.stdin_has_lines && options.format == InputFormat::automatic && path == "-";
    if (has_lines && file->format == InputFormat::text) file->format = InputFormat::lines;
    file->encoding = source.encoding();
    file->encoding_is_certain = source.encoding_is_certain();
    file->is_converted = source.is_converted();
    file->dropped_bytes = source.dropped_bytes();
    return file;
  }

  void keep_records(std::shared_ptr<Spool> spool) {
    if (can_be_read_again_) {
      file_->records = std::make_shared<FileSource>(file_->path);
    } else {
      file_->records = spool_ = std::move(spool);
    }
  }

  /// Moves the beginning of the records past the header. Returns false if the header makes the file useless.
  bool take_header(RawBatch& batch, Cut& cut) {
    needs_header_ = false;
    const std::string_view records = batch.bytes.view(cut.begin, cut.end);
    TableHeader header = read_table_header(records, file_->format, options_);
    const bool is_useless = header.columns.texts.empty();
    if (!header.missing.empty()) {
      Problem problem{.severity = is_useless ? Problem::Severity::error : Problem::Severity::warning,
                      .path = file_->path,
                      .line = cut.first_line,
                      .code = ProblemCode::no_text_column,
                      .message = std::move(header.missing)};
      batch.segments.push_back({.problem = std::move(problem)});
    }
    if (is_useless) return false;
    file_->columns = std::move(header.columns);
    cut.first_line += count_line_ends(records.substr(0, header.length));
    file_->header = records.substr(0, header.length);
    cut.begin += header.length;
    cut.offset += header.length;
    return true;
  }

  const ReadOptions& options_;
  std::string_view kind_;  // of a file that holds no text
  std::shared_ptr<InputFile> file_;
  std::shared_ptr<Spool> spool_;  // null if records are not kept or can be read again from the file
  bool can_be_read_again_;
  RecordSplitter splitter_;
  bool needs_header_;
};

// ---- Parts ------------------------------------------------------------------------------------------------

SpoolPool::SpoolPool(std::string folder) : folder_(std::move(folder)) { free_.push_back(take()); }

std::shared_ptr<Spool> SpoolPool::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return std::make_shared<Spool>(folder_);
  std::shared_ptr<Spool> spool = std::move(free_.back());
  free_.pop_back();
  return spool;
}

void SpoolPool::give_back(std::shared_ptr<Spool> spool) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(spool));
}

/// Returns the next file. A Parquet file begins a part of its own, so it waits until `may_be_parquet`.
static std::optional<InputItem> next_item(InputList& list, InputSurroundings& surroundings,
                                          bool may_be_parquet) {
  std::optional<InputItem> item = std::exchange(surroundings.next_item, {});
  if (!item) item = list.next();
  if (!item || may_be_parquet || !is_parquet(*item, surroundings.options)) return item;
  surroundings.next_item = std::move(item);
  return std::nullopt;
}

std::shared_ptr<InputPart> InputPart::take(InputList& list, InputSurroundings& surroundings) {
  if (surroundings.parquet_parts) {
    if (std::shared_ptr<InputPart> part = surroundings.parquet_parts->take()) return part;
    surroundings.parquet_parts.reset();
  }
  std::vector<InputItem> items;
  bool is_enough = false;
  for (std::uint64_t bytes = 0; !is_enough && items.size() < kMostSegments;) {
    std::optional<InputItem> item = next_item(list, surroundings, items.empty());
    if (!item) break;
    if (items.empty() && is_parquet(*item, surroundings.options)) {
      surroundings.parquet_parts = std::make_shared<ParquetParts>(std::move(*item), surroundings);
      return take(list, surroundings);
    }
    bytes += item->bytes;
    is_enough = bytes >= kBatchBytes || item->is_stream;
    items.push_back(std::move(*item));
  }
  return items.empty() ? nullptr : std::make_shared<InputPart>(std::move(items), surroundings);
}

InputPart::InputPart(std::vector<InputItem> items, InputSurroundings& surroundings)
    : surroundings_(surroundings), items_(std::move(items)) {
  if (surroundings_.spools) spool_ = surroundings_.spools->take();
}

InputPart::~InputPart() {
  if (spool_) surroundings_.spools->give_back(std::move(spool_));
}

bool InputPart::is_small() const noexcept {
  constexpr std::uint64_t kSmall = 64 << 10;
  std::uint64_t bytes = 0;
  for (const InputItem& item : items_) bytes += item.bytes;
  return bytes < kSmall && !has_stream();
}

std::shared_ptr<const RawBatch> InputPart::next() {
  auto batch = std::make_shared<RawBatch>();
  while (batch->bytes.size() < kBatchBytes && batch->segments.size() < kMostSegments && !is_done()) {
    if (!current_) open_next(*batch);
    if (!current_) continue;
    const OpenInput::Progress progress = current_->fill(*batch);
    count_read_bytes();
    if (progress == OpenInput::Progress::file_is_done) current_.reset();
    if (progress == OpenInput::Progress::batch_is_full) break;
  }
  if (batch->segments.empty()) return nullptr;
  return batch;
}

/// Opens the next file, or records why it cannot be read.
void InputPart::open_next(RawBatch& batch) {
  InputItem& item = items_[next_item_++];
  counted_ = 0;
  if (item.problem) {
    batch.segments.push_back({.problem = std::move(item.problem)});
  } else {
    current_ = std::make_unique<OpenInput>(item.path, surroundings_.options, spool_);
  }
}

void InputPart::count_read_bytes() {
  const std::uint64_t read = current_->read_bytes();
  surroundings_.read_bytes += read - std::exchange(counted_, read);
}

}  // namespace neardup::internal
