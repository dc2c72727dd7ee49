#include "cli/dedup/dedup_lines.h"

#include "cli/pair_lines.h"
#include "cli/terminal/json_text.h"
#include "cli/terminal/list_file.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/util/error.h"

namespace neardup::cli {

namespace {

constexpr std::string_view kNote = "neardup";  // the member that --annotate adds

std::string distance_text(const DocumentPair& pair, const char* none) {
  return pair.distance ? std::to_string(*pair.distance) : none;
}

std::string similarity_or(const DocumentPair& pair, const char* none) {
  return pair.similarity ? similarity_text(*pair.similarity) : none;
}

std::string join_columns(std::initializer_list<std::string> columns) {
  std::string line;
  for (const std::string& column : columns) line += column + "\t";
  line.back() = '\n';
  return line;
}

std::string cluster_line(const Deduplication& result, const DocumentPair& link, OutputFormat format) {
  const std::string cluster = result.id(link.first);
  const std::string id = result.id(link.second);
  const char* const role = link.first == link.second ? "kept" : "removed";
  if (format == OutputFormat::tsv)
    return join_columns(
        {escape_tsv(cluster), escape_tsv(id), role, distance_text(link, "-"), similarity_or(link, "-")});
  return JsonLine()
      .text("cluster", cluster)
      .text("id", id)
      .text("role", role)
      .raw("distance", distance_text(link, "null"))
      .raw("similarity", similarity_or(link, "null"))
      .line();
}

/// Returns a JSONL record as it is, without surrounding blanks, and any other record as a JSON string.
std::string json_of_record(std::string_view record, bool is_json) {
  const std::size_t begin = record.find_first_not_of(" \t");
  const std::size_t end = record.find_last_not_of(" \t\r");
  return is_json ? std::string(record.substr(begin, end + 1 - begin)) : json_string(record);
}

[[noreturn]] void refuse_no_object(const std::string& path) {
  throw Error(ErrorCode::invalid_argument, path + ": --annotate adds a field to JSON objects; this is none");
}

}  // namespace

OutputFormat format_of_name(const std::string& path) {
  std::string_view name = path;
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return name.ends_with(".jsonl") || name.ends_with(".json") ? OutputFormat::jsonl : OutputFormat::tsv;
}

void write_clusters(const Deduplication& result, const std::string& path) {
  ListFile out(path);
  const OutputFormat format = format_of_name(path);
  for (std::size_t i = 0; i < result.clusters().size(); ++i) {
    for (const std::uint32_t document : result.clusters()[i])
      out.write(cluster_line(result, result.link_of(document), format));
  }
  out.commit();
}

void write_removed(const Collection& collection, const Deduplication& result, const std::string& path) {
  ListFile out(path);
  const bool is_json = format_of_name(path) == OutputFormat::jsonl;
  RecordReader reader(collection.records(), collection.options().read);
  for (std::uint32_t i = collection.reference_documents(); i < collection.size(); ++i) {
    if (result.linkage().is_kept(i)) continue;
    const DocumentPair link = result.link_of(i);
    const std::string id = collection.records().id(i);
    const std::string kept = result.id(link.first);
    const char* const reason = result.is_exact_copy(i) ? "exact" : "near";
    if (is_json) {
      JsonLine line;
      line.text("id", id).text("kept", kept).raw("distance", distance_text(link, "null"));
      line.raw("similarity", similarity_or(link, "null")).text("reason", reason);
      const bool is_jsonl = collection.records().file(i).format == InputFormat::jsonl;
      out.write(line.raw("record", json_of_record(reader.read_raw(i, i), is_jsonl)).line());
    } else {
      out.write(join_columns(
          {escape_tsv(id), escape_tsv(kept), distance_text(link, "-"), similarity_or(link, "-"), reason}));
    }
  }
  out.commit();
}

Annotation::Annotation(const Collection& collection, const Deduplication& result, FactFields fields)
    : collection_(collection), result_(result), fields_(fields), survey_(collection, result, fields) {}

void Annotation::require_objects(const Collection& collection) {
  const RecordTable& records = collection.records();
  for (std::size_t i = collection.reference_documents(); i < records.size(); i = records.next_file(i))
    if (records.file(i).format != InputFormat::jsonl) refuse_no_object(records.path(i));
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
      before.substr(before.find('{') + 1).find_first_not_of(" \t") == std::string_view::npos;
  return std::string(before) + (is_empty ? "" : ",") + json_string(kNote) + ":" + note(document) + "}";
}

std::string Annotation::note(std::uint32_t document) const {
  const DocumentPair link = result_.link_of(document);
  const ClusterFacts facts = survey_.of(document);
  JsonLine line;
  line.text("cluster", result_.id(link.first));
  line.raw("duplicate", link.first == document ? "false" : "true");
  if (link.first != document) {
    line.raw("distance", distance_text(link, "null")).raw("similarity", similarity_or(link, "null"));
    line.text("reason", result_.is_exact_copy(document) ? "exact" : "near");
  }
  line.integer("copies", static_cast<std::int64_t>(result_.cluster_size(document)));
  if (fields_.date) line.raw("first", json_date(facts.first_date)).raw("last", json_date(facts.last_date));
  std::string sources;
  for (const std::string_view source : facts.sources)
    sources += (sources.empty() ? "" : ",") + json_string(source);
  line.raw("sources", "[" + sources + "]");
  return line.integer("source_count", static_cast<std::int64_t>(facts.source_count)).object();
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

}  // namespace neardup::cli
