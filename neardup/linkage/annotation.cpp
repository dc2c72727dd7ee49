#include "neardup/linkage/annotation.h"

#include "neardup/corpus/convert/output_kind.h"
#include "neardup/corpus/json_text.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {

namespace {

constexpr std::string_view kNote = "neardup";  // the member that is added

std::string distance_json(const DocumentPair& pair) {
  return pair.distance ? std::to_string(*pair.distance) : "null";
}

std::string similarity_json(const DocumentPair& pair) {
  return pair.similarity ? similarity_text(*pair.similarity) : "null";
}

[[noreturn]] void refuse_no_object(const std::string& path) {
  throw Error(ErrorCode::invalid_argument, path +
                                               ": only JSON objects can be annotated, so the input must be "
                                               "JSON, or the output a file named .jsonl or .parquet");
}

}  // namespace

Annotation::Annotation(const Collection& collection, const Deduplication& result, FactFields fields)
    : collection_(collection), result_(result), fields_(fields), survey_(collection, result, fields) {}

void Annotation::require_objects(const Collection& collection, const std::string& output) {
  const RecordTable& records = collection.records();
  const OutputKind kind = kind_of_output(output);
  const bool becomes_json = kind == OutputKind::jsonl || kind == OutputKind::parquet;  // rows are objects
  for (std::size_t i = collection.reference_documents(); i < records.size(); i = records.next_file(i)) {
    const InputFormat format = records.file(i).format;
    const bool is_json = format == InputFormat::jsonl || format == InputFormat::json;
    if (!is_json && !becomes_json) refuse_no_object(records.path(i));
  }
}

std::string Annotation::add_to(std::uint32_t document, std::string_view record) const {
  const std::size_t end = record.find_last_not_of(" \t\r");
  if (end == std::string_view::npos || record[end] != '}')
    refuse_no_object(collection_.records().path(document));
  std::string plain(record.substr(0, end + 1));
  if (plain.find("neardup") != std::string::npos || plain.find("\\u") != std::string::npos)
    plain = without_member(plain, kNote);  // left by an earlier run
  const std::string_view before = std::string_view(plain).substr(0, plain.size() - 1);
  const bool is_empty =
      before.substr(before.find('{') + 1).find_first_not_of(" \t\r\n") == std::string_view::npos;
  return std::string(before) + (is_empty ? "" : ",") + json_string(kNote) + ":" + note(document) + "}";
}

std::string Annotation::note(std::uint32_t document) const {
  const DocumentPair link = result_.link_of(document);
  const ClusterFacts facts = survey_.of(document);
  JsonObject line;
  line.text("cluster", result_.id(link.first));
  line.raw("duplicate", link.first == document ? "false" : "true");
  if (link.first != document) {
    line.raw("distance", distance_json(link)).raw("similarity", similarity_json(link));
    line.text("reason", result_.is_exact_copy(document) ? "exact" : "near");
  }
  line.number("copies", static_cast<std::int64_t>(result_.cluster_size(document)));
  if (fields_.date) line.raw("first", json_date(facts.first_date)).raw("last", json_date(facts.last_date));
  std::string sources;
  for (const std::string_view source : facts.sources)
    sources += (sources.empty() ? "" : ",") + json_string(source);
  line.raw("sources", "[" + sources + "]");
  return line.number("source_count", static_cast<std::int64_t>(facts.source_count)).object();
}

/// Returns the date as a JSON number if all dates are numbers and this one is written like a JSON
/// number, as a JSON string otherwise, and as null if it is empty.
std::string Annotation::json_date(std::string_view date) const {
  if (date.empty()) return "null";
  const std::string_view digits = date.substr(date.starts_with('-') ? 1 : 0);
  const bool is_json = digits == "0" || !digits.starts_with('0') || digits.starts_with("0.");
  const bool has_digit_first = !digits.empty() && digits.front() >= '0' && digits.front() <= '9';
  const bool has_digit_last = !digits.empty() && digits.back() >= '0' && digits.back() <= '9';
  const bool is_number = survey_.dates_are_numbers() && is_json && has_digit_first && has_digit_last;
  return is_number ? std::string(date) : json_string(date);
}

}  // namespace neardup::internal
