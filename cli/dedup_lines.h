// The lists that `dedup` can write beside the clean corpus: clusters, and what was removed and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "neardup/corpus/record_table.h"
#include "neardup/linkage/cluster_facts.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::cli {

/// TSV unless the name says JSONL: "x.jsonl", "x.json", with or without .gz or .zst.
[[nodiscard]] OutputFormat format_of_name(const std::string& path);

/// `cluster id role distance similarity`: cluster is the id of the kept document, role `kept` or `removed`.
void write_clusters(const Deduplication& result, const std::string& path);

/// `id kept distance similarity reason`, reason `exact` or `near`; as JSONL with the record too.
void write_removed(const Collection& collection, const Deduplication& result, const std::string& path);

/// What `dedup` found out about documents, as one more member of their JSON records: --annotate.
class Annotation {
 public:
  Annotation(const Collection& collection, const Deduplication& result, FactFields fields);

  /// Throws Error when the records of an input are no JSON objects.
  static void require_objects(const Collection& collection);

  /// The record with the member `neardup`. Throws Error when it is not a JSON object.
  [[nodiscard]] std::string add_to(std::uint32_t document, std::string_view record) const;

 private:
  [[nodiscard]] std::string note(std::uint32_t document) const;
  [[nodiscard]] std::string json_date(std::string_view date) const;

  const Collection& collection_;
  const Deduplication& result_;
  FactFields fields_;
  ClusterSurvey survey_;
};

}  // namespace neardup::cli
