// What `dedup` warns about once its input is read: names that lead to nothing, and ids that several documents
// share.
#pragma once

#include <string>
#include <vector>

#include "cli/output.h"
#include "neardup/fingerprint/collection.h"
#include "neardup/linkage/keep_policy.h"

namespace neardup::cli {

void warn_of_repeated_id(const Collection& collection, ProblemReport& problems);

/// A name that no document has is a slip of the pen, and would pass for a corpus without values.
void warn_of_unknown_fields(const Collection& collection, const std::vector<std::string>& names,
                            ProblemReport& problems);

/// The same for sources of --keep prefer.
void warn_of_unknown_sources(const Collection& collection, const KeepPolicy& keep, ProblemReport& problems);

}  // namespace neardup::cli
