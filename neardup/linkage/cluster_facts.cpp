#include "neardup/linkage/cluster_facts.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "neardup/linkage/keep_order.h"

namespace neardup::internal {

ClusterSurvey::ClusterSurvey(const Collection& collection, const Deduplication& result, FactFields fields)
    : collection_(&collection), result_(&result), fields_(fields) {
  if (fields_.date) {
    for (std::uint32_t i = 0; i < collection.size() && dates_are_numbers_; ++i)
      dates_are_numbers_ = date(i).empty() || parse_number(date(i));
  }
  facts_.reserve(result.clusters().size());
  for (std::size_t i = 0; i < result.clusters().size(); ++i) {
    const std::span<const std::uint32_t> members = result.clusters()[i];
    facts_.push_back(survey({members.begin(), members.end()}));
  }
}

ClusterFacts ClusterSurvey::of(std::uint32_t document) const {
  const std::optional<std::size_t> cluster = result_->clusters().find(result_->linkage().kept_of[document]);
  return cluster ? facts_[*cluster] : survey({document});
}

ClusterFacts ClusterSurvey::survey(std::vector<std::uint32_t> members) const {
  std::ranges::sort(members);  // back to input order: the kept document came first
  ClusterFacts facts;
  std::unordered_set<std::string_view> seen;
  for (const std::uint32_t member : members) {
    if (result_->is_archived(member)) continue;
    const std::string_view own_date = date(member);
    if (!own_date.empty()) {
      if (facts.first_date.empty() || is_before(own_date, facts.first_date)) facts.first_date = own_date;
      if (facts.last_date.empty() || is_before(facts.last_date, own_date)) facts.last_date = own_date;
    }
    const bool is_new = seen.insert(source(member)).second;
    if (is_new && facts.sources.size() < kMostSources) facts.sources.push_back(source(member));
  }
  facts.source_count = seen.size();
  return facts;
}

std::string_view ClusterSurvey::date(std::uint32_t document) const {
  return fields_.date ? collection_->field(document, *fields_.date) : std::string_view();
}

std::string_view ClusterSurvey::source(std::uint32_t document) const {
  const std::string_view named =
      fields_.source ? collection_->field(document, *fields_.source) : std::string_view();
  return named.empty() ? std::string_view(collection_->records().path(document)) : named;
}

bool ClusterSurvey::is_before(std::string_view date, std::string_view other) const {
  return dates_are_numbers_ ? *parse_number(date) < *parse_number(other) : date < other;
}

}  // namespace neardup::internal
