// `next` fills one batch from as many files as it takes, so that a folder of small files costs no more per
// byte than a large file. The batches point to one InputFile that holds what the records of a file share.
#include "neardup/corpus/input_part.h"

#include <utility>

#include "neardup/corpus/binary_kind.h"
#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/encoding.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/corpus/web/warc_cutter.h"

namespace neardup::internal {
namespace {

// Limits batches and parts that consist only of problems or empty files.
constexpr std::size_t kMostSegments = 4096;

RecordShape shape_of(InputFormat format) {
  if (is_whole_file(format)) return RecordShape::whole_file;
  return format == InputFormat::csv ? RecordShape::csv : RecordShape::line;
}

/// Opens a file for reading as text. Pages name their own encoding, so web files are read as they are; a
/// stream cannot be opened twice, so it is converted if a byte order mark says so.
TextSource open_text(const std::string& path, const ReadOptions& options) {
  const bool is_web_asked = options.format == InputFormat::html || options.format == InputFormat::warc;
  TextSource source(open_byte_source(path), is_web_asked ? "UTF-8" : options.encoding);
  if (is_web_asked || !source.is_converted() || !FileSource::is_possible(path)) return source;
  const InputFormat format = choose_format(options.format, path, source.peek());
  const bool is_web = format == InputFormat::html || format == InputFormat::warc;
  return is_web ? TextSource(open_byte_source(path), "UTF-8") : std::move(source);
}

/// Gives the bytes of a TextSource to code that reads from a ByteSource.
class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(TextSource source) : source_(std::move(source)) {}
  std::size_t read(std::span<char> out) override { return source_.read(out); }
  bool is_waiting() const noexcept override { return source_.is_waiting(); }
  const std::optional<Problem>& problem() const noexcept override { return source_.problem(); }
  bool is_compressed() const noexcept override { return source_.is_compressed(); }
  std::uint64_t read_bytes() const noexcept override { return source_.read_bytes(); }

 private:
  TextSource source_;
};

/// Cuts a crawl; one that is a gzip file can lose a member without losing the rest.
WarcCutter open_crawl(TextSource source, const std::string& path, const ReadOptions& options) {
  if (std::unique_ptr<GzipMembers> members = path == "-" ? nullptr : GzipMembers::open(path))
    return {std::move(members), path, options.max_document};
  return {std::make_unique<TextBytes>(std::move(source)), path, options.max_document};
}

}  // namespace

/// A file that is being cut into records.
class OpenInput {
 public:
  /// Opens the file. Records that cannot be read again from it go to the spool, if there is one.
  OpenInput(const std::string& path, const InputSurroundings& surroundings, std::shared_ptr<Spool> spool)
      : OpenInput(open_text(path, surroundings.options), path, surroundings.options) {
    if (spool) keep_records(std::move(spool));
    if (surroundings.sites && can_be_sampled_) learn_frames(*surroundings.sites);
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
    if (note_) batch.segments.push_back({.problem = std::exchange(note_, std::nullopt)});
    Cut cut = crawl_ ? crawl_->fill(batch.bytes) : splitter_->fill(batch.bytes);
    const bool holds_text = is_whole_file(file_->format) && cut.is_last && !cut.problem;
    const bool has_records = cut.end != cut.begin || holds_text;
    if (cut.problem) batch.segments.push_back({.problem = std::move(cut.problem)});
    if (has_records) {
      if (needs_header_ && !take_header(batch, cut)) return Progress::file_is_done;
      if (crawl_ && file_->header.empty()) file_->header = crawl_->info();
      const std::uint64_t offset =
          spool_ ? spool_->append(batch.bytes.view(cut.begin, cut.end)) : cut.offset + file_->dropped_bytes;
      batch.segments.push_back({{}, file_, cut.begin, cut.end, cut.first_line, offset});
    }
    if (cut.is_last) return Progress::file_is_done;
    return has_records && !crawl_ ? Progress::batch_is_full : Progress::call_again;
  }

  /// Returns how many bytes of the file were read, before decompression.
  [[nodiscard]] std::uint64_t read_bytes() const noexcept {
    return crawl_ ? crawl_->read_bytes() : splitter_->source().read_bytes();
  }

 private:
  OpenInput(TextSource source, const std::string& path, const ReadOptions& options)
      : options_(options),
        kind_(options.invalid == InvalidBytes::keep ? std::string_view() : binary_kind(source.peek())),
        file_(describe(source, path, options)),
        can_be_sampled_(FileSource::is_possible(path)),
        can_be_read_again_(!source.is_compressed() && !source.is_converted() && can_be_sampled_),
        needs_header_(is_table(file_->format)) {
    if (file_->format == InputFormat::warc) {
      crawl_.emplace(open_crawl(std::move(source), path, options));
    } else {
      splitter_.emplace(std::move(source), shape_of(file_->format), path, options.max_document);
    }
  }

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
    if (file->format == InputFormat::html && file->dropped_bytes != 0) file->header = "\xEF\xBB\xBF";
    return file;
  }

  /// Finds out which blocks are frame before the first page is read.
  void learn_frames(SiteSampler& sites) {
    const bool is_page = file_->format == InputFormat::html;
    const bool has_pages = file_->format == InputFormat::warc || !options_.html_fields.empty();
    if (!is_page && !has_pages) return;
    LearnedFrames learned = is_page ? sites.of_page(file_->path) : sites.of_crawl(file_->path);
    file_->frames = std::move(learned.frames);
    note_ = std::move(learned.note);
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
  bool can_be_sampled_;
  bool can_be_read_again_;
  std::optional<RecordSplitter> splitter_;
  std::optional<WarcCutter> crawl_;  // in place of the splitter
  std::optional<Problem> note_;      // about the frame of a web site; comes before the records
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

std::shared_ptr<InputPart> InputPart::take(InputList& list, InputSurroundings& surroundings) {
  std::vector<InputItem> items;
  bool is_enough = false;
  for (std::uint64_t bytes = 0; !is_enough && items.size() < kMostSegments;) {
    std::optional<InputItem> item = list.next();
    if (!item) break;
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
    current_ = std::make_unique<OpenInput>(item.path, surroundings_, spool_);
  }
}

void InputPart::count_read_bytes() {
  const std::uint64_t read = current_->read_bytes();
  surroundings_.read_bytes += read - std::exchange(counted_, read);
}

}  // namespace neardup::internal
