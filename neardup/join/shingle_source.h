// Where a similarity join gets shingle sets from: it keeps sketches only, and asks for the sets of candidates
// again. Sets in memory are handed out as they are; others are made anew, for example from the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace neardup {

/// The shingle set of a document: distinct hashes in any order, the same ones that its sketch was made from.
/// The answer lies in `buffer` or in memory that outlives the join. Called by many threads at once.
using ShingleSource =
    std::function<std::span<const std::uint64_t>(std::uint32_t document, std::vector<std::uint64_t>& buffer)>;

/// Calls use(i, set) for each of the documents, in order: as a ShingleSource, and faster where that reads
/// files.
using ShingleBatchSource =
    std::function<void(std::span<const std::uint32_t> documents,
                       const std::function<void(std::size_t, std::span<const std::uint64_t>)>& use)>;

/// For sets that are in memory.
[[nodiscard]] inline ShingleBatchSource one_by_one(ShingleSource source) {
  return [source = std::move(source)](std::span<const std::uint32_t> documents, const auto& use) {
    std::vector<std::uint64_t> buffer;
    for (std::size_t i = 0; i < documents.size(); ++i) use(i, source(documents[i], buffer));
  };
}

}  // namespace neardup
