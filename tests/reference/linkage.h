// Linkage as the words say it, on the full table of scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "neardup/linkage/linkage.h"

namespace neardup::internal::reference {

/// scores[a][b] is the score of the pair, if it is one; symmetric.
struct ScoreTable {
  Score score = Score::similarity;
  std::vector<std::vector<std::optional<double>>> scores = {};
};

inline bool is_closer(const ScoreTable& table, double a, double b) {
  return table.score == Score::similarity ? a > b : a < b;
}

inline bool is_always_kept(std::uint32_t document, std::size_t documents, const LinkOptions& options) {
  return document < options.reference_documents || document >= documents - options.archived_documents;
}

inline std::vector<std::uint32_t> full_order(std::size_t documents, const LinkOptions& options) {
  const std::size_t others = documents - options.archived_documents;
  std::vector<std::uint32_t> order;
  for (auto i = static_cast<std::uint32_t>(others); i < documents; ++i) order.push_back(i);
  for (std::uint32_t i = 0; i < options.reference_documents && i < others; ++i) order.push_back(i);
  for (std::uint32_t i = 0; i < others; ++i) {
    const std::uint32_t document = options.order.empty() ? i : options.order[i];
    if (document >= options.reference_documents) order.push_back(document);
  }
  return order;
}

inline std::vector<std::uint32_t> star(const ScoreTable& table, const LinkOptions& options) {
  std::vector<std::uint32_t> kept_of(table.scores.size());
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t document : full_order(table.scores.size(), options)) {
    std::optional<std::uint32_t> best;
    for (const std::uint32_t other : kept) {  // in the order in which they were kept: ties to the earliest
      const std::optional<double> score = table.scores[document][other];
      if (score && (!best || is_closer(table, *score, *table.scores[document][*best]))) best = other;
    }
    if (is_always_kept(document, table.scores.size(), options)) best.reset();
    kept_of[document] = best.value_or(document);
    if (!best) kept.push_back(document);
  }
  return kept_of;
}

inline std::vector<std::uint32_t> components(const ScoreTable& table, const LinkOptions& options) {
  const std::size_t documents = table.scores.size();
  const std::vector<std::uint32_t> order = full_order(documents, options);
  std::vector<std::uint32_t> kept_of(documents);
  std::vector<bool> reached(documents);
  for (const std::uint32_t start : order) {
    std::vector<std::uint32_t> next;
    if (!reached[start]) next.push_back(start);
    while (!next.empty()) {
      const std::uint32_t document = next.back();
      next.pop_back();
      if (reached[document]) continue;
      reached[document] = true;
      kept_of[document] = is_always_kept(document, documents, options) ? document : start;
      for (std::uint32_t other = 0; other < documents; ++other) {
        if (table.scores[document][other]) next.push_back(other);
      }
    }
  }
  return kept_of;
}

}  // namespace neardup::internal::reference
