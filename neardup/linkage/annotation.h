// Annotations: what a deduplication found out about a document, added to its record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/collection/collection.h"
#include "neardup/linkage/cluster_facts.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::internal {

/// Adds one more member to the JSON objects of documents.
class Annotation {
 public:
  Annotation(const Collection& collection, const Deduplication& result, FactFields fields);

  /// Throws Error unless every input file is JSONL, whose records are JSON objects, or becomes JSONL in this output.
  static void require_objects(const Collection& collection, const std::string& output);

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

}  // namespace neardup::internal
