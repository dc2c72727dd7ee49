// Runs work over every document of a corpus on all cores, with results in input order and bounded memory.
//
// Each thread takes the earliest part of the input that no other thread is reading, cuts the next records
// off it, parses them and does the work, so several compressed files are decompressed at once. One thread at
// a time consumes results, in input order, so the output is the same for any number of threads. Memory holds
// the texts of one batch per thread, and a bounded number of results that wait for those of earlier files.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

struct ProcessOptions {
  int threads = 0;  // 0: all cores
  /// Set this if a result takes less memory than its texts. Then many results may wait and large files are
  /// read in parallel; otherwise only a few results per thread may wait.
  bool results_are_small = false;
  /// If set, takes the problems out of each batch: they arrive here in input order, on one thread at a time,
  /// before the result of their batch is consumed.
  std::function<void(const Problem&)> on_problem = {};
  /// Polled for every batch. Once it is set, no further batch is read.
  std::stop_token stop = {};
};

/// The untyped engine of process_corpus. Calls work(batch, thread number).
void process_batches(CorpusReader& reader, const ProcessOptions& options,
                     const std::function<std::shared_ptr<void>(DocumentBatch, int)>& work,
                     const std::function<void(void*)>& consume);

/// Calls `work` with each DocumentBatch, from several threads at once, and `consume` with each value that
/// `work` returns, from one thread at a time and in input order. Each thread calls its own copy of `work`,
/// which may therefore hold buffers and other state. An exception of either ends the run and is rethrown
/// here. Throws Error if the first records all lack the text field.
template <typename Work, typename Consume>
void process_corpus(CorpusReader& reader, const ProcessOptions& options, const Work& work, Consume consume) {
  using Result = std::invoke_result_t<Work&, DocumentBatch>;
  std::vector<std::optional<Work>> copies(static_cast<std::size_t>(thread_count(options.threads)));
  process_batches(
      reader, options,
      [&](DocumentBatch&& batch, int thread) -> std::shared_ptr<void> {
        std::optional<Work>& own = copies[static_cast<std::size_t>(thread)];
        if (!own) own.emplace(work);
        return std::make_shared<Result>((*own)(std::move(batch)));
      },
      [&consume](void* result) { consume(std::move(*static_cast<Result*>(result))); });
}

}  // namespace neardup::internal
