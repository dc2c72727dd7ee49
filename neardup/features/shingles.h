// Features that need no dictionary: windows of characters, and shingles of tokens.
//
// All functions throw Error if the text is too long for the 32-bit offsets of a slice (4 GiB).
#pragma once

#include <string_view>

#include "neardup/features/features.h"

namespace neardup::internal {

/// Takes every window of `width` consecutive code points of `features.text`, which the caller has filled. A
/// text of at most `width` code points is one window; an empty text has none. Replaces the slices.
/// REQUIRES: valid UTF-8 (see repair_utf8), 1 <= width <= 16
void take_character_windows(Features& features, int width);

/// Normalises a text (see nfkc_casefold) and writes its tokens to `features.text`, joined by single spaces, one
/// slice per token, in one pass. A Han character is a token; so is every other maximal run of letters and
/// numbers; everything else separates tokens. Replaces the contents of `features`.
void take_normal_tokens(std::string_view text, Features& features);

/// Replaces the tokens (slices of a text that joins them by single spaces)
/// with every run of `width` consecutive tokens. Fewer than `width` tokens
/// become one shingle of all of them; no tokens give no shingle.
/// REQUIRES: width >= 1
void join_to_shingles(Features& features, int width);

}  // namespace neardup::internal
