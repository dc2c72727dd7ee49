// How rare words are: the inverse document frequency of every word of a table, given or learned from a
// corpus.
//
// The file has a line `word SPACE idf` for each word, jieba's form. A feature may contain spaces (a shingle
// of tokens does), so the last space of the line separates; line breaks and backslashes inside a feature are
// written \n, \r and \\. Tables are immutable: every thread may read one.
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

namespace neardup {

class IdfTable {
 public:
  struct Entry {
    std::string word;
    double idf = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// Of a word that is given twice the last value counts.
  explicit IdfTable(std::span<const Entry> entries);
  /// Throws Error with file and line when a line is malformed, and when there is none at all.
  [[nodiscard]] static IdfTable load(const std::string& path);

  /// The idf of the word; of an unknown word the median.
  [[nodiscard]] double weight_of(std::string_view word) const noexcept {
    return find(word).value_or(median_);
  }
  [[nodiscard]] std::optional<double> find(std::string_view word) const noexcept;

  /// Element size() / 2 of the sorted values; 1 for an empty table, so that every word weighs the same.
  [[nodiscard]] double median() const noexcept { return median_; }
  /// Sum of the values, in the order in which they were given, divided by their number; 1 for an empty table.
  [[nodiscard]] double average() const noexcept { return average_; }
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

  /// The file form, sorted by the bytes of the words, with the shortest digits that read back as the same
  /// number.
  [[nodiscard]] std::string to_text() const;
  /// XXH3-64 of to_text(): equal tables have equal digests, whatever the order and spelling of their lines.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  struct Place {
    std::uint64_t offset = 0;  // into words_
    std::uint32_t length = 0;
    double idf = 0;
  };
  struct Slot {
    std::uint32_t hash = 0;   // upper half of the word's hash: nearly all foreign words are told apart by it
    std::uint32_t place = 0;  // 1 + index into places_; 0: free
  };

  IdfTable() = default;
  void reserve(std::size_t words);
  void insert(std::string_view word, double idf);
  void finish();
  [[nodiscard]] std::size_t slot_of(std::string_view word, std::uint64_t hash) const noexcept;
  [[nodiscard]] std::string_view word_at(const Place& place) const noexcept {
    return {words_.data() + place.offset, place.length};
  }

  std::string words_;          // all words, one after the other
  std::vector<Place> places_;  // in the order in which the words were first given
  std::vector<Slot> slots_;    // open addressing, a power of two, at most half full
  double median_ = 1;
  double average_ = 1;
};

/// Learns a table: idf = ln((documents + 1) / (documents with the word + 1)) + 1, rounded to six decimals, so
/// that the last digit of a platform's logarithm does not matter. The result depends on the set of documents
/// only, not on their order nor on how they were shared out among builders.
class IdfBuilder {
 public:
  /// REQUIRES: every feature of the document occurs once
  void add_document(std::span<const std::string_view> distinct_features);
  /// Takes over what another builder, of another thread, has seen.
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

}  // namespace neardup
