// What `dedup` says about its input once it is read: names that lead to nothing, ids that several documents
// share, a reference that is none.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/output.h"
#include "neardup/fingerprint/collection.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/linkage/keep_policy.h"

namespace neardup::cli {

/// Remembers which of the references had errors. A reference of which nothing could be read would let
/// everything pass, so it ends the run; one that is empty is warned about.
class ReferenceCheck {
 public:
  explicit ReferenceCheck(std::vector<std::string> references) : references_(std::move(references)) {}
  void note(const Problem& problem);
  /// Throws Error.
  void finish(const Collection& collection, ProblemReport& problems) const;

 private:
  std::vector<std::string> references_;
  std::set<std::string> failed_;
};

void warn_of_repeated_id(const Collection& collection, ProblemReport& problems);

/// A name that no document has is a slip of the pen, and would pass for a corpus without values.
void warn_of_unknown_fields(const Collection& collection, const std::vector<std::string>& names,
                            ProblemReport& problems);

/// The same for sources of --keep prefer.
void warn_of_unknown_sources(const Collection& collection, const KeepPolicy& keep, ProblemReport& problems);

/// Files of an earlier run in the folder `output` that have the name of an input of which nothing stays now:
/// nothing replaces them, and they would pass for clean.
void warn_of_old_files(const Collection& collection, const Deduplication& result, const std::string& output,
                       const std::vector<std::string>& inputs, ProblemReport& problems);

/// Components that consist mostly of documents unlike the kept one.
void warn_of_chaining(const Deduplication& result, ProblemReport& problems);

}  // namespace neardup::cli
