// Where the parsers of all formats meet: one record is admitted or refused by the same rules, and documents
// and problems get their path, line and id the same way.
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

namespace neardup {

class RecordContext {
 public:
  /// For the records of a segment, whose bytes are these and whose file is the last one of `out`.
  RecordContext(const ReadOptions& options, const RawSegment& segment, std::string_view bytes,
                DocumentBatch& out)
      : options_(options), segment_(segment), file_(*segment.file), bytes_(bytes), out_(out) {}

  /// What is added from now on is the record that stands here in the bytes of the segment.
  void begin_record(std::string_view record) noexcept { record_ = record; }

  enum class Nul { is_binary, is_left_to_the_parser };

  /// Whether the record is within --max-document; reports it otherwise. `line` is 0 for a whole file.
  [[nodiscard]] bool fits(std::string_view record, std::uint64_t line);

  /// Whether the record is text: neither foreign nor binary. Reports why not, and what will be repaired.
  [[nodiscard]] bool admit(std::string_view record, std::uint64_t line, Nul nul);

  /// The bytes as the document shall have them: repaired, unless raw bytes are wanted.
  [[nodiscard]] std::string clean(std::string_view bytes) const;

  void report(Problem::Severity severity, std::uint64_t line, std::optional<std::uint64_t> byte,
              std::string message);
  void reject(std::uint64_t line, std::string message) {
    report(Problem::Severity::error, line, std::nullopt, std::move(message));
  }

  /// For a record that has none of the text fields.
  void reject_without_text(std::uint64_t line, std::string message) {
    reject(line, std::move(message));
    out_.problems.back().lacks_text = true;
  }

  /// A warning that is the same for many records: reported for the first of this segment only.
  void warn_once(std::uint64_t line, std::string message);

  /// Completes the document (path, line, id unless `id` is given) and adds it.
  void add(Document document, std::uint64_t line, std::optional<std::string> id);

  [[nodiscard]] const ReadOptions& options() const noexcept { return options_; }
  [[nodiscard]] const InputFile& file() const noexcept { return file_; }

 private:
  [[nodiscard]] bool admit_malformed(std::string_view record, std::uint64_t line, std::size_t first);
  [[nodiscard]] std::optional<std::uint64_t> place(std::uint64_t line, std::size_t offset) const;
  [[nodiscard]] RecordPlace place_of_record() const noexcept;

  const ReadOptions& options_;
  const RawSegment& segment_;
  const InputFile& file_;
  std::string_view bytes_;
  std::string_view record_;
  DocumentBatch& out_;
  std::vector<std::string> said_;  // warnings that were given once
};

}  // namespace neardup
