// Where documents come from: files and folders, with options for reading them, or documents in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
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
  json,       // an array of objects, or objects that span lines
  html,       // the main text of the page is the document
  warc,       // a web crawl: each page, or the text of a page (WET), is a document
  parquet,    // each row is a document
};

/// Returns true for the formats whose first line names the columns.
[[nodiscard]] constexpr bool is_table(InputFormat format) noexcept {
  return format == InputFormat::tsv || format == InputFormat::csv;
}

/// Returns true for the formats in which a file is one document.
[[nodiscard]] constexpr bool is_whole_file(InputFormat format) noexcept {
  return format == InputFormat::text || format == InputFormat::html;
}

/// What to do with bytes that are invalid in the encoding, and with lone surrogates in JSON escapes.
enum class InvalidBytes {
  replace,  // put U+FFFD for each maximal subpart; count them and report a warning
  skip,     // skip the document and report an error
  keep,     // pass the raw bytes on: compatibility recipes see what the original program saw
};

/// What to do with records that have no text: no text field, null, or nothing but white space.
enum class MissingText {
  keep,  // keep and count them; they are nobody's duplicates
  skip,  // leave them out and count them
  stop,  // end the run
};

struct ReadOptions {
  InputFormat format = InputFormat::automatic;
  bool stdin_has_lines = false;  // automatic: standard input that is not JSON has a document per line
  std::string id_field = "id";
  std::vector<std::string> text_fields = {"text"};  // "a.b" is a path; a newline joins several fields
  std::string encoding = "auto";  // or any name that ICU knows; invalid_bytes.h says what "auto" refuses
  InvalidBytes invalid = InvalidBytes::replace;
  MissingText missing = MissingText::keep;
  std::vector<std::string> columns = {};      // names of the columns of tables without a header line
  std::string delimiter = {};                 // between the columns of csv; empty: found in the first lines
  std::vector<std::string> html_fields = {};  // text fields that hold HTML
  bool keep_site_frames = false;              // keep blocks that repeat across the pages of a web site
  std::size_t max_document = std::size_t{64} << 20;  // bytes; longer records are reported and skipped
  std::vector<std::string> globs = {};   // inside folders: any may match the path; empty: all files
  std::vector<std::string> fields = {};  // additional fields or columns to store in the documents

  /// Makes records readable a second time (see RecordTable). Input that cannot be read twice is copied to a
  /// nameless file in temporary_folder (empty: $TMPDIR or /tmp).
  bool keep_records = false;
  std::string temporary_folder = {};
};

/// Returns the next document, or nothing at the end. Called on one thread at a time.
using DocumentGenerator = std::function<std::optional<Document>()>;

/// Documents that the caller keeps in a form of its own, such as the columns of a table. They are read in any
/// order, on several threads at once, and those that are candidates are read again.
class DocumentTable {
 public:
  virtual ~DocumentTable() = default;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  /// Fills an empty document: its text or its features, its id if it has one, and the values of
  /// ReadOptions::fields. Throws Error.
  virtual void read(std::size_t row, Document& document) const = 0;
};

/// Converts from any of these, so that functions can be called with each of them directly.
///
/// Documents in memory need only a text (UTF-8). One without an id gets its ordinal as its id. The values of
/// `fields` are those of ReadOptions::fields, in that order.
class Inputs {
 public:
  using Paths = std::vector<std::string>;
  using Documents = std::span<const Document>;
  using Table = std::shared_ptr<const DocumentTable>;
  using Source = std::variant<Paths, Documents, Table, DocumentGenerator>;

  /// Files, folders (walked recursively in byte order of the names) or "-", standard input.
  Inputs(Paths paths) : source_(std::move(paths)) {}
  Inputs(std::initializer_list<std::string> paths) : source_(Paths(paths)) {}
  /// Documents of the caller, which must outlive the result.
  Inputs(Documents documents) : source_(documents) {}
  Inputs(const std::vector<Document>& documents) : source_(Documents(documents)) {}
  Inputs(std::vector<Document>&& documents) = delete;  // a temporary would dangle
  /// Documents in a form of the caller's own, not null.
  Inputs(std::shared_ptr<const DocumentTable> table) : source_(std::move(table)) {}
  /// Documents that need not fit into memory: their texts are copied to a nameless file in
  /// ReadOptions::temporary_folder.
  Inputs(DocumentGenerator generator) : source_(std::move(generator)) {}

  [[nodiscard]] const Source& source() const noexcept { return source_; }
  /// Returns the paths; none for documents in memory.
  [[nodiscard]] Paths paths() const {
    const Paths* const paths = std::get_if<Paths>(&source_);
    return paths != nullptr ? *paths : Paths();
  }

 private:
  Source source_;
};

}  // namespace neardup
