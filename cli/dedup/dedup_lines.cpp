#include "cli/dedup/dedup_lines.h"

#include <string>
#include <string_view>

#include "cli/pair_lines.h"
#include "cli/terminal/list_file.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/json_objects.h"
#include "neardup/corpus/json_text.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

using namespace internal;

namespace {

/// Take a DocumentPair or a Removed.
template <typename Pair>
std::string distance_text(const Pair& pair, const char* none) {
  return pair.distance ? std::to_string(*pair.distance) : none;
}
template <typename Pair>
std::string similarity_or(const Pair& pair, const char* none) {
  return pair.similarity ? similarity_text(*pair.similarity) : none;
}

std::string join_columns(std::initializer_list<std::string> columns) {
  std::string line;
  for (const std::string& column : columns) line += column + "\t";
  line.back() = '\n';
  return line;
}

std::string cluster_line(const DedupResult& result, const DocumentPair& link, OutputFormat format) {
  const std::string cluster = result.id(link.first);
  const std::string id = result.id(link.second);
  const char* const role = link.first == link.second ? "kept" : "removed";
  if (format == OutputFormat::tsv)
    return join_columns(
        {escape_tsv(cluster), escape_tsv(id), role, distance_text(link, "-"), similarity_or(link, "-")});
  return JsonObject()
      .text("cluster", cluster)
      .text("id", id)
      .text("role", role)
      .raw("distance", distance_text(link, "null"))
      .raw("similarity", similarity_or(link, "null"))
      .line();
}

/// Returns a JSONL record as it is, without surrounding blanks, an object of other JSON on one line, and any other
/// record as a JSON string.
std::string json_of_record(std::string_view record, InputFormat format) {
  if (format == InputFormat::json) return compact_json(record);
  const std::size_t begin = record.find_first_not_of(" \t");
  const std::size_t end = record.find_last_not_of(" \t\r");
  return format == InputFormat::jsonl ? std::string(record.substr(begin, end + 1 - begin))
                                      : json_string(record);
}

}  // namespace

void write_clusters(const DedupResult& result, const std::string& path) {
  ListFile out(path);
  const OutputFormat format = format_of_name(path);
  for (std::size_t i = 0; i < result.cluster_count(); ++i) {
    for (const Ordinal document : result.cluster(i))
      out.write(cluster_line(result, result.link_of(document), format));
  }
  out.commit();
}

void write_removed(const DedupResult& result, const std::string& path) {
  ListFile out(path);
  const bool is_json = format_of_name(path) == OutputFormat::jsonl;
  result.for_each_removed([&](const Removed& removed) {
    const char* const reason = removed.is_exact ? "exact" : "near";
    if (is_json) {
      JsonObject line;
      line.text("id", removed.id).text("kept", removed.kept_id);
      line.raw("distance", distance_text(removed, "null"));
      line.raw("similarity", similarity_or(removed, "null")).text("reason", reason);
      const InputFormat format = result.format_of(removed.document);
      out.write(line.raw("record", json_of_record(result.record(removed.document), format)).line());
    } else {
      out.write(join_columns({escape_tsv(removed.id), escape_tsv(removed.kept_id),
                              distance_text(removed, "-"), similarity_or(removed, "-"), reason}));
    }
  });
  out.commit();
}

void write_pairs(const DedupResult& result, const std::string& path) {
  ListFile out(path);
  PairLines lines([&result](Ordinal document) { return result.id(document); }, format_of_name(path),
                  [&out](std::string_view bytes) { out.write(bytes); });
  result.for_each_link([&lines](const DocumentPair& pair) { lines.add(pair); });
  lines.flush();
  out.commit();
}

}  // namespace neardup::cli
