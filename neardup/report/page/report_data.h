// All that the page of a `dedup` run shows, as plain data: bounded in size for any collection, and the
// same for any number of threads. collect_report collects it, report_page (report_page.h) draws it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/join/document_pairs.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/report/page/report_diff.h"
#include "neardup/report/page/report_documents.h"
#include "neardup/report/page/report_options.h"
#include "neardup/report/tune/distance_profile.h"

namespace neardup::internal {

struct ReportInput {
  const Collection& collection;
  const DocumentPairs& pairs;
  const Deduplication& result;
};

/// A removed document and the one kept in its place. Documents are numbers in ReportData::documents.
struct ReportPair {
  DocumentPair pair;
  std::size_t kept = 0;
  std::size_t removed = 0;
  bool is_exact = false;                 // the same content
  std::optional<std::size_t> diff = {};  // index into ReportData::diffs
};

struct ReportCluster {
  std::size_t kept = 0;  // number in ReportData::documents
  std::uint64_t documents = 0;
  std::uint64_t exact = 0;               // documents with the same content as the kept one
  std::optional<int> farthest = {};      // largest distance to the kept one
  std::optional<double> least = {};      // smallest similarity to the kept one, if the rule scores it
  std::vector<ReportPair> members = {};  // some of the others: those least like the kept one, then copies
};

/// A text in both languages.
struct BothTexts {
  std::string english;
  std::string chinese;
  [[nodiscard]] const std::string& in(ReportLanguage language) const noexcept {
    return language == ReportLanguage::english ? english : chinese;
  }
};

struct ReportWarning {
  BothTexts title;
  BothTexts text;
};

struct ReportData {
  ReportOptions run;
  bool by_similarity = false;
  bool has_chance = false;    // whether the number of pairs expected by chance is meaningful for this run
  bool has_threshold = true;  // false: the rule compares longest sentences, which are equal or not
  double threshold = 0;       // the rule's distance or similarity
  BothTexts rule;
  std::string recipe;
  std::string plan;
  int bits = 64;
  double expected_recall = 1;
  DeduplicationCounts counts;
  std::uint64_t reference_documents = 0;
  std::uint64_t without_fingerprint = 0;
  std::uint64_t too_short = 0;  // for the rule to judge; without the reference
  std::uint64_t without_text = 0;
  std::uint64_t text_bytes = 0;

  // The pairs that linkage used: a removed document and the one kept in its place.
  std::uint64_t pair_count = 0;
  std::vector<std::uint64_t> pairs_by_distance = {};     // pairs with a distance, 0 to the width
  std::array<std::uint64_t, 101> pairs_by_percent = {};  // pairs with a similarity, rounded down
  DistanceProfile profile = {};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> cluster_sizes = {};  // documents, number of clusters
  std::vector<ReportDocument> documents = {};                               // all that the page names
  std::vector<ReportCluster> clusters = {};                                 // largest first
  std::vector<ReportPair> pairs = {};                                       // nearest the threshold first
  std::vector<ReportDiff> diffs = {};
  std::vector<ReportPair> diff_pairs = {};        // the pair of each diff
  std::vector<ThresholdOutcome> thresholds = {};  // strictest first
  std::vector<ReportWarning> warnings = {};
};

/// Collects the data of the page. Reads some thousand documents again. Throws Error if a
/// file has changed.
[[nodiscard]] ReportData collect_report(const ReportInput& input, ReportOptions run, int threads);

}  // namespace neardup::internal
