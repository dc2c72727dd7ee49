#include "cli/commands/tune_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "neardup/report/tune/chance.h"
#include "neardup/sketch/sketch_plan.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

using namespace internal;

namespace {

constexpr std::uint64_t kEnoughPairs = 20;  // with fewer pairs, shares mean nothing
constexpr double kGoodPrecision = 0.95;
constexpr double kGoodRecall = 0.9;

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::string short_percent(double share) { return percent_text(share, share > 0.99 && share < 1 ? 2 : 0); }

std::uint64_t similar_between(const Tuning& tuning, double from, double to) {
  return tuning.similar(from) - tuning.similar(to);
}

/// Returns the widest distance with good precision, also counting the pairs expected by chance in
/// the whole corpus.
std::optional<ThresholdQuality> best_distance(const Tuning& tuning) {
  std::optional<ThresholdQuality> best;
  for (const ThresholdQuality& row : distance_quality(tuning)) {
    const double chance =
        chance_pairs_within(tuning.corpus_documents, tuning.bits, static_cast<int>(row.threshold));
    const bool drowns = chance >= 1 && chance > (1 - kGoodPrecision) * row.found * tuning.scale();
    if (row.precision && *row.precision >= kGoodPrecision && !drowns) best = row;
  }
  return best;
}

void advise_on_little(const Tuning& tuning, std::uint64_t similar, std::vector<std::string>& advice) {
  if (similar > 0) {
    advice.push_back(fmt::format(
        "Only {} near-duplicate pair{} in the sample: too few to say which threshold is best. Stay with the "
        "default, --similarity {}, or look at more documents with --sample.",
        similar, similar == 1 ? "" : "s", tuning.similarity));
    return;
  }
  if (tuning.compared == tuning.corpus_documents) {
    advice.push_back(fmt::format("No two documents are near-duplicates at a similarity of {}{}.",
                                 tuning.similarity, tuning.copies > 0 ? ", exact copies aside" : ""));
    return;
  }
  // The rule of three: no hit in n trials means, with 95 % confidence, a rate below 3 / n.
  advice.push_back(
      fmt::format("No near-duplicate pair in the sample: the whole corpus probably has fewer than {}. "
                  "--sample with a larger "
                  "number sees rarer ones.",
                  rounded_number(3 * tuning.scale())));
}

void advise_on_distance(const Tuning& tuning, std::vector<std::string>& advice) {
  const std::optional<ThresholdQuality> best = best_distance(tuning);
  if (!best) {
    advice.push_back(
        "No --distance is right in 95 % of its pairs here: unlike documents have near fingerprints. Let the "
        "texts "
        "decide (--similarity), or take wider fingerprints (--bits 128).");
    return;
  }
  const double recall = best->recall.value_or(0);
  const std::string figures =
      fmt::format("finds {} of the near-duplicate pairs, and {} of what it finds is right",
                  short_percent(recall), short_percent(best->precision.value_or(0)));
  if (recall >= kGoodRecall) {
    advice.push_back(fmt::format("--distance {} {}.", best->threshold, figures));
  } else {
    advice.push_back(fmt::format(
        "Fingerprints alone miss many pairs here: the widest distance that is right in 95 % of its pairs, "
        "--distance {}, {}. Prefer --similarity.",
        best->threshold, figures));
  }
}

void advise_on_similarity(const Tuning& tuning, std::uint64_t similar, std::vector<std::string>& advice) {
  const double lower = tuning.similarity - 0.1;
  if (lower <= 0) return;
  const std::uint64_t below = similar_between(tuning, lower, tuning.similarity);
  const double share = ratio(static_cast<double>(below), static_cast<double>(similar));
  if (share < 0.1) {
    advice.push_back(
        fmt::format("--similarity {} lies in a gap: lowering it to {:.2g} would bring only {} more pairs, so "
                    "the exact value "
                    "matters little.",
                    tuning.similarity, lower, short_percent(share)));
  } else {
    advice.push_back(
        fmt::format("--similarity {} lies on a slope: lowering it to {:.2g} would bring {} more pairs. Look "
                    "at pairs near it "
                    "(dedup --report) before you trust it.",
                    tuning.similarity, lower, short_percent(share)));
  }
}

void advise_on_exact(const Tuning& tuning, std::vector<std::string>& advice) {
  if (tuning.similarity < kLeastBandedSimilarity) {
    advice.push_back(
        fmt::format("Below {} the exact join runs by itself, and misses nothing.", kLeastBandedSimilarity));
    return;
  }
  double found = 0;
  for (const ThresholdQuality& row : similarity_quality(tuning)) {
    if (row.threshold == tuning.similarity) found = row.found;
  }
  const auto similar = static_cast<double>(tuning.similar(tuning.similarity));
  const double missed = (similar - found) * tuning.scale();
  if (missed < 1) {
    advice.push_back(
        "--exact is not needed: the bands are expected to miss less than one pair of the corpus.");
  } else {
    advice.push_back(
        fmt::format("The bands are expected to miss about {} of {} pairs of the corpus; --exact finds these "
                    "too, for more time.",
                    rounded_number(missed), rounded_number(similar * tuning.scale())));
  }
}

void advise_on_templates(const Tuning& tuning, std::vector<std::string>& advice) {
  const std::uint64_t framed = similar_between(tuning, 0.2, std::max(tuning.similarity, 0.2));
  const double share = ratio(static_cast<double>(framed), static_cast<double>(tuning.pairs()));
  // If families of edited copies were the reason, there would be about as many similar pairs.
  const bool is_templated = share >= 0.005 && framed >= kEnoughPairs + 5 * tuning.similar(tuning.similarity);
  if (!is_templated) {
    if (tuning.compared == tuning.sampled) return;
    advice.push_back(
        fmt::format("The documents share so much that only {} of the {} sampled were compared: they are "
                    "duplicates of each other, "
                    "or have a frame around them, which --template FILE would take out.",
                    grouped_number(tuning.compared), grouped_number(tuning.sampled)));
    return;
  }
  advice.push_back(
      fmt::format("The corpus is templated: {} of all pairs share much of their text (similarity from 0.2 to "
                  "{}) without being "
                  "duplicates. --template FILE takes a frame out before texts are compared; a higher "
                  "--similarity helps too.",
                  fmt::format("{:.2g} %", 100 * share), tuning.similarity));
}

void advise_on_short(const Tuning& tuning, std::vector<std::string>& advice) {
  const double share = ratio(static_cast<double>(tuning.few_shingles), static_cast<double>(tuning.compared));
  if (share < 0.2) return;
  advice.push_back(
      fmt::format("{} of the documents are short: in fewer than 20 shingles one changed word costs more than "
                  "0.1 of similarity. "
                  "For titles and posts try --recipe short-1, or --distance K --verify edit:0.8.",
                  short_percent(share)));
}

}  // namespace

std::vector<std::string> tuning_advice(const Tuning& tuning) {
  std::vector<std::string> advice;
  if (tuning.compared < 2) return {"There is nothing to tune: thresholds need at least two documents."};
  const std::uint64_t similar = tuning.similar(tuning.similarity);
  if (similar < kEnoughPairs) {
    advise_on_little(tuning, similar, advice);
  } else {
    advise_on_distance(tuning, advice);
    advise_on_similarity(tuning, similar, advice);
    advise_on_exact(tuning, advice);
  }
  advise_on_templates(tuning, advice);
  advise_on_short(tuning, advice);
  return advice;
}

}  // namespace neardup::cli
