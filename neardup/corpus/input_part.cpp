// `next` fills one batch from as many files as it takes, so that a folder of small files costs no more per
// byte than a large file. The batches point to one InputFile that holds what the records of a file share.
#include "neardup/corpus/input_part.h"

#include <algorithm>
#include <utility>

#include "neardup/corpus/binary_kind.h"
#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/encoding.h"
#include "neardup/corpus/format_choice.h"
#include "neardup/corpus/parquet/parquet_input.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/corpus/web/warc_cutter.h"

namespace neardup::internal {
namespace {

// Limits batches and parts that consist only of problems or empty files.
constexpr std::size_t kMostSegments = 4096;

RecordShape shape_of(InputFormat format) {
  if (is_whole_file(format)) return RecordShape::whole_file;
  if (format == InputFormat::json) return RecordShape::json;
  return format == InputFormat::csv ? RecordShape::csv : RecordShape::line;
}

/// Callers that want raw bytes get no guesses.
TextSource::Guess may_guess(const ReadOptions& options) {
  return options.invalid == InvalidBytes::keep ? TextSource::Guess::forbidden : TextSource::Guess::allowed;
}

/// Pages name their own encoding, so web files are read as they are.
TextSource open_text(std::unique_ptr<ByteSource> bytes, const std::string& path, const ReadOptions& options) {
  const InputFormat format = choose_format(options.format, path, bytes->beginning());
  const bool is_web = format == InputFormat::html || format == InputFormat::warc;
  if (is_web) return {std::move(bytes), "UTF-8", TextSource::Guess::forbidden};
  return {std::move(bytes), options.encoding, may_guess(options)};
}

/// Returns the problem with a file that holds no text.
Problem not_text(const std::string& path, std::string_view kind) {
  Problem problem{.path = path, .code = ProblemCode::not_text};
  const bool is_packed = kind.find("archive") != std::string_view::npos ||
                         kind.find("bzip2") != std::string_view::npos ||
                         kind.find("xz") != std::string_view::npos;
  if (is_packed && !can_read_archives()) {
    problem.code = ProblemCode::no_module;
    problem.message = std::string(kind) + "; this build of neardup has no libarchive to read it; skipped";
  } else {
    problem.message = std::string(kind) + ", not text; skipped";
  }
  return problem;
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
  /// Reads the bytes of the file. Records that cannot be read again from it go to the spool, if there is one.
  OpenInput(std::unique_ptr<ByteSource> bytes, const std::string& path, const InputSurroundings& surroundings,
            std::shared_ptr<Spool> spool)
      : OpenInput(open_text(std::move(bytes), path, surroundings.options), path, surroundings.options) {
    if (spool) keep_records(std::move(spool));
    if (surroundings.sites && can_be_sampled_) learn_frames(*surroundings.sites);
  }

  enum class Progress { batch_is_full, call_again, file_is_done };

  /// Adds the next records to the batch.
  Progress fill(RawBatch& batch) {
    if (!kind_.empty()) {
      batch.segments.push_back({.problem = not_text(file_->path, kind_)});
      return Progress::file_is_done;
    }
    Cut cut = crawl_ ? crawl_->fill(batch.bytes) : splitter_->fill(batch.bytes);
    follow_guess();
    say_notes(batch);
    const bool holds_text = is_whole_file(file_->format) && cut.is_last && !cut.problem;
    const bool has_records = cut.end != cut.begin || holds_text;
    if (cut.problem) batch.segments.push_back({.problem = std::move(cut.problem)});
    if (has_records) {
      if (needs_header_ && !take_header(batch, cut)) return Progress::file_is_done;
      if (cut.offset == 0) move_begin(cut, batch, std::min(prologue_, cut.end - cut.begin));
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
        choice_(choose_format_by_content(source, path, options)),
        file_(describe(source, path)),
        prologue_(choice_.prologue),
        can_be_sampled_(FileSource::is_possible(path)),
        can_be_read_again_(!source.is_compressed() && !source.is_converted() && can_be_sampled_),
        needs_header_(is_table(file_->format)) {
    if (!choice_.note.empty()) note({.message = choice_.note});
    if (source.encoding_is_guessed()) note_guess(source.encoding());
    if (file_->format == InputFormat::warc) {
      crawl_.emplace(open_crawl(std::move(source), path, options));
    } else {
      splitter_.emplace(std::move(source), form(), path, options.max_document);
    }
  }

  [[nodiscard]] std::shared_ptr<InputFile> describe(TextSource& source, const std::string& path) const {
    auto file = std::make_shared<InputFile>();
    file->path = path;
    file->format = choice_.format;
    const bool has_lines =
        options_.stdin_has_lines && options_.format == InputFormat::automatic && path == "-";
    if (has_lines && file->format == InputFormat::text) file->format = InputFormat::lines;
    file->encoding = source.encoding();
    file->encoding_is_certain = source.encoding_is_certain();
    file->is_converted = source.is_converted();
    file->dropped_bytes = source.dropped_bytes();
    file->has_mark = source.has_mark();
    if (file->format == InputFormat::csv) file->columns.delimiter = find_delimiter(source.peek(), options_);
    if (file->format == InputFormat::html && file->dropped_bytes != 0) file->header = "\xEF\xBB\xBF";
    return file;
  }

  [[nodiscard]] RecordForm form() const {
    RecordForm form(shape_of(file_->format));
    form.delimiter = file_->columns.delimiter;
    form.prologue = prologue_;
    return form;
  }

  /// Finds out which blocks are frame before the first page is read.
  void learn_frames(SiteSampler& sites) {
    const bool is_page = file_->format == InputFormat::html;
    const bool has_pages = file_->format == InputFormat::warc || !options_.html_fields.empty();
    if (!is_page && !has_pages) return;
    LearnedFrames learned = is_page ? sites.of_page(file_->path) : sites.of_crawl(file_->path);
    file_->frames = std::move(learned.frames);
    if (learned.note) notes_.push_back(std::move(*learned.note));
  }

  void keep_records(std::shared_ptr<Spool> spool) {
    if (can_be_read_again_) {
      file_->records = std::make_shared<FileSource>(file_->path);
      spare_spool_ = std::move(spool);
    } else {
      file_->records = spool_ = std::move(spool);
    }
  }

  /// Adds a warning about the file that is said only once, however many files it applies to.
  void note(Problem problem) {
    problem.severity = Problem::Severity::warning;
    problem.path = file_->path;
    problem.is_said_once = true;
    notes_.push_back(std::move(problem));
  }
  void note_guess(const std::string& encoding) {
    note({.code = ProblemCode::guessed_encoding,
          .message = "read as " + encoding + ", judging by its bytes; so are others like it"});
  }
  void say_notes(RawBatch& batch) {
    for (Problem& problem : notes_) batch.segments.push_back({.problem = std::move(problem)});
    notes_.clear();
  }

  /// If the encoding was guessed after the beginning, describes the file anew for the records from here on. Those
  /// before were ASCII and stay as they are; these are converted, so they go to the spool.
  void follow_guess() {
    if (crawl_) return;
    const TextSource& source = splitter_->source();
    if (!source.encoding_is_guessed() || file_->is_converted) return;
    auto file = std::make_shared<InputFile>(*file_);
    file->encoding = source.encoding();
    file->is_converted = true;
    file->continues = true;
    if (spare_spool_) file->records = spool_ = std::move(spare_spool_);
    file_ = std::move(file);
    note_guess(file_->encoding);
  }

  /// Moves the beginning of the records past the header. Returns false if the header makes the file useless.
  bool take_header(RawBatch& batch, Cut& cut) {
    needs_header_ = false;
    const std::string_view records = batch.bytes.view(cut.begin, cut.end);
    TableHeader header = read_table_header(records, file_->format, options_, file_->columns.delimiter);
    const bool is_useless = header.columns.texts.empty();
    if (!header.missing.empty()) {
      Problem problem{.severity = is_useless ? Problem::Severity::error : Problem::Severity::warning,
                      .path = file_->path,
                      .line = options_.columns.empty() ? cut.first_line : 0,
                      .code = ProblemCode::no_text_column,
                      .message = std::move(header.missing)};
      batch.segments.push_back({.problem = std::move(problem)});
    }
    if (is_useless) return false;
    file_->columns = std::move(header.columns);
    file_->header = records.substr(0, header.length);
    move_begin(cut, batch, header.length);
    return true;
  }

  /// Moves the beginning of the records past bytes that are not records.
  static void move_begin(Cut& cut, const RawBatch& batch, std::size_t bytes) {
    cut.first_line += count_line_ends(batch.bytes.view(cut.begin, cut.begin + bytes));
    cut.begin += bytes;
    cut.offset += bytes;
  }

  const ReadOptions& options_;
  std::string_view kind_;  // of a file that holds no text
  FormatChoice choice_;
  std::shared_ptr<InputFile> file_;
  std::size_t prologue_;                // bytes before the records
  std::vector<Problem> notes_;          // warnings that come before the next records
  std::shared_ptr<Spool> spool_;        // null if records are not kept or can be read again from the file
  std::shared_ptr<Spool> spare_spool_;  // in case the rest of the file must be converted
  bool can_be_sampled_;
  bool can_be_read_again_;
  std::optional<RecordSplitter> splitter_;
  std::optional<WarcCutter> crawl_;  // in place of the splitter
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

/// Opens the next file or member of an archive, or records why it cannot be read.
void InputPart::open_next(RawBatch& batch) {
  counted_ = 0;
  if (archive_) {
    open_member(batch);
    return;
  }
  InputItem& item = items_[next_item_++];
  if (item.problem) {
    batch.segments.push_back({.problem = std::move(item.problem)});
    return;
  }
  std::unique_ptr<ByteSource> bytes = open_byte_source(item.path);
  if (is_archive(bytes->beginning())) {
    archive_ = std::make_unique<ArchiveReader>(std::move(bytes), item.path);
  } else if (!item.filters_members || item.root == item.path.size()) {
    current_ = std::make_unique<OpenInput>(std::move(bytes), item.path, surroundings_, spool_);
  }
}

void InputPart::open_member(RawBatch& batch) {
  const InputItem& item = items_[next_item_ - 1];
  std::optional<ArchiveMember> member = archive_->next();
  if (!member) {
    archive_.reset();
  } else if (member->problem) {
    batch.segments.push_back({.problem = std::move(member->problem)});
  } else if (!item.filters_members || is_wanted(std::string_view(member->path).substr(item.root + 1))) {
    current_ = std::make_unique<OpenInput>(decompress(std::move(member->bytes), member->path), member->path,
                                           surroundings_, spool_);
  }
}

bool InputPart::is_wanted(std::string_view relative_path) const {
  return std::ranges::any_of(surroundings_.options.globs, [relative_path](const std::string& glob) {
    return glob_matches(glob, relative_path);
  });
}

void InputPart::count_read_bytes() {
  const std::uint64_t read = current_->read_bytes();
  surroundings_.read_bytes += read - std::exchange(counted_, read);
}

}  // namespace neardup::internal
