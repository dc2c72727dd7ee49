// Similarity of two texts character by character, for short texts in which shingles are too few to tell
// anything (seeds/001). A character is a code point. Slow by nature: for candidates that something faster has
// found.
#pragma once

#include <string_view>

namespace neardup {

/// 1 - (least number of insertions, deletions and replacements) / characters of the longer text; 1 for two
/// empty texts. Exact when it is at least `least`; otherwise any lower value may be given, sooner.
[[nodiscard]] double edit_similarity(std::string_view a, std::string_view b, double least = 0);

/// Characters of the longest common substring / characters of the longer text; 1 for two empty texts.
[[nodiscard]] double substring_similarity(std::string_view a, std::string_view b);

}  // namespace neardup
