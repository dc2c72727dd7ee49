// What is worth knowing about a cluster beside its size: when its text was first and last seen, and where. A
// newsroom calls it the reposts of a story.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/linkage/deduplication.h"

namespace neardup {

/// Places in ReadOptions::fields.
struct FactFields {
  std::optional<std::size_t> date = {};
  std::optional<std::size_t> source = {};  // none, or a document without a value: its file is the source
};

struct ClusterFacts {
  std::string_view first_date = {};            // empty when no document has one
  std::string_view last_date = {};             // the same
  std::vector<std::string_view> sources = {};  // distinct, in input order, no more than kMostSources
  std::size_t source_count = 0;                // of all distinct ones
};

class ClusterSurvey {
 public:
  static constexpr std::size_t kMostSources = 20;

  /// Dates are compared as numbers if all of them are numbers, else by their bytes, which is the order in
  /// time of ISO 8601 dates of one form and zone. REQUIRES: both outlive this
  ClusterSurvey(const Collection& collection, const Deduplication& result, FactFields fields);

  /// Of the cluster that the document is in; documents of an archive have neither date nor source.
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
  std::vector<ClusterFacts> facts_;  // of clusters of two or more
};

}  // namespace neardup
