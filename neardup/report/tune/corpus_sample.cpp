#include "neardup/report/tune/corpus_sample.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>
#include <variant>

#include "neardup/corpus/process.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/text/blank.h"
#include "neardup/util/checksum.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

bool by_key(const SampledDocument& a, const SampledDocument& b) { return a.key < b.key; }

/// One worker's result for a batch.
struct SampledBatch {
  std::vector<SampledDocument> documents = {};
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

/// Holds the documents with the lowest keys that fit. A document leaves when those with lower keys fill the
/// sample without it, and then no higher key can ever enter: what remains does not depend on the order.
class Reservoir {
 public:
  explicit Reservoir(const SampleOptions& options) : options_(options) {}

  /// Returns the limit: the sample rejects keys that reach it. It never rises. Any thread may call this.
  [[nodiscard]] std::uint64_t limit() const noexcept { return limit_.load(std::memory_order_relaxed); }

  void add(SampledDocument document) {
    if (document.key >= limit()) return;
    bytes_ += document.bytes();
    heap_.push_back(std::move(document));
    std::ranges::push_heap(heap_, by_key);
    while (heap_.size() > options_.most_documents || (bytes_ > options_.most_bytes && heap_.size() > 2))
      drop_highest();
  }

  [[nodiscard]] std::vector<SampledDocument> take() {
    std::ranges::sort_heap(heap_, by_key);
    return std::move(heap_);
  }

 private:
  void drop_highest() {
    std::ranges::pop_heap(heap_, by_key);
    bytes_ -= heap_.back().bytes();
    limit_.store(heap_.back().key, std::memory_order_relaxed);
    heap_.pop_back();
  }

  const SampleOptions& options_;
  std::vector<SampledDocument> heap_;  // max-heap by key
  std::size_t bytes_ = 0;
  std::atomic<std::uint64_t> limit_ = std::numeric_limits<std::uint64_t>::max();
};

class SampleWorker {
 public:
  SampleWorker(const SampleOptions& options, const Reservoir& reservoir)
      : steps_(options.recipe.steps()),
        fingerprinter_(options.recipe),
        shingles_(steps_),
        reservoir_(&reservoir) {}

  SampledBatch operator()(const DocumentBatch& batch) {
    SampledBatch sampled;
    for (const Document& document : batch.documents) {
      if (document.has_no_text) continue;
      ++sampled.count;
      sampled.bytes += document.text.size();
      const std::uint64_t key = checksum(document.path, document.line);
      if (key < reservoir_->limit()) sampled.documents.push_back(examine(document, key));
    }
    return sampled;
  }

 private:
  SampledDocument examine(const Document& document, std::uint64_t key) {
    SampledDocument sampled{.key = key, .digest = content_digest(steps_, document, scratch_)};
    const FingerprintResult result = fingerprinter_.fingerprint(document);
    if (result && result.comparable()) sampled.fingerprint = *result;
    const std::span<const std::uint64_t> set = shingles_.take(document);
    sampled.shingles.assign(set.begin(), set.end());
    return sampled;
  }

  RecipeSteps steps_;
  Fingerprinter fingerprinter_;
  ShingleSetTaker shingles_;
  const Reservoir* reservoir_;
  std::string scratch_;
};

void add_batch(SampledBatch batch, CorpusSample& sample, Reservoir& reservoir) {
  sample.corpus_documents += batch.count;
  sample.corpus_bytes += batch.bytes;
  for (SampledDocument& document : batch.documents) reservoir.add(std::move(document));
}

/// Reads a few rows at a time: those that enter the sample take longer than reading them all.
CorpusSample sample_table(const DocumentTable& table, const SampleOptions& options) {
  constexpr std::size_t kRows = 256;
  Reservoir reservoir(options);
  CorpusSample sample;
  std::vector<SampleWorker> workers(static_cast<std::size_t>(thread_count(options.threads)),
                                    SampleWorker(options, reservoir));
  std::mutex mutex;
  run_tasks(static_cast<int>(workers.size()), (table.size() + kRows - 1) / kRows,
            [&](std::size_t task, int thread) {
              DocumentBatch batch;
              for (std::size_t row = task * kRows; row < std::min(table.size(), (task + 1) * kRows); ++row) {
                Document& document = batch.documents.emplace_back();
                table.read(row, document);
                document.line = row + 1;  // which documents are taken depends on it
                document.has_no_text = !document.features && is_blank_text(document.text);
              }
              SampledBatch sampled = workers[static_cast<std::size_t>(thread)](batch);
              const std::scoped_lock lock(mutex);
              sample.without_text += batch.documents.size() - sampled.count;
              add_batch(std::move(sampled), sample, reservoir);
            });
  sample.documents = reservoir.take();
  return sample;
}

CorpusSample sample_files(const std::vector<std::string>& inputs, const SampleOptions& options) {
  Reservoir reservoir(options);
  CorpusReader reader(inputs, options.read);
  CorpusSample sample;
  process_corpus(reader,
                 {.threads = options.threads, .results_are_small = true, .on_problem = options.on_problem},
                 SampleWorker(options, reservoir),
                 [&](SampledBatch batch) { add_batch(std::move(batch), sample, reservoir); });
  sample.documents = reservoir.take();
  sample.without_text = reader.without_text();
  return sample;
}

}  // namespace

CorpusSample sample_corpus(const Inputs& inputs, const SampleOptions& options) {
  if (const auto* const table = std::get_if<Inputs::Table>(&inputs.source()))
    return sample_table(**table, options);
  if (const auto* const paths = std::get_if<Inputs::Paths>(&inputs.source()))
    return sample_files(*paths, options);
  throw Error(ErrorCode::invalid_argument, "a sample is taken from files or from a table");
}

}  // namespace neardup::internal
