// Removes near-duplicates: the main job of the library, in one call.
//
//   const auto result = neardup::dedup({"news.jsonl"}, {.output = "clean.jsonl"});
//   for (const neardup::Removed& removed : result.removed()) use(removed.id, removed.kept_id);
//
// Inputs are files and folders, or documents in memory (inputs.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "neardup/corpus/inputs.h"
#include "neardup/dedup/find_pairs.h"
#include "neardup/join/document_pair.h"
#include "neardup/linkage/keep_policy.h"
#include "neardup/report/page/report_options.h"

namespace neardup {

class HammingIndex;
class SimilarityIndex;

/// An index of documents that were kept earlier, of either kind; by default none. Pointers are not null.
using Archive = std::variant<std::monostate, const HammingIndex*, const SimilarityIndex*>;

struct DedupOptions {
  FindOptions find = {};
  LinkKind link = LinkKind::star;
  KeepPolicy keep = {};  // the rule Contained keeps the longest; it takes no other policy, and only stars

  /// Documents near one of the archive are removed. The index must outlive the call and have the recipe of `find`.
  /// The rule is then WithinDistance for a HammingIndex and AtLeastSimilar for a SimilarityIndex, by default with
  /// the threshold of the index; a stricter one will do, a looser one is refused. A SimilarityIndex finds what
  /// FindOptions::against finds with the documents themselves, and the inputs are read twice.
  Archive archive = {};

  /// The clean corpus: the records of the kept documents, byte for byte and in input order. A file (.gz and
  /// .zst compress it), or a folder, which gets one file per input file. Empty: none. Only for inputs that are files.
  std::string output = {};
  /// Writes every record to `output`, with a member "neardup" added that says what it repeats. JSONL only.
  bool annotate = false;
  /// For annotations: the field with the date, and the field with the source (empty: the file) of a document.
  std::string date_field = {};
  std::string source_field = {};
};

struct DedupCounts {
  std::uint64_t documents = 0;  // without the reference
  std::uint64_t reference = 0;
  std::uint64_t kept = 0;
  std::uint64_t exact = 0;      // removed documents with the same content as the document kept in their place
  std::uint64_t near = 0;       // all other removed documents
  std::uint64_t clusters = 0;   // clusters of two or more documents
  std::uint64_t largest = 0;    // documents in the largest cluster
  std::uint64_t too_short = 0;  // for the rule to judge: only exact copies of them are found
  std::uint64_t without_fingerprint = 0;
  std::uint64_t without_text = 0;   // kept, nobody's duplicates; or left out, and then not in `documents`
  std::uint64_t within_values = 0;  // distinct values of FindOptions::within
  std::uint64_t candidates = 0;     // pairs that were compared
  std::uint64_t text_bytes = 0;
};

/// A removed document and the one kept in its place.
struct Removed {
  Ordinal document = 0;
  Ordinal kept = 0;
  std::string id = {};
  std::string kept_id = {};
  std::optional<int> distance = {};
  std::optional<double> similarity = {};
  bool is_exact = false;  // both have the same content
};

struct IndexAdditions;

/// What dedup() decided. Documents are numbered in the order in which they were read, the reference first;
/// entries of the archive, known only by their ids, come after them.
class DedupResult {
 public:
  DedupResult(DedupResult&&) noexcept;
  DedupResult& operator=(DedupResult&&) noexcept;
  ~DedupResult();

  [[nodiscard]] const DedupCounts& counts() const noexcept;
  /// Returns the number of documents, with the reference.
  [[nodiscard]] Ordinal size() const noexcept;
  /// Returns how many documents belong to the reference.
  [[nodiscard]] Ordinal reference_documents() const noexcept;

  [[nodiscard]] std::string id(Ordinal document) const;
  [[nodiscard]] bool is_kept(Ordinal document) const noexcept;
  /// Returns the documents of the inputs that are kept, ascending.
  [[nodiscard]] std::vector<Ordinal> kept() const;
  [[nodiscard]] std::vector<Removed> removed() const;
  /// Calls `sink` with every removed document, in order.
  void for_each_removed(const std::function<void(const Removed&)>& sink) const;

  /// Returns the number of clusters of two or more documents. They are ordered by the kept document.
  [[nodiscard]] std::size_t cluster_count() const noexcept;
  /// Returns the kept document, then the other members in order.
  [[nodiscard]] std::span<const Ordinal> cluster(std::size_t cluster) const noexcept;

  /// Returns the pair of the document and the one kept in its place, with distance and similarity as far as
  /// they are known.
  [[nodiscard]] DocumentPair link_of(Ordinal document) const;
  /// Calls `sink` with the pair of each removed document and the one kept in its place, in the order (first,
  /// second), those with an entry of the archive first. A document that is in its component only through a
  /// chain of others has no such pair.
  void for_each_link(const std::function<void(const DocumentPair&)>& sink) const;

  /// Returns the fingerprint of a document, if it has one that can be compared.
  [[nodiscard]] std::optional<Fingerprint> fingerprint(Ordinal document) const;
  /// Returns the record of a document, byte for byte. Throws Error if its file has changed, and for documents
  /// that do not come from files.
  [[nodiscard]] std::string record(Ordinal document) const;
  /// Returns the format of the file that the document comes from.
  [[nodiscard]] InputFormat format_of(Ordinal document) const noexcept;

  [[nodiscard]] const Recipe& recipe() const noexcept;
  [[nodiscard]] const Rule& rule() const noexcept;
  /// Describes in one line how the pairs were found.
  [[nodiscard]] const std::string& plan() const noexcept;
  /// Returns the share of pairs right at the threshold that this search is expected to find; 1 if it misses none.
  [[nodiscard]] double expected_recall() const noexcept;

  /// Returns what a stricter threshold decides: a higher similarity under AtLeastSimilar, a smaller distance under
  /// WithinDistance. The inputs are not read again, except for the texts of clusters so dense that their pairs
  /// do not fit into memory. Finds at least as large a share of the pairs as dedup() with that threshold. Both
  /// results share what was read. Throws Error for a looser threshold, another rule or an archive.
  [[nodiscard]] DedupResult rethreshold(double threshold) const;

  /// Writes a page about the result: one self-contained HTML file. Reads some texts again. Throws Error.
  void write_report(const std::string& path, const ReportOptions& options = {}) const;

 private:
  struct State;
  explicit DedupResult(std::unique_ptr<State> state);
  friend DedupResult dedup(const Inputs& inputs, const DedupOptions& options);
  friend IndexAdditions add_kept(const DedupResult& result, SimilarityIndex& index);
  std::unique_ptr<State> state_;
};

/// Reads the inputs, decides which documents to keep, and writes the clean corpus if one is wanted. The result is
/// the same for any number of threads. Throws Error.
[[nodiscard]] DedupResult dedup(const Inputs& inputs, const DedupOptions& options = {});

/// What add_kept() did. Documents that the index already has under the same id with the same fingerprint or the
/// same shingles are not counted.
struct IndexAdditions {
  std::uint64_t added = 0;
  /// Part of `added`: added as ID#FINGERPRINT, or with a digest of the shingles in place of the fingerprint, because
  /// another document has the id.
  std::uint64_t renamed = 0;
  std::uint64_t left_out = 0;  // not added, because they have no fingerprint, or no text at all
  /// Not added, because the ids of the index are numbers and this id is not; the first of them.
  std::uint64_t not_numbers = 0;
  std::string first_not_number = {};
  /// Not added, because ids are numbers and another document has this one; the first of them.
  std::uint64_t clashing = 0;
  std::string first_clashing = {};
};

/// Adds the kept documents of the inputs to an index. Never replaces an entry. Throws Error.
IndexAdditions add_kept(const DedupResult& result, HammingIndex& index);
/// The same for shingles, which are taken from the texts again. Throws Error, also if the index names another recipe
/// or an input file has changed.
IndexAdditions add_kept(const DedupResult& result, SimilarityIndex& index);

}  // namespace neardup
