// A generated corpus as JSONL, for benches of whole commands: word frequencies as in text (Zipf), lengths
// spread as in news, every fifth document an edited or exact copy of an earlier one. The first documents of a
// larger corpus are the smaller one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "bench/zipf_numbers.h"
#include "neardup/text/utf8.h"

namespace neardup::internal::bench {

enum class Language { english, chinese };

struct TextCorpusOptions {
  Language language = Language::english;
  double median_words = 150;
  std::uint64_t seed = 1;
};

class TextCorpus {
 public:
  /// What a run must find at least.
  struct Planted {
    std::uint64_t exact = 0;  // copies without any edit
    std::uint64_t near = 0;   // with at most one word in fifty edited
  };

  explicit TextCorpus(const TextCorpusOptions& options)
      : options_(options), random_(options.seed), words_(kVocabulary) {
    for (std::size_t i = 0; i < kVocabulary; ++i)
      spelled_.push_back(options.language == Language::english ? english_word(i) : chinese_word(i));
  }

  /// The next documents, a line each: {"id":"d17","text":"..."}.
  std::string lines(std::size_t documents) {
    std::string out;
    for (std::size_t i = 0; i < documents; ++i) {
      const std::vector<std::uint32_t>& text = next();
      out += R"({"id":"d)" + std::to_string(count_++) + R"(","text":")";
      write(text, out);
      out += "\"}\n";
    }
    return out;
  }

  [[nodiscard]] const Planted& planted() const noexcept { return planted_; }

 private:
  static constexpr std::size_t kVocabulary = 200'000;
  static constexpr std::size_t kRecent = 5000;

  /// Syllables, one for each digit of the number: frequent words are short.
  static std::string english_word(std::size_t number) {
    constexpr const char* kSyllables[] = {"the", "of",  "an",  "to",  "in",  "re",  "is", "con",
                                          "ed",  "er",  "ing", "al",  "ter", "pro", "en", "com",
                                          "ti",  "men", "son", "var", "lo",  "ka",  "de", "mar"};
    std::string word;
    do {
      word += kSyllables[number % std::size(kSyllables)];
      number /= std::size(kSyllables);
    } while (number > 0);
    return word;
  }

  static std::string chinese_word(std::size_t number) {
    constexpr std::size_t kCharacters = 3500;
    std::string word;
    do {
      append_utf8(word, static_cast<char32_t>(0x4E00 + number * 37 % kCharacters));
      number /= kCharacters;
    } while (number > 0);
    return word;
  }

  const std::vector<std::uint32_t>& next() {
    std::vector<std::uint32_t>& text = recent_[count_ % kRecent];
    const bool is_copy = count_ > kRecent && random_() % 5 == 0;
    if (!is_copy) {
      const double length = options_.median_words * std::exp(0.6 * normal_(random_));
      text.resize(static_cast<std::size_t>(std::clamp(length, 12.0, 3000.0)));
      for (std::uint32_t& word : text) word = words_(random_);
      return text;
    }
    constexpr double kShares[] = {0, 0.01, 0.02, 0.05, 0.1, 0.3};
    const double share = kShares[random_() % 6];
    const std::vector<std::uint32_t>& original = recent_[random_() % kRecent];
    std::vector<std::uint32_t> edited = edit_words(original, share, words_, random_);
    if (edited == original) {
      ++planted_.exact;
    } else if (share <= 0.02) {
      ++planted_.near;
    }
    return text = std::move(edited);
  }

  void write(const std::vector<std::uint32_t>& text, std::string& out) const {
    const bool is_english = options_.language == Language::english;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i > 0) out += i % 11 == 0 ? (is_english ? ". " : "。") : is_english ? " " : i % 5 == 0 ? "，" : "";
      out += spelled_[text[i]];
    }
  }

  TextCorpusOptions options_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  ZipfNumbers words_;
  std::vector<std::string> spelled_;
  std::vector<std::vector<std::uint32_t>> recent_ = std::vector<std::vector<std::uint32_t>>(kRecent);
  std::uint64_t count_ = 0;
  Planted planted_;
};

}  // namespace neardup::internal::bench
