// A collection of documents, read once: all that is kept of each of them for finding duplicates. The texts
// stay where they are; a RecordReader fetches those that are needed again.
//
// Bytes a document: 20 and its id for the place, 16 for the digest of its content, 12 (64 bits) or 20 for the
// fingerprint, and what SketchTable says when similarity is wanted.
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

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/record_table.h"
#include "neardup/fingerprint/bits128.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/compartments.h"
#include "neardup/fingerprint/content_digest.h"
#include "neardup/fingerprint/fingerprint_result.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/fingerprint/sketch_table.h"

namespace neardup {

struct CollectionOptions {
  Recipe recipe;
  ReadOptions read = {};
  int threads = 0;                        // 0: one for each core
  std::optional<SketchPlan> sketch = {};  // for similarity; no bands: sizes and digests of shingle sets only
  std::uint64_t sketch_seed = 0;
  std::vector<std::string> reference = {};  // inputs that are read before the others, with the same options
  bool keep_lengths = false;                // of texts, 4 bytes a document
  std::optional<Within> within = {};        // documents are to be compared only inside one value
  int sentences = 0;  // keep the signature of that many longest sentences, 16 bytes a document; 0: none
  std::shared_ptr<const Boilerplate> boilerplate =
      {};  // left out of everything but the digest of the content
  std::function<void(const Problem&)> on_problem = {};  // on one thread at a time, in input order
  /// Now and then, on one thread at a time, with the bytes of the files that were read so far.
  std::function<void(std::uint64_t)> on_read = {};
};

struct CollectionCounts {
  std::uint64_t without_fingerprint = 0;  // too short to judge: exact copies only
  std::uint64_t text_bytes = 0;
};

class Collection {
 public:
  /// Reads the reference, then all inputs, on all cores; the same for any number of threads. Throws Error.
  Collection(std::vector<std::string> inputs, CollectionOptions options);

  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  [[nodiscard]] const RecordTable& records() const noexcept { return records_; }
  [[nodiscard]] const SketchTable& sketches() const noexcept { return sketches_; }
  [[nodiscard]] const CollectionCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const CollectionOptions& options() const noexcept { return options_; }
  /// How many of the first documents are the reference.
  [[nodiscard]] std::uint32_t reference_documents() const noexcept { return reference_documents_; }
  /// In bytes. REQUIRES: options().keep_lengths
  [[nodiscard]] std::uint32_t text_length(std::size_t document) const noexcept { return lengths_[document]; }
  /// The value of a field that options().read.fields asks for, by its place there; empty when there is none.
  [[nodiscard]] std::string_view field(std::size_t document, std::size_t place) const noexcept {
    return values_[value_places_[document * kept_fields_ + place]];
  }
  /// Equal for documents of equal content, and for no others; good for nothing else.
  [[nodiscard]] ContentDigest digest(std::size_t document) const noexcept { return digests_[document]; }
  /// None when the document has no sentence. REQUIRES: options().sentences > 0
  [[nodiscard]] const std::optional<ContentDigest>& signature(std::size_t document) const noexcept {
    return signatures_[document];
  }
  /// Empty unless options().within; else by document, equal for those that are to be compared.
  [[nodiscard]] std::span<const std::uint32_t> compartments() const noexcept {
    return compartments_.numbers();
  }
  [[nodiscard]] std::size_t compartment_values() const noexcept { return compartments_.values(); }

  /// The documents with a fingerprint that may be compared, rising, and their fingerprints in the same order.
  /// One of the two lists of words is empty, as the width of the recipe says.
  [[nodiscard]] std::span<const std::uint32_t> comparable() const noexcept { return comparable_; }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_; }
  [[nodiscard]] std::span<const Bits128> wide_words() const noexcept { return wide_words_; }

  /// Null when the document has no fingerprint that may be compared.
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
  std::size_t kept_fields_ = 0;  // of options_.read.fields: those that the caller asked for
  StringPool values_;
  std::deque<std::uint64_t> value_places_;
  std::uint32_t reference_documents_ = 0;
  std::uint64_t read_before_ = 0;  // bytes of files that earlier calls of `read` have read
  CollectionCounts counts_;
};

}  // namespace neardup
