// Segments a block of letters (jieba_alphabet.h) into words as Python's jieba does in its default mode: takes
// the likeliest path through the dictionary, then applies the Markov model to runs of single characters.
//
// A cutter holds scratch memory, so make one per text or per thread. Private to this stage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/features/jieba_dictionary.h"

namespace neardup::internal {

// Finds words that no dictionary contains, from their characters: the hidden Markov model of Python's jieba.
//
// Every character has one of four states: begin, middle or end of a word, or a single-character word.
// Viterbi's algorithm finds the likeliest sequence. Results equal Python's exactly: the same doubles,
// added in the same order, and on a tie the state with the later letter (B < E < M < S), because jieba
// compares (probability, letter) tuples. Immutable after loading.
class HmmModel {
 public:
  /// Loads a file of lines `start STATE p`, `transition STATE STATE p`, `emit STATE CHARACTER p`, where p is
  /// the natural logarithm of a probability; anything not listed is all but impossible. Throws Error.
  [[nodiscard]] static HmmModel load(const std::string& path);

  /// Scratch memory for one thread, reused from call to call.
  using Scratch = std::vector<std::uint8_t>;

  /// Appends the lengths of the words in a run, in order. REQUIRES: a run of Han characters (is_jieba_han)
  void cut(std::u16string_view run, Scratch& scratch, std::vector<std::uint32_t>& lengths) const;

 private:
  static constexpr double kImpossible = -3.14e100;  // jieba's stand-in for log 0

  /// Holds one number per state of a character.
  struct Column {
    double begin = kImpossible;
    double middle = kImpossible;
    double end = kImpossible;
    double single = kImpossible;
    [[nodiscard]] double* of(std::string_view state) noexcept;
  };
  /// Holds the possible transitions: a word continues until it ends, then another word starts.
  struct Transitions {
    double begin_end = kImpossible, begin_middle = kImpossible;
    double middle_end = kImpossible, middle_middle = kImpossible;
    double end_begin = kImpossible, end_single = kImpossible;
    double single_begin = kImpossible, single_single = kImpossible;
    [[nodiscard]] double* of(std::string_view from, std::string_view to) noexcept;
  };

  HmmModel();
  [[nodiscard]] double* parameter(std::string_view kind, std::string_view state,
                                  std::string_view target) noexcept;
  [[nodiscard]] const Column& emission(char16_t han) const noexcept;
  [[nodiscard]] std::uint8_t advance(Column& column, const Column& emitted) const noexcept;

  Column start_;
  Transitions transitions_;
  std::vector<Column> emissions_;  // by Han character
};

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
