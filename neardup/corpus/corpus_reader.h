// Reads documents from files, folders and standard input, whatever their format, encoding and compression.
//
// Reading is split in two so that a pipeline can use every core with bounded memory: `next` is sequential and
// only cuts decompressed bytes into batches of whole records; `parse` is independent for each batch. Files
// that lie apart can be cut at the same time (`next_part`), which matters when they are compressed.
// A bad file or record becomes a Problem and costs nobody else their result.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/document.h"

namespace neardup {

enum class InputFormat {
  automatic,  // by extension, else by content: jsonl when the first byte that is not blank is '{', or text
  jsonl,      // an object a line
  tsv,        // a header line names the columns; no quotes
  csv,        // the same with the quotes of RFC 4180
  text,       // the file is the document
  lines,      // a document a line, empty lines included
};

/// What happens to bytes that are not valid in the encoding, and to lone surrogates in JSON escapes.
enum class InvalidBytes {
  replace,  // U+FFFD for each maximal subpart; counted and reported as a warning
  skip,     // the document is skipped and reported as an error
  keep,     // raw bytes go through: compatibility recipes see what their original saw
};

struct ReadOptions {
  InputFormat format = InputFormat::automatic;
  std::string id_field = "id";
  std::vector<std::string> text_fields = {"text"};  // "a.b" is a path; several are joined by a newline
  std::string encoding = "auto";  // or a name that ICU knows; invalid_bytes.h says what "auto" refuses
  InvalidBytes invalid = InvalidBytes::replace;
  std::size_t max_document = std::size_t{64} << 20;  // bytes; longer records are reported and skipped
  std::vector<std::string> globs = {};   // inside folders: any may match the path; empty = all files
  std::vector<std::string> fields = {};  // more fields or columns that documents shall carry

  /// Records shall be read again later (see RecordTable): what cannot be read twice is copied to a nameless
  /// file in this folder (empty: $TMPDIR or /tmp).
  bool keep_records = false;
  std::string temporary_folder = {};
};

/// Raw records, about a mebibyte: a piece of a file or many files. Opaque: made by next, consumed by parse.
struct RawBatch;

/// Some of the input files, which are cut beside others; see input_part.h.
class InputPart;

class CorpusReader {
 public:
  /// Inputs are files, folders (walked recursively in byte order of the names) or "-".
  /// Throws Error for options that cannot be meant; problems with inputs are reported by the batches.
  CorpusReader(std::vector<std::string> inputs, ReadOptions options);
  ~CorpusReader();
  CorpusReader(CorpusReader&&) noexcept;
  CorpusReader& operator=(CorpusReader&&) noexcept;

  /// The next raw records, in input order; null at the end. One thread at a time.
  [[nodiscard]] std::shared_ptr<const RawBatch> next();

  /// The next files, to be cut by whoever calls this, in place of `next`; null at the end. One thread at a
  /// time. REQUIRES: the reader outlives the part
  [[nodiscard]] std::shared_ptr<InputPart> next_part();

  /// The documents of a batch in input order. Thread-safe, independent of the order of calls.
  [[nodiscard]] DocumentBatch parse(const RawBatch& batch) const;

  /// How much of the files was read so far, compressed as they are. Thread-safe.
  [[nodiscard]] std::uint64_t read_bytes() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup
