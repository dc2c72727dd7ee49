// Texts to ignore wherever they occur, such as starter code or a page frame. Their features are subtracted
// before fingerprinting, their shingles before computing similarity, their sentences before signing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/fingerprint/hash_set.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup {

/// Holds the XXH3 hashes of all boilerplate texts together.
struct Boilerplate {
  HashSet features;   // features of the recipe
  HashSet shingles;   // shingles for similarity
  HashSet sentences;  // normalised sentences
};

/// Reads the inputs and treats every document in them as boilerplate; detects the language of source
/// code as for any document. Reports warnings to `on_problem`. Throws Error if anything is unreadable,
/// because continuing without that boilerplate would change every answer.
[[nodiscard]] Boilerplate read_boilerplate(std::vector<std::string> inputs, const Recipe& recipe,
                                           const ReadOptions& options,
                                           const std::function<void(const Problem&)>& on_problem = {});

}  // namespace neardup
