#include "neardup/features/jieba_cutter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "neardup/features/jieba_alphabet.h"
#include "neardup/features/table_lines.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

namespace {

template <typename Predicate>
std::size_t end_of_run(std::u16string_view text, std::size_t position, Predicate belongs) {
  while (position < text.size() && belongs(text[position])) ++position;
  return position;
}

/// Returns the end of the number or Latin word that starts
/// here, i.e. of a match of [a-zA-Z0-9]+(\.[0-9]+)?%?.
std::size_t end_of_latin(std::u16string_view text, std::size_t position) {
  position = end_of_run(text, position, is_ascii_letter_or_digit);
  if (position < text.size() && text[position] == '.') {
    const std::size_t after_digits = end_of_run(text, position + 1, is_ascii_digit);
    if (after_digits > position + 1) position = after_digits;
  }
  if (position < text.size() && text[position] == '%') ++position;
  return position;
}

bool is_symbol(char16_t c) { return !is_jieba_han(c) && !is_ascii_letter_or_digit(c); }

constexpr char16_t kFirstHan = 0x4E00;
constexpr char16_t kLastHan = 0x9FD5;

// Every state has two possible predecessors. One byte records a step: one bit per state, set if the
// alphabetically later of its two predecessors was the better one.
enum class State : std::uint8_t { begin = 1, middle = 2, end = 4, single = 8 };

constexpr State predecessor(State state, std::uint8_t step) noexcept {
  const bool later = (step & static_cast<std::uint8_t>(state)) != 0;
  const bool after_a_word = state == State::begin || state == State::single;
  if (after_a_word) return later ? State::single : State::end;
  return later ? State::middle : State::begin;
}

struct Choice {
  double best = 0;
  bool later = false;
};
constexpr Choice choose(double earlier, double later) noexcept {
  return later >= earlier ? Choice{later, true} : Choice{earlier, false};
}

constexpr std::uint8_t bit_if(bool condition, State state) noexcept {
  return condition ? static_cast<std::uint8_t>(state) : std::uint8_t{0};
}

/// Returns the parts between single spaces; missing parts are empty.
std::array<std::string_view, 4> fields_of(std::string_view line) {
  std::array<std::string_view, 4> fields;
  for (std::string_view& field : fields) {
    const std::size_t space = line.find(' ');
    field = line.substr(0, space);
    line = space == std::string_view::npos ? std::string_view{} : line.substr(space + 1);
  }
  return fields;
}

/// Returns no value for a character that no run contains.
std::optional<std::size_t> emission_index(std::string_view character) {
  if (character.empty()) return std::nullopt;
  std::size_t position = 0;
  const char32_t letter = next_code_point(character, position);
  if (!is_jieba_han(letter) || position != character.size()) return std::nullopt;
  return letter - kFirstHan;
}

}  // namespace

// ---- the Markov model

double* HmmModel::Column::of(std::string_view state) noexcept {
  if (state == "B") return &begin;
  if (state == "M") return &middle;
  if (state == "E") return &end;
  if (state == "S") return &single;
  return nullptr;
}

double* HmmModel::Transitions::of(std::string_view from, std::string_view to) noexcept {
  if (from == "B" || from == "M") {
    if (to == "E") return from == "B" ? &begin_end : &middle_end;
    if (to == "M") return from == "B" ? &begin_middle : &middle_middle;
  } else if (from == "E" || from == "S") {
    if (to == "B") return from == "E" ? &end_begin : &single_begin;
    if (to == "S") return from == "E" ? &end_single : &single_single;
  }
  return nullptr;
}

HmmModel::HmmModel() : emissions_(kLastHan - kFirstHan + 1) {}

double* HmmModel::parameter(std::string_view kind, std::string_view state, std::string_view target) noexcept {
  if (kind == "start") return start_.of(state);
  if (kind == "transition") return transitions_.of(state, target);
  if (kind != "emit") return nullptr;
  const std::optional<std::size_t> index = emission_index(target);
  return index ? emissions_[*index].of(state) : nullptr;
}

HmmModel HmmModel::load(const std::string& path) {
  TableLines lines(path);
  HmmModel model;
  while (const std::optional<std::string_view> line = lines.next()) {
    const auto [kind, state, third, fourth] = fields_of(*line);
    double* parameter = model.parameter(kind, state, third);
    if (parameter == nullptr) lines.fail("expected start, transition or emit with states of B, M, E, S");
    const std::optional<double> logarithm = parse_real(kind == "start" ? third : fourth);
    if (!logarithm) lines.fail("expected a number at the end");
    *parameter = *logarithm;
  }
  return model;
}

const HmmModel::Column& HmmModel::emission(char16_t han) const noexcept {
  return emissions_[static_cast<std::size_t>(han - kFirstHan)];
}

/// Moves the column to the next character. Do not regroup the sums: Python adds from left to right,
/// previous + transition, then + emission.
std::uint8_t HmmModel::advance(Column& column, const Column& emitted) const noexcept {
  const Column& before = column;
  const Transitions& t = transitions_;
  const Choice begin =
      choose(before.end + t.end_begin + emitted.begin, before.single + t.single_begin + emitted.begin);
  const Choice middle = choose(before.begin + t.begin_middle + emitted.middle,
                               before.middle + t.middle_middle + emitted.middle);
  const Choice end =
      choose(before.begin + t.begin_end + emitted.end, before.middle + t.middle_end + emitted.end);
  const Choice single =
      choose(before.end + t.end_single + emitted.single, before.single + t.single_single + emitted.single);
  column = {begin.best, middle.best, end.best, single.best};
  return static_cast<std::uint8_t>(bit_if(begin.later, State::begin) | bit_if(middle.later, State::middle) |
                                   bit_if(end.later, State::end) | bit_if(single.later, State::single));
}

void HmmModel::cut(std::u16string_view run, Scratch& scratch, std::vector<std::uint32_t>& lengths) const {
  if (run.empty()) return;
  const Column& first = emission(run.front());
  Column column = {start_.begin + first.begin, start_.middle + first.middle, start_.end + first.end,
                   start_.single + first.single};
  scratch.resize(run.size());
  for (std::size_t i = 1; i < run.size(); ++i) scratch[i] = advance(column, emission(run[i]));

  // Walk the best path backwards, replacing each step by its state.
  State state = column.single >= column.end ? State::single : State::end;
  for (std::size_t i = run.size(); i-- > 0;) {
    const std::uint8_t step = scratch[i];
    scratch[i] = static_cast<std::uint8_t>(state);
    if (i > 0) state = predecessor(state, step);
  }
  // The predecessors allow nothing between words, and the last state is an end or a single: each of
  // these closes a word that began where the previous one closed.
  std::uint32_t length = 0;
  for (const std::uint8_t at : scratch) {
    ++length;
    if (at == static_cast<std::uint8_t>(State::end) || at == static_cast<std::uint8_t>(State::single)) {
      lengths.push_back(length);
      length = 0;
    }
  }
}

// ---- the cutter

void JiebaCutter::cut(std::u16string_view block, std::vector<std::uint32_t>& lengths) {
  lengths.clear();
  find_route(block);
  std::size_t singles = 0;  // how many one-character words in a row end at `position`
  for (std::size_t position = 0; position < block.size();) {
    const std::uint32_t length = route_[position].length;
    if (length == 1) {
      ++singles;
    } else {
      cut_singles(block.substr(position - singles, singles), lengths);
      lengths.push_back(length);
      singles = 0;
    }
    position += length;
  }
  cut_singles(block.substr(block.size() - singles), lengths);
}

/// Finds the likeliest path from right to left, so that the best rest of every word is known. Tries
/// words from short to long, and the later one wins a tie, as in Python's max over (probability, end)
/// tuples. Python also adds the logarithms of the word and the rest in this order.
void JiebaCutter::find_route(std::u16string_view block) {
  const JiebaDictionary& dictionary = lexicon_.dictionary;
  route_.resize(block.size() + 1);
  route_[block.size()] = {};
  for (std::size_t begin = block.size(); begin-- > 0;) {
    Step best;  // length 0: not found yet
    const JiebaDictionary::Node* node = dictionary.first(block[begin]);
    for (std::size_t end = begin + 1; node != nullptr; ++end) {
      if (node->is_word) {
        const double log_probability = node->log_probability + route_[end].log_probability;
        if (best.length == 0 || log_probability >= best.log_probability) {
          best = {log_probability, static_cast<std::uint32_t>(end - begin)};
        }
      }
      node = end < block.size() ? dictionary.next(*node, block[end]) : nullptr;
    }
    if (best.length == 0)
      best = {dictionary.log_probability_of_unknown() + route_[begin + 1].log_probability, 1};
    route_[begin] = best;
  }
}

/// Joins a run of single characters into words by the model, unless the dictionary contains the whole
/// run and the route split it all the same.
void JiebaCutter::cut_singles(std::u16string_view singles, std::vector<std::uint32_t>& lengths) {
  if (singles.size() > 1 && !lexicon_.dictionary.contains(singles)) {
    cut_unknown(singles, lengths);
  } else {
    lengths.insert(lengths.end(), singles.size(), 1);
  }
}

/// Passes Han characters to the model; a Latin word or number is one token, and so is anything between those.
void JiebaCutter::cut_unknown(std::u16string_view text, std::vector<std::uint32_t>& lengths) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = end_of_run(text, begin, is_jieba_han);
    if (end > begin) {
      lexicon_.hmm.cut(text.substr(begin, end - begin), scratch_, lengths);
    } else {
      end = is_ascii_letter_or_digit(text[begin]) ? end_of_latin(text, begin)
                                                  : end_of_run(text, begin, is_symbol);
      lengths.push_back(static_cast<std::uint32_t>(end - begin));
    }
    begin = end;
  }
}

}  // namespace neardup::internal
