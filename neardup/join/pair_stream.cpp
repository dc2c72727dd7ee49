#include "neardup/join/pair_stream.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace neardup::internal {

namespace {

constexpr std::uint64_t kMostHeld = std::uint64_t{1} << 21;  // pairs of firsts, 16 bytes each
constexpr std::size_t kFirstBatch = 4096;  // documents; a batch with too many pairs is halved

std::span<const ScoredPair> row_of(std::span<const ScoredPair> pairs, std::uint32_t first) {
  const auto row = std::ranges::equal_range(pairs, first, {}, &ScoredPair::first);
  return {row.begin(), row.end()};
}

}  // namespace

PairStream::PairStream(std::vector<std::uint32_t> documents, std::vector<GroupCopy> copies,
                       double equal_score, PairsOf pairs_of)
    : documents_(std::move(documents)),
      copies_(std::move(copies)),
      equal_score_(equal_score),
      pairs_of_(std::move(pairs_of)) {
  firsts_.reserve(copies_.size());
  for (const GroupCopy& copy : copies_) firsts_.emplace_back(copy.copy, copy.first);
  std::ranges::sort(firsts_);
}

std::uint32_t PairStream::first_of_group(std::uint32_t document) const {
  const auto found =
      std::ranges::lower_bound(firsts_, document, {}, [](const auto& entry) { return entry.first; });
  return found != firsts_.end() && found->first == document ? found->second : document;
}

std::span<const GroupCopy> PairStream::copies_of(std::uint32_t first) const {
  const auto found = std::ranges::equal_range(copies_, first, {}, &GroupCopy::first);
  return {found.begin(), found.end()};
}

std::uint32_t PairStream::last_of_group(std::uint32_t first) const {
  const std::span<const GroupCopy> copies = copies_of(first);
  return copies.empty() ? first : copies.back().copy;
}

/// Asks only for the pairs to list: a document comes first in pairs with later documents, and a
/// group has one that is later unless all its members are earlier.
void PairStream::for_each(EqualPairs equal, const std::function<void(const ScoredPair&)>& sink) const {
  std::size_t wanted = kFirstBatch;
  for (std::size_t begin = 0; begin < documents_.size();) {
    const auto some = std::span(documents_).subspan(begin, std::min(wanted, documents_.size() - begin));
    std::vector<std::uint32_t> firsts;
    for (const std::uint32_t document : some) {
      const std::uint32_t first = first_of_group(document);
      if (equal == EqualPairs::all || first == document) firsts.push_back(first);
    }
    std::ranges::sort(firsts);
    const auto repeats = std::ranges::unique(firsts);
    firsts.erase(repeats.begin(), repeats.end());
    const std::optional<std::vector<ScoredPair>> pairs = pairs_of_(
        {.documents = firsts,
         .max_pairs = kMostHeld,
         .wants = [this](std::uint32_t first, std::uint32_t other) { return last_of_group(other) > first; }});
    if (!pairs) {
      wanted = std::max<std::size_t>(1, some.size() / 2);
      continue;
    }
    list(some, *pairs, equal, sink);
    begin += some.size();
    if (pairs->size() < kMostHeld / 4) wanted *= 2;
  }
}

void PairStream::list(std::span<const std::uint32_t> documents, std::span<const ScoredPair> pairs,
                      EqualPairs equal, const std::function<void(const ScoredPair&)>& sink) const {
  std::vector<ScoredPair> row;
  for (const std::uint32_t document : documents) {
    const std::uint32_t group = first_of_group(document);
    const auto add = [&](std::uint32_t other, double score) {
      if (other > document) row.push_back({document, other, score});
    };
    row.clear();
    if (group == document || equal == EqualPairs::all) {
      for (const GroupCopy& copy : copies_of(group)) add(copy.copy, equal_score_);
      for (const ScoredPair& pair : row_of(pairs, group)) {
        add(pair.second, pair.score);
        if (equal == EqualPairs::star) continue;
        for (const GroupCopy& copy : copies_of(pair.second)) add(copy.copy, pair.score);
      }
    }
    std::ranges::sort(row);
    std::ranges::for_each(row, sink);
  }
}

/// Takes a sample of the documents that have pairs of their own to list: all, or the first of each
/// group. Every pair is found from both sides, so the sum over all documents counts it twice.
std::uint64_t PairStream::estimate(EqualPairs equal) const {
  constexpr std::size_t kSample = 256;
  const bool is_star = equal == EqualPairs::star;
  std::vector<std::uint32_t> listed;
  std::ranges::copy_if(documents_, std::back_inserter(listed), [&](std::uint32_t document) {
    return !is_star || first_of_group(document) == document;
  });
  if (listed.empty()) return 0;
  std::vector<std::uint32_t> sample;  // the firsts of the sampled documents
  std::optional<std::vector<ScoredPair>> pairs;
  for (std::size_t wanted = std::min(kSample, listed.size()); !pairs;
       wanted = std::max<std::size_t>(1, wanted / 2)) {
    sample.clear();
    for (std::size_t i = 0; i < wanted; ++i)
      sample.push_back(first_of_group(listed[i * listed.size() / wanted]));
    std::vector<std::uint32_t> firsts = sample;
    std::ranges::sort(firsts);
    const auto repeats = std::ranges::unique(firsts);
    firsts.erase(repeats.begin(), repeats.end());
    pairs = pairs_of_({.documents = firsts, .max_pairs = kMostHeld});
  }
  std::uint64_t twice = 0;
  for (const std::uint32_t first : sample) {
    if (!is_star) twice += copies_of(first).size();  // the others of its group
    for (const ScoredPair& pair : row_of(*pairs, first))
      twice += is_star ? 1 : 1 + copies_of(pair.second).size();
  }
  const double share = static_cast<double>(listed.size()) / static_cast<double>(sample.size());
  const double near = static_cast<double>(twice) / 2 * share;
  return static_cast<std::uint64_t>(near) + (is_star ? copies_.size() : 0);
}

}  // namespace neardup::internal
