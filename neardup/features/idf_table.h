// Inverse document frequencies (how rare words are), from a given table or learned from a corpus.
//
// The file has one line `word SPACE idf` per word, which is jieba's format. A feature may contain
// spaces (a shingle of tokens does), so the last space of the line is the separator; line breaks and
// backslashes inside a feature are written \n, \r and \\. Tables are immutable, so any number of
// threads may read one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace neardup::internal {

class IdfTable {
 public:
  struct Entry {
    std::string word;
    double idf = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// Builds a table. If a word occurs twice, the last value counts.
  explicit IdfTable(std::span<const Entry> entries);
  /// Loads a table. Throws Error with file and line if a line
  /// is malformed, and if the file has no line at all.
  [[nodiscard]] static IdfTable load(const std::string& path);

  /// Returns the idf of the word, or the median for an unknown word.
  [[nodiscard]] double weight_of(std::string_view word) const noexcept {
    return find(word).value_or(median_);
  }
  [[nodiscard]] std::optional<double> find(std::string_view word) const noexcept;

  /// Returns element size() / 2 of the sorted values, or 1 for an empty table, so that every word
  /// weighs the same.
  [[nodiscard]] double median() const noexcept { return median_; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

  /// Returns the table in file format, sorted by the bytes of the words, with the shortest digits that
  /// read back as the same number.
  [[nodiscard]] std::string to_text() const;
  /// Returns the XXH3-64 of to_text(): equal tables have equal digests, whatever the order and spelling
  /// of their lines.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  struct StoredWord {
    std::uint64_t offset = 0;  // into words_
    std::uint32_t length = 0;
    double idf = 0;
  };
  struct Slot {
    std::uint32_t hash = 0;   // upper half of the word's hash; it rules out nearly all other words
    std::uint32_t entry = 0;  // 1 + index into entries_; 0: free
  };

  IdfTable() = default;
  void reserve(std::size_t words);
  void insert(std::string_view word, double idf);
  void finish();
  [[nodiscard]] std::size_t slot_of(std::string_view word, std::uint64_t hash) const noexcept;
  [[nodiscard]] std::string_view word_at(const StoredWord& stored) const noexcept {
    return {words_.data() + stored.offset, stored.length};
  }

  std::string words_;                // all words, concatenated
  std::vector<StoredWord> entries_;  // in the order in which the words were first given
  std::vector<Slot> slots_;          // open addressing; size is a power of two, at most half full
  double median_ = 1;
};

/// Learns a table: idf = ln((documents + 1) / (documents with the word + 1)) + 1, rounded to six decimals, so
/// that differences in the last digit of a platform's logarithm do not matter. The result depends only on the
/// set of documents, not on their order or on how they were distributed among builders.
class IdfBuilder {
 public:
  /// Counts one document. REQUIRES: every feature of the document occurs once
  void add_document(std::span<const std::string_view> distinct_features);
  /// Adds the counts of another builder, e.g. of another thread.
  void merge(const IdfBuilder& other);
  [[nodiscard]] std::uint64_t documents() const noexcept { return documents_; }
  [[nodiscard]] IdfTable build() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> document_counts_;
  std::uint64_t documents_ = 0;
};

}  // namespace neardup::internal
