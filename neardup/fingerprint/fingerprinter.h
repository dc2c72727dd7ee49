// Computes the fingerprints of many documents; keeps its memory between them. Use one object per
// thread; copies share the dictionaries of the recipe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/features/language.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/util/bits128.h"

namespace neardup {

namespace internal {
struct Boilerplate;
struct Features;
}  // namespace internal

/// Returns the language that the extension of the id implies, or else that of the path.
[[nodiscard]] Language language_of(const Document& document);

/// Describes one distinct feature and its vote.
struct FeatureVote {
  std::string text;
  std::uint64_t occurrences = 1;
  double weight = 1;  // of all its occurrences together
  Bits128 hash;
};

/// Holds a fingerprint with everything that led to it.
struct Explanation {
  FingerprintResult result;
  std::vector<FeatureVote> features = {};  // heaviest first; equal weights in order of appearance
  // For each bit from the least significant: votes for minus votes against.
  std::vector<double> margins = {};
  double total_weight = 0;
};

class Fingerprinter {
 public:
  /// Loads the dictionaries that the recipe needs. Ignores features of the boilerplate, as if the
  /// document did not have them. Throws Error.
  explicit Fingerprinter(Recipe recipe, std::shared_ptr<const internal::Boilerplate> boilerplate = {});
  Fingerprinter(const Fingerprinter& other);
  Fingerprinter(Fingerprinter&& other) noexcept;
  Fingerprinter& operator=(Fingerprinter other) noexcept;
  ~Fingerprinter();

  [[nodiscard]] FingerprintResult fingerprint(std::string_view text, Language language = Language::generic);
  /// Takes the language of source code from the recipe, or else from language_of(document).
  [[nodiscard]] FingerprintResult fingerprint(const Document& document);
  [[nodiscard]] Explanation explain(const Document& document);

  /// Returns the features of a text as they vote; similarity measures compare these.
  [[nodiscard]] const internal::Features& features(const Document& document);
  /// Returns the features of the last document that came without given features, for reuse by the caller.
  [[nodiscard]] const internal::Features& last_features() const noexcept;
  [[nodiscard]] const Recipe& recipe() const noexcept;

 private:
  [[nodiscard]] Absence fill(const Document& document);
  [[nodiscard]] Absence fill_from_text(std::string_view text, Language language);
  [[nodiscard]] Absence fill_from_given(const std::vector<GivenFeature>& given);
  [[nodiscard]] FingerprintResult count(Absence absence) const;
  [[nodiscard]] bool is_boilerplate(std::string_view feature) const;
  void leave_boilerplate_out();

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace neardup
