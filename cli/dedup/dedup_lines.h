// What `dedup` can write besides the clean corpus: the list of clusters (--clusters), the list of removed
// documents with the reason for each (--removed), and annotations in the records themselves (--annotate).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "neardup/corpus/record_table.h"
#include "neardup/linkage/cluster_facts.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::cli {

/// Returns JSONL for names such as "x.jsonl" and "x.json", with or without .gz or .zst, and TSV for
/// all others.
[[nodiscard]] OutputFormat format_of_name(const std::string& path);

/// Writes a line `cluster id role distance similarity` for each member of a cluster. `cluster` is the id of
/// the kept document, `role` is `kept` or `removed`. Throws Error.
void write_clusters(const Deduplication& result, const std::string& path);

/// Writes a line `id kept distance similarity reason` for each removed document. `reason` is `exact` or
/// `near`. JSONL lines also hold the removed record. Throws Error.
void write_removed(const Collection& collection, const Deduplication& result, const std::string& path);

/// Adds what `dedup` found out about a document to its JSON record, as one more member (--annotate).
class Annotation {
 public:
  Annotation(const Collection& collection, const Deduplication& result, FactFields fields);

  /// Throws Error unless every input file is JSONL, whose records are JSON objects.
  static void require_objects(const Collection& collection);

  /// Returns the record with the member `neardup` added. Throws Error when it is not a JSON object.
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
