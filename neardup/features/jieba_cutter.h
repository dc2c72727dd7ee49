// Segments a block of letters (jieba_alphabet.h) into words as Python's jieba does in its default mode: takes
// the likeliest path through the dictionary, then applies the Markov model to runs of single characters.
//
// A cutter holds scratch memory, so make one per text or per thread. Private to this stage.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "neardup/features/hmm.h"
#include "neardup/features/jieba_dictionary.h"

namespace neardup::internal {

/// Holds the tables that decide where to cut a block.
struct JiebaLexicon {
  JiebaDictionary dictionary;
  HmmModel hmm;
};

class JiebaCutter {
 public:
  /// Keeps a reference to the tables.
  explicit JiebaCutter(const JiebaLexicon& lexicon) : lexicon_(lexicon) {}

  /// Replaces `lengths` with the lengths of the block's words, in order. REQUIRES: letters only
  void cut(std::u16string_view block, std::vector<std::uint32_t>& lengths);

 private:
  void find_route(std::u16string_view block);
  void cut_singles(std::u16string_view singles, std::vector<std::uint32_t>& lengths);
  void cut_unknown(std::u16string_view text, std::vector<std::uint32_t>& lengths);

  /// Describes the likeliest path from a position to the end of the block: its probability, and the
  /// length of its first word.
  struct Step {
    double log_probability = 0;
    std::uint32_t length = 0;
  };

  const JiebaLexicon& lexicon_;
  std::vector<Step> route_;
  HmmModel::Scratch scratch_;
};

}  // namespace neardup::internal
