#include "neardup/fingerprint/fingerprinter.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/features/features.h"
#include "neardup/features/weights.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/distinct_hashes.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/pypi_vote.h"
#include "neardup/fingerprint/recipe_resources.h"
#include "neardup/fingerprint/recipe_steps.h"
#include "neardup/fingerprint/text_features.h"
#include "neardup/fingerprint/vote.h"

namespace neardup {

using namespace internal;

namespace {

/// The ballot of one document: the hashes that vote, and their weights.
struct Ballot {
  HashLists hashes;
  std::vector<std::int64_t> integers;  // weights, or empty
  std::vector<double> reals;           // weights, or empty; if both are empty, each hash has one vote
  bool is_collapsed = false;  // if true, a hash represents all features that have it; else one feature
  DistinctHashes distinct;    // records where those features are

  [[nodiscard]] std::size_t size() const noexcept { return hashes.low.size(); }
};

/// Merges features with the same hash into one.
void collapse_equal(Ballot& ballot) {
  ballot.distinct.keep(ballot.hashes);
  ballot.is_collapsed = true;
}

void weigh_by_logarithm(Ballot& ballot) {
  ballot.integers.resize(ballot.size());
  std::ranges::transform(ballot.distinct.occurrences(), ballot.integers.begin(),
                         [](std::uint32_t count) { return std::int64_t{log_weight(count)}; });
}

/// Truncates towards zero, as the Python program of the recipe jieba-tfidf does.
void weigh_as_written(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  if (steps.weighting == Weighting::levels || steps.weight_factor != 0) {
    const double factor = steps.weight_factor == 0 ? 1 : steps.weight_factor;
    ballot.integers.resize(features.size());
    std::ranges::transform(features.weights, ballot.integers.begin(),
                           [factor](double weight) { return static_cast<std::int64_t>(weight * factor); });
  } else {
    ballot.reals = features.weights;
  }
}

void start_ballot(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  hash_features(steps.hash, steps.bits, features, ballot.hashes);
  ballot.integers.clear();
  ballot.reals.clear();
  ballot.is_collapsed = false;
}

std::uint64_t count_half(const Ballot& ballot, std::span<const std::uint64_t> hashes, Tie tie) {
  if (!ballot.integers.empty()) return vote(hashes, std::span<const std::int64_t>(ballot.integers), tie);
  if (!ballot.reals.empty()) return vote(hashes, std::span<const double>(ballot.reals), tie);
  return vote(hashes, tie);
}

void append_margins(const Ballot& ballot, std::span<const std::uint64_t> hashes, std::vector<double>& out) {
  for (int bit = 0; bit < 64; ++bit) {
    double sum = 0;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      double weight = 1;
      if (!ballot.integers.empty()) weight = static_cast<double>(ballot.integers[i]);
      if (!ballot.reals.empty()) weight = ballot.reals[i];
      sum += ((hashes[i] >> bit) & 1) != 0 ? weight : -weight;
    }
    out.push_back(sum);
  }
}

/// Hashes the features and weighs them as the recipe says. REQUIRES: TF-IDF weights are already in `features`
void fill_ballot(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  start_ballot(steps, features, ballot);
  if (steps.weighting == Weighting::one || steps.weighting == Weighting::log) collapse_equal(ballot);
  if (steps.weighting == Weighting::log) weigh_by_logarithm(ballot);
  if (uses_idf(steps)) weigh_as_written(steps, features, ballot);
}

/// Fills the ballot from features with the caller's weights. Uses the weights unchanged, except that a
/// recipe with a factor multiplies them by it and truncates.
void fill_ballot_as_given(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  start_ballot(steps, features, ballot);
  weigh_as_written(steps, features, ballot);
}

/// Counts the votes and returns the fingerprint.
Fingerprint count_ballot(const RecipeSteps& steps, const Ballot& ballot) {
  Fingerprint fingerprint{.bits = steps.bits};
  fingerprint.low = count_half(ballot, ballot.hashes.low, steps.tie);
  if (steps.bits == 32) fingerprint.low &= 0xFFFFFFFF;
  if (steps.bits == 128) {
    fingerprint.high = count_half(ballot, ballot.hashes.high, steps.tie);
  }
  return fingerprint;
}

/// Returns, for each bit from the least significant, the weight of the votes for it minus the weight of
/// those against it.
std::vector<double> margins(const RecipeSteps& steps, const Ballot& ballot) {
  std::vector<double> sums;
  append_margins(ballot, ballot.hashes.low, sums);
  if (steps.bits == 128) append_margins(ballot, ballot.hashes.high, sums);
  sums.resize(static_cast<std::size_t>(steps.bits));
  return sums;
}

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
  std::map<std::string_view, std::size_t> numbers;
  const std::vector<std::uint32_t> firsts = ballot.distinct.positions();
  const std::vector<std::uint32_t> counts = ballot.distinct.occurrences();
  for (std::size_t i = 0; i < ballot.size(); ++i) {
    const std::string_view text = features[ballot.is_collapsed ? firsts[i] : i];
    const std::uint64_t occurrences = ballot.is_collapsed ? counts[i] : 1;
    const auto [known, is_new] = numbers.try_emplace(text, votes.size());
    if (is_new) {
      const Bits128 hash = {ballot.hashes.low[i], ballot.hashes.high.empty() ? 0 : ballot.hashes.high[i]};
      votes.push_back({.text = std::string(text), .occurrences = 0, .weight = 0, .hash = hash});
    }
    votes[known->second].occurrences += occurrences;
    votes[known->second].weight += weight_in(ballot, i);
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

struct Fingerprinter::State {
  Recipe recipe;
  std::shared_ptr<const Boilerplate> boilerplate;
  Features features = {};
  Ballot ballot = {};
};

Fingerprinter::Fingerprinter(Recipe recipe, std::shared_ptr<const Boilerplate> boilerplate)
    : state_(std::make_unique<State>(State{std::move(recipe), std::move(boilerplate)})) {
  // Load now, so that a missing dictionary is reported before the first document.
  static_cast<void>(state_->recipe.resources());
}

Fingerprinter::Fingerprinter(const Fingerprinter& other) : state_(std::make_unique<State>(*other.state_)) {}
Fingerprinter::Fingerprinter(Fingerprinter&& other) noexcept = default;
Fingerprinter& Fingerprinter::operator=(Fingerprinter other) noexcept {
  state_ = std::move(other.state_);
  return *this;
}
Fingerprinter::~Fingerprinter() = default;

const Features& Fingerprinter::last_features() const noexcept { return state_->features; }
const Recipe& Fingerprinter::recipe() const noexcept { return state_->recipe; }

bool Fingerprinter::is_boilerplate(std::string_view feature) const {
  return state_->boilerplate && state_->boilerplate->features.contains(HashSet::hash(feature));
}

void Fingerprinter::leave_boilerplate_out() {
  if (!state_->boilerplate) return;
  Features& features = state_->features;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (is_boilerplate(features[i])) continue;
    features.slices[kept] = features.slices[i];
    if (!features.weights.empty()) features.weights[kept] = features.weights[i];
    ++kept;
  }
  features.slices.resize(kept);
  if (!features.weights.empty()) features.weights.resize(kept);
}

Absence Fingerprinter::fill_from_text(std::string_view text, Language language) {
  const RecipeSteps& steps = state_->recipe.steps();
  if (steps.tokens == TokenKind::ascii && !is_ascii(text)) {
    state_->features.clear();
    return Absence::not_ascii;
  }
  take_features(steps, state_->recipe.resources(), text, steps.language.value_or(language), state_->features);
  leave_boilerplate_out();
  fill_ballot(steps, state_->features, state_->ballot);
  return enough_features(steps, state_->ballot);
}

Absence Fingerprinter::fill_from_given(const std::vector<GivenFeature>& given) {
  const RecipeSteps& steps = state_->recipe.steps();
  state_->features.clear();
  // With weights from a text, given features without weights weigh 1 each.
  const bool weighted = std::ranges::any_of(given, &GivenFeature::weight_is_given) || uses_idf(steps);
  for (const GivenFeature& feature : given) {
    if (steps.tokens == TokenKind::ascii && !(feature.text.size() == 1 && is_ascii(feature.text))) {
      return Absence::not_ascii;
    }
    if (is_boilerplate(feature.text)) continue;
    state_->features.append(feature.text);
    if (weighted) state_->features.weights.push_back(feature.weight);
  }
  const auto fill = weighted ? fill_ballot_as_given : fill_ballot;
  fill(steps, state_->features, state_->ballot);
  return enough_features(steps, state_->ballot);
}

Absence Fingerprinter::fill(const Document& document) {
  if (document.features) return fill_from_given(*document.features);
  const bool is_code = state_->recipe.steps().tokens == TokenKind::code;
  return fill_from_text(document.text, is_code ? language_of(document) : Language::generic);
}

FingerprintResult Fingerprinter::count(Absence absence) const {
  if (absence != Absence::none) return absence;
  return {count_ballot(state_->recipe.steps(), state_->ballot),
          !state_->features.text.empty() && !state_->features.slices.empty()};
}

FingerprintResult Fingerprinter::fingerprint(std::string_view text, Language language) {
  return count(fill_from_text(text, language));
}

FingerprintResult Fingerprinter::fingerprint(const Document& document) {
  const RecipeSteps& steps = state_->recipe.steps();
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
  explanation.features = votes_of(state_->features, state_->ballot);
  explanation.margins = margins(state_->recipe.steps(), state_->ballot);
  for (const FeatureVote& vote : explanation.features) explanation.total_weight += vote.weight;
  return explanation;
}

const Features& Fingerprinter::features(const Document& document) {
  static_cast<void>(fill(document));
  return state_->features;
}

}  // namespace neardup
