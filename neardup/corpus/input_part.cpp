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
#include "neardup/corpus/record_splitter.h"

namespace neardup::internal {
namespace {

// Limits batches and parts that consist only of problems or empty files.
constexpr std::size_t kMostSegments = 4096;

RecordShape shape_of(InputFormat format) {
  if (format == InputFormat::text) return RecordShape::whole_file;
  if (format == InputFormat::json) return RecordShape::json;
  return format == InputFormat::csv ? RecordShape::csv : RecordShape::line;
}

/// Whoever wants raw bytes wants no others.
TextSource::Guess may_guess(const ReadOptions& options) {
  return options.invalid == InvalidBytes::keep ? TextSource::Guess::forbidden : TextSource::Guess::allowed;
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

}  // namespace

/// A file that is being cut into records.
class OpenInput {
 public:
  /// Reads the bytes of the file. Records that cannot be read again from it go to the spool, if there is one.
  OpenInput(std::unique_ptr<ByteSource> bytes, const std::string& path, const ReadOptions& options,
            std::shared_ptr<Spool> spool)
      : OpenInput(TextSource(std::move(bytes), options.encoding, may_guess(options)), path, options) {
    if (spool) keep_records(std::move(spool));
  }

  enum class Progress { batch_is_full, call_again, file_is_done };

  /// Adds the next records to the batch.
  Progress fill(RawBatch& batch) {
    if (!kind_.empty()) {
      batch.segments.push_back({.problem = not_text(file_->path, kind_)});
      return Progress::file_is_done;
    }
    Cut cut = splitter_.fill(batch.bytes);
    follow_guess();
    say_notes(batch);
    const bool holds_text = file_->format == InputFormat::text && cut.is_last && !cut.problem;
    const bool has_records = cut.end != cut.begin || holds_text;
    if (cut.problem) batch.segments.push_back({.problem = std::move(cut.problem)});
    if (has_records) {
      if (needs_header_ && !take_header(batch, cut)) return Progress::file_is_done;
      if (cut.offset == 0) move_begin(cut, batch, std::min(prologue_, cut.end - cut.begin));
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
        choice_(choose_format_by_content(source, path, options)),
        file_(describe(source, path)),
        prologue_(choice_.prologue),
        can_be_read_again_(!source.is_compressed() && !source.is_converted() &&
                           FileSource::is_possible(path)),
        splitter_(std::move(source), form(), path, options.max_document),
        needs_header_(is_table(file_->format)) {
    if (!choice_.note.empty()) note({.message = choice_.note});
    if (splitter_.source().encoding_is_guessed()) note_guess();
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
    return file;
  }

  [[nodiscard]] RecordForm form() const {
    RecordForm form(shape_of(file_->format));
    form.delimiter = file_->columns.delimiter;
    form.prologue = prologue_;
    return form;
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
  void note_guess() {
    note({.code = ProblemCode::guessed_encoding,
          .message =
              "read as " + splitter_.source().encoding() + ", judging by its bytes; so are others like it"});
  }
  void say_notes(RawBatch& batch) {
    for (Problem& problem : notes_) batch.segments.push_back({.problem = std::move(problem)});
    notes_.clear();
  }

  /// If the encoding was guessed after the beginning, describes the file anew for the records from here on. Those
  /// before were ASCII and stay as they are; these are converted, so they go to the spool.
  void follow_guess() {
    const TextSource& source = splitter_.source();
    if (!source.encoding_is_guessed() || file_->is_converted) return;
    auto file = std::make_shared<InputFile>(*file_);
    file->encoding = source.encoding();
    file->is_converted = true;
    file->continues = true;
    if (spare_spool_) file->records = spool_ = std::move(spare_spool_);
    file_ = std::move(file);
    note_guess();
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
  std::shared_ptr<Spool> spare_spool_;  // in case that the rest of the file is converted
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
    current_ = std::make_unique<OpenInput>(std::move(bytes), item.path, surroundings_.options, spool_);
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
                                           surroundings_.options, spool_);
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
