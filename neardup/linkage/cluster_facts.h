// Describes a cluster beyond its size: when its text was first and last seen, and where. In a newsroom, these
// are the reposts of a story.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::internal {

/// Indexes into ReadOptions::fields.
struct FactFields {
  std::optional<std::size_t> date = {};
  // Without this field, or for a document that has no value for it, the source is the document's file.
  std::optional<std::size_t> source = {};
};

struct ClusterFacts {
  std::string_view first_date = {};            // empty when no document has a date
  std::string_view last_date = {};             // empty when no document has a date
  std::vector<std::string_view> sources = {};  // distinct, in input order, at most kMostSources
  std::size_t source_count = 0;                // number of all distinct sources
};

class ClusterSurvey {
 public:
  static constexpr std::size_t kMostSources = 20;

  /// Surveys all clusters. Compares dates as numbers if all of them are numbers, else by their bytes, which
  /// orders ISO 8601 dates of one form and time zone by time. REQUIRES: the collection and the result outlive
  /// this object.
  ClusterSurvey(const Collection& collection, const Deduplication& result, FactFields fields);

  /// Returns the facts of the document's cluster. Archived documents have neither date nor source.
  [[nodiscard]] ClusterFacts of(std::uint32_t document) const;
  [[nodiscard]] bool dates_are_numbers() const noexcept { return dates_are_numbers_; }

 private:
  [[nodiscard]] std::string_view date(std::uint32_t document) const;
  [[nodiscard]] std::string_view source(std::uint32_t document) const;
  [[nodiscard]] bool is_before(std::string_view date, std::string_view other) const;
  [[nodiscard]] ClusterFacts survey(std::vector<std::uint32_t> members) const;

  const Collection* collection_;
  const Deduplication* result_;
  FactFields fields_;
  bool dates_are_numbers_ = true;
  std::vector<ClusterFacts> facts_;  // by cluster of two or more documents
};

}  // namespace neardup::internal
