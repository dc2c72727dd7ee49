#include "neardup/report/page/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "neardup/report/page/diff_choice.h"
#include "neardup/report/page/report_rule.h"
#include "neardup/report/page/report_warnings.h"
#include "neardup/report/tune/pair_strata.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostClusters = 1000;
constexpr std::size_t kMostPairs = 2500;
constexpr std::size_t kMostNearMembers = 6;    // members of a cluster that are named besides the kept one,
constexpr std::size_t kMostCopies = 3;         // and exact copies of it
constexpr std::size_t kProfileSample = 8192;   // 33 million pairs take a tenth of a second
constexpr std::size_t kSimilarityStrata = 20;  // strata between the threshold and 1
constexpr std::uint64_t kSingleSizes = 64;     // clusters above this size are counted in steps of 9 %

double score(const ReportInput& input, const DocumentPair& pair) {
  return similarity_of(input.pairs.rule()) ? pair.similarity.value_or(1) : pair.distance.value_or(0);
}

/// Assigns pairs to strata. Pairs of one stratum are about equally far apart.
class Stratification {
 public:
  explicit Stratification(const Rule& rule)
      : least_(similarity_of(rule)), strata_(least_ ? kSimilarityStrata + 1 : distance_strata(rule)) {}

  [[nodiscard]] std::size_t count() const noexcept { return strata_; }

  [[nodiscard]] std::size_t stratum_of(const DocumentPair& pair) const {
    if (!least_) return std::min(count() - 1, static_cast<std::size_t>(pair.distance.value_or(0)));
    const double least = std::min(*least_, 0.999);
    const double share = (1 - pair.similarity.value_or(1)) / (1 - least);  // 0 for equal texts
    return std::min(count() - 1,
                    static_cast<std::size_t>(std::ceil(std::max(share, 0.0) * kSimilarityStrata)));
  }

 private:
  static std::size_t distance_strata(const Rule& rule) noexcept {
    return static_cast<std::size_t>(distance_of(rule).value_or(0)) + 1;
  }

  std::optional<double> least_;  // the smallest similarity
  std::size_t strata_;
};

/// Counts the pairs and chooses those to show, in one walk over them.
std::vector<DocumentPair> walk_pairs(const ReportInput& input, ReportData& data) {
  const Stratification strata(input.pairs.rule());
  PairStrata chosen(strata.count(), kMostPairs);
  data.pairs_by_distance.assign(static_cast<std::size_t>(data.bits) + 1, 0);
  input.result.for_each_link([&](const DocumentPair& pair) {
    ++data.pair_count;
    if (pair.distance) ++data.pairs_by_distance[static_cast<std::size_t>(*pair.distance)];
    if (pair.similarity) ++data.pairs_by_percent[static_cast<std::size_t>(*pair.similarity * 100 + 1e-9)];
    chosen.add(strata.stratum_of(pair), pair);
  });
  return chosen.choose(kMostPairs);
}

/// Returns what to sort a pair by, so that pairs nearest the threshold come first and equal texts last.
auto rank(const ReportInput& input, const DocumentPair& pair) {
  const double sign = similarity_of(input.pairs.rule()) ? 1 : -1;
  return std::tuple(sign * score(input, pair), pair.similarity.value_or(1), pair.first, pair.second);
}

/// Makes a pair of the page. `kept` and `removed` are ordinals.
ReportPair page_pair(const ReportInput& input, const DocumentPair& pair, ReportDocuments& documents) {
  const bool first_is_kept = input.result.linkage().kept_of[pair.second] == pair.first;
  const std::uint32_t kept = first_is_kept ? pair.first : pair.second;
  const std::uint32_t removed = first_is_kept ? pair.second : pair.first;
  const bool is_exact = input.result.is_exact_copy(removed);
  return {.pair = pair,
          .kept = is_exact ? documents.add_with_text(kept) : documents.add(kept),
          .removed = documents.add(removed),
          .is_exact = is_exact};
}

void add_pairs(const ReportInput& input, std::vector<DocumentPair> chosen, ReportDocuments& documents,
               ReportData& data) {
  std::ranges::sort(chosen, {}, [&](const DocumentPair& pair) { return rank(input, pair); });
  for (const DocumentPair& pair : chosen) data.pairs.push_back(page_pair(input, pair, documents));
}

/// Chooses the members to name: those nearest the threshold, then copies of the kept document.
class MemberChoice {
 public:
  explicit MemberChoice(const ReportInput& input) : input_(input) {}

  void add(const DocumentPair& link, bool is_exact) {
    if (is_exact) {
      if (copies_.size() < kMostCopies) copies_.push_back(link);
      return;
    }
    near_.push_back(link);
    if (near_.size() >= 2 * kMostNearMembers + 2) shrink();
  }

  [[nodiscard]] std::vector<DocumentPair> chosen() {
    shrink();
    near_.insert(near_.end(), copies_.begin(), copies_.end());
    return std::move(near_);
  }

 private:
  void shrink() {
    std::ranges::sort(near_, {}, [&](const DocumentPair& link) { return rank(input_, link); });
    if (near_.size() > kMostNearMembers) near_.resize(kMostNearMembers);
  }

  const ReportInput& input_;
  std::vector<DocumentPair> near_;
  std::vector<DocumentPair> copies_;
};

ReportCluster describe_cluster(const ReportInput& input, std::size_t cluster, ReportDocuments& documents) {
  const std::span<const std::uint32_t> members = input.result.clusters()[cluster];
  ReportCluster described{.kept = documents.add_with_text(members.front()), .documents = members.size()};
  MemberChoice choice(input);
  for (const std::uint32_t member : members.subspan(1)) {
    const DocumentPair link = input.result.link_of(member);
    const bool is_exact = input.result.is_exact_copy(member);
    described.exact += is_exact ? 1 : 0;
    if (link.distance) described.farthest = std::max(described.farthest.value_or(0), *link.distance);
    if (link.similarity && scores_similarity(input.pairs.rule()))
      described.least = std::min(described.least.value_or(1), *link.similarity);
    choice.add(link, is_exact);
  }
  for (const DocumentPair& link : choice.chosen())
    described.members.push_back(page_pair(input, link, documents));
  return described;
}

void add_clusters(const ReportInput& input, ReportDocuments& documents, ReportData& data) {
  const Clusters& clusters = input.result.clusters();
  std::vector<std::size_t> largest(clusters.size());
  std::iota(largest.begin(), largest.end(), std::size_t{0});
  const std::size_t shown = std::min(kMostClusters, largest.size());
  std::ranges::partial_sort(largest, largest.begin() + static_cast<std::ptrdiff_t>(shown), {},
                            [&](std::size_t i) { return std::pair(~clusters[i].size(), i); });
  for (std::size_t i = 0; i < shown; ++i)
    data.clusters.push_back(describe_cluster(input, largest[i], documents));
}

/// Rounds large cluster sizes down to steps, so that the chart stays readable. Small sizes stay as they are.
std::uint64_t step_of(std::uint64_t size) {
  if (size <= kSingleSizes) return size;
  const double steps = std::floor(std::log2(static_cast<double>(size)) * 8 + 1e-9);
  return static_cast<std::uint64_t>(std::ceil(std::exp2(steps / 8) - 1e-9));
}

void add_sizes(const ReportInput& input, ReportData& data) {
  std::map<std::uint64_t, std::uint64_t> sizes;
  const Clusters& clusters = input.result.clusters();
  for (std::size_t i = 0; i < clusters.size(); ++i) ++sizes[step_of(clusters[i].size())];
  data.cluster_sizes.assign(sizes.begin(), sizes.end());
}

/// Returns thresholds stricter than the run's, strictest first: about a dozen at most.
std::vector<double> stricter(const Rule& rule) {
  std::vector<double> thresholds;
  if (const std::optional<double> least = similarity_of(rule)) {
    for (int percent = 100; percent / 100.0 > *least + 1e-9; percent -= percent > 80 ? 4 : 10)
      thresholds.push_back(percent / 100.0);
    return thresholds;
  }
  const int most = distance_of(rule).value_or(0);
  const int step = most / 12 + 1;
  for (int distance = 0; distance < most; distance += step) thresholds.push_back(distance);
  return thresholds;
}

void add_thresholds(const ReportInput& input, ReportData& data) {
  if (!data.has_threshold) return;
  for (const double threshold : stricter(input.pairs.rule())) {
    data.thresholds.push_back(outcome_at(threshold, input.collection, input.result));
  }
  const DeduplicationCounts& counts = data.counts;
  data.thresholds.push_back({data.threshold, counts.clusters, counts.exact + counts.near, counts.largest});
}

/// Returns true where chance pairs matter: not where texts decide, alone or after the distance, nor where
/// compartments keep most fingerprints from being compared.
bool chance_matters(const ReportInput& input) {
  return std::holds_alternative<WithinDistance>(input.pairs.rule()) &&
         input.collection.compartments().empty();
}

ReportData describe_run(const ReportInput& input, ReportOptions run) {
  const Recipe& recipe = input.collection.options().recipe;
  const Rule& rule = input.pairs.rule();
  return {.run = std::move(run),
          .by_similarity = similarity_of(rule).has_value(),
          .has_chance = chance_matters(input),
          .has_threshold = similarity_of(rule) || distance_of(rule),
          .threshold = similarity_of(rule).value_or(distance_of(rule).value_or(0)),
          .rule = rule_in_both(rule),
          .recipe = recipe.written(),
          .plan = input.pairs.plan(),
          .bits = recipe.steps().bits,
          .expected_recall = input.pairs.expected_recall(),
          .counts = input.result.counts(),
          .reference_documents = input.collection.reference_documents(),
          .without_fingerprint = input.collection.counts().without_fingerprint,
          .too_short = input.collection.too_short(),
          .text_bytes = input.collection.counts().text_bytes};
}

}  // namespace

ReportData collect_report(const ReportInput& input, ReportOptions run, int threads) {
  ReportData data = describe_run(input, std::move(run));
  ReportDocuments documents;
  add_clusters(input, documents, data);
  add_pairs(input, walk_pairs(input, data), documents, data);
  data.documents = documents.read(input.collection, data.run.anonymise);
  add_diffs(input, data);
  add_sizes(input, data);
  add_thresholds(input, data);
  data.profile = profile_distances(input.collection, kProfileSample, threads);
  data.warnings = report_warnings(input, data);
  return data;
}

}  // namespace neardup::internal
