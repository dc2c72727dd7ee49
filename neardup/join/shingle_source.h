// Where a similarity join gets shingle sets from: it keeps sketches only, and asks for the sets of candidates
// again. Sets in memory are handed out as they are; others are made anew, for example from the text.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace neardup {

/// The shingle set of a document: distinct hashes in any order, the same ones that its sketch was made from.
/// The answer lies in `buffer` or in memory that outlives the join. Called by many threads at once.
using ShingleSource =
    std::function<std::span<const std::uint64_t>(std::uint32_t document, std::vector<std::uint64_t>& buffer)>;

}  // namespace neardup
