// The interface texts of the page in English and Chinese: one table, so that no text lacks a translation.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/report/page/report_options.h"

namespace neardup::internal {

inline constexpr std::array kReportLanguages = {ReportLanguage::english, ReportLanguage::chinese};

/// A text of the interface. Names ending in `_note` are sentences.
enum class Phrase : std::uint8_t {
  // Header and navigation
  page_title,
  headline,
  lead_note,
  overview,
  warnings,
  clusters,
  pairs,
  thresholds,
  charts,
  texts,
  made,
  // Cards
  documents,
  of_text,
  kept,
  exact_duplicates,
  near_duplicates,
  cluster_count,
  largest_of,
  too_short,
  without_text,
  expected_recall,
  at_threshold,
  reference,
  untouched,
  // Nouns with their number: one, several
  one_document,
  many_documents,
  one_document_stays,
  many_documents_stay,
  one_cluster,
  many_clusters,
  bytes,
  // Rules
  rule_distance,
  rule_similarity,
  rule_verified,
  rule_sentences,
  rule_contained,
  on_texts,
  on_shingles,
  on_features,
  // Lists
  all_clusters_note,
  some_clusters_note,
  cluster_help_note,
  all_pairs_note,
  some_pairs_note,
  pairs_order_note,
  none_note,
  exact_copies,
  farthest,
  least_similar,
  members,
  removed,
  distance,
  similarity,
  texts_note,
  texts_hidden_note,
  left_out_note,
  unmarked_note,
  bits_note,
  from_file,
  same_text,
  // Charts
  how_far,
  numbers,
  distance_title,
  distance_label,
  distance_axis,
  distance_mark,
  counted,
  estimated_from,
  distance_caption_note,
  removed_and_kept,
  estimated_in_all,
  by_chance,
  similarity_title,
  similarity_label,
  similarity_axis,
  similarity_mark,
  equal_mark,
  similarity_caption_note,
  size_title,
  size_label,
  size_axis,
  size_mark,
  size_caption_note,
  // Thresholds
  stricter_distance,
  stricter_similarity,
  stricter_note,
  distance_at_most,
  similarity_at_least,
  share,
  largest_cluster,
  pairs_by_chance,
  this_run,
  // Facts
  version,
  written,
  command,
  rule,
  recipe,
  found_by,
  corpus,
  speed,
  peak_memory,
  // Warnings: title and text
  skipped_title,
  skipped_note,
  chaining_title,
  chaining_note,
  chance_title,
  chance_note,
  largest_title,
  largest_note,
  short_title,
  short_note,
  no_fingerprint_title,
  no_fingerprint_note,
  edge_title,
  edge_note,
  recall_title,
  recall_note,
  // Script
  filter,
  matching,
  show_more,
  download,
  close,
  keys_note,
  count,
};

/// Returns the text with its {placeholders}.
[[nodiscard]] std::string_view text_in(ReportLanguage language, Phrase text) noexcept;

/// Returns the BCP 47 tag of the language: "en" or "zh-CN".
[[nodiscard]] std::string_view tag_of(ReportLanguage language) noexcept;

/// Speaks one language.
class PageWords {
 public:
  explicit PageWords(ReportLanguage language) noexcept : language_(language) {}

  [[nodiscard]] ReportLanguage language() const noexcept { return language_; }
  [[nodiscard]] std::string operator()(Phrase text) const { return std::string(text_in(language_, text)); }
  /// Fills in the placeholders; pass them as fmt::arg("name", value).
  template <typename... Arguments>
  [[nodiscard]] std::string operator()(Phrase text, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime(text_in(language_, text)), arguments...);
  }
  /// Formats a number with its noun: "1 document", "1,234 documents".
  [[nodiscard]] std::string counted(std::uint64_t number, Phrase one, Phrase many) const;
  [[nodiscard]] std::string documents(std::uint64_t number) const {
    return counted(number, Phrase::one_document, Phrase::many_documents);
  }
  [[nodiscard]] std::string clusters(std::uint64_t number) const {
    return counted(number, Phrase::one_cluster, Phrase::many_clusters);
  }
  /// Formats a size: "812 bytes", "3.4 MB".
  [[nodiscard]] std::string size(std::uint64_t bytes) const;

 private:
  ReportLanguage language_;
};

/// Calls make(words) for each language and returns the results one after the other, each in an element of its
/// language. The style sheet shows one of them.
template <typename Make>
[[nodiscard]] std::string in_both(std::string_view element, const Make& make) {
  std::string out;
  for (const ReportLanguage language : kReportLanguages)
    out += fmt::format("<{0} lang=\"{1}\">{2}</{0}>", element, tag_of(language), make(PageWords(language)));
  return out;
}

/// Returns a text without placeholders in both languages.
[[nodiscard]] std::string in_both(Phrase text);

}  // namespace neardup::internal
