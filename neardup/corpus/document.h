// A document, and what can be wrong with one.
// Every member has an initialiser, so that designated initialisers may omit members without a warning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neardup {

/// The position of a document among all documents of a run, from 0.
using Ordinal = std::uint32_t;

/// A feature that the caller gives instead of a text: JSON "token" or ["token", weight].
struct GivenFeature {
  std::string text = {};
  double weight = 1;
  // True if the weight is written without point or exponent; the recipe of the PyPI package `simhash` treats
  // integers and floats differently.
  bool weight_is_integer = true;
  bool weight_is_given = false;  // false for a plain "token"
};

/// Where the bytes of a record are, without the LF at the end, so that they can be read again.
struct RecordLocation {
  std::uint32_t file = 0;    // number of the file
  std::uint32_t length = 0;  // at most ReadOptions::max_document
  std::uint64_t offset = 0;  // offset in InputFile::records
};

struct Document {
  std::string id = {};
  std::string text = {};                                   // UTF-8
  std::optional<std::vector<GivenFeature>> features = {};  // given in place of the text
  std::string path = {};                                   // path of the file; "-" for standard input
  std::uint64_t line = 0;       // line of the record, from 1; 0 if the whole file is the document
  bool id_is_location = false;  // true if the record has no id of its own, and path and line make one
  bool has_no_text = false;     // true if the record lacks a text (ReadOptions::missing)
  std::vector<std::string> fields = {};  // the values of ReadOptions::fields; empty strings for missing ones
  RecordLocation location = {};
};

/// Returns the id of a record without one: "path:line", or the path if the file is the document (line 0).
[[nodiscard]] std::string location_id(const std::string& path, std::uint64_t line);

/// What a problem is, for programs. Callers that have options or a manual can say from it what to change.
enum class ProblemCode {
  other,
  no_text,           // a record lacks text fields (ReadOptions::text_fields)
  no_text_column,    // the header of a table lacks text columns (ReadOptions::text_fields)
  too_long,          // a record exceeds ReadOptions::max_document
  not_text,          // the file is of a kind that holds no text, such as an image
  wrong_encoding,    // the bytes are not text in ReadOptions::encoding
  invalid_bytes,     // ReadOptions::invalid skips a record with a few malformed bytes
  lone_surrogates,   // ReadOptions::invalid skips a record with half characters in JSON escapes
  no_matching_file,  // nothing in a folder matches ReadOptions::globs
  one_compartment,   // FindOptions::within does not divide the documents
  empty_reference,   // a reference has no documents (FindOptions::against)
  unknown_id,        // no document has the id that was named
  no_fingerprint,    // a line of a list has no fingerprint
  repeated_id,       // several documents have one id
  no_field_value,    // no document has a value in a field that was named
  no_such_source,    // no document comes from a preferred source (KeepPolicy::sources)
  chained_cluster,   // a cluster consists mostly of documents unlike the kept one (LinkKind::components)
  old_output,        // the output folder has files of an earlier run
  no_id,             // records lack the id field that was named (ReadOptions::id_field)
  guessed_encoding,  // the encoding of a file was guessed from its bytes
  html_as_text,      // a text looks like HTML (ReadOptions::html_fields, InputFormat::html)
  site_frame,        // blocks that repeat across a site were left out
  large_cluster,     // one cluster has more than half of the documents
  looks_like_code,   // texts look like source code, and the recipe is not made for it
  no_module,         // the module that reads this kind of file is missing
};

/// Something in the input that is unusable or needed repair. The rest of the input is unaffected.
struct Problem {
  enum class Severity { warning, error };
  Severity severity = Severity::error;
  std::string path = {};
  std::uint64_t line = 0;                  // from 1; 0 if the problem has no line
  std::optional<std::uint64_t> byte = {};  // offset in the line if there is a line, else in the file
  ProblemCode code = ProblemCode::other;
  std::string message = {};
  bool is_said_once = false;  // true if the message need not be repeated for other records

  /// Returns a message such as "notes/a.txt: byte 1042: not valid UTF-8; skipped".
  [[nodiscard]] std::string describe() const;
};

}  // namespace neardup
