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

constexpr ListColumn kDistance = {"distance", ListColumn::Kind::integer};
constexpr ListColumn kSimilarity = {"similarity", ListColumn::Kind::number};

/// Takes a DocumentPair or a Removed.
template <typename Pair>
void add_closeness(ListRows& rows, const Pair& pair) {
  rows.number(pair.distance ? std::optional(std::to_string(*pair.distance)) : std::nullopt);
  rows.number(pair.similarity ? std::optional(similarity_text(*pair.similarity)) : std::nullopt);
}

ListRows::Write to(ListFile& out) {
  return [&out](std::string_view bytes) { out.write(bytes); };
}

/// Returns a record of JSONL or Parquet as it is, without surrounding blanks, an object of other JSON on one line,
/// and any other record as a JSON string.
std::string json_of_record(std::string_view record, InputFormat format) {
  if (format == InputFormat::json) return compact_json(record);
  const std::size_t begin = record.find_first_not_of(" \t");
  const std::size_t end = record.find_last_not_of(" \t\r");
  const bool is_json = format == InputFormat::jsonl || format == InputFormat::parquet;
  return is_json ? std::string(record.substr(begin, end + 1 - begin)) : json_string(record);
}

}  // namespace

void write_clusters(const DedupResult& result, const ListTarget& target) {
  ListFile out(target.path);
  ListRows rows({{"cluster"}, {"id"}, {"role"}, kDistance, kSimilarity}, target.choice(), to(out));
  for (std::size_t i = 0; i < result.cluster_count(); ++i) {
    for (const Ordinal document : result.cluster(i)) {
      const DocumentPair link = result.link_of(document);
      rows.text(result.id(link.first));
      rows.text(result.id(link.second));
      rows.text(link.first == link.second ? "kept" : "removed");
      add_closeness(rows, link);
      rows.end_row();
    }
  }
  rows.finish();
  out.commit();
}

void write_removed(const DedupResult& result, const ListTarget& target) {
  ListFile out(target.path);
  const ListChoice choice = target.choice();
  ListRows rows({{"id"}, {"kept"}, kDistance, kSimilarity, {"reason"}}, choice, to(out));
  result.for_each_removed([&](const Removed& removed) {
    rows.text(removed.id);
    rows.text(removed.kept_id);
    add_closeness(rows, removed);
    rows.text(removed.is_exact ? "exact" : "near");
    if (choice.format == OutputFormat::jsonl) {
      const InputFormat format = result.format_of(removed.document);
      rows.member("record", json_of_record(result.record(removed.document), format));
    }
    rows.end_row();
  });
  rows.finish();
  out.commit();
}

void write_pairs(const DedupResult& result, const ListTarget& target) {
  ListFile out(target.path);
  PairLines lines([&result](Ordinal document) { return result.id(document); }, target.choice(), to(out));
  result.for_each_link([&lines](const DocumentPair& pair) { lines.add(pair); });
  lines.finish();
  out.commit();
}

}  // namespace neardup::cli
