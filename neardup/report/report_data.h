// All that the page of a `dedup` run shows, as plain data: bounded in size whatever the collection, the same
// for any number of threads. collect_report makes it, write_report_page (report_page.h) draws it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/document_pairs.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/report/distance_profile.h"
#include "neardup/report/report_diff.h"

namespace neardup {

/// What only the caller knows. Empty texts and zeros are left out of the page.
struct ReportRun {
  std::string command_line = {};
  std::string time = {};
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t skipped = 0;  // records and files that could not be read
  std::vector<std::pair<std::string, std::string>> parameters = {};  // name and value, to be shown
};

struct ReportInput {
  const Collection& collection;
  const PairRule& rule;
  const DocumentPairs& pairs;
  const Deduplication& result;
};

struct ReportOptions {
  bool anonymise = false;  // numbers instead of names, and no texts
  int threads = 0;
};

struct ReportPair {
  DocumentPair pair;
  std::string first_id;
  std::string second_id;
  bool is_exact = false;                 // the same content
  std::optional<std::size_t> diff = {};  // its place in ReportData::diffs
};

struct ReportCluster {
  std::string kept;
  std::uint64_t documents = 0;
  std::uint64_t exact = 0;               // of them the same content as the kept one
  std::optional<int> farthest = {};      // distance to the kept one
  std::optional<double> least = {};      // similarity to the kept one, where it was compared
  std::vector<std::string> others = {};  // the first few
};

struct ReportWarning {
  std::string title;
  std::string text;
};

struct ReportData {
  ReportRun run;
  bool anonymous = false;
  bool by_similarity = false;
  bool has_chance = false;    // what chance gives within a distance says something about this run
  bool has_threshold = true;  // false: pairs are equal by the rule (longest sentences) or none
  double threshold = 0;       // of the rule: a distance or a similarity
  std::string rule;
  std::string recipe;
  std::string plan;
  int bits = 64;
  double expected_recall = 1;
  DeduplicationCounts counts;
  std::uint64_t reference_documents = 0;
  std::uint64_t without_fingerprint = 0;
  std::uint64_t text_bytes = 0;

  // Pairs are those that linkage used: of a removed document and the one that stays for it.
  std::uint64_t pair_count = 0;
  std::vector<std::uint64_t> pairs_by_distance = {};     // of those with a distance, 0 to the width
  std::array<std::uint64_t, 101> pairs_by_percent = {};  // of those with a similarity, rounded down
  DistanceProfile profile = {};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> cluster_sizes = {};  // documents, how many clusters
  std::vector<ReportCluster> clusters = {};                                 // largest first
  std::vector<ReportPair> pairs = {};                                       // closest first
  std::vector<ReportDiff> diffs = {};                                       // in the order of the pairs
  std::vector<ThresholdOutcome> thresholds = {};                            // strictest first
  std::vector<ReportWarning> warnings = {};
};

/// Reads again the texts of a few hundred pairs. Throws Error when a file has changed.
[[nodiscard]] ReportData collect_report(const ReportInput& input, ReportRun run,
                                        const ReportOptions& options);

}  // namespace neardup
