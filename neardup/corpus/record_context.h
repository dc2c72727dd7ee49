// The common end of the parsers of all formats: the same rules admit or refuse each record, and documents
// and problems get their path, line and id in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/document.h"
#include "neardup/corpus/raw_batch.h"

namespace neardup::internal {

class FrameLearner;

class RecordContext {
 public:
  /// Handles the records of a segment. `bytes` are its bytes; its file is the last one of `out`. The pages
  /// of web sites are shown to the learner, if there is one.
  RecordContext(const ReadOptions& options, const RawSegment& segment, std::string_view bytes,
                DocumentBatch& out, FrameLearner* learner = nullptr)
      : options_(options),
        segment_(segment),
        file_(*segment.file),
        bytes_(bytes),
        out_(out),
        learner_(learner) {}

  /// Starts a record, which is a part of the bytes of the segment. Later calls of `add` refer to it.
  void begin_record(std::string_view record) noexcept { record_ = record; }

  enum class Nul { is_binary, is_left_to_the_parser };

  /// Returns true if the record is within max_document, else reports it. `line` is 0 for a whole file.
  [[nodiscard]] bool fits(std::string_view record, std::uint64_t line);

  /// Returns true if the record is text, neither foreign nor binary. Reports refusals and coming repairs.
  [[nodiscard]] bool admit(std::string_view record, std::uint64_t line, Nul nul);

  /// Returns the bytes for the document: repaired, unless raw bytes are wanted.
  [[nodiscard]] std::string clean(std::string_view bytes) const;

  /// Returns the text of a web page, without the blocks that are the frame of its site.
  [[nodiscard]] std::string page_text(std::string_view site, std::vector<std::string> blocks) const;
  /// Returns false if a learner has seen enough pages of the site, so that this one need not be parsed.
  [[nodiscard]] bool wants_page(std::string_view site) const;

  /// Adds a problem, after giving it the path of the file.
  void report(Problem problem);
  void reject(std::uint64_t line, std::string message, ProblemCode code = ProblemCode::other) {
    report({.line = line, .code = code, .message = std::move(message)});
  }

  /// Reports a warning that applies to many records, only for the first of them in this segment.
  void warn_once(std::uint64_t line, std::string message, ProblemCode code);

  /// Completes the document (path, line, and an id unless `id` is given) and adds it. One without text is
  /// treated as ReadOptions::missing says.
  void add(Document document, std::uint64_t line, std::optional<std::string> id);

  /// Notes that the record, which is about to be added, lacks all text fields. Calls `describe()` for a message
  /// if it is the first such record.
  template <typename Describe>
  void note_no_text_field(std::uint64_t line, const Describe& describe) {
    LackingRecords& lacking = out_.lacking;
    ++lacking.without_text_field;
    if (!lacking.no_text_field) lacking.no_text_field = about_record(line, ProblemCode::no_text, describe());
  }
  /// Notes whether the record has the id field that the caller named. Calls `list_fields()` for the names of its
  /// fields if it is the first record without.
  template <typename ListFields>
  void note_id(bool has_id, std::uint64_t line, const ListFields& list_fields) {
    LackingRecords& lacking = out_.lacking;
    lacking.any_has_id = lacking.any_has_id || has_id;
    if (has_id || lacking.no_id || !names_id_) return;
    lacking.no_id = about_record(line, ProblemCode::no_id,
                                 "no record has the id field \"" + options_.id_field + "\"" + list_fields());
  }

  [[nodiscard]] const ReadOptions& options() const noexcept { return options_; }
  [[nodiscard]] const InputFile& file() const noexcept { return file_; }

 private:
  [[nodiscard]] Problem about_record(std::uint64_t line, ProblemCode code, std::string message) const {
    return {.path = file_.path, .line = line, .code = code, .message = std::move(message)};
  }
  [[nodiscard]] bool accept_no_text(std::uint64_t line);
  void warn_about_html(const Document& document, std::uint64_t line);
  [[nodiscard]] bool admit_malformed(std::string_view record, std::uint64_t line, std::size_t first);
  [[nodiscard]] std::optional<std::uint64_t> byte_in_file(std::uint64_t line, std::size_t offset) const;
  [[nodiscard]] RecordLocation location_of_record() const noexcept;

  const ReadOptions& options_;
  const RawSegment& segment_;
  const InputFile& file_;
  std::string_view bytes_;
  std::string_view record_;
  DocumentBatch& out_;
  FrameLearner* learner_;
  bool names_id_ = options_.id_field != ReadOptions().id_field;
  std::vector<std::string> said_;  // warnings that warn_once has reported
};

}  // namespace neardup::internal
