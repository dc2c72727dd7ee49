#include "neardup/join/similarity/equal_sets.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>

#include "neardup/join/similarity/key_groups.h"
#include "neardup/util/paged_memory.h"

namespace neardup::internal {

namespace {

/// Takes groups of documents whose digests agree in 32 bits and finds those whose whole identity is
/// equal.
class CopyFinder {
 public:
  CopyFinder(const SketchTable& sketches, const SimilarityOptions& options, int threads)
      : sketches_(sketches), options_(options), copies_(static_cast<std::size_t>(threads)) {}

  void take(std::span<const std::uint32_t> documents, int thread) {
    std::vector<std::uint32_t> sorted(documents.begin(), documents.end());
    std::ranges::stable_sort(sorted, {}, [this](std::uint32_t document) { return identity(document); });
    std::uint32_t first = sorted.front();
    for (const std::uint32_t document : std::span(sorted).subspan(1)) {
      if (identity(document) == identity(first)) {
        copies_[static_cast<std::size_t>(thread)].push_back({first, document, 1});
      } else {
        first = document;
      }
    }
  }

  [[nodiscard]] std::vector<SimilarPair> sorted_copies() const {
    std::vector<SimilarPair> all;
    for (const std::vector<SimilarPair>& some : copies_) all.insert(all.end(), some.begin(), some.end());
    std::ranges::sort(all);
    return all;
  }

 private:
  [[nodiscard]] std::tuple<std::uint64_t, std::uint32_t, std::uint32_t> identity(
      std::uint32_t document) const {
    return {sketches_.digest(document), sketches_.shingles(document),
            options_.compartments.empty() ? 0 : options_.compartments[document]};
  }

  const SketchTable& sketches_;
  const SimilarityOptions& options_;
  std::vector<std::vector<SimilarPair>> copies_;  // by thread
};

std::vector<bool> mark_only_reference(const EqualSets& sets, std::size_t documents, std::uint32_t reference) {
  std::vector<bool> marked(reference == 0 ? 0 : documents);
  if (marked.empty()) return marked;
  std::fill_n(marked.begin(), std::min<std::size_t>(reference, documents), true);
  for (const SimilarPair& copy : sets.copies) {
    if (copy.second >= reference) marked[copy.first] = false;
  }
  return marked;
}

}  // namespace

EqualSets find_equal_sets(const SketchTable& sketches, const SimilarityOptions& options,
                          JoinControl& control) {
  std::pmr::vector<std::uint32_t> documents(resource_of(options.memory));
  for (std::size_t i = 0; i < sketches.size(); ++i) {
    if (sketches.shingles(i) > 0) documents.push_back(static_cast<std::uint32_t>(i));
  }
  CopyFinder finder(sketches, options, control.threads());
  KeyGroups groups(documents, control, options.memory);
  groups.for_each(
      [&](std::uint32_t document) { return static_cast<std::uint32_t>(sketches.digest(document)); },
      [&](std::span<const std::uint32_t> group, int thread) { finder.take(group, thread); },
      [&](std::uint32_t document) { sketches.prefetch(document, 0); });
  EqualSets sets(resource_of(options.memory));
  sets.copies = finder.sorted_copies();
  sets.without_shingles = sketches.size() - documents.size();
  std::vector<bool> is_copy(sketches.size());
  for (const SimilarPair& copy : sets.copies) is_copy[copy.second] = true;
  std::erase_if(documents, [&](std::uint32_t document) { return is_copy[document]; });
  sets.firsts = std::move(documents);
  sets.only_reference = mark_only_reference(sets, sketches.size(), options.reference_documents);
  return sets;
}

}  // namespace neardup::internal
