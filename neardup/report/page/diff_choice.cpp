#include "neardup/report/page/diff_choice.h"

#include <algorithm>
#include <map>

#include "neardup/corpus/record_table.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostFirst = 200;    // pairs at the head of the list
constexpr std::size_t kMostSpread = 200;   // pairs spread over the rest of it
constexpr std::size_t kMostMembers = 400;  // members of clusters

/// Compares texts, each pair once.
class DiffWriter {
 public:
  DiffWriter(const ReportInput& input, ReportData& data)
      : data_(data),
        reader_(input.collection.records(), input.collection.options().read),
        fingerprinter_(input.collection.options().recipe, input.collection.options().boilerplate) {}

  /// Returns false if the pair was compared before.
  bool compare(ReportPair pair) {
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
    data_.diff_pairs.push_back(std::move(pair));
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

void compare_pairs(const ReportData& data, DiffWriter& writer) {
  std::vector<std::size_t> different;
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    if (!data.pairs[i].is_exact) different.push_back(i);
  }
  const std::size_t first = std::min(kMostFirst, different.size());
  for (std::size_t i = 0; i < first; ++i) writer.compare(data.pairs[different[i]]);
  const std::size_t rest = different.size() - first;
  const std::size_t spread = std::min(kMostSpread, rest);
  for (std::size_t i = 0; i < spread; ++i) writer.compare(data.pairs[different[first + i * rest / spread]]);
}

/// Takes one member of each cluster, then a second one, and so on.
void compare_members(const ReportData& data, DiffWriter& writer) {
  std::size_t left = kMostMembers;
  bool has_more = true;
  for (std::size_t place = 0; has_more && left > 0; ++place) {
    has_more = false;
    for (const ReportCluster& cluster : data.clusters) {
      if (place >= cluster.members.size() || left == 0) continue;
      has_more = true;
      if (!cluster.members[place].is_exact && writer.compare(cluster.members[place])) --left;
    }
  }
}

}  // namespace

void add_diffs(const ReportInput& input, ReportData& data) {
  DiffWriter writer(input, data);
  compare_pairs(data, writer);
  compare_members(data, writer);
  for (ReportPair& pair : data.pairs) writer.link(pair);
  for (ReportCluster& cluster : data.clusters) {
    for (ReportPair& member : cluster.members) writer.link(member);
  }
}

}  // namespace neardup::internal
