#include "neardup/features/han_words.h"

#include <cstdint>
#include <optional>
#include <tuple>

#include "neardup/features/cppjieba_quiet.h"
#include "neardup/features/idf_table.h"
#include "neardup/features/loaded_once.h"
#include "neardup/features/table_lines.h"
#include "neardup/text/utf8.h"
#include "neardup/util/data_files.h"
#include "neardup/util/error.h"
#include "neardup/util/read_file.h"

namespace neardup::internal {

namespace {

// cppjieba reads its files itself and silently skips or misreads what it does not understand, so the
// files that a user provides are checked first.

/// Rejects carriage returns, which cppjieba would treat as part of the word, so that it never matches.
void check_line_ends(const std::string& path) {
  const std::size_t found = read_file(path).find('\r');
  if (found == std::string::npos) return;
  throw Error(ErrorCode::corrupt, path + ": a carriage return at byte " + std::to_string(found) +
                                      ", but cppjieba needs lines that end with a line feed alone");
}

/// Accepts lines of the form `word`, `word tag` or `word count tag`.
void check_user_dictionary(const std::string& path) {
  check_line_ends(path);
  TableLines lines(path);
  while (const std::optional<std::string_view> line = lines.next()) {
    if (line->empty()) continue;
    if (find_malformed_utf8(*line) != std::string_view::npos) lines.fail("expected valid UTF-8");
    const std::size_t first = line->find(' ');
    if (first == 0) lines.fail("expected a word at the beginning");
    const std::size_t second = first == std::string_view::npos ? first : line->find(' ', first + 1);
    if (second == std::string_view::npos) continue;
    if (line->find(' ', second + 1) != std::string_view::npos) lines.fail("expected `word count tag`");
    const std::string_view count = line->substr(first + 1, second - first - 1);
    if (parse_count(count).value_or(0) == 0) lines.fail("expected a count above 0 after the word");
  }
}

template <typename Check>
std::string checked_or_shipped(const std::string& path, std::string_view shipped, Check check) {
  if (path.empty()) return find_data_file(shipped);
  check(path);
  return path;
}

HanWordFiles checked_files(const HanWordFiles& files) {
  return {.user_dictionary =
              checked_or_shipped(files.user_dictionary, "cppjieba/user.dict.utf8", check_user_dictionary),
          .stop_words = checked_or_shipped(files.stop_words, "cppjieba/stop_words.utf8", check_line_ends),
          .idf = checked_or_shipped(files.idf, "cppjieba/idf.utf8",
                                    [](const std::string& path) { (void)IdfTable::load(path); })};
}

/// Holds what takes longest to load, shared by segmenters that differ only in stop words or weights.
struct Lexicon {
  explicit Lexicon(const std::string& user_dictionary)
      : dictionary(find_data_file("cppjieba/jieba.dict.utf8"), user_dictionary),
        model(find_data_file("cppjieba/hmm_model.utf8")) {}
  cppjieba::DictTrie dictionary;
  cppjieba::HMMModel model;
};

std::shared_ptr<const Lexicon> shared_lexicon(const std::string& user_dictionary) {
  static LoadedOnce<std::string, Lexicon> lexicons;
  if (user_dictionary.find_first_of("|;") != std::string::npos) {
    throw Error(ErrorCode::invalid_argument,
                user_dictionary + ": cppjieba takes | and ; in a path for separators of paths");
  }
  return lexicons.get(file_key(user_dictionary),
                      [&] { return std::make_shared<const Lexicon>(user_dictionary); });
}

/// Rejects texts of 4 GiB or more: cppjieba and slices count bytes in 32 bits.
void check_size(std::string_view text) {
  if (text.size() > UINT32_MAX) throw Error(ErrorCode::invalid_argument, "cppjieba: a text of 4 GiB or more");
}

}  // namespace

class HanWords::Impl {
 public:
  explicit Impl(const HanWordFiles& files)
      : lexicon_(shared_lexicon(files.user_dictionary)),
        segment_(&lexicon_->dictionary, &lexicon_->model),
        extractor_(&lexicon_->dictionary, &lexicon_->model, files.idf, files.stop_words) {}

  [[nodiscard]] const cppjieba::MixSegment& segment() const noexcept { return segment_; }
  [[nodiscard]] const cppjieba::KeywordExtractor& extractor() const noexcept { return extractor_; }

 private:
  std::shared_ptr<const Lexicon> lexicon_;
  cppjieba::MixSegment segment_;
  cppjieba::KeywordExtractor extractor_;
};

HanWords::HanWords(const HanWordFiles& files) : impl_(std::make_unique<Impl>(checked_files(files))) {}

HanWords::~HanWords() = default;

std::shared_ptr<const HanWords> HanWords::shared(const HanWordFiles& files) {
  static LoadedOnce<std::tuple<std::string, std::string, std::string>, HanWords> segmenters;
  return segmenters.get(
      {file_key(files.user_dictionary), file_key(files.stop_words), file_key(files.idf)},
      [&] { return std::shared_ptr<const HanWords>(new HanWords(files)); });  // the constructor is private
}

void HanWords::take_words(std::string_view text, Features& features) const {
  check_size(text);
  features.clear();
  features.text.assign(text);
  std::vector<cppjieba::Word> words;
  impl_->segment().Cut(features.text, words, true);
  features.slices.reserve(words.size());
  for (const cppjieba::Word& word : words) {
    features.slices.push_back({word.offset, static_cast<std::uint32_t>(word.word.size())});
  }
}

void HanWords::take_keywords(std::string_view text, std::size_t top, Features& features) const {
  check_size(text);
  features.clear();
  std::vector<cppjieba::KeywordExtractor::Word> keywords;
  impl_->extractor().Extract(std::string(text), keywords, top);
  for (const cppjieba::KeywordExtractor::Word& keyword : keywords) {
    features.append(keyword.word);
    features.weights.push_back(keyword.weight);
  }
}

}  // namespace neardup::internal
