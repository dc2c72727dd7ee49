#include "neardup/corpus/process.h"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <thread>

namespace neardup {

namespace {

int number_of_threads(int wanted) {
  if (wanted > 0) return wanted;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

void process_batches(CorpusReader& reader, int threads,
                     const std::function<std::shared_ptr<void>(DocumentBatch)>& work,
                     const std::function<void(void*)>& consume) {
  const auto parallelism = static_cast<std::size_t>(number_of_threads(threads));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, parallelism);
  const auto read = tbb::make_filter<void, std::shared_ptr<const RawBatch>>(
      tbb::filter_mode::serial_in_order, [&reader](tbb::flow_control& control) {
        std::shared_ptr<const RawBatch> batch = reader.next();
        if (!batch) control.stop();
        return batch;
      });
  const auto parse_and_work = tbb::make_filter<std::shared_ptr<const RawBatch>, std::shared_ptr<void>>(
      tbb::filter_mode::parallel,
      [&](const std::shared_ptr<const RawBatch>& batch) { return work(reader.parse(*batch)); });
  const auto hand_on = tbb::make_filter<std::shared_ptr<void>, void>(
      tbb::filter_mode::serial_in_order,
      [&consume](const std::shared_ptr<void>& result) { consume(result.get()); });
  constexpr std::size_t kBatchesAThread = 4;
  tbb::parallel_pipeline(parallelism * kBatchesAThread, read & parse_and_work & hand_on);
}

}  // namespace neardup
