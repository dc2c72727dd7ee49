#include "neardup/corpus/process.h"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "neardup/util/error.h"

namespace neardup {

namespace {

int number_of_threads(int wanted) {
  if (wanted > 0) return wanted;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Keeps the first exception of any thread until the pipeline has run empty. An exception that left a filter
/// would cancel the pipeline at once, and TBB then forgets, without destroying them, the batches that are
/// between two filters.
class FirstFailure {
 public:
  /// Does the work unless something has failed before.
  template <typename Work>
  void guard(Work work) noexcept {
    if (happened()) return;
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      happened_ = true;
    }
  }
  [[nodiscard]] bool happened() const noexcept { return happened_; }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::atomic<bool> happened_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// A wrong name of the text field is one mistake, not one for every record: found at the beginning, it ends
/// the run. A few records are too little to tell.
void refuse_wrong_text_field(const DocumentBatch& beginning) {
  constexpr std::size_t kEnough = 10;
  const std::vector<Problem>& problems = beginning.problems;
  if (!beginning.documents.empty() || problems.size() < kEnough) return;
  if (!std::ranges::all_of(problems, [](const Problem& problem) { return problem.lacks_text; })) return;
  throw Error(ErrorCode::invalid_argument, problems.front().describe() + "; nor has any of the " +
                                               std::to_string(problems.size() - 1) +
                                               " records behind it a text, so nothing is read");
}

using Batch = std::shared_ptr<const RawBatch>;
using Result = std::shared_ptr<void>;

}  // namespace

void process_batches(CorpusReader& reader, int threads,
                     const std::function<std::shared_ptr<void>(DocumentBatch)>& work,
                     const std::function<void(void*)>& consume) {
  const auto parallelism = static_cast<std::size_t>(number_of_threads(threads));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, parallelism);
  FirstFailure failure;
  const RawBatch* first = nullptr;  // written before any batch is handed on
  const auto read =
      tbb::make_filter<void, Batch>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) {
        Batch batch;
        failure.guard([&] { batch = reader.next(); });
        if (!batch) control.stop();
        if (first == nullptr) first = batch.get();
        return batch;
      });
  const auto parse_and_work =
      tbb::make_filter<Batch, Result>(tbb::filter_mode::parallel, [&](const Batch& batch) {
        Result result;
        failure.guard([&] {
          DocumentBatch parsed = reader.parse(*batch);
          if (batch.get() == first) refuse_wrong_text_field(parsed);
          result = work(std::move(parsed));
        });
        return result;
      });
  const auto hand_on = tbb::make_filter<Result, void>(
      tbb::filter_mode::serial_in_order,
      [&](const Result& result) { failure.guard([&] { consume(result.get()); }); });
  constexpr std::size_t kBatchesAThread = 4;
  tbb::parallel_pipeline(parallelism * kBatchesAThread, read & parse_and_work & hand_on);
  failure.rethrow();
}

}  // namespace neardup
