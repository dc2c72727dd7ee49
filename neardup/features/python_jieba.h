// Chinese words exactly as Python's jieba 0.42.1 cuts them (default mode, HMM on), on its own tables, and the
// keywords of seeds/002: segment, join with bars, segment again, TF-IDF, the heaviest first.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "neardup/features/features.h"

namespace neardup {

class PythonJieba {
 public:
  /// Loaded on first need, shared by all threads. `stop_words` is a file, one word a line; empty: none but
  /// jieba's own English list. `idf` is a table in jieba's form; empty: jieba's own. Throws Error.
  [[nodiscard]] static std::shared_ptr<const PythonJieba> shared(const std::string& stop_words = {},
                                                                 const std::string& idf = {});
  ~PythonJieba();

  /// What jieba.cut(text) yields, one slice each. Malformed UTF-8 is read as U+FFFD.
  void take_words(std::string_view text, Features& features) const;

  /// What jieba.analyse.extract_tags("|".join(jieba.cut(text)), topK=top, withWeight=True) gives,
  /// with weights. As there, a `top` of 0 gives all.
  void take_keywords(std::string_view text, std::size_t top, Features& features) const;

 private:
  class Impl;
  PythonJieba(const std::string& stop_words, const std::string& idf);
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup
