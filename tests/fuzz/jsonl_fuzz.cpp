// Properties of reading JSON Lines on any bytes: each line that is not blank gives one document or one error,
// never both; texts are valid UTF-8 unless raw bytes are wanted; and a line that an independent parser
// accepts gives the text that this parser sees.
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/corpus/jsonl_records.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

using neardup::DocumentBatch;
using neardup::InvalidBytes;

DocumentBatch parse(std::string_view lines, InvalidBytes invalid) {
  const neardup::ReadOptions options{.text_fields = {"text"}, .invalid = invalid};
  neardup::RawSegment segment;
  segment.file = std::make_shared<neardup::InputFile>(
      neardup::InputFile{.path = "fuzz", .format = neardup::InputFormat::jsonl, .encoding_is_certain = true});
  std::string padded(lines);
  padded.resize(lines.size() + neardup::RawBuffer::kPadding, '"');
  const std::string_view bytes = std::string_view(padded).substr(0, lines.size());
  DocumentBatch out;
  out.files.push_back(segment.file);
  neardup::RecordContext context(options, segment, bytes, out);
  neardup::JsonlRecords(options).parse(bytes, 1, context);
  return out;
}

std::size_t count_errors(const DocumentBatch& batch) {
  return static_cast<std::size_t>(std::ranges::count_if(batch.problems, [](const neardup::Problem& problem) {
    return problem.severity == neardup::Problem::Severity::error;
  }));
}

/// The text of the line when another parser accepts it all and nothing but the text matters.
std::optional<std::string> text_by_other_parser(std::string_view line) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  const simdjson::padded_string padded(line);
  if (parser.parse(padded).get(object) != simdjson::SUCCESS) return std::nullopt;
  std::optional<std::string> text;
  for (const simdjson::dom::key_value_pair field : object) {
    if (field.key == "features") return std::nullopt;
    if (field.key != "text") continue;
    std::string_view value;
    if (field.value.get(value) != simdjson::SUCCESS) return std::nullopt;
    text = value;
  }
  return text;
}

void check_line(std::string_view line) {
  const DocumentBatch batch = parse(line, InvalidBytes::replace);
  std::string_view content = line;
  if (content.ends_with('\r')) content.remove_suffix(1);
  const bool is_blank = content.find_first_not_of(" \t\r") == std::string_view::npos;
  require(batch.documents.size() + count_errors(batch) == (is_blank ? 0 : 1));
  for (const neardup::Problem& problem : batch.problems)
    require(problem.line == 1 && problem.byte.value_or(0) <= line.size());
  if (const std::optional<std::string> text = text_by_other_parser(line)) {
    require(batch.documents.size() == 1);
    require(batch.documents[0].text == *text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    check_line(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  const DocumentBatch replaced = parse(bytes, InvalidBytes::replace);
  const DocumentBatch skipped = parse(bytes, InvalidBytes::skip);
  const DocumentBatch kept = parse(bytes, InvalidBytes::keep);
  require(replaced.documents.size() == kept.documents.size());
  require(skipped.documents.size() <= replaced.documents.size());
  for (const DocumentBatch* batch : {&replaced, &skipped})
    for (const neardup::Document& document : batch->documents) {
      require(neardup::find_malformed_utf8(document.text) == std::string_view::npos);
      require(neardup::find_malformed_utf8(document.id) == std::string_view::npos);
    }
  return 0;
}
