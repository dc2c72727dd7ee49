#include "neardup/join/hamming/value_pairs.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "neardup/join/hamming/bucket_join.h"
#include "neardup/join/hamming/partition.h"
#include "neardup/join/hamming/scan_pass.h"
#include "neardup/simd/word_bits.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kPartsPerTask = 4;

/// Orders a part of the partition by the rest of the key: bucket by bucket, in each bucket the
/// build side before the probe side.
template <typename Word>
class PartSplitter {
 public:
  PartSplitter(int key_bits, int partition_bits)
      : shift_(simd::kWordBits<Word> - key_bits), bits_(key_bits - partition_bits) {}

  [[nodiscard]] std::size_t buckets() const noexcept { return std::size_t{1} << bits_; }

  void split(std::span<const Word> stored, std::span<const Word> asked) {
    starts_.assign(2 * buckets() + 2, 0);
    if (words_.size() < stored.size() + asked.size()) words_.resize(stored.size() + asked.size());
    std::uint32_t* next = starts_.data() + 2;  // counts, which become starts one position earlier
    for (const Word& word : stored) ++next[key(word)];
    for (const Word& word : asked) ++next[key(word) + 1];
    for (std::size_t i = 3; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    next = starts_.data() + 1;
    Word* const words = words_.data();
    for (const Word& word : stored) words[next[key(word)]++] = word;
    for (const Word& word : asked) words[next[key(word) + 1]++] = word;
  }

  [[nodiscard]] JoinBucket<Word> bucket(std::size_t number) {
    const std::uint32_t begin = starts_[2 * number];
    return {std::span(words_).subspan(begin, starts_[2 * number + 2] - begin),
            starts_[2 * number + 1] - begin};
  }

 private:
  [[nodiscard]] std::size_t key(const Word& word) const noexcept {
    const std::uint64_t bits = shift_ == simd::kWordBits<Word> ? 0 : simd::bits_from(word, shift_);
    return 2 * static_cast<std::size_t>(bits & (buckets() - 1));
  }

  int shift_;
  int bits_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> starts_;
};

/// The state of one thread in a join.
template <typename Word>
struct Worker {
  Worker(bool is_cross, std::uint64_t max_pairs) : joiner(is_cross, max_pairs) {}
  BucketJoiner<Word> joiner;
  std::size_t pairs_mapped = 0;   // pairs from earlier passes, already rotated back to the input's bit order
  std::size_t copies_mapped = 0;  // copies from earlier passes, rotated back as well
};

template <typename Word>
class ValueSearch {
 public:
  ValueSearch(const JoinInput<Word>& input, const JoinPlan& plan, JoinControl& control)
      : input_(input),
        plan_(plan),
        control_(control),
        size_(input.stored.size() + input.asked.size()),
        stored_(input.stored, size_, plan, control),
        asked_(input.asked, size_, plan, control) {
    for (int i = 0; i < control.threads(); ++i)
      workers_.push_back(std::make_unique<Worker<Word>>(input.is_cross, control.max_pairs()));
  }

  ValueJoin<Word> run() {
    for (std::size_t block = 0; block < plan_.blocks.size() && !control_.stopped(); ++block) {
      stored_.fill(block, control_);
      asked_.fill(block, control_);
      if (control_.stopped()) break;
      const simd::PairRule<Word> rule = rule_of(block);
      if (plan_.method == JoinMethod::tables) {
        join_parts(rule, plan_.blocks[block]);
      } else {
        scan_buckets(rule, plan_.blocks[block]);
      }
      finish_pass(block);
    }
    return collect();
  }

 private:
  /// Returns the rule of a pass, in the coordinates of the pass: the key of its block is in the
  /// highest bits.
  simd::PairRule<Word> rule_of(std::size_t block) {
    const int rotation = rotation_of(plan_.blocks[block], plan_.width);
    earlier_.clear();
    for (std::size_t i = 0; i < block; ++i) {
      const JoinBlock& other = plan_.blocks[i];
      const Word mask = simd::bit_range<Word>(other.first_bit, other.first_bit + other.key_bits);
      earlier_.push_back({simd::rotate_up(mask, rotation), other.radius});
    }
    return {plan_.max_distance, plan_.width - plan_.blocks[block].key_bits, earlier_};
  }

  void join_parts(const simd::PairRule<Word>& rule, const JoinBlock& block) {
    const std::size_t tasks = (stored_.parts() + kPartsPerTask - 1) / kPartsPerTask;
    run_on_threads_with_splitter(
        block, tasks, [&](std::size_t task, int thread, PartSplitter<Word>& splitter) {
          const std::size_t end = std::min(stored_.parts(), (task + 1) * kPartsPerTask);
          for (std::size_t part = task * kPartsPerTask; part < end; ++part)
            join_part(part, thread, splitter, rule);
        });
  }

  template <typename Work>
  void run_on_threads_with_splitter(const JoinBlock& block, std::size_t tasks, const Work& work) {
    std::vector<PartSplitter<Word>> splitters(workers_.size(),
                                              PartSplitter<Word>(block.key_bits, stored_.bits()));
    run_tasks(control_.threads(), tasks, [&](std::size_t task, int thread) {
      if (!control_.stopped()) work(task, thread, splitters[static_cast<std::size_t>(thread)]);
    });
  }

  void join_part(std::size_t part, int thread, PartSplitter<Word>& splitter,
                 const simd::PairRule<Word>& rule) {
    std::span<Word> stored = stored_.part(part);
    std::span<Word> asked = asked_.part(part);
    Worker<Word>& worker = *workers_[static_cast<std::size_t>(thread)];
    const auto work = static_cast<double>(stored.size() + asked.size());
    if (input_.is_cross || is_oversized(stored.size())) {
      stored = stored.first(drop_copies(stored, input_.is_cross ? nullptr : &worker.joiner.found().copies));
      asked = asked.first(drop_copies(asked, static_cast<std::vector<Word>*>(nullptr)));
    }
    splitter.split(stored, asked);
    const std::size_t pairs_before = worker.joiner.found().pairs.size();
    for (std::size_t i = 0; i < splitter.buckets(); ++i) worker.joiner.join(splitter.bucket(i), rule);
    control_.count_pairs(worker.joiner.found().pairs.size() - pairs_before);
    control_.advance(0.7 * work, thread);
  }

  /// Returns true if the part is so large that copies must be dropped first, so that the memory for
  /// ordering it depends on the number of distinct fingerprints.
  [[nodiscard]] bool is_oversized(std::size_t part_size) const {
    return part_size > 8 * (size_ >> stored_.bits()) + 65'536;
  }

  /// Rotates the pairs and copies that this pass has found back to the input's bit order.
  void finish_pass(std::size_t block) {
    const int rotation = rotation_of(plan_.blocks[block], plan_.width);
    const int back = (plan_.width - rotation) % plan_.width;
    run_on_threads(control_.threads(), [&](int thread) {
      Worker<Word>& worker = *workers_[static_cast<std::size_t>(thread)];
      simd::FoundValues<Word>& found = worker.joiner.found();
      for (std::size_t i = worker.pairs_mapped; i < found.pairs.size(); ++i) {
        found.pairs[i] = {simd::rotate_up(found.pairs[i].first, back),
                          simd::rotate_up(found.pairs[i].second, back)};
      }
      worker.pairs_mapped = found.pairs.size();
      if (block > 0) found.copies.resize(worker.copies_mapped);  // every pass finds the same copies again
      for (std::size_t i = worker.copies_mapped; i < found.copies.size(); ++i) {
        found.copies[i] = simd::rotate_up(found.copies[i], back);
      }
      worker.copies_mapped = found.copies.size();
    });
  }

  ValueJoin<Word> collect() {
    ValueJoin<Word> result;
    for (const auto& worker : workers_) {
      simd::FoundValues<Word>& found = worker->joiner.found();
      if (result.found.pairs.empty()) {
        result.found.pairs = std::move(found.pairs);
      } else {
        result.found.pairs.insert(result.found.pairs.end(), found.pairs.begin(), found.pairs.end());
      }
      result.found.copies.insert(result.found.copies.end(), found.copies.begin(), found.copies.end());
      result.found.candidates += found.candidates;
      result.oversized_buckets += worker->joiner.oversized();
      found = {};
    }
    return result;
  }

  void scan_buckets(const simd::PairRule<Word>& rule, const JoinBlock& block);
  void order_part(std::span<Word> part, PartSplitter<Word>& splitter, std::vector<Word>* copies,
                  typename std::vector<std::span<const Word>>::iterator buckets);

  JoinInput<Word> input_;
  const JoinPlan& plan_;
  JoinControl& control_;
  std::size_t size_;
  Partition<Word> stored_;
  Partition<Word> asked_;
  std::vector<std::unique_ptr<Worker<Word>>> workers_;
  std::vector<simd::EarlierBlock<Word>> earlier_;
};

template <typename Word>
void ValueSearch<Word>::scan_buckets(const simd::PairRule<Word>& rule, const JoinBlock& block) {
  KeyBuckets<Word> buckets;
  buckets.stored.resize(std::size_t{1} << block.key_bits);
  if (input_.is_cross) buckets.asked.resize(buckets.stored.size());
  run_on_threads_with_splitter(
      block, stored_.parts(), [&](std::size_t part, int thread, PartSplitter<Word>& splitter) {
        auto& copies = workers_[static_cast<std::size_t>(thread)]->joiner.found().copies;
        const auto first = static_cast<std::ptrdiff_t>(part * splitter.buckets());
        order_part(stored_.part(part), splitter, &copies, buckets.stored.begin() + first);
        if (input_.is_cross) order_part(asked_.part(part), splitter, &copies, buckets.asked.begin() + first);
      });
  ScanPass<Word> pass(buckets, key_changes(block.key_bits, block.radius), rule);
  pass.run(control_, [&](int thread) -> simd::FoundValues<Word>& {
    return workers_[static_cast<std::size_t>(thread)]->joiner.found();
  });
}

/// Sorts a part by the whole key, drops copies, and stores the span of each bucket in `buckets`.
template <typename Word>
void ValueSearch<Word>::order_part(std::span<Word> part, PartSplitter<Word>& splitter,
                                   std::vector<Word>* copies,
                                   typename std::vector<std::span<const Word>>::iterator buckets) {
  splitter.split(part, {});
  std::size_t filled = 0;
  for (std::size_t i = 0; i < splitter.buckets(); ++i) {
    const std::span<Word> words = splitter.bucket(i).words;
    const std::span<Word> target = part.subspan(filled, drop_copies(words, copies));
    std::copy_n(words.begin(), target.size(), target.begin());
    filled += target.size();
    *buckets++ = target;
  }
}

}  // namespace

ValueJoin<std::uint64_t> find_value_pairs(const JoinInput<std::uint64_t>& input, const JoinPlan& plan,
                                          JoinControl& control) {
  return ValueSearch<std::uint64_t>(input, plan, control).run();
}

ValueJoin<Bits128> find_value_pairs(const JoinInput<Bits128>& input, const JoinPlan& plan,
                                    JoinControl& control) {
  return ValueSearch<Bits128>(input, plan, control).run();
}

}  // namespace neardup::internal
