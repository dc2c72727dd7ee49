#include "neardup/fingerprint/shingle_set.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "neardup/features/shingles.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/text_features.h"

namespace neardup {

void take_similarity_shingles(const RecipeSteps& steps, const Document& document, Features& features) {
  features.clear();
  if (document.features) {
    for (const GivenFeature& feature : *document.features) features.append(feature.text);
    return;
  }
  if (steps.tokens == TokenKind::code) {
    take_tokens_of_code(steps, document.text, steps.language.value_or(language_of(document)), features);
  } else {
    take_tokens_of_text(steps, document.text, features);
  }
  join_to_shingles(features, steps.similarity_shingle);
}

void keep_distinct(std::vector<std::uint64_t>& hashes, std::vector<std::uint64_t>& table) {
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  // spreads hashes whose top bits are poor
  const std::size_t capacity = std::bit_ceil(2 * hashes.size() + 2);
  const int shift = 64 - std::countr_zero(capacity);
  table.assign(capacity, 0);
  std::uint64_t* const slots = table.data();  // unchecked on purpose: the loop runs once for every shingle
  std::size_t distinct = 0;
  for (const std::uint64_t given : hashes) {
    const std::uint64_t hash = given + (given == 0 ? 1 : 0);  // 0 marks a free slot
    std::size_t slot = (hash * kGoldenRatio) >> shift;
    while (slots[slot] != 0 && slots[slot] != hash) slot = (slot + 1) & (capacity - 1);
    hashes.data()[distinct] = hash;  // overwritten by the next one unless this one is new
    distinct += slots[slot] == 0 ? 1 : 0;
    slots[slot] = hash;
  }
  hashes.resize(distinct);
}

ShingleSetTaker::ShingleSetTaker(RecipeSteps steps, std::shared_ptr<const Boilerplate> boilerplate)
    : steps_(std::move(steps)), boilerplate_(std::move(boilerplate)) {}

void ShingleSetTaker::hash_shingles(const Document& document) {
  take_similarity_shingles(steps_, document, features_);
  hash_features(FeatureHash::xxh3, 64, features_, hashes_);
  keep_distinct(hashes_.low, table_);
}

bool ShingleSetTaker::can_take_from_features(const RecipeSteps& steps) noexcept {
  const bool in_order = steps.weighting != Weighting::tfidf && steps.weighting != Weighting::levels;
  const bool same_tokens = steps.tokens == TokenKind::words || steps.tokens == TokenKind::code;
  return in_order && same_tokens && steps.stop_words_digest == 0 && steps.top == Top{} &&
         steps.idf_digest == 0;
}

/// Every token begins a feature, but for the last ones, which lie in the last feature: so the tokens are
/// known again, whatever the length of the features.
std::span<const std::uint64_t> ShingleSetTaker::take_from(const Features& features) {
  features_.text = features.text;
  features_.slices = features.slices;
  std::vector<Slice>& tokens = features_.slices;
  if (!tokens.empty()) {
    const std::size_t end = tokens.back().offset + tokens.back().length;
    for (std::size_t gap = tokens.back().offset; (gap = features_.text.find(' ', gap)) < end; ++gap)
      tokens.push_back({static_cast<std::uint32_t>(gap + 1), 0});
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
      tokens[i].length = tokens[i + 1].offset - 1 - tokens[i].offset;
    tokens.back().length = static_cast<std::uint32_t>(end - tokens.back().offset);
  }
  join_to_shingles(features_, steps_.similarity_shingle);
  hash_features(FeatureHash::xxh3, 64, features_, hashes_);
  keep_distinct(hashes_.low, table_);
  return finish();
}

std::span<const std::uint64_t> ShingleSetTaker::take(const Document& document) {
  hash_shingles(document);
  return finish();
}

std::span<const std::uint64_t> ShingleSetTaker::finish() {
  if (!boilerplate_) return hashes_.low;
  const std::size_t lost = std::erase_if(
      hashes_.low, [this](std::uint64_t hash) { return boilerplate_->shingles.contains(hash); });
  if (lost > 0 && hashes_.low.size() < static_cast<std::size_t>(steps_.min_features)) hashes_.low.clear();
  return hashes_.low;
}

}  // namespace neardup
