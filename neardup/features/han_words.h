// Segments Chinese text with cppjieba: dictionary, HMM for
// unknown words, user dictionary, stop words, TF-IDF keywords.
//
// The dictionaries take seconds to load, so a segmenter is loaded on first use and shared by all threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/features/features.h"

namespace neardup::internal {

struct HanWordFiles {
  std::string user_dictionary = {};  // empty: the one that comes with cppjieba
  std::string stop_words = {};       // empty: the ones that come with cppjieba (keywords only)
  std::string idf = {};              // empty: the table that comes with cppjieba
};

class HanWords {
 public:
  /// Returns the segmenter for these files: the same object for the same files as long as anyone holds
  /// it. Throws Error.
  [[nodiscard]] static std::shared_ptr<const HanWords> shared(const HanWordFiles& files = {});
  ~HanWords();

  /// Takes all words in order, including white space and punctuation, one slice per word (mixed
  /// segmentation, HMM on). Takes none if the text is not valid UTF-8.
  void take_words(std::string_view text, Features& features) const;

  /// Takes the `top` heaviest keywords (0: none), heaviest first, with weight count * idf, exactly as
  /// cppjieba's extractor does. Takes none if the text is not valid UTF-8.
  void take_keywords(std::string_view text, std::size_t top, Features& features) const;

 private:
  class Impl;
  explicit HanWords(const HanWordFiles& files);
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
