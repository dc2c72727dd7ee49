// Splits a text as jieba.cut does: runs of letters (jieba_alphabet.h) are blocks, which are segmented
// into words; CR LF is one token; every other character is its own token.
//
// The second pass does not need the joined text, because the bar is not a letter, so a block of the
// joined text never extends across one. A segment of the first pass either is a piece of a block, and
// then forms a block alone, or has no letters and stays the token that it was. So each segment can be
// segmented again separately. Only tokens of two or more characters, after stripping white space, are
// counted; all of these are pieces of blocks. Hence ASCII lower case is enough to look up stop words,
// and keywords never contain white space.
#include "neardup/features/python_jieba.h"

#include <array>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include "neardup/features/idf_table.h"
#include "neardup/features/jieba_alphabet.h"
#include "neardup/features/jieba_cutter.h"
#include "neardup/features/loaded_once.h"
#include "neardup/features/weights.h"
#include "neardup/text/utf8.h"
#include "neardup/util/data_files.h"
#include "neardup/util/error.h"
#include "neardup/util/read_file.h"
#include "neardup/util/shipped_table.h"

namespace neardup::internal {

namespace {

constexpr std::array<std::string_view, 31> kEnglishStopWords = {
    "all",  "an",   "and",  "are",  "as", "at", "be",    "by",   "can", "for", "from",
    "has",  "have", "if",   "in",   "is", "it", "not",   "of",   "on",  "one", "or",
    "that", "the",  "then", "this", "to", "we", "which", "with", "you"};

class StopWords {
 public:
  /// Loads jieba's own stop words and the lines of a file, if one is named. Throws Error.
  explicit StopWords(const std::string& path);
  /// Looks up the lower case of the token. Like jieba, it does not fold the stop words: one with
  /// capitals never matches.
  [[nodiscard]] bool contains_lower_case_of(std::string_view token, std::string& buffer) const;

 private:
  std::unordered_set<std::string> words_;
};

/// Returns true for the characters at which Python's str.splitlines() ends a line.
constexpr bool ends_line(char32_t c) {
  return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

StopWords::StopWords(const std::string& path) {
  for (const std::string_view word : kEnglishStopWords) words_.emplace(word);
  if (path.empty()) return;
  const std::string content = read_file(path);
  const std::size_t malformed = find_malformed_utf8(content);
  if (malformed != std::string_view::npos) {
    throw Error(ErrorCode::corrupt, path + ": not valid UTF-8 at byte " + std::to_string(malformed));
  }
  std::size_t begin = 0;
  for (std::size_t position = 0; position < content.size();) {
    const std::size_t end = position;
    if (!ends_line(next_code_point(content, position))) continue;
    words_.insert(content.substr(begin, end - begin));
    begin = position;
  }
  words_.insert(content.substr(begin));
}

bool StopWords::contains_lower_case_of(std::string_view token, std::string& buffer) const {
  buffer.assign(token);
  for (char& c : buffer) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return words_.contains(buffer);
}

struct Block {
  std::u16string letters;
  std::uint32_t offset = 0;  // offset of its first byte in the text
};

/// Calls on_block(Block) for each run of letters and on_other(Slice) for each token between them, in order.
template <typename OnBlock, typename OnOther>
void split_into_blocks(std::string_view text, OnBlock on_block, OnOther on_other) {
  Block block;
  const auto close_block = [&] {
    if (block.letters.empty()) return;
    on_block(block);
    block.letters.clear();
  };
  for (std::size_t position = 0; position < text.size();) {
    const auto begin = static_cast<std::uint32_t>(position);
    const char32_t c = next_code_point(text, position);
    if (is_jieba_letter(c)) {
      if (block.letters.empty()) block.offset = begin;
      block.letters.push_back(static_cast<char16_t>(c));
      continue;
    }
    close_block();
    if (c == '\r' && position < text.size() && text[position] == '\n') ++position;
    on_other(Slice{begin, static_cast<std::uint32_t>(position) - begin});
  }
  close_block();
}

std::uint32_t bytes_of(std::u16string_view letters) {
  std::uint32_t bytes = 0;
  for (const char16_t letter : letters) bytes += utf8_width_of_jieba_letter(letter);
  return bytes;
}

/// Calls visit(letters, Slice) for each word of the block, in order.
template <typename Visit>
void for_each_word(std::u16string_view letters, std::uint32_t offset,
                   const std::vector<std::uint32_t>& lengths, Visit visit) {
  std::size_t begin = 0;
  for (const std::uint32_t length : lengths) {
    const std::u16string_view word = letters.substr(begin, length);
    const Slice slice{offset, bytes_of(word)};
    visit(word, slice);
    begin += length;
    offset += slice.length;
  }
}

/// Rejects texts that are too long for the 32-bit offsets of slices.
void check_size(std::string_view text) {
  if (text.size() > UINT32_MAX) throw Error(ErrorCode::invalid_argument, "jieba: a text of 4 GiB or more");
}

std::shared_ptr<const JiebaLexicon> shared_lexicon() {
  // Shared by segmenters that differ only in stop words or idf tables.
  static LoadedOnce<std::string, JiebaLexicon> lexicons;
  const std::string dictionary = find_shipped_table("python-jieba/dict.txt");
  const std::string hmm = find_data_file("python-jieba/hmm.txt");
  return lexicons.get(dictionary + '\n' + hmm, [&] {
    return std::make_shared<JiebaLexicon>(
        JiebaLexicon{JiebaDictionary::load(dictionary), HmmModel::load(hmm)});
  });
}

}  // namespace

class PythonJieba::Impl {
 public:
  Impl(const std::string& stop_words, const std::string& idf)
      : lexicon_(shared_lexicon()),
        stop_words_(stop_words),
        idf_(IdfTable::load(idf.empty() ? find_shipped_table("python-jieba/idf.txt") : idf)) {}

  void take_words(Features& features) const;
  void take_keywords(std::size_t top, Features& features) const;

 private:
  void take_second_pass(Features& features) const;
  void drop_stop_words(Features& features) const;

  std::shared_ptr<const JiebaLexicon> lexicon_;
  StopWords stop_words_;
  IdfTable idf_;
};

void PythonJieba::Impl::take_words(Features& features) const {
  JiebaCutter cutter(*lexicon_);
  std::vector<std::uint32_t> lengths;
  const auto append = [&features](Slice slice) { features.slices.push_back(slice); };
  const auto cut_block = [&](const Block& block) {
    cutter.cut(block.letters, lengths);
    for_each_word(block.letters, block.offset, lengths,
                  [&](std::u16string_view, Slice slice) { append(slice); });
  };
  split_into_blocks(features.text, cut_block, append);
}

/// Takes the tokens of the second pass that have two or more characters.
void PythonJieba::Impl::take_second_pass(Features& features) const {
  JiebaCutter cutter(*lexicon_);
  std::vector<std::uint32_t> lengths;
  std::vector<std::uint32_t> lengths_again;
  const auto append = [&features](std::u16string_view word, Slice slice) {
    if (word.size() > 1) features.slices.push_back(slice);
  };
  const auto cut_again = [&](std::u16string_view segment, Slice slice) {
    if (segment.size() == 1) return;  // stays a single character
    cutter.cut(segment, lengths_again);
    for_each_word(segment, slice.offset, lengths_again, append);
  };
  const auto cut_block = [&](const Block& block) {
    cutter.cut(block.letters, lengths);
    for_each_word(block.letters, block.offset, lengths, cut_again);
  };
  split_into_blocks(features.text, cut_block, [](Slice) {});
}

void PythonJieba::Impl::drop_stop_words(Features& features) const {
  std::string buffer;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (stop_words_.contains_lower_case_of(features[i], buffer)) continue;
    features.slices[kept] = features.slices[i];
    features.weights[kept] = features.weights[i];
    ++kept;
  }
  features.slices.resize(kept);
  features.weights.resize(kept);
}

void PythonJieba::Impl::take_keywords(std::size_t top, Features& features) const {
  take_second_pass(features);
  count_features(features);
  drop_stop_words(features);
  weigh_by_tfidf(features, idf_);
  keep_heaviest(features, top == 0 ? features.size() : top);
}

PythonJieba::PythonJieba(const std::string& stop_words, const std::string& idf)
    : impl_(std::make_unique<Impl>(stop_words, idf)) {}

PythonJieba::~PythonJieba() = default;

std::shared_ptr<const PythonJieba> PythonJieba::shared(const std::string& stop_words,
                                                       const std::string& idf) {
  static LoadedOnce<std::pair<std::string, std::string>, PythonJieba> segmenters;
  return segmenters.get({file_key(stop_words), file_key(idf)}, [&] {
    return std::shared_ptr<const PythonJieba>(new PythonJieba(stop_words, idf));  // private constructor
  });
}

void PythonJieba::take_words(std::string_view text, Features& features) const {
  check_size(text);
  features.clear();
  const bool is_valid = find_malformed_utf8(text) == std::string_view::npos;
  features.text = is_valid ? std::string(text) : repair_utf8(text).text;
  impl_->take_words(features);
}

void PythonJieba::take_keywords(std::string_view text, std::size_t top, Features& features) const {
  check_size(text);
  features.clear();
  features.text.assign(text);  // malformed bytes are not letters, so no keyword contains them
  impl_->take_keywords(top, features);
}

}  // namespace neardup::internal
