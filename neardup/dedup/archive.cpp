#include "neardup/dedup/archive.h"

#include <fmt/format.h>

#include "neardup/dedup/read_inputs.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

void refuse_archive(bool is_wrong, const std::string& message) {
  if (is_wrong) throw Error(ErrorCode::invalid_argument, message);
}

/// Throws Error if the documents of a run cannot be compared with those of the archive at all.
void require_comparable(const std::string& recipe, const FindOptions& options) {
  refuse_archive(recipe != options.recipe.written(),
                 fmt::format("the archive was made with the recipe {}, which cannot be compared with {}",
                             recipe.empty() ? "(unknown)" : recipe, options.recipe.written()));
  refuse_archive(
      !options.within.empty() || !options.templates.empty(),
      "an archive holds no fields and whole texts only, so `within` and `templates` do not go with it");
}

Rule rule_against(const HammingIndex& index, const FindOptions& options) {
  require_comparable(index.options().recipe, options);
  const int planned = index.options().max_distance;
  const Rule rule = options.rule.value_or(WithinDistance{planned});
  const auto* const within = std::get_if<WithinDistance>(&rule);
  refuse_archive(within == nullptr,
                 "the archive holds fingerprints and no texts, so only a distance can be judged against it");
  refuse_archive(
      within->max_distance > planned,
      fmt::format("the archive was built for distances up to {}, got {}", planned, within->max_distance));
  return rule;
}

Rule rule_against(const SimilarityIndex& index, const FindOptions& options) {
  require_comparable(index.options().recipe, options);
  const double planned = index.options().min_similarity;
  const Rule rule = options.rule.value_or(AtLeastSimilar{planned});
  const auto* const similar = std::get_if<AtLeastSimilar>(&rule);
  refuse_archive(similar == nullptr,
                 "the archive holds shingles, so only a similarity can be judged against it");
  refuse_archive(similar->exact,
                 fmt::format("the archive finds {:.2f} % of the documents at similarity {}, so an "
                             "exact search cannot be made against it",
                             100 * index.expected_recall(), planned));
  refuse_archive(!(similar->min_similarity >= planned),
                 fmt::format("the archive was built for similarities from {}, got {}", planned,
                             similar->min_similarity));
  return rule;
}

}  // namespace

Rule rule_against(const Archive& archive, const FindOptions& options) {
  if (const auto* const index = std::get_if<const HammingIndex*>(&archive))
    return rule_against(**index, options);
  if (const auto* const index = std::get_if<const SimilarityIndex*>(&archive))
    return rule_against(**index, options);
  return rule_of(options);
}

ArchiveHits find_archived(const Archive& archive, const Collection& collection, const ArchiveSearch& search) {
  if (const auto* const index = std::get_if<const HammingIndex*>(&archive))
    return find_in_archive(collection, **index, *distance_of(collection.rule()), search);
  if (const auto* const index = std::get_if<const SimilarityIndex*>(&archive))
    return find_in_archive(collection, **index, *similarity_of(collection.rule()), search);
  return {};
}

}  // namespace neardup::internal
