#include "neardup/collection/comparison.h"

#include "neardup/collection/content_digest.h"
#include "neardup/fingerprint/bit_string.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/text/blank.h"

namespace neardup {

using namespace internal;

namespace {

/// Returns the shingles as ShingleSetTaker takes them, with their texts.
Features similarity_shingles(const RecipeSteps& steps, const Document& document,
                             const Boilerplate* boilerplate) {
  Features features;
  take_similarity_shingles(steps, document, features);
  if (boilerplate == nullptr) return features;
  const std::size_t lost = std::erase_if(features.slices, [&](const Slice& slice) {
    const std::string_view text(features.text.data() + slice.offset, slice.length);
    return boilerplate->shingles.contains(HashSet::hash(text));
  });
  if (lost > 0 && features.size() < static_cast<std::size_t>(steps.min_features)) features.slices.clear();
  return features;
}

bool has_text(const Document& document) { return document.features || !is_blank_text(document.text); }

/// Returns false if there is no content that could be the same.
bool same_content(const RecipeSteps& steps, const Document& first, const Document& second) {
  if (!has_text(first) || !has_text(second)) return false;
  std::string scratch;
  const ContentDigest digest = content_digest(steps, first, scratch);
  return digest == content_digest(steps, second, scratch);
}

Verdict verdict_of(const RecipeSteps& steps, const Comparison& comparison, bool identical) {
  if (identical) return Verdict::identical;
  if (!comparison.distance) return Verdict::not_judged;
  return *comparison.distance <= steps.max_distance ? Verdict::near_duplicate : Verdict::different;
}

Absence absence_of(const FingerprintResult& result) {
  if (result && !result.comparable()) return Absence::too_few_features;
  return result.absence();
}

}  // namespace

std::string_view name_of(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::identical:
      return "identical";
    case Verdict::near_duplicate:
      return "near-duplicates";
    case Verdict::different:
      return "different";
    case Verdict::not_judged:
      return "not judged";
  }
  return "";
}

Verdict verdict_by_texts(const Recipe& recipe, const Comparison& comparison) noexcept {
  if (comparison.verdict == Verdict::identical) return Verdict::identical;
  const RecipeSteps& steps = recipe.steps();
  // As in a collection, a text without tokens is similar to
  // no other, and neither is a program of a few names.
  const bool is_judged =
      comparison.shingles.all > 0 && (steps.tokens != TokenKind::code || comparison.distance);
  return is_judged && comparison.shingles.jaccard >= steps.similarity ? Verdict::near_duplicate
                                                                      : Verdict::different;
}

Comparison compare(const Recipe& recipe, const Document& first, const Document& second) {
  return compare_without(nullptr, recipe, first, second);
}

Comparison internal::compare_without(const std::shared_ptr<const Boilerplate>& boilerplate,
                                     const Recipe& recipe, const Document& first, const Document& second) {
  const RecipeSteps& steps = recipe.steps();
  Fingerprinter fingerprinter(recipe, boilerplate);
  const FingerprintResult a = fingerprinter.fingerprint(first);
  const FingerprintResult b = fingerprinter.fingerprint(second);
  Comparison comparison;
  comparison.absence = absence_of(a) != Absence::none ? absence_of(a) : absence_of(b);
  if (comparison.absence == Absence::none) {
    comparison.distance = hamming_distance(*a, *b);
    comparison.distance_per_length = distance_per_notation_length(*a, *b);
  }
  const Features first_features = fingerprinter.features(first);
  comparison.features = overlap(first_features, fingerprinter.features(second));
  comparison.shingles = overlap(similarity_shingles(steps, first, boilerplate.get()),
                                similarity_shingles(steps, second, boilerplate.get()));
  comparison.verdict = verdict_of(steps, comparison, same_content(steps, first, second));
  return comparison;
}

}  // namespace neardup
