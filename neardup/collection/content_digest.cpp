#include "neardup/collection/content_digest.h"

#include <xxhash.h>

#include <cstddef>
#include <string_view>

#include "neardup/text/normalize.h"

namespace neardup::internal {
namespace {

bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Collapses each run of white space into one space and trims both ends. ASCII is enough: NFKC has
/// turned the spaces of other scripts into ASCII spaces. The loop writes every byte, but advances past
/// a space only after a non-space.
void collapse_ascii_space(std::string& text) {
  std::size_t size = 0;
  bool after_space = true;
  for (const char c : text) {
    const bool space = is_space(c);
    text[size] = space ? ' ' : c;
    size += space && after_space ? 0 : 1;
    after_space = space;
  }
  text.resize(after_space && size != 0 ? size - 1 : size);
}

/// Writes the features as one text that distinguishes them.
void write_features(const std::vector<GivenFeature>& features, std::string& out) {
  for (const GivenFeature& feature : features) {
    out += std::to_string(feature.text.size()) + ':' + feature.text + ' ' + std::to_string(feature.weight) +
           '\n';
  }
}

}  // namespace

ContentDigest digest_bytes(std::string_view bytes) noexcept {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

bool is_prose(const RecipeSteps& steps) noexcept {
  const bool is_normalised =
      steps.normalization == Normalization::nfkc_casefold || steps.normalization == Normalization::simplified;
  return is_normalised && !steps.repeats_original && steps.tokens != TokenKind::code;
}

std::string_view normal_prose(const RecipeSteps& steps, std::string_view text, std::string& scratch) {
  scratch.clear();
  if (steps.normalization == Normalization::simplified) {
    append_nfkc_casefold(to_simplified(text), scratch);
  } else {
    append_nfkc_casefold(text, scratch);
  }
  collapse_ascii_space(scratch);
  return scratch;
}

std::string_view normal_text(const RecipeSteps& steps, const Document& document, std::string& scratch) {
  if (!document.features && !is_prose(steps)) return document.text;
  if (!document.features) return normal_prose(steps, document.text, scratch);
  scratch.clear();
  write_features(*document.features, scratch);
  return scratch;
}

bool content_decides_features(const RecipeSteps& steps) noexcept {
  if (steps.tokens == TokenKind::code) return steps.language.has_value();
  return !is_prose(steps) || steps.tokens == TokenKind::words || steps.tokens == TokenKind::characters ||
         steps.tokens == TokenKind::text;
}

ContentDigest content_digest(const RecipeSteps& steps, const Document& document, std::string& scratch) {
  return digest_bytes(normal_text(steps, document, scratch));
}

}  // namespace neardup::internal
