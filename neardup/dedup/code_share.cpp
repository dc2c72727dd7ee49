#include "neardup/dedup/code_share.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/input_list.h"
#include "neardup/features/language.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostOpened = 50;
constexpr std::size_t kMostRecords = 200;  // of one file

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  const std::size_t end = line.find_last_not_of(" \t\r");
  return begin == line.size() ? std::string_view() : line.substr(begin, end + 1 - begin);
}

/// Returns true if the line, which is trimmed and not empty, is built as a statement, a heading of a block or a
/// comment of a common programming language.
bool is_statement(std::string_view line) {
  constexpr std::array<std::string_view, 4> kEnds = {";", "{", "}", "):"};
  constexpr std::array<std::string_view, 26> kBegins = {
      "#include ", "#define ", "#!",      "//",      "/*",   "import ", "from ",  "def ", "class ",
      "return ",   "if (",     "for (",   "while (", "else", "elif ",   "func ",  "fn ",  "package ",
      "public ",   "private ", "static ", "const ",  "let ", "var ",    "print(", "@"};
  if (std::ranges::any_of(kEnds, [&](std::string_view end) { return line.ends_with(end); })) return true;
  if (std::ranges::any_of(kBegins, [&](std::string_view begin) { return line.starts_with(begin); }))
    return true;
  return line.ends_with(')') || line.ends_with(',') || line.find(" = ") != std::string_view::npos ||
         line.find(" += ") != std::string_view::npos || line.starts_with("# ");
}

bool is_code(const Document& document) {
  return language_of(document) != Language::generic || looks_like_code(document.text);
}

/// Judges the first records of a file, or the file itself if it is one document.
void look_inside(const std::string& path, ReadOptions options, CodeShare& share) {
  options.keep_records = false;
  options.fields.clear();
  CorpusReader reader({path}, std::move(options));
  const std::shared_ptr<const RawBatch> batch = reader.next();
  if (!batch) return;
  std::size_t records = 0;
  for (const Document& document : reader.parse(*batch).documents) {
    if (document.has_no_text || document.features || ++records > kMostRecords) continue;
    ++share.documents;
    share.code += is_code(document) ? 1 : 0;
  }
}

}  // namespace

bool looks_like_code(std::string_view text) noexcept {
  constexpr std::size_t kMostLines = 200;
  constexpr std::size_t kFewLines = 4;
  constexpr std::string_view kSigns = "=(){}[];<>+*&|!_\"'#";
  std::size_t lines = 0;
  std::size_t statements = 0;
  std::size_t signs = 0;
  std::size_t bytes = 0;
  for (std::size_t begin = 0; begin < text.size() && lines < kMostLines;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty()) continue;
    ++lines;
    statements += is_statement(line) ? 1 : 0;
    bytes += line.size();
    signs += static_cast<std::size_t>(
        std::ranges::count_if(line, [&](char c) { return kSigns.find(c) != std::string_view::npos; }));
  }
  return lines >= kFewLines && 2 * statements >= lines && 100 * signs >= 6 * bytes;
}

CodeShare estimate_code(const std::vector<std::string>& inputs, const ReadOptions& options) {
  CodeShare share;
  if (options.format == InputFormat::lines || inputs.empty()) return share;
  InputList list(inputs, options.globs);
  std::size_t opened = 0;
  for (std::size_t files = 0; files < kMostFiles; ++files) {
    const std::optional<InputItem> item = list.next();
    if (!item) break;
    if (item->problem) continue;
    const bool has_records = options.format != InputFormat::automatic && options.format != InputFormat::text;
    if (!has_records && language_of_path(item->path) != Language::generic) {
      ++share.documents;
      ++share.code;
    } else if (item->is_stream || ++opened > kMostOpened) {
      ++share.documents;
    } else {
      try {
        look_inside(item->path, options, share);
      } catch (const Error&) {  // whoever reads the input reports it
      }
    }
  }
  return share;
}

}  // namespace neardup::internal
