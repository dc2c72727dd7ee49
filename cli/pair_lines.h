// Formats pairs of documents as lines of TSV or JSONL. Collects the lines in a buffer and writes
// them in large pieces, so that a join with millions of pairs does not spend its time on output.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/terminal/output.h"
#include "neardup/join/document_pair.h"
#include "neardup/join/hamming_join.h"

namespace neardup::cli {

class PairLines {
 public:
  /// Returns the id of the document with this ordinal.
  using IdOf = std::function<std::string(std::uint32_t)>;
  using Write = std::function<void(std::string_view)>;
  PairLines(IdOf id_of, OutputFormat format, Write write = print)
      : id_of_(std::move(id_of)), format_(format), write_(std::move(write)) {}

  /// Adds a line `id1 TAB id2 TAB distance TAB similarity`, or a JSON object with these members.
  void add(const DocumentPair& pair);
  /// Writes the rest of the buffer. Throws PipeClosed or Error, as add() does.
  void flush();
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

 private:
  void add_tsv(const DocumentPair& pair);
  void add_json(const DocumentPair& pair);

  IdOf id_of_;
  OutputFormat format_;
  Write write_;
  std::string buffer_;
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
