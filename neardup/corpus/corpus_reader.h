// Reads documents from files, folders and standard input, whatever their format, encoding and compression.
//
// Reading has two stages so that a pipeline can use every core with bounded memory: `next` is sequential and
// only cuts decompressed bytes into batches of whole records; `parse` handles each batch independently.
// Separate files can be cut at the same time (`next_part`), which matters when they are compressed.
// A bad file or record becomes a Problem and does not affect the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/corpus/inputs.h"

namespace neardup::internal {

/// The properties that all records of one file share; see raw_batch.h.
struct InputFile;

/// What the records of a batch lack. process_corpus() judges from it what concerns the input as a whole.
struct LackingRecords {
  std::uint64_t without_text = 0;             // kept or left out, as ReadOptions::missing says
  std::uint64_t without_text_field = 0;       // part of them: the text field is missing, not just empty
  std::optional<Problem> no_text_field = {};  // about the first of these
  std::optional<Problem> stop = {};           // the first record without text, under MissingText::stop
  std::optional<Problem> no_id = {};          // about the first record that could have an id and has none
  bool any_has_id = false;
};

/// What a reader produces: documents in input order, and the problems it met, in the same order.
struct DocumentBatch {
  std::vector<Document> documents = {};
  std::vector<Problem> problems = {};
  std::vector<std::shared_ptr<const InputFile>> files = {};  // the files of the documents, in order
  LackingRecords lacking = {};
};

/// About a mebibyte of raw records: a piece of one file, or many files. Opaque: `next` makes it, `parse`
/// reads it.
struct RawBatch;

/// Some of the input files, cut into records independently of the others; see input_part.h.
class InputPart;

class FrameLearner;

class CorpusReader {
 public:
  /// Reads files, folders (walked recursively in byte order of the names) or standard input ("-").
  /// Throws Error for invalid options; the batches report problems with inputs.
  CorpusReader(std::vector<std::string> inputs, ReadOptions options);
  /// The same for a sample: shows the pages of web sites to the learner, which must outlive the reader.
  CorpusReader(std::vector<std::string> inputs, ReadOptions options, FrameLearner& learner);
  ~CorpusReader();
  CorpusReader(CorpusReader&&) noexcept;
  CorpusReader& operator=(CorpusReader&&) noexcept;

  /// Returns the next raw records in input order; null at the end. Only one thread at a time may call it.
  [[nodiscard]] std::shared_ptr<const RawBatch> next();

  /// Returns the next files for the caller to cut, as an alternative to `next`; null at the end. Only one
  /// thread at a time may call it. REQUIRES: the reader outlives the part
  [[nodiscard]] std::shared_ptr<InputPart> next_part();

  /// Returns the documents of a batch in input order. Thread-safe; batches may be parsed in any order.
  [[nodiscard]] DocumentBatch parse(const RawBatch& batch) const;

  /// Returns how many bytes of the files were read so far, before decompression. Thread-safe.
  [[nodiscard]] std::uint64_t read_bytes() const noexcept;

  /// Returns how many records without text were parsed so far; ReadOptions::missing says what became of them.
  /// Thread-safe.
  [[nodiscard]] std::uint64_t without_text() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
