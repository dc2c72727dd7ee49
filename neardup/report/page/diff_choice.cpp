#include "neardup/report/page/diff_choice.h"

#include <algorithm>
#include <map>
#include <span>

#include "neardup/corpus/record_table.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kFirstPairs = 200;    // at the head of the list
constexpr std::size_t kSpreadPairs = 200;   // spread over the rest of it
constexpr std::size_t kFirstClusters = 50;  // with all of their named members
constexpr std::size_t kMostMembers = 300;   // of the other clusters

/// Compares texts, each pair once.
class DiffWriter {
 public:
  DiffWriter(const ReportInput& input, ReportData& data)
      : data_(data),
        reader_(input.collection.records(), input.collection.options().read),
        fingerprinter_(input.collection.options().recipe, input.collection.options().boilerplate) {}

  /// Returns false if there is nothing to compare, or the pair was compared before.
  bool compare(ReportPair pair) {
    if (pair.is_exact) return false;
    const auto [place, is_new] = by_removed_.try_emplace(pair.removed, data_.diffs.size());
    if (!is_new) return false;
    const Document kept = reader_.read(data_.documents[pair.kept].ordinal);
    const Document& removed = reader_.read(data_.documents[pair.removed].ordinal);
    ReportDiff diff;
    if (!data_.run.anonymise) diff = diff_for_report(kept.text, removed.text);
    add_bits(diff.first, fingerprinter_, kept);
    add_bits(diff.second, fingerprinter_, removed);
    data_.diffs.push_back(std::move(diff));
    pair.diff = place->second;
    data_.diff_pairs.push_back(pair);
    return true;
  }

  /// Links the pair to its diff, if there is one.
  void link(ReportPair& pair) const {
    const auto place = by_removed_.find(pair.removed);
    if (place != by_removed_.end()) pair.diff = place->second;
  }

 private:
  ReportData& data_;
  RecordReader reader_;
  Fingerprinter fingerprinter_;
  std::map<std::size_t, std::size_t> by_removed_;  // index of the diff by number of the removed document
};

/// Returns the positions of the pairs that have a difference.
std::vector<std::size_t> different_pairs(const ReportData& data) {
  std::vector<std::size_t> different;
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    if (!data.pairs[i].is_exact) different.push_back(i);
  }
  return different;
}

/// Takes all members of the first clusters; then one of each other cluster, a second one, and so on.
void compare_members(const ReportData& data, DiffWriter& writer) {
  const std::size_t first = std::min(kFirstClusters, data.clusters.size());
  for (std::size_t i = 0; i < first; ++i) {
    for (const ReportPair& member : data.clusters[i].members) writer.compare(member);
  }
  std::size_t left = kMostMembers;
  bool has_more = true;
  for (std::size_t place = 0; has_more && left > 0; ++place) {
    has_more = false;
    for (std::size_t i = first; i < data.clusters.size() && left > 0; ++i) {
      const std::vector<ReportPair>& members = data.clusters[i].members;
      if (place >= members.size()) continue;
      has_more = true;
      left -= writer.compare(members[place]) ? 1 : 0;
    }
  }
}

/// Takes every n-th; since they are sorted, that gives some of every degree.
void compare_spread(const ReportData& data, std::span<const std::size_t> pairs, DiffWriter& writer) {
  const std::size_t taken = std::min(kSpreadPairs, pairs.size());
  for (std::size_t i = 0; i < taken; ++i) writer.compare(data.pairs[pairs[i * pairs.size() / taken]]);
}

}  // namespace

void add_diffs(const ReportInput& input, ReportData& data) {
  DiffWriter writer(input, data);
  const std::vector<std::size_t> pairs = different_pairs(data);
  const std::size_t first = std::min(kFirstPairs, pairs.size());
  for (std::size_t i = 0; i < first; ++i) writer.compare(data.pairs[pairs[i]]);
  compare_members(data, writer);
  compare_spread(data, std::span(pairs).subspan(first), writer);
  for (ReportPair& pair : data.pairs) writer.link(pair);
  for (ReportCluster& cluster : data.clusters) {
    for (ReportPair& member : cluster.members) writer.link(member);
  }
}

}  // namespace neardup::internal
