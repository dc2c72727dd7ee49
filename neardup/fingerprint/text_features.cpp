#include "neardup/fingerprint/text_features.h"

#include <algorithm>

#include "neardup/features/code_tokens.h"
#include "neardup/features/sentences.h"
#include "neardup/features/shingles.h"
#include "neardup/features/weights.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

namespace {

/// Calls `use` with the text, converted to simplified Chinese if the recipe says so.
template <typename Use>
void with_simplified(const RecipeSteps& steps, std::string_view text, Use use) {
  if (steps.normalization == Normalization::simplified) {
    use(to_simplified(text));
  } else {
    use(text);
  }
}

void drop_stop_words(const RecipeResources& resources, Features& features) {
  if (resources.stop_words.empty()) return;
  Features kept;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (resources.stop_words.contains(std::string(features[i]))) continue;
    if (!kept.text.empty()) kept.text += ' ';
    kept.append(features[i]);
  }
  features = std::move(kept);
}

void take_word_shingles(const RecipeSteps& steps, const RecipeResources& resources, std::string_view text,
                        Features& features) {
  take_tokens_of_text(steps, text, features);
  drop_stop_words(resources, features);
  join_to_shingles(features, steps.token_width);
}

void take_letter_windows(const RecipeSteps& steps, std::string_view text, Features& features) {
  switch (steps.normalization) {
    case Normalization::none:
      features.text = repair_utf8(text).text;
      break;
    case Normalization::python_lower:
      features.text = python_word_characters(text);
      // The original takes all of a short text as its only window, even if nothing is left of the text.
      if (features.text.empty()) {
        features.clear();
        return features.append({});
      }
      break;
    case Normalization::nfkc_casefold:
    case Normalization::simplified:
      features.text.clear();
      with_simplified(steps, text,
                      [&](std::string_view simple) { append_normal_letters(simple, features.text); });
      break;
  }
  take_character_windows(features, steps.token_width);
}

void take_text_windows(const RecipeSteps& steps, std::string_view text, Features& features) {
  if (steps.normalization == Normalization::none) {
    features.text = collapse_space(text);
  } else {
    with_simplified(steps, text,
                    [&](std::string_view simple) { features.text = collapse_space(nfkc_casefold(simple)); });
  }
  take_character_windows(features, steps.token_width);
}

void take_code_shingles(const RecipeSteps& steps, std::string_view text, Language language,
                        Features& features) {
  take_tokens_of_code(steps, text, language, features);
  join_to_shingles(features, steps.token_width);
}

std::size_t number_of_keywords(const RecipeSteps& steps, std::string_view text) {
  constexpr std::size_t kBytesAKeyword = 120;
  if (steps.top.automatic) return std::clamp<std::size_t>(text.size() / kBytesAKeyword, 5, 200);
  return steps.top.count == Top::kAll ? text.size() : steps.top.count;
}

/// Takes, with TF-IDF weights, the keywords of the segmenter's own extractor; otherwise its words,
/// without punctuation and stop words.
template <typename Segmenter>
void take_han_words(const RecipeSteps& steps, const RecipeResources& resources, const Segmenter& segmenter,
                    std::string_view text, Features& features) {
  if (uses_idf(steps)) {
    segmenter.take_keywords(text, number_of_keywords(steps, text), features);
    return;
  }
  segmenter.take_words(text, features);
  std::erase_if(features.slices, [&](const Slice& slice) {
    const std::string_view word(features.text.data() + slice.offset, slice.length);
    return !has_letter_or_digit(word) || resources.stop_words.contains(std::string(word));
  });
}

void take_parts_between_spaces(std::string_view text, Features& features) {
  features.clear();
  features.text = text;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    features.slices.push_back({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end - start)});
    start = end + 1;
  }
}

void take_bytes(std::string_view text, Features& features) {
  features.clear();
  features.text = text;
  for (std::size_t i = 0; i < text.size(); ++i) features.slices.push_back({static_cast<std::uint32_t>(i), 1});
}

void take_tokens_of_kind(const RecipeSteps& steps, const RecipeResources& resources, std::string_view text,
                         Language language, Features& features) {
  switch (steps.tokens) {
    case TokenKind::words:
      return take_word_shingles(steps, resources, text, features);
    case TokenKind::characters:
      return take_letter_windows(steps, text, features);
    case TokenKind::text:
      return take_text_windows(steps, text, features);
    case TokenKind::code:
      return take_code_shingles(steps, text, language, features);
    case TokenKind::cppjieba:
      return take_han_words(steps, resources, *resources.han_words, text, features);
    case TokenKind::python_jieba:
      return take_han_words(steps, resources, *resources.python_jieba, text, features);
    case TokenKind::spaces:
      return take_parts_between_spaces(text, features);
    case TokenKind::ascii:
      return take_bytes(text, features);
  }
}

}  // namespace

void take_tokens_of_text(const RecipeSteps& steps, std::string_view text, Features& features) {
  with_simplified(steps, text, [&](std::string_view simple) { take_normal_tokens(simple, features); });
}

void take_tokens_of_code(const RecipeSteps& steps, std::string_view text, Language language,
                         Features& features) {
  take_code_tokens(text,
                   {.language = language,
                    .normalize_identifiers = steps.normalize_identifiers,
                    .normalize_numbers = steps.normalize_numbers,
                    .normalize_strings = steps.normalize_strings},
                   features);
}

void take_features(const RecipeSteps& steps, const RecipeResources& resources, std::string_view text,
                   Language language, Features& features) {
  take_tokens_of_kind(steps, resources, text, language, features);
  if (resources.idf) {
    count_features(features);
    weigh_by_tfidf(features, *resources.idf);
    if (steps.top != Top{}) keep_heaviest(features, number_of_keywords(steps, text));
  }
  if (steps.weighting == Weighting::levels) weigh_in_levels(features);
}

}  // namespace neardup::internal
