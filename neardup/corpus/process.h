// Runs work over every document of a corpus on all cores, with results in input order and bounded memory.
//
// One thread at a time reads, all threads parse and work, one at a time consumes the results, in order: what
// is printed is the same for any number of threads. At most a few batches for each thread are in flight.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "neardup/corpus/corpus_reader.h"

namespace neardup {

/// The untyped engine behind process_corpus.
void process_batches(CorpusReader& reader, int threads,
                     const std::function<std::shared_ptr<void>(DocumentBatch)>& work,
                     const std::function<void(void*)>& consume);

/// `work` takes a DocumentBatch and returns a value; it is called from several threads at once. `consume`
/// takes that value; it is called from one thread at a time, in input order. Exceptions of both end the run
/// and come out here; so does an Error when the first records all lack the text field. `threads` 0: all
/// cores.
template <typename Work, typename Consume>
void process_corpus(CorpusReader& reader, int threads, Work work, Consume consume) {
  using Result = std::invoke_result_t<Work&, DocumentBatch>;
  process_batches(
      reader, threads,
      [&work](DocumentBatch batch) -> std::shared_ptr<void> {
        return std::make_shared<Result>(work(std::move(batch)));
      },
      [&consume](void* result) { consume(std::move(*static_cast<Result*>(result))); });
}

}  // namespace neardup
