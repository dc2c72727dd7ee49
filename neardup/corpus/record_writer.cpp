#include "neardup/corpus/record_writer.h"

#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "neardup/corpus/convert/converted_output.h"
#include "neardup/corpus/convert/output_kind.h"
#include "neardup/corpus/convert/row_sink.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/json_objects.h"
#include "neardup/corpus/parquet/parquet_rows.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostAtOnce = std::size_t{4} << 20;  // bytes per read

/// Throws Error unless the records of both files can share one output file and still read back the same.
void require_same_kind(const InputFile& first, const InputFile& other) {
  if (is_whole_file(other.format))
    throw Error(ErrorCode::needs_folder,
                other.path + ": a " + (other.format == InputFormat::html ? "web page" : "plain text file") +
                    " is one document, so it cannot share an output file with others");
  const bool are_json =
      is_of_kind(first.format, OutputKind::jsonl) && is_of_kind(other.format, OutputKind::jsonl);
  const bool are_crawls =
      first.format == InputFormat::warc;  // the header of a crawl only says how it was made
  const bool are_equal = first.format == other.format && (are_crawls || first.header == other.header);
  if (are_json || are_equal) {
    if (first.parquet && &first != &other) require_same_schema(*first.parquet, *other.parquet);
    return;
  }
  throw Error(ErrorCode::needs_folder, other.path + ": its format or header differs from that of " +
                                           first.path + ", so they cannot share one output file");
}

/// Returns true if the records go to an array: records of a JSON array to a file whose name says JSON.
bool is_array(const InputFile& file, std::string_view output) {
  for (const std::string_view packed : {".gz", ".zst"})
    if (output.ends_with(packed)) output.remove_suffix(packed.size());
  return file.format == InputFormat::json && output.ends_with(".json");
}

/// Copies records from the input files, in order.
class FileRecords {
 public:
  FileRecords(const RecordTable& records, RecordReader& reader, const RecordEdit& edit)
      : records_(records), reader_(reader), edit_(edit) {}

  /// Writes the records of documents first..last. REQUIRES: they are adjacent in the input.
  void copy(std::uint32_t first, std::uint32_t last, OutputFile& out) {
    if (records_.file(first).format == InputFormat::json) {
      out.write(compact_json(edited(first)));
    } else if (!edit_) {
      out.write(reader_.read_raw(first, last));
    } else {
      for (std::uint32_t document = first; document <= last; ++document) {
        if (document != first) out.write("\n");
        out.write(edited(document));
      }
    }
    if (!is_whole_file(records_.file(first).format)) out.write("\n");
    if (records_.file(first).format == InputFormat::warc) out.end_member();
  }

  /// Writes a record of an array, as it is.
  void copy_element(std::uint32_t document, OutputFile& out) { out.write(edited(document)); }

  /// Returns the last document of a run: kept documents from `first` on whose records are adjacent, with only
  /// a line feed between them, and together small enough to read at once.
  template <typename Keep>
  [[nodiscard]] std::uint32_t run_end(std::uint32_t first, const Keep& keep) const {
    const RecordLocation begin = records_.location(first);
    RecordLocation location = begin;
    std::uint32_t last = first;
    if (records_.file(first).format == InputFormat::json)
      return first;  // what is between records is not copied
    if (records_.file(first).format == InputFormat::warc)
      return first;  // each record of a compressed crawl is a member, so that readers can seek to it
    while (last + 1 < records_.size() && keep(last + 1)) {
      const RecordLocation next = records_.location(last + 1);
      const bool adjacent =
          next.file == location.file && next.offset == location.offset + location.length + 1;
      if (!adjacent || next.offset + next.length - begin.offset > kMostAtOnce) break;
      location = next;
      ++last;
    }
    return last;
  }

 private:
  [[nodiscard]] std::string edited(std::uint32_t document) {
    const std::string_view record = reader_.read_raw(document, document);
    return edit_ ? edit_(document, record) : std::string(record);
  }

  const RecordTable& records_;
  RecordReader& reader_;
  const RecordEdit& edit_;
};

/// Chooses the file that a record goes to.
class Target {
 public:
  explicit Target(const CleanOutput& output) : output_(output), is_folder_(is_output_folder(output.path)) {}

  OutputFile& open_for(const InputFile& file) {
    if (current_ == &file) return *out_;
    if (file.continues && current_ != nullptr && current_->path == file.path) {
      // the same file, from where its encoding was found on
    } else if (is_folder_) {
      start_file(file);
    } else {
      continue_file(file);
    }
    current_ = &file;
    return *out_;
  }

  /// Returns what comes before the next record in an array; nullptr if the records are not in an array.
  const char* next_separator() {
    if (!is_array_) return nullptr;
    return std::exchange(has_elements_, true) ? ",\n" : "";
  }

  /// Commits the output. If nothing was kept, a single output file is empty or has only its header.
  void finish(const RecordTable& records) {
    if (is_folder_) {
      put_aside();
      return commit_waiting();
    }
    if (!out_) {
      out_.emplace(output_.path);
      if (kind_of_output(output_.path) == OutputKind::parquet) {
        write_no_rows();
      } else if (records.size() > 0) {
        begin(records.file(records.size() - 1), output_.path);
      }
    }
    end_records();
    out_->commit();
  }

  /// Copies the rows of the documents of a Parquet file.
  void copy_rows(const RecordTable& records, const DocumentSelection& documents) {
    OutputFile& out = open_for(records.file(documents.first));
    copies_.copy(records, documents, out);
  }

 private:
  /// Writes a file without rows, with the columns of the first Parquet file of the input that can be read.
  void write_no_rows() {
    InputList inputs(output_.inputs, {});
    while (std::optional<InputItem> item = inputs.next()) {
      if (!is_parquet(*item, {})) continue;
      try {
        ParquetInput input{.path = item->path, .bytes = std::make_shared<FileSource>(item->path)};
        return copies_.start(*input.open(), *out_);
      } catch (const Error&) {  // it was reported when it was read
        continue;
      }
    }
    make_row_sink({.kind = OutputKind::parquet}, [this](std::string_view bytes) {
      out_->write(bytes);
    })->finish();
  }

  /// Sets the finished file aside, to be committed with others: syncing a hundred files to disk takes
  /// about as long as syncing one.
  void put_aside() {
    constexpr std::size_t kMostWaiting = 128;  // open files
    if (!out_) return;
    end_records();
    out_->finish();
    waiting_.push_back(std::move(*out_));
    out_.reset();
    if (waiting_.size() == kMostWaiting) commit_waiting();
  }

  void commit_waiting() {
    OutputFile::commit_all(waiting_);
    waiting_.clear();
  }

  void start_file(const InputFile& file) {
    put_aside();
    const std::string name = relative_name(file.path, output_.inputs);
    const auto [known, is_new] = names_.try_emplace(name, file.path);
    if (!is_new)
      throw Error(ErrorCode::invalid_argument,
                  file.path + ": would be written to the same name as " + known->second + ", " + name);
    const fs::path path = fs::path(output_.path) / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    out_.emplace(path.string());
    begin(file, name);
  }

  void continue_file(const InputFile& file) {
    require_same_kind(first_ != nullptr ? *first_ : file, file);
    if (first_ != nullptr) return;
    first_ = &file;
    out_.emplace(output_.path);
    begin(file, output_.path);
  }

  /// Writes what comes before the records. A table keeps its byte order mark, without which Excel guesses wrong.
  void begin(const InputFile& file, std::string_view name) {
    if (is_table(file.format) && file.has_mark) out_->write("\xEF\xBB\xBF");
    out_->write(file.header);
    if (file.format == InputFormat::warc) out_->end_member();
    is_array_ = is_array(file, name);
    has_elements_ = false;
    if (is_array_) out_->write("[\n");
  }

  /// Writes what comes after the records.
  void end_records() {
    copies_.finish();
    if (std::exchange(is_array_, false)) out_->write(has_elements_ ? "\n]\n" : "]\n");
  }

  const CleanOutput& output_;
  bool is_folder_;
  ParquetCopies copies_;  // to the open output, if it is Parquet
  std::optional<OutputFile> out_;
  std::vector<OutputFile> waiting_;  // complete, but not yet under their names
  const InputFile* current_ = nullptr;
  const InputFile* first_ = nullptr;
  bool is_array_ = false;                     // of JSON objects, in the current file
  bool has_elements_ = false;                 // of that array
  std::map<std::string, std::string> names_;  // names in the output folder, with their input files
};

}  // namespace

bool is_output_folder(const std::string& path) { return path.ends_with('/') || fs::is_directory(path); }

void require_output_fits(const RecordTable& records, std::uint32_t first, const std::string& output) {
  if (is_output_folder(output)) return;
  if (needs_conversion(records, first, output)) {
    if (kind_of_output(output) == OutputKind::warc)
      throw Error(ErrorCode::invalid_argument, output + ": only crawls can be written as a crawl");
    return;
  }
  for (std::size_t document = first; document < records.size(); document = records.next_file(document))
    require_same_kind(records.file(first), records.file(document));
}

void write_records(const RecordTable& records, const ReadOptions& read,
                   const std::function<bool(std::uint32_t)>& keep, const CleanOutput& output,
                   const RecordEdit& edit) {
  const bool edits_rows = edit && kind_of_output(output.path) == OutputKind::parquet;
  if (edits_rows || needs_conversion(records, output.first, output.path))
    return write_converted(records, read, keep, output, edit);
  RecordReader reader(records, read);
  FileRecords copier(records, reader, edit);
  Target target(output);
  for (std::uint32_t first = 0; first < records.size(); ++first) {
    if (!keep(first)) continue;
    if (records.file(first).format == InputFormat::parquet) {
      const auto end = static_cast<std::uint32_t>(records.next_file(first));
      target.copy_rows(records, {static_cast<std::uint32_t>(records.first_of_file(first)), end, keep});
      first = end - 1;
      if (output.progress) output.progress(first);
      continue;
    }
    OutputFile& out = target.open_for(records.file(first));
    if (const char* const separator = target.next_separator()) {
      out.write(separator);
      copier.copy_element(first, out);
    } else {
      const std::uint32_t last = copier.run_end(first, keep);
      copier.copy(first, last, out);
      first = last;
    }
    if (output.progress) output.progress(first);
  }
  target.finish(records);
}

std::string relative_name(const std::string& path, const std::vector<std::string>& inputs) {
  for (std::string input : inputs) {
    while (input.size() > 1 && input.ends_with('/')) input.pop_back();
    if (path.size() > input.size() && path.starts_with(input) && path[input.size()] == '/')
      return path.substr(input.size() + 1);
  }
  return fs::path(path).filename().string();
}

}  // namespace neardup::internal
