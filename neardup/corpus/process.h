// Runs work over every document of a corpus on all cores, with results in input order and bounded memory.
//
// Every thread takes the earliest part of the input that nobody is reading, cuts the next records off it,
// parses them and does the work: so several compressed files are decompressed at once. Results are consumed
// by one thread at a time, in input order: what is printed is the same for any number of threads. Texts in
// memory: a batch for each thread. Results of later files wait for those of earlier ones, a bounded number.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "neardup/corpus/corpus_reader.h"

namespace neardup {

struct ProcessOptions {
  int threads = 0;  // 0: all cores
  /// Whether a result takes less memory than the texts it is of. Then many may wait, and large files are
  /// read beside each other; else only a few for each thread.
  bool results_are_small = false;
};

/// The untyped engine behind process_corpus.
void process_batches(CorpusReader& reader, const ProcessOptions& options,
                     const std::function<std::shared_ptr<void>(DocumentBatch)>& work,
                     const std::function<void(void*)>& consume);

/// `work` takes a DocumentBatch and returns a value; it is called from several threads at once. `consume`
/// takes that value; it is called from one thread at a time, in input order. Exceptions of both end the run
/// and come out here; so does an Error when the first records all lack the text field.
template <typename Work, typename Consume>
void process_corpus(CorpusReader& reader, const ProcessOptions& options, Work work, Consume consume) {
  using Result = std::invoke_result_t<Work&, DocumentBatch>;
  process_batches(
      reader, options,
      [&work](DocumentBatch batch) -> std::shared_ptr<void> {
        return std::make_shared<Result>(work(std::move(batch)));
      },
      [&consume](void* result) { consume(std::move(*static_cast<Result*>(result))); });
}

}  // namespace neardup
