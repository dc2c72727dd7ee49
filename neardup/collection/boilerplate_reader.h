// Reads the texts to ignore: templates, starter code, page frames.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup::internal {

/// Reads the inputs and treats every document in them as boilerplate; detects the language of source
/// code as for any document. Reports warnings to `on_problem`. Throws Error if anything is unreadable,
/// because continuing without that boilerplate would change every answer.
[[nodiscard]] Boilerplate read_boilerplate(std::vector<std::string> inputs, const Recipe& recipe,
                                           const ReadOptions& options,
                                           const std::function<void(const Problem&)>& on_problem = {});

}  // namespace neardup::internal
