#include "neardup/index/similarity_entry.h"

#include <optional>
#include <string>
#include <utility>

#include "neardup/collection/content_digest.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"

namespace neardup {

using namespace internal;

struct SimilarityEntryTaker::State {
  State(const Recipe& recipe, const std::shared_ptr<const Boilerplate>& boilerplate)
      : steps(recipe.steps()), shingles(recipe.steps(), boilerplate) {
    if (steps.tokens == TokenKind::code) fingerprinter.emplace(recipe, boilerplate);
  }

  /// All names in a program become the same token, so two texts of a few names each are equal, which means
  /// nothing: source code without a fingerprint has no shingles either.
  [[nodiscard]] bool has_shingles(const Document& document) {
    return !fingerprinter || fingerprinter->fingerprint(document);
  }

  RecipeSteps steps;
  ShingleSetTaker shingles;
  std::optional<Fingerprinter> fingerprinter;  // only of recipes for source code
  std::string scratch;
};

SimilarityEntryTaker::SimilarityEntryTaker(const Recipe& recipe,
                                           const std::shared_ptr<const Boilerplate>& boilerplate)
    : state_(std::make_unique<State>(recipe, boilerplate)) {}
SimilarityEntryTaker::SimilarityEntryTaker(const SimilarityEntryTaker& other)
    : state_(std::make_unique<State>(*other.state_)) {}
SimilarityEntryTaker::SimilarityEntryTaker(SimilarityEntryTaker&& other) noexcept = default;
SimilarityEntryTaker& SimilarityEntryTaker::operator=(SimilarityEntryTaker other) noexcept {
  state_ = std::move(other.state_);
  return *this;
}
SimilarityEntryTaker::~SimilarityEntryTaker() = default;

SimilarityEntry SimilarityEntryTaker::take(const Document& document) {
  SimilarityEntry entry;
  if (state_->has_shingles(document)) entry.shingles = state_->shingles.take(document);
  if (entry.shingles.empty()) entry.content = content_digest(state_->steps, document, state_->scratch);
  return entry;
}

SimilarityEntry SimilarityEntryTaker::take(std::string_view text) {
  Document document;
  document.text = std::string(text);
  return take(document);
}

}  // namespace neardup
