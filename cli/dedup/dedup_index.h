// The index files of `dedup`: the one it queries (--against INDEX) and the one to which it adds the
// documents it keeps (--update INDEX). Often both are the same file. An index decides the recipe of
// the run, because only fingerprints of equal recipes can be compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/index/index_commands.h"
#include "cli/options.h"
#include "cli/rule_options.h"
#include "cli/terminal/file_lock.h"
#include "cli/terminal/output.h"
#include "neardup/dedup/dedup.h"
#include "neardup/index/hamming_index.h"

namespace neardup::cli {

struct DedupIndexOptions {
  std::string update;       // the file of --update; empty if not given
  bool will_write = false;  // false in a dry run, which changes nothing and takes no lock
  bool quiet = false;
};

class DedupIndexes {
 public:
  /// Removes the index from `references` and opens the index files that exist. Locks the file that will be
  /// changed for the lifetime of this object, so that two concurrent runs cannot both keep the same text.
  /// Throws Error.
  DedupIndexes(std::vector<std::string>& references, const DedupIndexOptions& options);

  /// Returns the recipe of the run: that of the index if there is one, else the given one. Throws Error when
  /// the two differ.
  [[nodiscard]] Recipe recipe(const RecipeOptions& given, bool is_given) const;
  /// Sets the distance of the rule, if it has none, to that of the index to query. Throws Error for a rule
  /// that the index does not support.
  void settle(RuleOptions& rule);

  /// Adds the documents that the run kept and saves the index; does nothing in a dry run. Throws Error.
  IndexAdditions update(const DedupResult& result, ProblemReport& problems);

  /// Returns the index to query; null if there is none.
  [[nodiscard]] const HammingIndex* asked() const noexcept;
  [[nodiscard]] const std::string& asked_file() const noexcept { return asked_file_; }

 private:
  [[nodiscard]] HammingIndex new_index(const Recipe& recipe) const;
  void report(const IndexAdditions& additions, ProblemReport& problems) const;

  std::string asked_file_;  // the index to query; empty if there is none
  std::string updated_file_;
  bool will_write_;
  std::optional<FileLock> lock_;
  std::optional<HammingIndex> asked_;    // no value when the queried index is the updated one
  std::optional<HammingIndex> updated_;  // no value while the file does not exist
  std::optional<int> max_distance_ = {};
};

}  // namespace neardup::cli
