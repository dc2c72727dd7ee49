#include "neardup/join/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <string>

#include "neardup/join/verify/text_similarity.h"
#include "neardup/util/error.h"
#include "neardup/util/join_names.h"

namespace neardup {

namespace {

constexpr std::array<std::string_view, 5> kNames = {"jaccard", "containment", "cosine", "edit", "lcs"};

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ErrorCode::invalid_argument,
              "verify: expected MEASURE:VALUE with one of " + join_names(kNames) +
                  " and a value above 0 and at most 1, got '" + std::string(text) + "'");
}

}  // namespace

std::string_view name_of(Measure measure) noexcept { return kNames[static_cast<std::size_t>(measure)]; }

std::string describe(const Verification& verification) {
  const char* const on = compares_texts(verification.measure) ? "the normalised texts"
                         : verification.on_shingles           ? "shingles"
                                                              : "the features of the recipe";
  return fmt::format("{} at least {} on {}", name_of(verification.measure), verification.min_similarity, on);
}

Verification parse_verification(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto* const name = std::ranges::find(kNames, text.substr(0, colon));
  if (name == kNames.end()) refuse(text);
  Verification verification{.measure = static_cast<Measure>(name - kNames.begin())};
  if (colon == text.size()) return verification;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, verification.min_similarity);
  if (error != std::errc() || rest != end) refuse(text);
  if (!(verification.min_similarity > 0 && verification.min_similarity <= 1)) refuse(text);
  return verification;
}

bool compares_texts(Measure measure) noexcept { return measure == Measure::edit || measure == Measure::lcs; }

double measure_texts(Measure measure, std::string_view a, std::string_view b, double least) {
  assert(compares_texts(measure));
  return measure == Measure::edit ? edit_similarity(a, b, least) : substring_similarity(a, b);
}

}  // namespace neardup
