// Words that no dictionary knows, guessed from the characters: the hidden Markov model of Python's jieba.
//
// Every character is in one of four states, begin, middle or end of a word or a single; Viterbi's algorithm
// finds the likeliest sequence. Results are exactly Python's: the same doubles in the same order of
// additions, and among equals the state whose letter (B < E < M < S) is later, because jieba compares
// (probability, letter) tuples. Immutable after loading; private to this stage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace neardup {

class HmmModel {
 public:
  /// A file of lines `start STATE p`, `transition STATE STATE p`, `emit STATE CHARACTER p`, where p is the
  /// natural logarithm of a probability; what is not listed is all but impossible. Throws Error.
  [[nodiscard]] static HmmModel load(const std::string& path);

  /// Memory for one thread, kept from call to call.
  using Scratch = std::vector<std::uint8_t>;

  /// Appends the lengths of the words of a run, in order. REQUIRES: a run of Han characters (is_jieba_han)
  void cut(std::u16string_view run, Scratch& scratch, std::vector<std::uint32_t>& lengths) const;

 private:
  static constexpr double kImpossible = -3.14e100;  // jieba's stand-in for log 0

  /// One number for each state of a character.
  struct Column {
    double begin = kImpossible;
    double middle = kImpossible;
    double end = kImpossible;
    double single = kImpossible;
    [[nodiscard]] double* of(std::string_view state) noexcept;
  };
  /// The transitions that can happen: a word goes on until it ends, then another one starts.
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

}  // namespace neardup
