// Document to fingerprint, many times: keeps its memory between documents. One object a thread; copies share
// the dictionaries of the recipe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/features/features.h"
#include "neardup/fingerprint/ballot.h"
#include "neardup/fingerprint/fingerprint_result.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup {

struct Boilerplate;

/// By the extension of the id, else of the path.
[[nodiscard]] Language language_of(const Document& document);

/// One distinct feature and what it did in the vote.
struct FeatureVote {
  std::string text;
  std::uint64_t occurrences = 1;
  double weight = 1;  // of all its occurrences together
  Hash128 hash;
};

/// A fingerprint with everything that led to it.
struct Explanation {
  FingerprintResult result;
  std::vector<FeatureVote> features = {};  // heaviest first, equal weights in order of appearance
  std::vector<double> margins = {};  // for each bit from the least significant: votes for minus votes against
  double total_weight = 0;
};

class Fingerprinter {
 public:
  /// Loads the dictionaries that the recipe needs. Features of the boilerplate do not count, as if the
  /// document did not have them. Throws Error.
  explicit Fingerprinter(Recipe recipe, std::shared_ptr<const Boilerplate> boilerplate = {});

  [[nodiscard]] FingerprintResult fingerprint(std::string_view text, Language language = Language::generic);
  /// The language of source code comes from the recipe, else from language_of(document).
  [[nodiscard]] FingerprintResult fingerprint(const Document& document);
  [[nodiscard]] Explanation explain(const Document& document);

  /// The features of a text as they vote: what similarity measures compare.
  [[nodiscard]] const Features& features(const Document& document);
  /// Those of the last document that had no features of its own, for whoever needs them too.
  [[nodiscard]] const Features& last_features() const noexcept { return features_; }
  [[nodiscard]] const Recipe& recipe() const noexcept { return recipe_; }

 private:
  [[nodiscard]] Absence fill(const Document& document);
  [[nodiscard]] Absence fill_from_text(std::string_view text, Language language);
  [[nodiscard]] Absence fill_from_given(const std::vector<GivenFeature>& given);
  [[nodiscard]] FingerprintResult count(Absence absence) const;
  [[nodiscard]] bool is_boilerplate(std::string_view feature) const;
  void leave_boilerplate_out();

  Recipe recipe_;
  std::shared_ptr<const Boilerplate> boilerplate_;
  Features features_;
  Ballot ballot_;
};

}  // namespace neardup
