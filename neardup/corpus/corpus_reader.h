// Reads documents from files, folders and standard input, whatever their format, encoding and compression.
//
// Reading has two stages so that a pipeline can use every core with bounded memory: `next` is sequential and
// only cuts decompressed bytes into batches of whole records; `parse` handles each batch independently.
// Separate files can be cut at the same time (`next_part`), which matters when they are compressed.
// A bad file or record becomes a Problem and does not affect the others.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/document.h"

namespace neardup {

enum class InputFormat {
  automatic,  // by extension, else by content: jsonl if the first non-blank byte is '{', else text
  jsonl,      // one object per line
  tsv,        // a header line names the columns; no quotes
  csv,        // like tsv, but with commas and the quotes of RFC 4180
  text,       // the whole file is one document
  lines,      // one document per line, empty lines included
};

/// Returns true for the formats whose first line names the columns.
[[nodiscard]] constexpr bool is_table(InputFormat format) noexcept {
  return format == InputFormat::tsv || format == InputFormat::csv;
}

/// What to do with bytes that are invalid in the encoding, and with lone surrogates in JSON escapes.
enum class InvalidBytes {
  replace,  // put U+FFFD for each maximal subpart; count them and report a warning
  skip,     // skip the document and report an error
  keep,     // pass the raw bytes on: compatibility recipes see what the original program saw
};

struct ReadOptions {
  InputFormat format = InputFormat::automatic;
  bool stdin_has_lines = false;  // automatic: standard input that is not JSON has a document per line
  std::string id_field = "id";
  std::vector<std::string> text_fields = {"text"};  // "a.b" is a path; a newline joins several fields
  std::string encoding = "auto";  // or any name that ICU knows; invalid_bytes.h says what "auto" refuses
  InvalidBytes invalid = InvalidBytes::replace;
  std::size_t max_document = std::size_t{64} << 20;  // bytes; longer records are reported and skipped
  std::vector<std::string> globs = {};   // inside folders: any may match the path; empty: all files
  std::vector<std::string> fields = {};  // additional fields or columns to store in the documents

  /// Makes records readable a second time (see RecordTable). Input that cannot be read twice is copied to a
  /// nameless file in temporary_folder (empty: $TMPDIR or /tmp).
  bool keep_records = false;
  std::string temporary_folder = {};
};

/// About a mebibyte of raw records: a piece of one file, or many files. Opaque: `next` makes it, `parse`
/// reads it.
struct RawBatch;

/// Some of the input files, cut into records independently of the others; see input_part.h.
class InputPart;

class CorpusReader {
 public:
  /// Reads files, folders (walked recursively in byte order of the names) or standard input ("-").
  /// Throws Error for invalid options; the batches report problems with inputs.
  CorpusReader(std::vector<std::string> inputs, ReadOptions options);
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

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup
