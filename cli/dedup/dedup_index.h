// The index files of `dedup`: the one it queries (--against INDEX) and the one to which it adds the
// documents it keeps (--update INDEX). Often both are the same file. An index decides the recipe and the kind
// of rule of the run, because only fingerprints or shingles of equal recipes can be compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/index/any_index.h"
#include "cli/options.h"
#include "cli/rule_options.h"
#include "cli/terminal/file_lock.h"
#include "cli/terminal/output.h"
#include "neardup/dedup/dedup.h"

namespace neardup::cli {

struct DedupIndexOptions {
  std::string update;       // the file of --update; empty if not given
  bool will_write = false;  // false in a dry run, which changes nothing and takes no lock
  bool quiet = false;
};

/// What share of the pairs at similarity 0.8 an index of fingerprints is expected to find.
struct ExpectedShare {
  std::string file;
  int distance = 0;
  double share = 0;
};

class DedupIndexes {
 public:
  /// Removes the index from `references` and opens the index files that exist. An index to query may be missing if
  /// it is the one to update: the same command then works on the first day and on every later one. Locks the file
  /// that will be changed for the lifetime of this object, so that two concurrent runs cannot both keep the same
  /// text. Throws Error.
  DedupIndexes(std::vector<std::string>& references, const DedupIndexOptions& options);

  /// Returns true if an index exists already, whose recipe is that of the run.
  [[nodiscard]] bool decide_recipe() const noexcept { return asked_ || updated_; }

  /// Returns the recipe of the run, with the shingles of the rule: that of the indexes if there are any, else the
  /// given one. Sets the threshold of the rule, if it has none, to that of the index to query, and makes the index
  /// to update if it does not exist: one that finds what the rule finds. Throws Error if recipe, rule and indexes
  /// do not fit together.
  [[nodiscard]] Recipe settle(RuleOptions& rule, const RecipeOptions& given, bool recipe_is_given);

  /// Adds the documents that the run kept and saves the index; does nothing in a dry run. Throws Error.
  IndexAdditions update(const DedupResult& result, ProblemReport& problems);

  /// Returns the index to query.
  [[nodiscard]] Archive asked() const;
  /// Returns the file of the index to query; empty if there is none.
  [[nodiscard]] const std::string& asked_file() const noexcept { return asked_file_; }
  /// Returns no value unless the index to query, or else the one to update, holds fingerprints. REQUIRES: settle()
  [[nodiscard]] std::optional<ExpectedShare> expected_share(const RuleOptions& rule) const;

 private:
  [[nodiscard]] const AnyIndex* asked_index() const noexcept;
  [[nodiscard]] Recipe recipe_of_indexes(const RecipeOptions& given, bool is_given) const;
  void report(const IndexAdditions& additions, ProblemReport& problems) const;

  std::string asked_file_;  // the index to query; empty if there is none
  std::string updated_file_;
  bool will_write_;
  std::optional<FileLock> lock_;
  std::optional<AnyIndex> asked_;    // no value when the queried index is the updated one
  std::optional<AnyIndex> updated_;  // after settle(), no value only if there is no index to update
};

}  // namespace neardup::cli
