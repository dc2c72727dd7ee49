// Writes pairs of documents as a list (list_rows.h), in any order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/list_rows.h"
#include "cli/options.h"
#include "cli/terminal/output.h"
#include "neardup/join/document_pair.h"
#include "neardup/join/hamming_join.h"

namespace neardup::cli {

class PairLines {
 public:
  /// Returns the id of the document with this ordinal.
  using IdOf = std::function<std::string(std::uint32_t)>;
  PairLines(IdOf id_of, ListChoice choice, ListRows::Write write = print);

  /// Adds a row `id1 id2 distance similarity`.
  void add(const DocumentPair& pair);
  /// Writes the rest. Nothing may follow. Throws PipeClosed or Error, as add() does.
  void finish() { rows_.finish(); }
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

 private:
  IdOf id_of_;
  ListRows rows_;
  std::uint64_t lines_ = 0;
};

inline constexpr int kMostSorted = 1 << 25;  // 1.6 GB, and half as much again while they come in

/// The order in which pairs are printed.
enum class PairOrder { input, similarity, distance };

/// Puts pairs in order, the closest first; pairs that are equally close stay in the order of the input, and those
/// without the value come last. Holds all pairs, or only as many as will be printed.
class ClosestPairs {
 public:
  /// `most` is how many pairs are wanted, 0 for all. REQUIRES: order is not PairOrder::input, most <= kMostSorted
  ClosestPairs(PairOrder order, std::size_t most) : order_(order), most_(most) {}

  /// Throws Error if all are wanted, and there are more than kMostSorted.
  void add(const DocumentPair& pair);
  /// Calls use(pair) for the wanted pairs in order. Call it once.
  void for_each(const std::function<void(const DocumentPair&)>& use);

 private:
  struct Ranked {
    double rank;  // the smaller, the closer
    std::uint64_t number;
    DocumentPair pair;
    friend bool operator<(const Ranked& a, const Ranked& b) noexcept {
      return a.rank != b.rank ? a.rank < b.rank : a.number < b.number;
    }
  };

  PairOrder order_;
  std::size_t most_;
  std::uint64_t added_ = 0;
  std::vector<Ranked> closest_;  // a heap with the farthest in front once there are `most_`
};

/// Returns the number of lines if equal documents are listed in this way.
using CountLines = std::function<std::uint64_t(EqualPairs)>;

/// Returns a warning if there will be more than 10^8 lines. Throws Error if pairs of equal documents alone are
/// more: a million copies of one text make 5 * 10^11 pairs.
[[nodiscard]] std::optional<std::string> check_line_count(const CountLines& count, EqualPairs equal);

}  // namespace neardup::cli
