// The archive of dedup(): whether a rule can be judged against it, and which documents it has.
#pragma once

#include "neardup/collection/collection.h"
#include "neardup/dedup/dedup.h"
#include "neardup/linkage/archive_hits.h"

namespace neardup::internal {

/// Returns the rule of a run: that of the options, by default the one that the archive was built for. Throws Error,
/// before anything is read, if the archive cannot judge it.
[[nodiscard]] Rule rule_against(const Archive& archive, const FindOptions& options);

/// Returns which documents of the inputs the archive has. REQUIRES: the rule is one of rule_against(). Throws
/// Error.
[[nodiscard]] ArchiveHits find_archived(const Archive& archive, const Collection& collection,
                                        const ArchiveSearch& search);

}  // namespace neardup::internal
