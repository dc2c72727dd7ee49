// Ties the stages together: which file is next, how its records are cut (next), what they hold (parse).
//
// `next` fills one batch from as many files as it takes, so that a folder of small files costs no more per
// byte than a large file; what all records of a file share is in one InputFile that the batches point to.
#include "neardup/corpus/corpus_reader.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/encoding.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/jsonl_records.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_context.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/util/error.h"

namespace neardup {
namespace {

// A batch of nothing but problems or empty files ends here.
constexpr std::size_t kMostSegments = 4096;

void check_options(const ReadOptions& options) {
  check_encoding_name(options.encoding);
  if (options.max_document == 0)
    throw Error(ErrorCode::invalid_argument, "max-document: must be at least 1 byte, got 0");
  if (options.text_fields.empty()) throw Error(ErrorCode::invalid_argument, "text-field: none is given");
  const std::size_t fields = options.text_fields.size() + options.fields.size();
  if (fields >= kMostFields)
    throw Error(ErrorCode::invalid_argument, "text-field: at most " + std::to_string(kMostFields - 1) +
                                                 " fields, got " + std::to_string(fields));
  if (options.id_field.empty() || std::ranges::find(options.text_fields, "") != options.text_fields.end())
    throw Error(ErrorCode::invalid_argument, "id-field and text-field: a name must not be empty");
}

RecordShape shape_of(InputFormat format) {
  if (format == InputFormat::text) return RecordShape::whole_file;
  return format == InputFormat::csv ? RecordShape::csv : RecordShape::line;
}

bool is_table(InputFormat format) { return format == InputFormat::tsv || format == InputFormat::csv; }

void parse_whole(std::string_view text, RecordContext& context) {
  context.begin_record(text);
  if (!context.fits(text, 0) || !context.admit(text, 0, RecordContext::Nul::is_binary)) return;
  context.add({.text = context.clean(text)}, 0, std::nullopt);
}

void parse_lines(std::string_view lines, std::uint64_t first_line, RecordContext& context) {
  std::uint64_t number = first_line;
  for (std::size_t begin = 0; begin < lines.size(); ++number) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    std::string_view line = lines.substr(begin, end - begin);
    context.begin_record(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (context.fits(line, number) && context.admit(line, number, RecordContext::Nul::is_binary))
      context.add({.text = context.clean(line)}, number, std::nullopt);
    begin = end + 1;
  }
}

/// A file that is being cut into records.
class OpenInput {
 public:
  /// Records that cannot be read again from their file go to the spool, if there is one.
  OpenInput(const std::string& path, const ReadOptions& options, std::shared_ptr<Spool> spool)
      : OpenInput(TextSource(open_byte_source(path), options.encoding), path, options) {
    if (options.keep_records) keep_records(std::move(spool));
  }

  enum class Progress { batch_is_full, call_again, file_is_done };

  /// Adds the next records to the batch.
  Progress fill(RawBatch& batch) {
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

  /// Of the file as it lies on disk.
  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return splitter_.source().read_bytes(); }

 private:
  OpenInput(TextSource source, const std::string& path, const ReadOptions& options)
      : options_(options),
        file_(describe(source, path, options.format)),
        can_be_read_again_(!source.is_compressed() && !source.is_converted() &&
                           FileSource::is_possible(path)),
        splitter_(std::move(source), shape_of(file_->format), path, options.max_document),
        needs_header_(is_table(file_->format)) {}

  static std::shared_ptr<InputFile> describe(TextSource& source, const std::string& path, InputFormat asked) {
    auto file = std::make_shared<InputFile>();
    file->path = path;
    file->format = choose_format(asked, path, source.peek());
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

  /// Moves the beginning of the records behind the header. False when the header makes the file useless.
  bool take_header(RawBatch& batch, Cut& cut) {
    needs_header_ = false;
    const std::string_view records = batch.bytes.view(cut.begin, cut.end);
    TableHeader header = read_table_header(records, file_->format, options_);
    if (!header.error.empty()) {
      Problem problem{.path = file_->path, .line = cut.first_line, .message = std::move(header.error)};
      batch.segments.push_back({.problem = std::move(problem)});
      return false;
    }
    if (!header.warning.empty()) {
      Problem problem{.path = file_->path, .line = cut.first_line, .message = std::move(header.warning)};
      problem.severity = Problem::Severity::warning;
      batch.segments.push_back({.problem = std::move(problem)});
    }
    file_->columns = std::move(header.columns);
    cut.first_line += count_line_ends(records.substr(0, header.length));
    file_->header = records.substr(0, header.length);
    cut.begin += header.length;
    cut.offset += header.length;
    return true;
  }

  const ReadOptions& options_;
  std::shared_ptr<InputFile> file_;
  std::shared_ptr<Spool> spool_;  // null: records can be read again from the file
  bool can_be_read_again_;
  RecordSplitter splitter_;
  bool needs_header_;
};

}  // namespace

class CorpusReader::Impl {
 public:
  Impl(std::vector<std::string> inputs, ReadOptions options)
      : options_(std::move(options)), inputs_(std::move(inputs), options_.globs) {
    check_options(options_);
    if (options_.keep_records) spool_ = std::make_shared<Spool>(options_.temporary_folder);
  }

  std::shared_ptr<const RawBatch> next() {
    auto batch = std::make_shared<RawBatch>();
    while (batch->bytes.size() < kBatchBytes && batch->segments.size() < kMostSegments) {
      if (!current_ && !open_next(*batch)) break;
      if (!current_) continue;
      const OpenInput::Progress progress = current_->fill(*batch);
      read_bytes_ = read_before_ + current_->read_bytes();
      if (progress == OpenInput::Progress::file_is_done) {
        read_before_ = read_bytes_;
        current_.reset();
      }
      if (progress == OpenInput::Progress::batch_is_full) break;
    }
    if (batch->segments.empty()) return nullptr;
    return batch;
  }

  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return read_bytes_; }

  DocumentBatch parse(const RawBatch& batch) const {
    DocumentBatch out;
    JsonlRecords jsonl(options_);
    for (const RawSegment& segment : batch.segments) {
      if (segment.problem) out.problems.push_back(*segment.problem);
      if (segment.file) parse_segment(segment, batch.bytes.view(segment.begin, segment.end), jsonl, out);
    }
    return out;
  }

 private:
  /// Opens the next file or notes why not. False when there is none.
  bool open_next(RawBatch& batch) {
    std::optional<InputItem> item = inputs_.next();
    if (!item) return false;
    if (item->problem) {
      batch.segments.push_back({.problem = std::move(item->problem)});
    } else {
      current_.emplace(item->path, options_, spool_);
    }
    return true;
  }

  void parse_segment(const RawSegment& segment, std::string_view bytes, JsonlRecords& jsonl,
                     DocumentBatch& out) const {
    out.files.push_back(segment.file);
    RecordContext context(options_, segment, bytes, out);
    switch (segment.file->format) {
      case InputFormat::jsonl:
        return jsonl.parse(bytes, segment.first_line, context);
      case InputFormat::tsv:
      case InputFormat::csv:
        return parse_table(bytes, segment.first_line, context);
      case InputFormat::lines:
        return parse_lines(bytes, segment.first_line, context);
      case InputFormat::text:
      case InputFormat::automatic:  // settled when the file was opened
        return parse_whole(bytes, context);
    }
  }

  const ReadOptions options_;
  InputList inputs_;
  std::shared_ptr<Spool> spool_;  // null unless records are kept
  std::optional<OpenInput> current_;
  std::uint64_t read_before_ = 0;  // by the current file
  std::atomic<std::uint64_t> read_bytes_ = 0;
};

CorpusReader::CorpusReader(std::vector<std::string> inputs, ReadOptions options)
    : impl_(std::make_unique<Impl>(std::move(inputs), std::move(options))) {}
CorpusReader::~CorpusReader() = default;
CorpusReader::CorpusReader(CorpusReader&&) noexcept = default;
CorpusReader& CorpusReader::operator=(CorpusReader&&) noexcept = default;

std::uint64_t CorpusReader::read_bytes() const noexcept { return impl_->read_bytes(); }
std::shared_ptr<const RawBatch> CorpusReader::next() { return impl_->next(); }
DocumentBatch CorpusReader::parse(const RawBatch& batch) const { return impl_->parse(batch); }

}  // namespace neardup
