// Features that need no dictionary: windows of characters, and shingles of tokens.
//
// All of them throw Error when the text is too long for the 32-bit offsets of a slice (4 GiB).
#pragma once

#include <string_view>

#include "neardup/features/features.h"

namespace neardup {

/// Every window of `width` consecutive code points of `features.text`, which the caller has written there. A
/// text of at most `width` code points is one window, the whole of it; an empty text has none. Replaces the
/// slices. REQUIRES: valid UTF-8 (see repair_utf8), 1 <= width <= 16
void take_character_windows(Features& features, int width);

/// Writes the tokens of a text (already normalised, see nfkc_casefold) to `features.text`, joined by single
/// spaces, one slice each. A Han character is a token; so is every other maximal run of letters and numbers;
/// all else separates. Replaces what `features` held.
void take_tokens(std::string_view normal_text, Features& features);

/// take_tokens(nfkc_casefold(text), features) in one pass.
void take_normal_tokens(std::string_view text, Features& features);

/// Replaces the tokens (slices of a text in which they are joined by single spaces) by every run of `width`
/// consecutive ones. Fewer than `width` tokens are one shingle of all of them; no token gives none.
/// REQUIRES: width >= 1
void join_to_shingles(Features& features, int width);

}  // namespace neardup
