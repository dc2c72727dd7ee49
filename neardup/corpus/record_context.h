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

  /// Completes the document (path, line, and an id unless `id` is given) and adds it.
  void add(Document document, std::uint64_t line, std::optional<std::string> id);

  [[nodiscard]] const ReadOptions& options() const noexcept { return options_; }
  [[nodiscard]] const InputFile& file() const noexcept { return file_; }

 private:
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
  std::vector<std::string> said_;  // warnings that warn_once has reported
};

}  // namespace neardup::internal
