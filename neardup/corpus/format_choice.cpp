#include "neardup/corpus/format_choice.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/json_objects.h"
#include "neardup/corpus/jsonl_records.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_context.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kLongLook = std::size_t{64} << 10;

char first_character(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? '\0' : text[first];
}

/// Returns the layout if the file holds JSON that is not one object per line. Looks further than the first few KiB if
/// they do not settle it.
std::optional<JsonLayout> look_for_objects(TextSource& source, const ReadOptions& options) {
  std::optional<JsonLayout> layout = find_json_layout(source.peek(), options.text_fields);
  if (layout && layout->is_certain) return layout;
  const std::size_t seen = source.peek().size();
  const std::string_view more = source.peek(kLongLook);
  return more.size() > seen ? find_json_layout(more, options.text_fields) : layout;
}

/// Returns true if each whole line of the beginning is a JSON object with a text, and there is at least one.
bool holds_json_lines(std::string_view beginning, const ReadOptions& options) {
  if (first_character(beginning) != '{') return false;
  const std::size_t end = beginning.rfind('\n');
  if (end != std::string_view::npos) beginning = beginning.substr(0, end);
  RawBatch batch;
  batch.bytes.set_capacity(beginning.size());
  beginning.copy(batch.bytes.room().data(), beginning.size());
  batch.bytes.grow_by(beginning.size());
  auto file = std::make_shared<InputFile>();
  const RawSegment segment{.file = file, .begin = 0, .end = beginning.size()};
  DocumentBatch out;
  out.files.push_back(file);
  const std::string_view lines = batch.bytes.view(0, batch.bytes.size());
  RecordContext context(options, segment, lines, out);
  JsonlRecords(options).parse(lines, 1, context);
  return !out.documents.empty() && out.problems.empty() && out.lacking.without_text_field == 0;
}

}  // namespace

FormatChoice choose_format_by_content(TextSource& source, const std::string& path,
                                      const ReadOptions& options) {
  const bool is_asked = options.format != InputFormat::automatic;
  FormatChoice choice{.format = choose_format(options.format, path, source.peek())};
  const char first = first_character(source.peek());
  const bool begins_json = first == '{' || first == '[';
  if (is_asked ? choice.format == InputFormat::json : begins_json && may_hold_any_json(path)) {
    const std::optional<JsonLayout> layout = look_for_objects(source, options);
    if (layout) choice = {.format = InputFormat::json, .prologue = layout->prologue};
  } else if (!is_asked && choice.format == InputFormat::text && holds_json_lines(source.peek(), options)) {
    choice.format = InputFormat::jsonl;
    choice.note = "holds JSON lines, so each line is a document, whatever the name says";
  }
  return choice;
}

}  // namespace neardup::internal
