// Finds all pairs of near-duplicates in one call.
//
//   neardup::FoundPairs pairs = neardup::find_pairs({"news.jsonl"}, {.rule = neardup::AtLeastSimilar{0.9}});
//   pairs.for_each([&](const neardup::DocumentPair& pair) { use(pairs.id(pair.first), pairs.id(pair.second)); });
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "neardup/collection/rule.h"
#include "neardup/corpus/document.h"
#include "neardup/corpus/inputs.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/join/document_pair.h"
#include "neardup/join/hamming_join.h"

namespace neardup {

struct Progress {
  enum class Phase { reading, joining, checking, linking, writing };
  Phase phase = Phase::reading;
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // bytes when reading files, documents otherwise; 0: unknown
};

/// Says which documents to compare, and how. dedup() takes the same options.
struct FindOptions {
  Recipe recipe = Recipe::named("text-1");
  /// No value: AtLeastSimilar with the similarity of the recipe.
  std::optional<Rule> rule = {};
  ReadOptions read = {};

  /// Files and folders of reference documents. They are compared with the inputs, but not with each other.
  std::vector<std::string> against = {};
  /// If not empty, compares only documents with the same value of this field, or, for a single character
  /// that is neither letter nor digit, with the same id up to the first such character.
  std::string within = {};
  /// Files with text to ignore: starter code, the frame of a page.
  std::vector<std::string> templates = {};

  /// About the most memory that the process may use, in bytes; 0: three quarters of what is free. What is kept of
  /// each document and does not fit lies in a file in ReadOptions::temporary_folder. The answer does not depend on it.
  std::uint64_t memory = 0;
  int threads = 0;         // 0: one per core. The answer does not depend on it.
  std::uint64_t seed = 0;  // of the MinHash functions; only measurements need another one

  /// Receives what is wrong with the inputs: unusable records, fields that no document has. Called on one
  /// thread at a time, in input order. An exception from here ends the call and reaches its caller.
  std::function<void(const Problem&)> on_problem = {};
  /// Called now and then, on one thread at a time.
  std::function<void(const Progress&)> on_progress = {};
  /// Ends the call soon after a stop is requested, with Error (ErrorCode::stopped). Nothing is written.
  std::stop_token stop = {};
};

struct PairCounts {
  std::uint64_t documents = 0;  // with the reference
  std::uint64_t reference = 0;
  std::uint64_t without_fingerprint = 0;
  std::uint64_t without_text = 0;   // kept, in no pair; or left out, and then not in `documents`
  std::uint64_t too_short = 0;      // for the rule to judge: only exact copies of them are found
  std::uint64_t within_values = 0;  // distinct values of FindOptions::within
  std::uint64_t candidates = 0;     // pairs that were compared
  std::uint64_t text_bytes = 0;
};

/// The pairs of a corpus. Documents are numbered in the order in which they were read, the reference first.
class FoundPairs {
 public:
  FoundPairs(FoundPairs&&) noexcept;
  FoundPairs& operator=(FoundPairs&&) noexcept;
  ~FoundPairs();

  /// Calls `sink`, on this thread, with every pair in the order (first, second); pairs of two reference
  /// documents are left out. Where documents are so much alike that their pairs do not fit into memory, finds
  /// them a few documents at a time. Throws Error.
  void for_each(const std::function<void(const DocumentPair&)>& sink) const;
  /// The same with a choice: EqualPairs::star lists a copy only with the first document of its kind.
  void for_each(EqualPairs equal, const std::function<void(const DocumentPair&)>& sink) const;

  /// Returns an upper bound on the number of pairs, without listing them; an estimate from a sample
  /// where pairs do not fit into memory.
  [[nodiscard]] std::uint64_t count(EqualPairs equal = EqualPairs::all) const;

  [[nodiscard]] std::string id(Ordinal document) const;
  [[nodiscard]] const PairCounts& counts() const noexcept;
  [[nodiscard]] const Rule& rule() const noexcept;
  /// Describes in one line how the pairs were found.
  [[nodiscard]] const std::string& plan() const noexcept;
  /// Returns the share of pairs right at the threshold that this search is expected to find; 1 if it misses none.
  [[nodiscard]] double expected_recall() const noexcept;

 private:
  struct State;
  explicit FoundPairs(std::unique_ptr<State> state);
  friend FoundPairs find_pairs(const Inputs& inputs, const FindOptions& options);
  std::unique_ptr<State> state_;
};

/// Reads the inputs and finds the pairs. Throws Error.
[[nodiscard]] FoundPairs find_pairs(const Inputs& inputs, const FindOptions& options = {});

}  // namespace neardup
