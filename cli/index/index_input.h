// Reads the input of the `index` commands: documents, whose fingerprints or shingles are taken with the recipe
// of the index, or precomputed fingerprints (cli/fingerprint_list.h). Worker threads process batches
// in parallel; the results arrive in input order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/fingerprint_list.h"
#include "cli/options.h"
#include "cli/terminal/output.h"
#include "neardup/collection/content_digest.h"
#include "neardup/fingerprint/fingerprint_corpus.h"
#include "neardup/index/similarity_entry.h"
#include "neardup/util/parallel.h"

namespace neardup::cli {

using namespace internal;

/// Fingerprints and the ids of their documents, in two lists of equal length.
struct NamedFingerprints {
  std::vector<std::string> ids;
  std::vector<Fingerprint> fingerprints;
  /// Documents without a fingerprint: how many fingerprints come before each, and its id.
  std::vector<std::pair<std::size_t, std::string>> absent = {};
};

/// A document as an index of similarity takes it.
struct NamedSet {
  std::string id;
  std::vector<std::uint64_t> shingles;
  ContentDigest content;
  bool has_no_text = false;

  [[nodiscard]] SimilarityEntry entry() const noexcept { return {shingles, content}; }
};

/// The input options: documents or files of precomputed fingerprints, not both.
struct IndexInput {
  InputOptions documents;
  std::vector<std::string> fingerprint_files;

  void add_to(const Command& command);
  [[nodiscard]] bool is_ready_made() const noexcept { return !fingerprint_files.empty(); }
  [[nodiscard]] bool is_empty() const noexcept { return !is_ready_made() && documents.inputs.empty(); }
};

/// Returns the results that can be compared, with the ids of their documents.
[[nodiscard]] NamedFingerprints name_fingerprints(std::span<const Document> documents,
                                                  std::span<const FingerprintResult> results);

/// Returns the fingerprints of a list with ordinals from `begin` up to, but not including, `end`.
[[nodiscard]] NamedFingerprints name_fingerprints(const FingerprintList& list, std::size_t begin,
                                                  std::size_t end);

/// Reads the files and returns the lists whose fingerprints have `bits` bits; 0 means the width of the first
/// list. Reports a file of another width, or one that cannot be read, as a problem and skips it.
[[nodiscard]] std::vector<FingerprintList> read_lists(const std::vector<std::string>& paths, int bits,
                                                      ProblemReport& problems);

/// Fingerprints all documents of the input. Calls work(NamedFingerprints) on several threads at once, and
/// consume() with the values that it returns, one at a time and in input order.
template <typename Work, typename Consume>
InputCounts process_documents(const InputOptions& input, const Recipe& recipe, ProblemReport& problems,
                              const Work& work, const Consume& consume) {
  CorpusReader reader = input.open(recipe);
  const ProcessOptions options{.threads = input.threads,
                               .on_problem = [&](const Problem& problem) { problems.add(problem); }};
  const FingerprintCounts counts = fingerprint_corpus(
      reader, recipe, options,
      [&](std::span<const Document> documents, std::span<const FingerprintResult> results) {
        return work(name_fingerprints(documents, results));
      },
      consume);
  return {.documents = counts.documents,
          .without_fingerprint = counts.documents - counts.comparable - counts.without_text,
          .text_bytes = counts.text_bytes,
          .without_text = reader.without_text()};
}

/// Takes the shingle sets of all documents of the input. Calls work(std::vector<NamedSet>) on several threads at
/// once, and consume() with the values that it returns, one at a time and in input order.
template <typename Work, typename Consume>
InputCounts process_sets(const InputOptions& input, const Recipe& recipe, ProblemReport& problems,
                         const Work& work, const Consume& consume) {
  using Value = std::invoke_result_t<const Work&, std::vector<NamedSet>>;
  struct Part {
    Value value;
    InputCounts counts;
  };
  CorpusReader reader = input.open(recipe);
  const ProcessOptions options{.threads = input.threads,
                               .on_problem = [&](const Problem& problem) { problems.add(problem); }};
  InputCounts counts;
  process_corpus(
      reader, options,
      [&work, taker = SimilarityEntryTaker(recipe)](const DocumentBatch& batch) mutable {
        std::vector<NamedSet> sets;
        InputCounts part{.documents = batch.documents.size()};
        for (const Document& document : batch.documents) {
          const SimilarityEntry entry = taker.take(document);
          sets.push_back({document.id,
                          {entry.shingles.begin(), entry.shingles.end()},
                          entry.content,
                          document.has_no_text});
          part.text_bytes += document.text.size();
        }
        return Part{work(std::move(sets)), part};
      },
      [&](Part part) {
        counts.add(part.counts);
        consume(std::move(part.value));
      });
  counts.without_text = reader.without_text();
  return counts;
}

/// Does for a list of precomputed fingerprints what process_documents() does for documents.
template <typename Work, typename Consume>
InputCounts process_list(const FingerprintList& list, int threads, const Work& work, const Consume& consume) {
  using Value = std::invoke_result_t<const Work&, NamedFingerprints>;
  constexpr std::size_t kTask = 4096;
  const int workers = thread_count(threads);
  const std::size_t round = kTask * static_cast<std::size_t>(workers);
  for (std::size_t begin = 0; begin < list.size(); begin += round) {
    const std::size_t end = std::min(begin + round, list.size());
    std::vector<Value> values((end - begin + kTask - 1) / kTask);
    run_tasks(workers, values.size(), [&](std::size_t task, int /*thread*/) {
      const std::size_t first = begin + task * kTask;
      values[task] = work(name_fingerprints(list, first, std::min(first + kTask, end)));
    });
    for (Value& value : values) consume(std::move(value));
  }
  return {.documents = list.size() + list.without_fingerprint(),
          .without_fingerprint = list.without_fingerprint()};
}

}  // namespace neardup::cli
