// What a reader hands on: documents in input order, and what went wrong on the way, in the same order.
// Every member has an initialiser, so that designated initialisers may leave members out without a warning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neardup {

/// A feature given by the caller instead of taken from a text: JSON "token" or ["token", weight].
struct GivenFeature {
  std::string text = {};
  double weight = 1;
  bool weight_is_integer =
      true;  // written without point or exponent; one compatibility recipe tells them apart
  bool weight_is_given = false;  // false for a plain "token"
};

/// Where the bytes of a record are, for reading them again: without the LF at their end.
struct RecordPlace {
  std::uint32_t file = 0;    // in DocumentBatch::files
  std::uint32_t length = 0;  // of at most ReadOptions::max_document
  std::uint64_t offset = 0;  // in InputFile::records
};

struct Document {
  std::string id = {};
  std::string text = {};                                   // UTF-8
  std::optional<std::vector<GivenFeature>> features = {};  // given instead of the text
  std::string path = {};                                   // of the file; "-" for standard input
  std::uint64_t line = 0;                // of the record, from 1; 0 when the file is the document
  bool id_is_place = false;              // the record has no id of its own: it was made from path and line
  std::vector<std::string> fields = {};  // what ReadOptions::fields asked for; empty where there is none
  RecordPlace place = {};
};

/// The id of a record that has none: "path:line", or the path when the file is the document (line 0).
[[nodiscard]] std::string place_id(const std::string& path, std::uint64_t line);

/// Something in the input that could not be used, or not as it stands. The rest of the input is unaffected.
struct Problem {
  enum class Severity { warning, error };
  Severity severity = Severity::error;
  std::string path = {};
  std::uint64_t line = 0;                  // from 1; 0 when there is none
  std::optional<std::uint64_t> byte = {};  // offset in the file, or in the line when there is one
  std::string message = {};
  bool is_said_once = false;  // the same message need not be repeated for other records
  bool lacks_text = false;    // the record has none of the text fields

  /// "notes/a.txt: byte 1042: not valid UTF-8 (skipped; see --encoding)"
  [[nodiscard]] std::string describe() const;
};

/// What all records of one file share; see raw_batch.h.
struct InputFile;

struct DocumentBatch {
  std::vector<Document> documents = {};
  std::vector<Problem> problems = {};
  std::vector<std::shared_ptr<const InputFile>> files = {};  // of the documents, in order
};

}  // namespace neardup
