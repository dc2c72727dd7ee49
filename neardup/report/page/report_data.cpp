#include "neardup/report/page/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "neardup/corpus/record_table.h"
#include "neardup/report/page/page_escape.h"
#include "neardup/report/page/report_warnings.h"
#include "neardup/report/tune/pair_strata.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostClusters = 1000;
constexpr std::size_t kMostPairs = 2500;
constexpr std::size_t kMostDiffs = 200;
constexpr std::size_t kMostOthers = 5;  // members of a cluster that are named besides the kept one
constexpr std::size_t kMostIdBytes = 200;
constexpr std::size_t kProfileSample = 8192;   // 33 million pairs take a tenth of a second
constexpr std::size_t kSimilarityStrata = 20;  // strata between the threshold and 1
constexpr std::uint64_t kSingleSizes = 64;     // clusters above this size are counted in steps of 9 %

double score(const ReportInput& input, const DocumentPair& pair) {
  return similarity_of(input.collection.rule()) ? pair.similarity.value_or(1) : pair.distance.value_or(0);
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

/// Names documents, or numbers them for readers who must not see names.
class Names {
 public:
  Names(const Collection& collection, bool anonymise)
      : records_(collection.records()), anonymise_(anonymise) {}
  [[nodiscard]] std::string operator()(std::uint32_t document) const {
    return anonymise_ ? fmt::format("document {}", document + 1)
                      : shortened(records_.id(document), kMostIdBytes);
  }

 private:
  const RecordTable& records_;
  bool anonymise_;
};

/// Counts the pairs and chooses those to show, in one walk over them.
std::vector<DocumentPair> walk_pairs(const ReportInput& input, ReportData& data) {
  const Stratification strata(input.collection.rule());
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

/// Sorts pairs by closeness, closest first, then in the order of the input.
void sort_pairs(const ReportInput& input, std::vector<DocumentPair>& pairs) {
  const double sign = similarity_of(input.collection.rule()) ? -1 : 1;
  std::ranges::sort(pairs, {}, [&](const DocumentPair& pair) {
    return std::tuple(sign * score(input, pair), pair.first, pair.second);
  });
}

bool same_content(const ReportInput& input, const DocumentPair& pair) {
  return input.collection.digest(pair.first) == input.collection.digest(pair.second);
}

/// Returns the indexes of the pairs to diff. Copies have no difference to show. Takes every n-th of the
/// others; since they are sorted, that gives some of every stratum.
std::vector<std::size_t> pairs_to_diff(const std::vector<ReportPair>& pairs) {
  std::vector<std::size_t> different;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!pairs[i].is_exact) different.push_back(i);
  }
  if (different.size() <= kMostDiffs) return different;
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < kMostDiffs; ++i) taken.push_back(different[i * different.size() / kMostDiffs]);
  return taken;
}

void add_diffs(const ReportInput& input, ReportData& data) {
  RecordReader reader(input.collection.records(), input.collection.options().read);
  Fingerprinter fingerprinter(input.collection.options().recipe, input.collection.options().boilerplate);
  for (const std::size_t number : pairs_to_diff(data.pairs)) {
    ReportPair& shown = data.pairs[number];
    const Document first = reader.read(shown.pair.first);
    const Document second = reader.read(shown.pair.second);
    ReportDiff diff;
    if (!data.run.anonymise) diff = diff_for_report(first.text, second.text);
    add_bits(diff.first, fingerprinter, first);
    add_bits(diff.second, fingerprinter, second);
    shown.diff = data.diffs.size();
    data.diffs.push_back(std::move(diff));
  }
}

void add_pairs(const ReportInput& input, std::vector<DocumentPair> chosen, ReportData& data) {
  const Names name(input.collection, data.run.anonymise);
  sort_pairs(input, chosen);
  for (const DocumentPair& pair : chosen)
    data.pairs.push_back({pair, name(pair.first), name(pair.second), same_content(input, pair)});
}

ReportCluster describe_cluster(const ReportInput& input, std::size_t cluster, const Names& name) {
  const std::span<const std::uint32_t> members = input.result.clusters()[cluster];
  ReportCluster described{.kept = name(members.front()), .documents = members.size()};
  for (const std::uint32_t member : members.subspan(1)) {
    const DocumentPair link = input.result.link_of(member);
    described.exact += input.result.is_exact_copy(member) ? 1 : 0;
    if (link.distance) described.farthest = std::max(described.farthest.value_or(0), *link.distance);
    if (link.similarity && scores_similarity(input.collection.rule()))
      described.least = std::min(described.least.value_or(1), *link.similarity);
    if (described.others.size() < kMostOthers) described.others.push_back(name(member));
  }
  return described;
}

void add_clusters(const ReportInput& input, ReportData& data) {
  const Clusters& clusters = input.result.clusters();
  const Names name(input.collection, data.run.anonymise);
  std::vector<std::size_t> largest(clusters.size());
  std::iota(largest.begin(), largest.end(), std::size_t{0});
  const std::size_t shown = std::min(kMostClusters, largest.size());
  std::ranges::partial_sort(largest, largest.begin() + static_cast<std::ptrdiff_t>(shown), {},
                            [&](std::size_t i) { return std::pair(~clusters[i].size(), i); });
  for (std::size_t i = 0; i < shown; ++i) data.clusters.push_back(describe_cluster(input, largest[i], name));
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
  for (const double threshold : stricter(input.collection.rule())) {
    data.thresholds.push_back(outcome_at(threshold, input.collection, input.result));
  }
  const DeduplicationCounts& counts = data.counts;
  data.thresholds.push_back({data.threshold, counts.clusters, counts.exact + counts.near, counts.largest});
}

/// Returns true where chance pairs matter: not where texts decide, alone or after the distance, nor where
/// compartments keep most fingerprints from being compared.
bool chance_matters(const ReportInput& input) {
  return std::holds_alternative<WithinDistance>(input.collection.rule()) &&
         input.collection.compartments().empty();
}

ReportData describe_run(const ReportInput& input, ReportOptions run) {
  const Recipe& recipe = input.collection.options().recipe;
  const Rule& rule = input.collection.rule();
  return {.run = std::move(run),
          .by_similarity = similarity_of(rule).has_value(),
          .has_chance = chance_matters(input),
          .has_threshold = similarity_of(rule) || distance_of(rule),
          .threshold = similarity_of(rule).value_or(distance_of(rule).value_or(0)),
          .rule = describe(rule),
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
  add_pairs(input, walk_pairs(input, data), data);
  add_diffs(input, data);
  add_clusters(input, data);
  add_sizes(input, data);
  add_thresholds(input, data);
  data.profile = profile_distances(input.collection, kProfileSample, threads);
  data.warnings = report_warnings(input, data);
  return data;
}

}  // namespace neardup::internal
