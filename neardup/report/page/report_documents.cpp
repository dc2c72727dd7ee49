#include "neardup/report/page/report_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_table.h"
#include "neardup/report/page/page_escape.h"
#include "neardup/report/page/report_diff.h"
#include "neardup/text/invisible.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostAddressBytes = 1000;
constexpr std::size_t kMostLineBytes = 240;
const std::string kAddressField = "url";

bool begins_with(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         std::ranges::equal(text.substr(0, lower_case.size()), lower_case, {},
                            [](char c) { return std::tolower(static_cast<unsigned char>(c)); });
}

bool is_plain_in_address(char32_t c) {
  constexpr std::u32string_view kUnsafe = U"\"'`<>\\{}|^";
  constexpr char32_t kIdeographicSpace = 0x3000;
  return c > ' ' && c != 0x7F && c != kIdeographicSpace && c != kReplacementCharacter && !is_invisible(c) &&
         kUnsafe.find(c) == std::u32string_view::npos;
}

/// Returns the first words of a text as one line.
std::string first_line(std::string_view text) {
  std::string line;
  bool is_gap = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space && is_gap && !line.empty()) line += ' ';
    if (!is_space) line += c;
    is_gap = is_space;
    if (line.size() > 2 * kMostLineBytes) break;
  }
  return shortened(line, kMostLineBytes);
}

ReadOptions with_address(ReadOptions options) {
  options.fields = {kAddressField};
  return options;
}

/// Reads what the page shows of a document besides its id. A field `url` that nobody asked for when the input was
/// first read comes from the record: for tables by the header of the file, whose columns were fixed then.
class DocumentSource {
 public:
  explicit DocumentSource(const Collection& collection)
      : records_(collection.records()),
        options_(collection.options().read),
        reader_(records_, with_address(options_)) {}

  /// Fills in all but the id. `with_text` asks for the beginning of the text.
  void read(ReportDocument& document, bool with_text) {
    const std::uint32_t ordinal = document.ordinal;
    const bool is_in_file = records_.list_of(ordinal) == nullptr;
    const bool in_table = is_in_file && is_table(records_.file(ordinal).format);
    if (is_in_file && !document.id.starts_with(records_.path(ordinal)))
      document.file = shortened(records_.path(ordinal), kMostNameBytes);
    const Document& content = reader_.read(ordinal);
    document.text_bytes = content.text.size();
    document.line = first_line(content.text);
    if (with_text) document.text = beginning_of(content.text, kMostTextBytes);
    if (is_in_file && !in_table && !content.fields.empty()) document.url = content.fields.front();
    if (in_table) document.url = address_in_table(ordinal);
  }

 private:
  std::string address_in_table(std::uint32_t ordinal) {
    const InputFile& file = records_.file(ordinal);
    if (address_file_ != &file) {
      address_file_ = &file;
      const TableColumns columns =
          read_table_header(file.header + "\n", file.format, with_address(options_), file.columns.delimiter)
              .columns;
      address_column_ = columns.fields.empty() ? std::nullopt : columns.fields.front();
    }
    if (!address_column_) return {};
    std::size_t position = 0;
    const std::string_view record = reader_.read_raw(ordinal, ordinal);
    const std::vector<std::string> fields =
        read_table_record(record, position, file.format, file.columns.delimiter).fields;
    return *address_column_ < fields.size() ? fields[*address_column_] : "";
  }

  const RecordTable& records_;
  ReadOptions options_;
  RecordReader reader_;
  const InputFile* address_file_ = nullptr;  // the file that address_column_ belongs to
  std::optional<std::size_t> address_column_;
};

}  // namespace

std::size_t ReportDocuments::add(std::uint32_t ordinal) {
  const auto [place, is_new] = numbers_.try_emplace(ordinal, numbers_.size());
  if (is_new) has_text_.push_back(false);
  return place->second;
}

std::size_t ReportDocuments::add_with_text(std::uint32_t ordinal) {
  const std::size_t number = add(ordinal);
  has_text_[number] = true;
  return number;
}

std::vector<ReportDocument> ReportDocuments::read(const Collection& collection, bool anonymise) const {
  std::vector<ReportDocument> documents(numbers_.size());
  DocumentSource source(collection);
  for (const auto& [ordinal, number] : numbers_) {
    ReportDocument& document = documents[number];
    document.ordinal = ordinal;
    if (anonymise) {
      document.id = fmt::format("#{}", ordinal + 1);
      continue;
    }
    const std::string id = collection.records().id(ordinal);
    document.id = id;
    source.read(document, has_text_[number]);
    if (!is_web_address(document.url)) document.url = is_web_address(id) ? id : "";
    document.id = shortened(id, kMostNameBytes);
  }
  return documents;
}

bool is_web_address(std::string_view text) {
  const std::size_t scheme = begins_with(text, "https://") ? 8 : begins_with(text, "http://") ? 7 : 0;
  if (scheme == 0 || text.size() <= scheme || text.size() > kMostAddressBytes) return false;
  for (std::size_t position = 0; position < text.size();) {
    if (!is_plain_in_address(next_code_point(text, position))) return false;
  }
  return true;
}

}  // namespace neardup::internal
