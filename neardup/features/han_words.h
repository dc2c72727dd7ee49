// Chinese words by cppjieba: dictionary, HMM for the unknown, user dictionary, stop words, TF-IDF keywords.
//
// The dictionaries take seconds to load, so a segmenter is loaded on first need and shared by all threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/features/features.h"

namespace neardup {

struct HanWordFiles {
  std::string user_dictionary = {};  // empty: the one that ships with cppjieba
  std::string stop_words = {};       // empty: the ones that ship with cppjieba (keywords only)
  std::string idf = {};              // empty: the table that ships with cppjieba
};

class HanWords {
 public:
  /// The segmenter for these files; the same object for the same files as long as anyone holds it.
  /// Throws Error.
  [[nodiscard]] static std::shared_ptr<const HanWords> shared(const HanWordFiles& files = {});
  ~HanWords();

  /// All words in order, white space and punctuation included, one slice each (mixed segmentation, HMM on).
  /// Text that is not valid UTF-8 has none.
  void take_words(std::string_view text, Features& features) const;

  /// The `top` heaviest keywords (0: none), heaviest first, with weight count * idf, exactly as cppjieba's
  /// extractor. Text that is not valid UTF-8 has none.
  void take_keywords(std::string_view text, std::size_t top, Features& features) const;

 private:
  class Impl;
  explicit HanWords(const HanWordFiles& files);
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup
