// Fingerprints every document of a corpus on all cores, with results in input order.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "neardup/corpus/process.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {

struct FingerprintCounts {
  std::uint64_t documents = 0;
  std::uint64_t without_fingerprint = 0;
  std::uint64_t comparable = 0;  // fewer than have a fingerprint: see FingerprintResult::comparable
  std::uint64_t text_bytes = 0;
  std::uint64_t without_text = 0;  // never comparable

  void add(const Document& document, const FingerprintResult& result) noexcept {
    ++documents;
    without_fingerprint += result ? 0U : 1U;
    comparable += !document.has_no_text && result && result.comparable() ? 1U : 0U;
    without_text += document.has_no_text ? 1U : 0U;
    text_bytes += document.text.size();
  }
  void add(const FingerprintCounts& other) noexcept {
    documents += other.documents;
    without_fingerprint += other.without_fingerprint;
    comparable += other.comparable;
    text_bytes += other.text_bytes;
    without_text += other.without_text;
  }
};

/// Calls work(documents, results), two spans of equal length, from several threads at once, and `consume`
/// with each value that `work` returns, from one thread at a time and in input order. Throws what
/// process_corpus() and Fingerprinter throw.
template <typename Work, typename Consume>
FingerprintCounts fingerprint_corpus(CorpusReader& reader, const Recipe& recipe,
                                     const ProcessOptions& options, const Work& work, Consume consume) {
  using Documents = std::span<const Document>;
  using Results = std::span<const FingerprintResult>;
  struct Part {
    std::invoke_result_t<const Work&, Documents, Results> value;
    FingerprintCounts counts;
  };
  FingerprintCounts counts;
  process_corpus(
      reader, options,
      [&work, fingerprinter = Fingerprinter(recipe)](const DocumentBatch& batch) mutable {
        std::vector<FingerprintResult> results;
        FingerprintCounts part;
        for (const Document& document : batch.documents) {
          results.push_back(fingerprinter.fingerprint(document));
          part.add(document, results.back());
        }
        return Part{work(Documents(batch.documents), Results(results)), part};
      },
      [&](Part part) {
        counts.add(part.counts);
        consume(std::move(part.value));
      });
  return counts;
}

}  // namespace neardup::internal
