#include "neardup/fingerprint/fingerprinter.h"

#include <algorithm>
#include <map>
#include <utility>

#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/pypi_vote.h"
#include "neardup/fingerprint/recipe_resources.h"
#include "neardup/fingerprint/text_features.h"

namespace neardup {

namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

double weight_in(const Ballot& ballot, std::size_t i) {
  if (!ballot.integers.empty()) return static_cast<double>(ballot.integers[i]);
  return ballot.reals.empty() ? 1 : ballot.reals[i];
}

/// Returns the votes by feature; merges equal features, which may occur in the ballot several times.
std::vector<FeatureVote> votes_of(const Features& features, const Ballot& ballot) {
  std::vector<FeatureVote> votes;
  std::map<std::string_view, std::size_t> places;
  const std::vector<std::uint32_t> firsts = ballot.distinct.places();
  const std::vector<std::uint32_t> counts = ballot.distinct.occurrences();
  for (std::size_t i = 0; i < ballot.size(); ++i) {
    const std::string_view text = features[ballot.is_collapsed ? firsts[i] : i];
    const std::uint64_t occurrences = ballot.is_collapsed ? counts[i] : 1;
    const auto [place, is_new] = places.try_emplace(text, votes.size());
    if (is_new) {
      const Hash128 hash = {ballot.hashes.low[i], ballot.hashes.high.empty() ? 0 : ballot.hashes.high[i]};
      votes.push_back({.text = std::string(text), .occurrences = 0, .weight = 0, .hash = hash});
    }
    votes[place->second].occurrences += occurrences;
    votes[place->second].weight += weight_in(ballot, i);
  }
  std::ranges::stable_sort(votes, std::ranges::greater{}, &FeatureVote::weight);
  return votes;
}

Absence enough_features(const RecipeSteps& steps, const Ballot& ballot) {
  const bool enough = ballot.size() >= static_cast<std::size_t>(steps.min_features);
  return enough ? Absence::none : Absence::too_few_features;
}

/// Votes by the special rules of PyPI simhash for lists of features.
FingerprintResult vote_as_pypi(const std::vector<GivenFeature>& given, int bits) {
  const std::optional<Fingerprint> fingerprint = vote_pypi(given, bits);
  if (!fingerprint) return Absence::bad_features;
  return {*fingerprint, !given.empty()};
}

}  // namespace

Language language_of(const Document& document) {
  const Language by_id = language_of_path(document.id);
  return by_id != Language::generic ? by_id : language_of_path(document.path);
}

std::string_view describe(Absence absence) noexcept {
  switch (absence) {
    case Absence::none:
      return "";
    case Absence::too_few_features:
      return "too short: fewer features than the recipe needs";
    case Absence::not_ascii:
      return "not ASCII: the recipe has no answer for other characters";
    case Absence::bad_features:
      return "given features: a plain token may not follow one with a real weight in this recipe";
  }
  return "";
}

Fingerprinter::Fingerprinter(Recipe recipe, std::shared_ptr<const Boilerplate> boilerplate)
    : recipe_(std::move(recipe)), boilerplate_(std::move(boilerplate)) {
  // Load now, so that a missing dictionary is reported before the first document.
  static_cast<void>(recipe_.resources());
}

bool Fingerprinter::is_boilerplate(std::string_view feature) const {
  return boilerplate_ && boilerplate_->features.contains(HashSet::hash(feature));
}

void Fingerprinter::leave_boilerplate_out() {
  if (!boilerplate_) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (is_boilerplate(features_[i])) continue;
    features_.slices[kept] = features_.slices[i];
    if (!features_.weights.empty()) features_.weights[kept] = features_.weights[i];
    ++kept;
  }
  features_.slices.resize(kept);
  if (!features_.weights.empty()) features_.weights.resize(kept);
}

Absence Fingerprinter::fill_from_text(std::string_view text, Language language) {
  const RecipeSteps& steps = recipe_.steps();
  if (steps.tokens == TokenKind::ascii && !is_ascii(text)) {
    features_.clear();
    return Absence::not_ascii;
  }
  take_features(steps, recipe_.resources(), text, steps.language.value_or(language), features_);
  leave_boilerplate_out();
  fill_ballot(steps, features_, ballot_);
  return enough_features(steps, ballot_);
}

Absence Fingerprinter::fill_from_given(const std::vector<GivenFeature>& given) {
  const RecipeSteps& steps = recipe_.steps();
  features_.clear();
  // With weights from a text, given features without weights weigh 1 each.
  const bool weighted = std::ranges::any_of(given, &GivenFeature::weight_is_given) || uses_idf(steps);
  for (const GivenFeature& feature : given) {
    if (steps.tokens == TokenKind::ascii && !(feature.text.size() == 1 && is_ascii(feature.text))) {
      return Absence::not_ascii;
    }
    if (is_boilerplate(feature.text)) continue;
    features_.append(feature.text);
    if (weighted) features_.weights.push_back(feature.weight);
  }
  weighted ? fill_ballot_as_given(steps, features_, ballot_) : fill_ballot(steps, features_, ballot_);
  return enough_features(steps, ballot_);
}

Absence Fingerprinter::fill(const Document& document) {
  if (document.features) return fill_from_given(*document.features);
  const bool is_code = recipe_.steps().tokens == TokenKind::code;
  return fill_from_text(document.text, is_code ? language_of(document) : Language::generic);
}

FingerprintResult Fingerprinter::count(Absence absence) const {
  if (absence != Absence::none) return absence;
  return {count_ballot(recipe_.steps(), ballot_), !features_.text.empty() && !features_.slices.empty()};
}

FingerprintResult Fingerprinter::fingerprint(std::string_view text, Language language) {
  return count(fill_from_text(text, language));
}

FingerprintResult Fingerprinter::fingerprint(const Document& document) {
  const RecipeSteps& steps = recipe_.steps();
  if (document.features && steps.base == "pypi-simhash") {
    std::vector<GivenFeature> given = *document.features;
    std::erase_if(given, [this](const GivenFeature& feature) { return is_boilerplate(feature.text); });
    return vote_as_pypi(given, steps.bits);
  }
  return count(fill(document));
}

Explanation Fingerprinter::explain(const Document& document) {
  Explanation explanation{.result = fingerprint(document)};
  if (fill(document) == Absence::not_ascii) return explanation;
  explanation.features = votes_of(features_, ballot_);
  explanation.margins = margins(recipe_.steps(), ballot_);
  for (const FeatureVote& vote : explanation.features) explanation.total_weight += vote.weight;
  return explanation;
}

const Features& Fingerprinter::features(const Document& document) {
  static_cast<void>(fill(document));
  return features_;
}

}  // namespace neardup
