#include "neardup/join/split_copies.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace neardup::internal {
namespace {

/// Groups the documents of one content by what the rule can tell apart.
std::vector<std::vector<std::uint32_t>> kinds_of(std::span<const std::uint32_t> documents,
                                                 const SplitCopies::IsAlike& alike) {
  std::vector<std::vector<std::uint32_t>> kinds;
  for (const std::uint32_t document : documents) {
    const auto kind = std::ranges::find_if(
        kinds, [&](const std::vector<std::uint32_t>& members) { return alike(members.front(), document); });
    kind == kinds.end() ? kinds.push_back({document}) : kind->push_back(document);
  }
  return kinds;
}

}  // namespace

SplitCopies::SplitCopies(const Collection& collection, const IsAlike& alike) {
  if (content_decides_features(collection.options().recipe.steps())) return;
  const std::span<const std::uint32_t> compartments = collection.compartments();
  const auto content = [&](std::uint32_t document) {
    return std::pair(collection.digest(document), compartments.empty() ? 0 : compartments[document]);
  };
  std::vector<std::uint32_t> documents(collection.size());
  std::iota(documents.begin(), documents.end(), 0U);
  std::ranges::sort(documents, {},
                    [&](std::uint32_t document) { return std::tuple(content(document), document); });
  for (std::size_t begin = 0, end = 0; begin < documents.size(); begin = end) {
    const auto same = content(documents[begin]);
    while (end < documents.size() && content(documents[end]) == same) ++end;
    if (end - begin < 2) continue;
    Kinds kinds = kinds_of(std::span(documents).subspan(begin, end - begin), alike);
    if (kinds.size() > 1) contents_.push_back(std::move(kinds));
  }
}

std::uint64_t SplitCopies::count(EqualPairs equal) const {
  std::uint64_t count = 0;
  for (const Kinds& kinds : contents_) {
    std::uint64_t before = 0;
    for (const std::vector<std::uint32_t>& kind : kinds) {
      count += equal == EqualPairs::star ? 1 : before * kind.size();
      before += kind.size();
    }
    count -= equal == EqualPairs::star ? 1 : 0;
  }
  return count;
}

void SplitCopies::for_each(EqualPairs equal,
                           const std::function<void(std::uint32_t, std::uint32_t)>& sink) const {
  for (const Kinds& kinds : contents_) {
    for (auto other = std::next(kinds.begin()); other != kinds.end(); ++other) {
      if (equal == EqualPairs::star) {
        sink(kinds.front().front(), other->front());  // kinds are in the order of their first documents
        continue;
      }
      for (auto kind = kinds.begin(); kind != other; ++kind) {
        for (const std::uint32_t a : *kind) {
          for (const std::uint32_t b : *other) sink(std::min(a, b), std::max(a, b));
        }
      }
    }
  }
}

}  // namespace neardup::internal
