// Segments Chinese text exactly as Python's jieba 0.42.1 does (default mode, HMM on), with jieba's own
// tables, and extracts the keywords of the recipe jieba-tfidf: segment, join with bars, segment again,
// weigh by TF-IDF, heaviest first.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "neardup/features/features.h"

namespace neardup::internal {

class PythonJieba {
 public:
  /// Returns the segmenter, loaded on first use and shared by all threads. `stop_words` is a file with
  /// one word per line; if empty, only jieba's own English list applies. `idf` is a table in jieba's
  /// format; if empty, jieba's own. Throws Error.
  [[nodiscard]] static std::shared_ptr<const PythonJieba> shared(const std::string& stop_words = {},
                                                                 const std::string& idf = {});
  ~PythonJieba();

  /// Takes what jieba.cut(text) yields, one slice per word. Reads malformed UTF-8 as U+FFFD.
  void take_words(std::string_view text, Features& features) const;

  /// Takes what jieba.analyse.extract_tags("|".join(jieba.cut(text)), topK=top, withWeight=True)
  /// returns, with weights. As there, a `top` of 0 takes all.
  void take_keywords(std::string_view text, std::size_t top, Features& features) const;

 private:
  class Impl;
  PythonJieba(const std::string& stop_words, const std::string& idf);
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
