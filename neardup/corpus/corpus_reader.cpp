// Connects the stages: picks the next part of the input, cuts its records (InputPart) and parses them.
#include "neardup/corpus/corpus_reader.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/encoding.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/input_part.h"
#include "neardup/corpus/jsonl_records.h"
#include "neardup/corpus/parquet/parquet_input.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_context.h"
#include "neardup/corpus/web/page_records.h"
#include "neardup/corpus/web/site_sampler.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

void check_options(const ReadOptions& options) {
  check_encoding_name(options.encoding);
  if (options.max_document == 0)
    throw Error(ErrorCode::invalid_argument, "the size limit of a document must be at least 1 byte, got 0");
  if (options.text_fields.empty())
    throw Error(ErrorCode::invalid_argument, "the input needs at least one text field");
  const std::size_t fields = options.text_fields.size() + options.fields.size();
  if (fields >= kMostFields)
    throw Error(ErrorCode::invalid_argument, "at most " + std::to_string(kMostFields - 1) +
                                                 " fields can be read from a record, got " +
                                                 std::to_string(fields));
  constexpr std::string_view kNoDelimiters = "\"\r\n";
  const std::string& delimiter = options.delimiter;
  if (delimiter.size() > 1 ||
      kNoDelimiters.find(delimiter.empty() ? ',' : delimiter.front()) != std::string_view::npos)
    throw Error(ErrorCode::invalid_argument,
                "the delimiter of columns must be one byte, but not a quote or a line end; got \"" +
                    delimiter + "\"");
  if (options.id_field.empty() || std::ranges::find(options.text_fields, "") != options.text_fields.end())
    throw Error(ErrorCode::invalid_argument, "the name of an id field or text field is empty");
}

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

}  // namespace

class CorpusReader::Impl {
 public:
  Impl(std::vector<std::string> inputs, ReadOptions options, FrameLearner* learner)
      : surroundings_{.sites = make_sampler(inputs, options, learner)},
        inputs_(std::move(inputs), options.globs),
        learner_(learner) {
    check_options(options);
    if (options.keep_records) surroundings_.spools = std::make_unique<SpoolPool>(options.temporary_folder);
    surroundings_.options = std::move(options);
  }

  std::shared_ptr<InputPart> next_part() { return InputPart::take(inputs_, surroundings_); }

  std::shared_ptr<const RawBatch> next() {
    while (true) {
      if (!part_) part_ = next_part();
      if (!part_) return nullptr;
      if (std::shared_ptr<const RawBatch> batch = part_->next()) return batch;
      part_.reset();
    }
  }

  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return surroundings_.read_bytes; }
  [[nodiscard]] std::uint64_t without_text() const noexcept { return without_text_; }

  DocumentBatch parse(const RawBatch& batch) const {
    DocumentBatch out;
    JsonlRecords jsonl(surroundings_.options);
    for (const RawSegment& segment : batch.segments) {
      if (segment.problem) out.problems.push_back(*segment.problem);
      if (segment.file) parse_segment(segment, batch.bytes.view(segment.begin, segment.end), jsonl, out);
    }
    without_text_ += out.lacking.without_text;
    return out;
  }

 private:
  /// Makes the sampler that reads the first pages of sites as this reader would, one after the other. Returns null
  /// if this reader is the one that reads them, or if frames stay.
  static std::unique_ptr<SiteSampler> make_sampler(const std::vector<std::string>& inputs,
                                                   const ReadOptions& options, const FrameLearner* learner) {
    if (learner != nullptr || options.keep_site_frames) return nullptr;
    ReadOptions plain = options;
    plain.keep_records = false;
    plain.globs.clear();  // the paths are files
    const auto read = [plain](std::vector<std::string> paths, FrameLearner& frames) {
      constexpr std::size_t kMostBytes = std::size_t{16} << 20;
      CorpusReader sample(std::move(paths), plain, frames);
      std::size_t bytes = 0;
      while (const std::shared_ptr<const RawBatch> batch = sample.next()) {
        static_cast<void>(sample.parse(*batch));
        bytes += batch->bytes.size();
        if (bytes >= kMostBytes) return;
      }
    };
    return std::make_unique<SiteSampler>(inputs, options, read);
  }

  void parse_segment(const RawSegment& segment, std::string_view bytes, JsonlRecords& jsonl,
                     DocumentBatch& out) const {
    out.files.push_back(segment.file);
    RecordContext context(surroundings_.options, segment, bytes, out, learner_);
    switch (segment.file->format) {
      case InputFormat::jsonl:
        return jsonl.parse(bytes, segment.first_line, context);
      case InputFormat::parquet: {
        const std::size_t before = out.documents.size();
        jsonl.parse(bytes, segment.first_line, context);
        if (surroundings_.options.keep_records)
          note_skipped_rows(segment, bytes, std::span(out.documents).subspan(before));
        return;
      }
      case InputFormat::tsv:
      case InputFormat::csv:
        return parse_table(bytes, segment.first_line, context);
      case InputFormat::lines:
        return parse_lines(bytes, segment.first_line, context);
      case InputFormat::json:
        return jsonl.parse_objects(bytes, segment.first_line, context);
      case InputFormat::html:
        return parse_html_file(bytes, context);
      case InputFormat::warc:
        return parse_warc(bytes, segment.first_line, context);
      case InputFormat::text:
      case InputFormat::automatic:  // resolved when the file was opened
        return parse_whole(bytes, context);
    }
  }

  InputSurroundings surroundings_;
  InputList inputs_;
  FrameLearner* learner_;  // null unless this reads a sample
  mutable std::atomic<std::uint64_t> without_text_ = 0;
  std::shared_ptr<InputPart> part_;  // used by next; destroyed before the members it refers to
};

CorpusReader::CorpusReader(std::vector<std::string> inputs, ReadOptions options)
    : impl_(std::make_unique<Impl>(std::move(inputs), std::move(options), nullptr)) {}
CorpusReader::CorpusReader(std::vector<std::string> inputs, ReadOptions options, FrameLearner& learner)
    : impl_(std::make_unique<Impl>(std::move(inputs), std::move(options), &learner)) {}
CorpusReader::~CorpusReader() = default;
CorpusReader::CorpusReader(CorpusReader&&) noexcept = default;
CorpusReader& CorpusReader::operator=(CorpusReader&&) noexcept = default;

std::uint64_t CorpusReader::read_bytes() const noexcept { return impl_->read_bytes(); }
std::uint64_t CorpusReader::without_text() const noexcept { return impl_->without_text(); }
std::shared_ptr<const RawBatch> CorpusReader::next() { return impl_->next(); }
std::shared_ptr<InputPart> CorpusReader::next_part() { return impl_->next_part(); }
DocumentBatch CorpusReader::parse(const RawBatch& batch) const { return impl_->parse(batch); }

}  // namespace neardup::internal
