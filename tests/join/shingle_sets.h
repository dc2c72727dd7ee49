// Collections of shingle sets for the similarity joins: ordinary ones, and those that break careless joins.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

using ShingleLists = std::vector<std::vector<std::uint64_t>>;

/// Makes sets of hashes; a shingle is known by a number.
class ShingleSetMaker {
 public:
  explicit ShingleSetMaker(std::uint64_t seed) : random_(seed) {}

  static std::uint64_t hash(std::uint64_t number) {
    number = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 29) * 0x94D049BB133111EB;
    return number ^ number >> 32;
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }

  /// Frequencies as in text: shingle number n about 1/n as often as the first.
  std::uint64_t frequent() {
    const double uniform = static_cast<double>(random_() >> 11) * 0x1p-53;
    return hash(static_cast<std::uint64_t>(std::exp(uniform * std::log(100'000.0))));
  }
  std::uint64_t unique() { return hash(1'000'000 + next_++); }

  /// Half frequent and half unique shingles.
  std::vector<std::uint64_t> set(std::size_t size) {
    std::vector<std::uint64_t> shingles;
    while (shingles.size() < size) add(shingles, below(2) == 0 ? frequent() : unique());
    return shingles;
  }

  /// Some shingles replaced by unique ones, in another order.
  std::vector<std::uint64_t> edited(std::vector<std::uint64_t> shingles, double share) {
    for (std::uint64_t& shingle : shingles) {
      if (static_cast<double>(below(1000)) < 1000 * share) shingle = unique();
    }
    std::shuffle(shingles.begin(), shingles.end(), random_);
    return shingles;
  }

 private:
  static void add(std::vector<std::uint64_t>& shingles, std::uint64_t shingle) {
    if (std::ranges::find(shingles, shingle) == shingles.end()) shingles.push_back(shingle);
  }

  std::mt19937_64 random_;
  std::uint64_t next_ = 0;
};

struct NamedSets {
  std::string name;
  ShingleLists lists;
};

/// Originals of many sizes with copies edited by 0 to 40 %, shuffled; empty and single sets among them.
inline ShingleLists ordinary_sets(std::size_t size, std::uint64_t seed) {
  constexpr double kShares[] = {0, 0.02, 0.1, 0.2, 0.3, 0.4};
  ShingleSetMaker maker(seed);
  ShingleLists lists;
  while (lists.size() < size) {
    const std::size_t shingles = maker.below(10) == 0 ? maker.below(4) : 1 + maker.below(120);
    lists.push_back(maker.set(shingles));
    for (std::size_t copies = maker.below(4); copies > 0; --copies) {
      const std::size_t original = lists.size() - 1 - maker.below(std::min<std::size_t>(lists.size(), 5));
      lists.push_back(maker.edited(lists[original], kShares[maker.below(6)]));
    }
  }
  std::shuffle(lists.begin(), lists.end(), std::mt19937_64(seed));
  lists.resize(size);
  return lists;
}

/// Every set is the same template with some shingles of its own: `share` of it is the template.
inline ShingleLists template_sets(std::size_t size, double share, std::uint64_t seed) {
  ShingleSetMaker maker(seed);
  const std::vector<std::uint64_t> frame = maker.set(50);
  ShingleLists lists(size, frame);
  const auto own = static_cast<std::size_t>(50 / share) - 50;
  for (auto& list : lists) {
    for (std::size_t i = 0; i < own + maker.below(4); ++i) list.push_back(maker.unique());
  }
  return lists;
}

/// Each set has one shingle more than the one before: every ratio of sizes occurs.
inline ShingleLists nested_sets(std::size_t size, std::uint64_t seed) {
  ShingleSetMaker maker(seed);
  ShingleLists lists;
  std::vector<std::uint64_t> growing;
  for (std::size_t i = 0; i < size; ++i) {
    lists.push_back(growing);
    growing.push_back(maker.unique());
  }
  return lists;
}

inline std::vector<NamedSets> all_kinds_of_sets(std::size_t size, std::uint64_t seed) {
  ShingleSetMaker maker(seed);
  ShingleLists single;
  for (std::size_t i = 0; i < size; ++i) single.push_back({ShingleSetMaker::hash(i / 3)});
  return {{"nothing", {}},
          {"ordinary", ordinary_sets(size, seed)},
          {"all equal", ShingleLists(size, maker.set(40))},
          {"all empty", ShingleLists(size)},
          {"one shingle each", single},
          {"nested", nested_sets(size, seed)},
          {"a third is template", template_sets(size, 0.33, seed)},
          {"most is template", template_sets(size, 0.8, seed)},
          {"nearly all is template", template_sets(size, 0.95, seed)}};
}

inline ShingleSource source_of(const ShingleLists& lists) {
  return [&lists](std::uint32_t document, std::vector<std::uint64_t>&) {
    return std::span<const std::uint64_t>(lists[document]);
  };
}

/// Writes to the buffer, as a source does that reads texts again.
inline ShingleSource copying_source_of(const ShingleLists& lists) {
  return [&lists](std::uint32_t document, std::vector<std::uint64_t>& buffer) {
    buffer = lists[document];
    return std::span<const std::uint64_t>(buffer);
  };
}

inline SketchTable summaries_of(const ShingleLists& lists) {
  SketchTable table;
  for (const auto& list : lists) table.add(list);
  return table;
}

inline SketchTable sketches_of(const ShingleLists& lists, double min_similarity, std::uint64_t seed = 0) {
  const Sketcher sketcher(plan_sketch(min_similarity), seed);
  SketchTable table(sketcher.plan());
  for (const auto& list : lists) table.add(list, sketcher);
  return table;
}

}  // namespace neardup::internal
