// The steps that decide a fingerprint, as plain data. Equal
// RecipeSteps give equal fingerprints on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "neardup/features/language.h"

namespace neardup {

/// Says how to normalise the text before taking features.
enum class Normalization {
  none,           // the bytes as they are
  nfkc_casefold,  // NFKC and case folding; see nfkc_casefold
  simplified,     // nfkc_casefold after converting traditional Chinese to simplified
  python_lower,   // Python's lower case; keeps letters, numbers and '_'; see python_word_characters
};

enum class TokenKind {
  words,         // shingles of `token_width` tokens: runs of letters and numbers, single Han characters
  characters,    // windows of `token_width` letters and numbers
  text,          // windows of `token_width` characters; white space collapsed, punctuation kept
  code,          // shingles of `token_width` tokens of source code
  cppjieba,      // Chinese words by cppjieba
  python_jieba,  // Chinese words by Python's jieba, re-implemented
  spaces,        // the parts between single spaces
  ascii,         // every byte
};

enum class Weighting {
  one,    // every distinct feature votes once
  count,  // every occurrence votes
  log,    // log_weight(occurrences)
  // Occurrences times inverse document frequency, as a real number; if `weight_factor` is not 0, multiplied
  // by it and truncated to an integer.
  tfidf,
  levels,  // five levels, 1..5, of the document's TF-IDF range
};

/// Hashes of features. Use XXH3; the others exist because an original program uses them.
enum class FeatureHash {
  // XXH3 of the UTF-8 bytes: 64 bits, or 128 bits from XXH3-128 (the 64 are not a part of the 128).
  xxh3,
  // The last width/8 bytes of the digest, big-endian (PyPI simhash).
  md5,
  // lookup3 hashlittle2, c in the high half (yanyiwu/simhash).
  jenkins_cb,
  // lookup3 hashlittle2, b in the high half (zhongpingliang/simhash).
  jenkins_bc,
  // The string hash of the Python program, over code points (recipe jieba-tfidf).
  python,
  // The string hash of the Java program, over UTF-16 units (recipe java-tokens).
  java,
  // The table entry of one ASCII character, 32 bits (recipe ascii-mt19937).
  mt19937,
};

/// Says what a bit becomes if the votes for and against it are equal.
enum class Tie { zero, one };

/// Says how many of the heaviest features vote.
struct Top {
  static constexpr std::size_t kAll = 0;
  std::size_t count = kAll;
  bool automatic = false;  // bytes / 120, at least 5 and at most 200
  friend bool operator==(const Top&, const Top&) = default;
};

struct RecipeSteps {
  std::string base;               // the published recipe that this one equals or modifies
  bool repeats_original = false;  // the base reproduces an original program, including its quirks
  Normalization normalization = Normalization::nfkc_casefold;
  TokenKind tokens = TokenKind::words;
  int token_width = 3;
  bool normalize_identifiers = true;  // TokenKind::code only
  bool normalize_numbers = true;      // TokenKind::code only
  bool normalize_strings = true;      // TokenKind::code only
  // TokenKind::code only; no value: from the extension of each document.
  std::optional<Language> language = {};
  Weighting weighting = Weighting::one;
  int weight_factor = 0;
  Top top = {};
  FeatureHash hash = FeatureHash::xxh3;
  int bits = 64;
  Tie tie = Tie::zero;
  int min_features = 3;        // with fewer features, a document has no fingerprint
  int max_distance = 3;        // `compare` calls texts within this distance duplicates
  double similarity = 0.8;     // default similarity threshold
  int similarity_shingle = 3;  // tokens per shingle for similarity: one number for all text

  // Digests of files that the caller provides; 0: no file. They make recipes with different tables different.
  std::uint64_t idf_digest = 0;
  std::uint64_t stop_words_digest = 0;
  std::uint64_t user_dictionary_digest = 0;

  friend bool operator==(const RecipeSteps&, const RecipeSteps&) = default;
};

/// Returns true if the weights of a text come from inverse document frequencies.
[[nodiscard]] inline bool uses_idf(const RecipeSteps& steps) noexcept {
  return steps.weighting == Weighting::tfidf || steps.weighting == Weighting::levels;
}

}  // namespace neardup
