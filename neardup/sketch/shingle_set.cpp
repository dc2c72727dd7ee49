#include "neardup/sketch/shingle_set.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "neardup/features/shingles.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/text_features.h"

namespace neardup::internal {

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

ShingleSetTaker::ShingleSetTaker(RecipeSteps steps, std::shared_ptr<const Boilerplate> boilerplate)
    : steps_(std::move(steps)), boilerplate_(std::move(boilerplate)) {}

bool ShingleSetTaker::can_take_from_features(const RecipeSteps& steps) noexcept {
  const bool in_order = steps.weighting != Weighting::tfidf && steps.weighting != Weighting::levels;
  const bool same_tokens = steps.tokens == TokenKind::words || steps.tokens == TokenKind::code;
  return in_order && same_tokens && steps.stop_words_digest == 0 && steps.top == Top{} &&
         steps.idf_digest == 0;
}

/// Every token begins a feature, except the last ones, which are inside the last feature. So the start
/// of every token is known, whatever the length of the features, and a shingle ends before the space
/// that precedes the next token.
std::span<const std::uint64_t> ShingleSetTaker::take_from(const Features& features) {
  features_.clear();
  if (features.size() == 0) return hash_shingles(features_);
  const std::vector<Slice>& given = features.slices;
  const std::size_t end = given.back().offset + given.back().length;
  last_tokens_.clear();
  for (std::size_t gap = given.back().offset; (gap = features.text.find(' ', gap)) < end; ++gap)
    last_tokens_.push_back(static_cast<std::uint32_t>(gap + 1));
  const std::size_t tokens = given.size() + last_tokens_.size();
  const std::size_t width = std::min(static_cast<std::size_t>(steps_.similarity_shingle), tokens);
  const auto stop_before = [&](std::size_t token) {
    if (token == tokens) return static_cast<std::uint32_t>(end);
    return (token < given.size() ? given[token].offset : last_tokens_[token - given.size()]) - 1;
  };
  std::vector<Slice>& shingles = features_.slices;
  shingles.resize(tokens + 1 - width);
  std::size_t i = 0;
  for (; i + width < given.size(); ++i)  // nearly all shingles
    shingles.data()[i] = {given.data()[i].offset,
                          given.data()[i + width].offset - 1 - given.data()[i].offset};
  for (; i < shingles.size(); ++i) {
    const std::uint32_t begin = i < given.size() ? given[i].offset : last_tokens_[i - given.size()];
    shingles[i] = {begin, stop_before(i + width) - begin};
  }
  return hash_shingles({features.text, shingles});
}

std::span<const std::uint64_t> ShingleSetTaker::take(const Document& document) {
  take_similarity_shingles(steps_, document, features_);
  return hash_shingles(features_);
}

std::span<const std::uint64_t> ShingleSetTaker::hash_shingles(FeatureView shingles) {
  hash_features(FeatureHash::xxh3, 64, shingles, hashes_);
  distinct_.keep(hashes_);
  std::vector<std::uint64_t>& set = hashes_.low;
  for (std::uint64_t& hash : set) hash += hash == 0 ? 1 : 0;  // 0 marks a free slot in tables of shingles
  if (!boilerplate_) return set;
  const std::size_t lost =
      std::erase_if(set, [this](std::uint64_t hash) { return boilerplate_->shingles.contains(hash); });
  if (lost > 0 && set.size() < static_cast<std::size_t>(steps_.min_features)) set.clear();
  return set;
}

}  // namespace neardup::internal
