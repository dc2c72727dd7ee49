// Texts that are to be ignored wherever they occur: starter code, the frame of a page. Their features are
// subtracted before fingerprinting, their shingles before similarity, their sentences before a signature.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/fingerprint/hash_set.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup {

/// XXH3 hashes, of all texts together.
struct Boilerplate {
  HashSet features;   // of the recipe
  HashSet shingles;   // of similarity
  HashSet sentences;  // normalised
};

/// Every document of the inputs is boilerplate; the language of source code is found as for any document.
/// Warnings go to `on_problem`. Throws Error when anything cannot be read: leaving it in would change every
/// answer.
[[nodiscard]] Boilerplate read_boilerplate(std::vector<std::string> inputs, const Recipe& recipe,
                                           const ReadOptions& options,
                                           const std::function<void(const Problem&)>& on_problem = {});

}  // namespace neardup
