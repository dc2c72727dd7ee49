#include "cli/hints.h"

namespace neardup::cli {

std::string_view hint(ProblemCode code) noexcept {
  switch (code) {
    case ProblemCode::no_text:
    case ProblemCode::no_text_column:
      return " (see --text-field)";
    case ProblemCode::too_long:
      return " (see --max-document)";
    case ProblemCode::wrong_encoding:
      return " (see --encoding)";
    case ProblemCode::invalid_bytes:
      return " (see --invalid and --encoding)";
    case ProblemCode::lone_surrogates:
      return " (see --invalid)";
    case ProblemCode::no_matching_file:
      return " (see --glob)";
    case ProblemCode::one_compartment:
      return " (see --within)";
    case ProblemCode::empty_reference:
      return " (see --against)";
    case ProblemCode::no_such_source:
      return " (see --keep)";
    case ProblemCode::chained_cluster:
      return " (see --link star)";
    case ProblemCode::guessed_encoding:
      return " (see --encoding)";
    case ProblemCode::site_frame:
      return " (see --keep-frames)";
    case ProblemCode::no_id:
      return " (see --id-field)";
    case ProblemCode::html_as_text:
      return " (see --html)";
    case ProblemCode::large_cluster:
      return "; if a frame or starter code makes them alike, --template FILE takes it out, and --html FIELD "
             "reads only the main text of web pages";
    case ProblemCode::looks_like_code:
      return " (see --recipe code-1)";
    case ProblemCode::no_module:
    case ProblemCode::not_text:
    case ProblemCode::unknown_id:
    case ProblemCode::no_fingerprint:
    case ProblemCode::repeated_id:
    case ProblemCode::no_field_value:
    case ProblemCode::old_output:
    case ProblemCode::other:
      break;
  }
  return "";
}

std::string_view hint(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::no_text:
      return " (see --text-field)";
    case ErrorCode::no_idf_table:
      return " (--idf FILE; `neardup idf` learns one)";
    case ErrorCode::needs_folder:
      return "; give a folder (-o FOLDER/)";
    case ErrorCode::temporary_file:
      return " (see --temp-dir)";
    case ErrorCode::invalid_argument:
    case ErrorCode::io:
    case ErrorCode::corrupt:
    case ErrorCode::unavailable:
    case ErrorCode::reader_left:
    case ErrorCode::stopped:
      break;
  }
  return "";
}

}  // namespace neardup::cli
