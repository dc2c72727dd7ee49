#include "neardup/index/similarity_entry.h"

#include <utility>

namespace neardup {

SimilarityEntryTaker::SimilarityEntryTaker(const Recipe& recipe,
                                           std::shared_ptr<const Boilerplate> boilerplate)
    : steps_(recipe.steps()), shingles_(recipe.steps(), boilerplate) {
  if (steps_.tokens == TokenKind::code) fingerprinter_.emplace(recipe, std::move(boilerplate));
}

/// All names in a program become the same token, so two texts of a few names each are equal, which means
/// nothing: source code without a fingerprint has no shingles either.
bool SimilarityEntryTaker::has_shingles(const Document& document) {
  return !fingerprinter_ || fingerprinter_->fingerprint(document);
}

SimilarityEntry SimilarityEntryTaker::take(const Document& document) {
  SimilarityEntry entry;
  if (has_shingles(document)) entry.shingles = shingles_.take(document);
  if (entry.shingles.empty()) entry.content = content_digest(steps_, document, scratch_);
  return entry;
}

SimilarityEntry SimilarityEntryTaker::take(std::string_view text) {
  Document document;
  document.text = std::string(text);
  return take(document);
}

}  // namespace neardup
