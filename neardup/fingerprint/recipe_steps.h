// The steps that decide a fingerprint, as plain data. Two equal RecipeSteps give equal fingerprints
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "neardup/features/code_tokens.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/vote.h"

namespace neardup {

/// What happens to the text before features are taken.
enum class Normalization {
  none,           // the bytes as they are
  nfkc_casefold,  // NFKC and case folding; see nfkc_casefold
  simplified,     // the same, traditional Chinese to simplified first
  python_lower,   // Python's lower case, letters, numbers and '_' only; see python_word_characters
};

enum class TokenKind {
  words,         // shingles of `token_width` tokens: runs of letters and numbers, single Han characters
  characters,    // windows of `token_width` letters and numbers
  text,          // windows of `token_width` characters, white space collapsed, punctuation kept
  code,          // shingles of `token_width` tokens of source code
  cppjieba,      // Chinese words by cppjieba
  python_jieba,  // Chinese words by Python's jieba, re-implemented
  spaces,        // the parts between single spaces
  ascii,         // every byte
};

enum class Weighting {
  one,     // every distinct feature once
  count,   // every occurrence votes
  log,     // log_weight(occurrences)
  tfidf,   // occurrences times inverse document frequency, as a real number; times `weight_factor` and
           // truncated to an integer when that is not 0
  levels,  // five levels of the TF-IDF range of the document, 1..5
};

/// How many of the heaviest features vote.
struct Top {
  static constexpr std::size_t kAll = 0;
  std::size_t count = kAll;
  bool automatic = false;  // bytes / 120, at least 5 and at most 200
  friend bool operator==(const Top&, const Top&) = default;
};

struct RecipeSteps {
  std::string base;               // the published recipe that this one is, or departs from
  bool repeats_original = false;  // the base repeats an original program, its quirks included
  Normalization normalization = Normalization::nfkc_casefold;
  TokenKind tokens = TokenKind::words;
  int token_width = 3;
  bool normalize_identifiers = true;      // TokenKind::code only
  bool normalize_numbers = true;          // TokenKind::code only
  bool normalize_strings = true;          // TokenKind::code only
  std::optional<Language> language = {};  // TokenKind::code only; no value: by the extension of each document
  Weighting weighting = Weighting::one;
  int weight_factor = 0;
  Top top = {};
  FeatureHash hash = FeatureHash::xxh3;
  int bits = 64;
  Tie tie = Tie::zero;
  int min_features = 3;        // fewer features: no fingerprint
  int max_distance = 3;        // `compare` calls texts within it duplicates
  double similarity = 0.8;     // default threshold of similarity
  int similarity_shingle = 3;  // tokens in a shingle of similarity: one number for all text

  // Digests of files that the caller brings; 0: none. They make recipes with other tables other recipes.
  std::uint64_t idf_digest = 0;
  std::uint64_t stop_words_digest = 0;
  std::uint64_t user_dictionary_digest = 0;

  friend bool operator==(const RecipeSteps&, const RecipeSteps&) = default;
};

}  // namespace neardup
