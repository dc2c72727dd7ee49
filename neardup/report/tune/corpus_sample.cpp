#include "neardup/report/tune/corpus_sample.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "neardup/corpus/process.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/util/checksum.h"

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

}  // namespace

CorpusSample sample_corpus(const std::vector<std::string>& inputs, const SampleOptions& options) {
  Reservoir reservoir(options);
  CorpusReader reader(inputs, options.read);
  CorpusSample sample;
  process_corpus(reader,
                 {.threads = options.threads, .results_are_small = true, .on_problem = options.on_problem},
                 SampleWorker(options, reservoir), [&](SampledBatch batch) {
                   sample.corpus_documents += batch.count;
                   sample.corpus_bytes += batch.bytes;
                   for (SampledDocument& document : batch.documents) reservoir.add(std::move(document));
                 });
  sample.documents = reservoir.take();
  sample.without_text = reader.without_text();
  return sample;
}

}  // namespace neardup::internal
