// Where a similarity join gets its shingle sets. The join keeps only sketches and fetches the sets
// of candidates again. A source returns sets in memory as they are, or reads a text from its file and
// shingles it again whenever the join asks for its set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/collection/collection.h"

namespace neardup::internal {

/// Returns the shingle set of a document: distinct hashes in any order, the same from which its
/// sketch was made. The result points into `buffer` or into memory that outlives the join. Must be
/// thread-safe.
using ShingleSource =
    std::function<std::span<const std::uint64_t>(std::uint32_t document, std::vector<std::uint64_t>& buffer)>;

/// Calls use(i, set) for each of the documents, in order. Yields the same sets as a ShingleSource,
/// but faster if they come from files. Must be thread-safe.
using ShingleBatchSource =
    std::function<void(std::span<const std::uint32_t> documents,
                       const std::function<void(std::size_t, std::span<const std::uint64_t>)>& use)>;

/// Return sources that read the collection's files. Sets of different compartments share no
/// shingles. The sources are thread-safe and throw Error if a file has changed. REQUIRES: the
/// collection outlives the source
[[nodiscard]] ShingleSource shingles_from_records(const Collection& collection);
[[nodiscard]] ShingleBatchSource shingle_batches_from_records(const Collection& collection);

}  // namespace neardup::internal
