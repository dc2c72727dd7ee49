#include "neardup/collection/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include "neardup/util/error.h"
#include "neardup/util/join_names.h"

namespace neardup {

using namespace internal;

namespace {

constexpr std::array<std::string_view, 5> kMeasureNames = {"jaccard", "containment", "cosine", "edit", "lcs"};

[[noreturn]] void refuse_verification(std::string_view text) {
  throw Error(ErrorCode::invalid_argument,
              "verify: expected MEASURE:VALUE with one of " + join_names(kMeasureNames) +
                  " and a value above 0 and at most 1, got '" + std::string(text) + "'");
}

struct Describe {
  std::string operator()(const WithinDistance& rule) const {
    return fmt::format("distance at most {}", rule.max_distance);
  }
  std::string operator()(const AtLeastSimilar& rule) const {
    return fmt::format("similarity at least {}", rule.min_similarity);
  }
  std::string operator()(const Verified& rule) const {
    return fmt::format("distance at most {}, then {}", rule.max_distance, describe(rule.verification));
  }
  std::string operator()(const EqualSentences& rule) const {
    return fmt::format("equal in the {} longest sentences", rule.sentences);
  }
  std::string operator()(const Contained& /*rule*/) const {
    return "contained word for word in the document kept";
  }
};

}  // namespace

std::string_view name_of(Measure measure) noexcept {
  return kMeasureNames[static_cast<std::size_t>(measure)];
}

bool compares_texts(Measure measure) noexcept { return measure == Measure::edit || measure == Measure::lcs; }

Verification parse_verification(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto* const name = std::ranges::find(kMeasureNames, text.substr(0, colon));
  if (name == kMeasureNames.end()) refuse_verification(text);
  Verification verification{.measure = static_cast<Measure>(name - kMeasureNames.begin())};
  if (colon == text.size()) return verification;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, verification.min_similarity);
  if (error != std::errc() || rest != end) refuse_verification(text);
  if (!(verification.min_similarity > 0 && verification.min_similarity <= 1)) refuse_verification(text);
  return verification;
}

std::string describe(const Verification& verification) {
  const char* const on = compares_texts(verification.measure) ? "the normalised texts"
                         : verification.on_shingles           ? "shingles"
                                                              : "the features of the recipe";
  return fmt::format("{} at least {} on {}", name_of(verification.measure), verification.min_similarity, on);
}

std::string describe(const Rule& rule) { return std::visit(Describe{}, rule); }

bool scores_similarity(const Rule& rule) noexcept {
  return std::holds_alternative<AtLeastSimilar>(rule) || std::holds_alternative<Verified>(rule) ||
         std::holds_alternative<Contained>(rule);
}

std::optional<int> distance_of(const Rule& rule) noexcept {
  if (const auto* near = std::get_if<WithinDistance>(&rule)) return near->max_distance;
  if (const auto* verified = std::get_if<Verified>(&rule)) return verified->max_distance;
  return std::nullopt;
}

std::optional<double> similarity_of(const Rule& rule) noexcept {
  if (const auto* similar = std::get_if<AtLeastSimilar>(&rule)) return similar->min_similarity;
  return std::nullopt;
}

}  // namespace neardup
