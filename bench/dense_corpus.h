// Corpora in which many documents look alike, as JSONL: what crawls are full of. All documents have 100
// words, so that corpora of one size differ only in how alike their documents are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "bench/zipf_numbers.h"

namespace neardup::internal::bench {

enum class Likeness {
  unrelated,   // every word of its own
  near_equal,  // one text, one word changed in each document
  framed,      // a frame that all documents share, the rest of their own
  zipf,        // clusters of near-equal documents: the n-th largest has 1/n of the documents of the largest
};

struct DenseCorpusOptions {
  Likeness likeness = Likeness::unrelated;
  std::size_t documents = 0;
  std::size_t words = 100;        // in each document
  double frame = 0.5;             // the shared part of a framed document
  std::size_t largest = 100'000;  // documents of the largest Zipf cluster
  std::uint64_t seed = 1;
};

/// The documents of all clusters come in random order.
class DenseCorpus {
 public:
  explicit DenseCorpus(const DenseCorpusOptions& options)
      : options_(options), random_(options.seed), words_(kVocabulary) {
    for (std::size_t left = options.documents, rank = 1; left > 0; ++rank) {
      const std::size_t size = std::min(left, cluster_size(rank));
      for (std::size_t i = 0; i < size; ++i) cluster_of_.push_back(static_cast<std::uint32_t>(rank - 1));
      left -= size;
    }
    std::mt19937_64 order(options.seed +
                          1);  // of its own: a smaller corpus of one cluster begins a larger one
    std::shuffle(cluster_of_.begin(), cluster_of_.end(), order);
  }

  /// Groups of documents that are alike.
  [[nodiscard]] std::size_t clusters() const {
    return cluster_of_.empty() ? 0
                               : *std::max_element(cluster_of_.begin(), cluster_of_.end()) + std::size_t{1};
  }

  /// The next document, a line: {"id":"d17","text":"..."}.
  [[nodiscard]] std::string line() {
    std::mt19937_64 base(options_.seed + 7919 * (1 + cluster_of_[next_]));
    std::vector<std::uint32_t> text(options_.words);
    const auto shared = options_.likeness == Likeness::framed
                            ? static_cast<std::size_t>(options_.frame * static_cast<double>(options_.words))
                            : options_.words;
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = words_(i < shared ? base : random_);
    if (options_.likeness == Likeness::near_equal || options_.likeness == Likeness::zipf)
      text[random_() % text.size()] = words_(random_);
    std::string out = R"({"id":"d)" + std::to_string(next_++) + R"(","text":")";
    for (const std::uint32_t word : text) spell(word, out);
    return out + "\"}\n";
  }

 private:
  static constexpr std::size_t kVocabulary = 200'000;

  [[nodiscard]] std::size_t cluster_size(std::size_t rank) const {
    if (options_.likeness == Likeness::unrelated) return 1;
    if (options_.likeness == Likeness::zipf) return std::max<std::size_t>(1, options_.largest / rank);
    return options_.documents;
  }

  static void spell(std::uint32_t word, std::string& out) {
    for (std::uint32_t rest = word + 75; rest > 0; rest /= 75) {  // a syllable for each digit
      out += "bcdfgklmnprstvz"[rest % 15];
      out += "aeiou"[rest % 75 / 15];
    }
    out += ' ';
  }

  DenseCorpusOptions options_;
  std::mt19937_64 random_;
  ZipfNumbers words_;
  std::vector<std::uint32_t> cluster_of_;
  std::size_t next_ = 0;
};

}  // namespace neardup::internal::bench
