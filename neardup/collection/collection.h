// A collection of documents, read once: everything kept of each document to find duplicates. The texts
// are not kept; a RecordReader fetches those that are needed again.
//
// Bytes per document: 20 plus its id for its location, 16 for its content digest, 12 (64 bits) or 20 (128
// bits) for its fingerprint, and for similarity the bytes stated in sketch_table.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/collection/compartments.h"
#include "neardup/collection/content_digest.h"
#include "neardup/collection/rule.h"
#include "neardup/corpus/inputs.h"
#include "neardup/corpus/record_table.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/fingerprint_column.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/sketch/sketch_table.h"
#include "neardup/util/growing_column.h"
#include "neardup/util/paged_memory.h"

namespace neardup::internal {

struct CollectionOptions {
  Recipe recipe;
  ReadOptions read = {};
  int threads = 0;  // 0: one per core
  // Decides what is kept of each document: sketches for AtLeastSimilar, 24 bytes for EqualSentences, 12 for
  // Contained.
  Rule rule = AtLeastSimilar{};
  std::uint64_t sketch_seed = 0;
  // Inputs to read before the others, with the same options.
  std::vector<std::string> reference = {};
  // Keeps the lengths of texts, 4 bytes per document.
  bool keep_lengths = false;
  // If set, documents are compared only with documents of the same value.
  std::optional<Within> within = {};
  // Excluded from everything except the content digest.
  std::shared_ptr<const Boilerplate> boilerplate = {};
  // Names of the values in Document::fields, for documents that are not read from files.
  std::vector<std::string> document_fields = {};
  /// About the most memory that the process may use, in bytes; 0: any amount. What is kept of the documents then lies in a
  /// file in ReadOptions::temporary_folder where necessary; the result is the same.
  std::uint64_t memory = 0;
  // Polled for every batch; a stopped collection lacks documents.
  std::stop_token stop = {};
  // Called on one thread at a time, in input order.
  std::function<void(const Problem&)> on_problem = {};
  /// Called now and then, on one thread at a time, with the number of file bytes read so far, or of documents
  /// that are not read from files.
  std::function<void(std::uint64_t)> on_read = {};
};

struct CollectionCounts {
  std::uint64_t without_fingerprint = 0;  // too short to judge: only exact copies are found
  std::uint64_t text_bytes = 0;
  /// Records of the inputs, not of the reference, without text: kept or left out (ReadOptions::missing).
  std::uint64_t without_text = 0;
};

/// Returns the sketch plan that a collection needs for the rule; nothing if the rule uses no sketches. A plan
/// without bands keeps only the sizes and digests of shingle sets. Throws Error.
[[nodiscard]] std::optional<SketchPlan> sketch_for(const Rule& rule);

/// Returns true if bands would miss too many pairs, or if none may be missed.
[[nodiscard]] bool needs_exact_join(const AtLeastSimilar& rule) noexcept;

class Collection {
 public:
  /// Reads the reference, then all inputs, on `threads` threads; the result does not depend on their
  /// number. Throws Error.
  Collection(const Inputs& inputs, CollectionOptions options);

  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  [[nodiscard]] const RecordTable& records() const noexcept { return records_; }
  [[nodiscard]] const SketchTable& sketches() const noexcept { return sketches_; }
  [[nodiscard]] const CollectionCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const CollectionOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Rule& rule() const noexcept { return options_.rule; }
  /// Returns the memory for whatever has an entry for each document.
  [[nodiscard]] PagedMemory* memory() const noexcept { return memory_.get(); }
  /// Forgets the functions of the options, so that what they refer to need not outlive the collection.
  void forget_callbacks() noexcept;
  /// Returns how many documents belong to the reference; they come first.
  [[nodiscard]] std::uint32_t reference_documents() const noexcept { return reference_documents_; }
  /// Returns the length of the text in bytes. REQUIRES: options().keep_lengths
  [[nodiscard]] std::uint32_t text_length(std::size_t document) const noexcept { return lengths_[document]; }
  /// Returns the value of field `number` of options().read.fields; empty if the document has no such field.
  [[nodiscard]] std::string_view field(std::size_t document, std::size_t number) const noexcept {
    return values_[value_positions_[document * kept_fields_ + number]];
  }
  /// Returns a digest that is equal for two documents if and only if their content is equal; a document
  /// without text equals no other. It has no other use: it need not equal content_digest().
  [[nodiscard]] ContentDigest digest(std::size_t document) const noexcept { return digests_[document]; }
  /// Returns no value if the document has no sentence. REQUIRES: the rule is EqualSentences
  [[nodiscard]] const std::optional<ContentDigest>& signature(std::size_t document) const noexcept {
    return signatures_[document];
  }
  /// Returns one number per document, equal for documents to compare with each other; empty unless
  /// options().within is set.
  [[nodiscard]] std::span<const std::uint32_t> compartments() const noexcept {
    return compartments_.numbers();
  }
  [[nodiscard]] std::size_t compartment_values() const noexcept { return compartments_.values(); }

  /// Returns the documents that have a comparable fingerprint, ascending, and their fingerprints in
  /// the same order.
  [[nodiscard]] std::span<const std::uint32_t> comparable() const noexcept { return comparable_; }
  [[nodiscard]] const FingerprintColumn& fingerprints() const noexcept { return fingerprints_; }

  /// Returns no value if the document has no comparable fingerprint.
  [[nodiscard]] std::optional<Fingerprint> fingerprint(std::size_t document) const;

  /// Returns false if the document lacks a text: then it is nobody's duplicate (Document::has_no_text).
  [[nodiscard]] bool has_text(std::size_t document) const noexcept;
  /// Returns the documents that the rule can judge, ascending.
  [[nodiscard]] std::vector<std::uint32_t> judged() const;
  /// Returns the others, ascending, of which the rule finds only exact copies.
  [[nodiscard]] std::vector<std::uint32_t> unjudged() const;
  /// Returns true if the rule sees no difference between two documents that it can judge.
  [[nodiscard]] bool is_alike(std::size_t a, std::size_t b) const;
  /// Counts the documents, without those of the reference, that are too short for the rule to judge.
  [[nodiscard]] std::uint64_t too_short() const;

 private:
  struct Piece;
  class Worker;
  class FieldOrder;
  [[nodiscard]] std::optional<Sketcher> make_sketcher() const;
  void read(const Inputs& inputs);
  void read_files(Inputs::Paths paths);
  void read_documents(const DocumentGenerator& next);
  /// REQUIRES: the rule is not about distances
  [[nodiscard]] bool is_judged_by_text(std::size_t document) const noexcept;
  void read_table(const DocumentTable& table);
  void complete(Document& document, std::size_t ordinal, const FieldOrder& order) const;
  void add_from_memory(Piece piece);
  void add(Piece piece);
  void add_fields(const Document& document);
  void add_fingerprint(std::size_t document, const FingerprintResult& result);
  void settle_digests();
  void add_unsettled(std::vector<std::uint32_t> documents, std::vector<std::uint32_t>& unsettled) const;
  void digest_again(std::span<const std::uint32_t> documents);
  void warn_about_within() const;

  CollectionOptions options_;
  std::unique_ptr<PagedMemory> memory_;  // of the columns
  RecordTable records_;
  GrowingColumn<ContentDigest> digests_;
  GrowingColumn<std::optional<ContentDigest>> signatures_;
  Compartments compartments_;
  std::pmr::vector<std::uint32_t> comparable_;
  std::vector<std::uint32_t> without_text_;  // ascending
  FingerprintColumn fingerprints_;
  SketchTable sketches_;
  GrowingColumn<std::uint32_t> lengths_;
  std::size_t kept_fields_ = 0;  // the first fields of options_.read.fields, which the caller requested
  StringPool values_;
  GrowingColumn<std::uint64_t> value_positions_;
  std::uint32_t reference_documents_ = 0;
  std::uint64_t read_before_ = 0;  // file bytes that earlier calls of `read` have read
  CollectionCounts counts_;
};

}  // namespace neardup::internal
