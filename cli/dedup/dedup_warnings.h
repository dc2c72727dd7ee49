// The checks that `dedup` makes on its input, its references and its result: names that match
// nothing, ids that several documents share, references without documents, stale output files,
// chained clusters. A finding is a warning; an unreadable reference is an error.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/terminal/output.h"
#include "neardup/collection/collection.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/linkage/keep_policy.h"

namespace neardup::cli {

/// Remembers which references had errors. An unreadable reference would let every document pass as new, so it
/// ends the run. An empty one only causes a warning.
class ReferenceCheck {
 public:
  explicit ReferenceCheck(std::vector<std::string> references) : references_(std::move(references)) {}
  /// Records the problem if it is an error in one of the references.
  void note(const Problem& problem);
  /// Warns of each reference that has no documents. Throws Error if such a reference had errors.
  void finish(const Collection& collection, ProblemReport& problems) const;

 private:
  std::vector<std::string> references_;
  std::set<std::string> failed_;
};

/// Warns, once, when several documents of the input have the same id.
void warn_of_repeated_id(const Collection& collection, ProblemReport& problems);

/// Warns of each field in which no document has a value. Such a name is probably a typo, and would otherwise
/// look like a corpus without values.
void warn_of_unknown_fields(const Collection& collection, const std::vector<std::string>& names,
                            ProblemReport& problems);

/// Warns of each source of --keep prefer that no document comes from.
void warn_of_unknown_sources(const Collection& collection, const KeepPolicy& keep, ProblemReport& problems);

/// Warns of files from an earlier run in the folder `output` that belong to an input from which
/// this run keeps nothing. This run does not replace them, so they would look like part of the
/// clean corpus.
void warn_of_old_files(const Collection& collection, const Deduplication& result, const std::string& output,
                       const std::vector<std::string>& inputs, ProblemReport& problems);

/// Warns of a cluster that consists mostly of documents unlike the kept one: the effect of chaining
/// in connected components.
void warn_of_chaining(const Deduplication& result, ProblemReport& problems);

}  // namespace neardup::cli
