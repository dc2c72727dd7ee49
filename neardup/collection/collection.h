// A collection of documents, read once: everything kept of each document to find duplicates. The texts
// are not kept; a RecordReader fetches those that are needed again.
//
// Bytes per document: 20 plus its id for its place, 16 for its content digest, 12 (64 bits) or 20 (128
// bits) for its fingerprint, and for similarity the bytes stated in sketch_table.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/collection/compartments.h"
#include "neardup/collection/content_digest.h"
#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/record_table.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/fingerprint_result.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/sketch/sketch_table.h"
#include "neardup/util/bits128.h"

namespace neardup {

struct CollectionOptions {
  Recipe recipe;
  ReadOptions read = {};
  int threads = 0;  // 0: one per core
  // Needed for similarity. A plan without bands keeps only the sizes and digests of shingle sets.
  std::optional<SketchPlan> sketch = {};
  std::uint64_t sketch_seed = 0;
  // Inputs to read before the others, with the same options.
  std::vector<std::string> reference = {};
  // Keeps the lengths of texts, 4 bytes per document.
  bool keep_lengths = false;
  // If set, documents are compared only with documents of the same value.
  std::optional<Within> within = {};
  // Keeps the signature of this many longest sentences, 24 bytes per document; 0: none.
  int sentences = 0;
  // Excluded from everything except the content digest.
  std::shared_ptr<const Boilerplate> boilerplate = {};
  // Called on one thread at a time, in input order.
  std::function<void(const Problem&)> on_problem = {};
  /// Called now and then, on one thread at a time, with the number of file bytes read so far.
  std::function<void(std::uint64_t)> on_read = {};
};

struct CollectionCounts {
  std::uint64_t without_fingerprint = 0;  // too short to judge: only exact copies are found
  std::uint64_t text_bytes = 0;
};

class Collection {
 public:
  /// Reads the reference, then all inputs, on `threads` threads; the result does not depend on their
  /// number. Throws Error.
  Collection(std::vector<std::string> inputs, CollectionOptions options);

  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  [[nodiscard]] const RecordTable& records() const noexcept { return records_; }
  [[nodiscard]] const SketchTable& sketches() const noexcept { return sketches_; }
  [[nodiscard]] const CollectionCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const CollectionOptions& options() const noexcept { return options_; }
  /// Returns how many documents belong to the reference; they come first.
  [[nodiscard]] std::uint32_t reference_documents() const noexcept { return reference_documents_; }
  /// Returns the length of the text in bytes. REQUIRES: options().keep_lengths
  [[nodiscard]] std::uint32_t text_length(std::size_t document) const noexcept { return lengths_[document]; }
  /// Returns the value of field number `place` in
  /// options().read.fields; empty if the document has no such field.
  [[nodiscard]] std::string_view field(std::size_t document, std::size_t place) const noexcept {
    return values_[value_places_[document * kept_fields_ + place]];
  }
  /// Returns a digest that is equal for two documents if and only if their content is equal. It has no
  /// other use: it need not equal content_digest().
  [[nodiscard]] ContentDigest digest(std::size_t document) const noexcept { return digests_[document]; }
  /// Returns no value if the document has no sentence. REQUIRES: options().sentences > 0
  [[nodiscard]] const std::optional<ContentDigest>& signature(std::size_t document) const noexcept {
    return signatures_[document];
  }
  /// Returns one number per document, equal for documents to compare with each other; empty unless
  /// options().within is set.
  [[nodiscard]] std::span<const std::uint32_t> compartments() const noexcept {
    return compartments_.numbers();
  }
  [[nodiscard]] std::size_t compartment_values() const noexcept { return compartments_.values(); }

  /// Returns the documents that have a comparable fingerprint, ascending; words() or wide_words()
  /// returns their fingerprints in the same order. The width of the recipe decides which of these two
  /// lists is empty.
  [[nodiscard]] std::span<const std::uint32_t> comparable() const noexcept { return comparable_; }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_; }
  [[nodiscard]] std::span<const Bits128> wide_words() const noexcept { return wide_words_; }

  /// Returns no value if the document has no comparable fingerprint.
  [[nodiscard]] std::optional<Fingerprint> fingerprint(std::size_t document) const;

 private:
  struct Piece;
  class Worker;
  void read(std::vector<std::string> inputs);
  void add(Piece piece);
  void add_fields(const Document& document);
  void add_fingerprint(std::size_t document, const FingerprintResult& result);
  void settle_digests();
  void add_unsettled(std::vector<std::uint32_t> documents, std::vector<std::uint32_t>& unsettled) const;
  void digest_again(std::span<const std::uint32_t> documents);
  void warn_about_within() const;

  CollectionOptions options_;
  RecordTable records_;
  std::deque<ContentDigest> digests_;
  std::deque<std::optional<ContentDigest>> signatures_;
  Compartments compartments_;
  std::vector<std::uint32_t> comparable_;
  std::vector<std::uint64_t> words_;
  std::vector<Bits128> wide_words_;
  SketchTable sketches_;
  std::deque<std::uint32_t> lengths_;
  std::size_t kept_fields_ = 0;  // the first fields of options_.read.fields, which the caller requested
  StringPool values_;
  std::deque<std::uint64_t> value_places_;
  std::uint32_t reference_documents_ = 0;
  std::uint64_t read_before_ = 0;  // file bytes that earlier calls of `read` have read
  CollectionCounts counts_;
};

}  // namespace neardup
