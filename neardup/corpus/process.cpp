// One mutex guards the plan (which thread reads which part, which results are ready); reading, parsing, the
// work and the consumption run without it. A step takes about a millisecond, so threads hardly ever wait for
// the mutex.
#include "neardup/corpus/process.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/input_part.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

// A wrong name of the text field is one mistake, not one per record: if the first records of an input all
// lack the text, the run ends with one error.

/// The finding that no record of a batch has a text.
struct NoText {
  std::string message;
  std::size_t records = 0;

  /// Throws Error, unless the batch is too small to prove anything and others follow.
  void refuse(bool is_whole_input) const;
};

void NoText::refuse(bool is_whole_input) const {
  constexpr std::size_t kFewRecords = 10;  // fewer prove nothing
  if (records >= kFewRecords || is_whole_input) throw Error(ErrorCode::no_text, message);
}

/// Returns nullopt if a record of the batch has a text field or some other problem.
std::optional<NoText> find_no_text(const DocumentBatch& batch) {
  const LackingRecords& lacking = batch.lacking;
  const auto records = static_cast<std::size_t>(lacking.without_text_field);
  if (!lacking.no_text_field || lacking.without_text != records || !batch.problems.empty())
    return std::nullopt;
  if (!std::ranges::all_of(batch.documents, &Document::has_no_text)) return std::nullopt;
  const std::size_t others = records - 1;
  const std::string none_after =
      others == 0   ? "it is the only record"
      : others == 1 ? "the record after it has no text either"
                    : "none of the " + std::to_string(others) + " records after it has a text either";
  return NoText{lacking.no_text_field->describe() + "; " + none_after + ", so nothing is read", records};
}

/// Finds out whether any record has the id field that the caller named. A wrong name is one mistake, like a wrong
/// name of the text field, but costs only the ids: positions stand in for them.
class IdCheck {
 public:
  void note(LackingRecords&& lacking) {
    any_has_id_ = any_has_id_ || lacking.any_has_id;
    if (!first_) first_ = std::move(lacking.no_id);
  }

  /// Returns a warning if records lack the field and none has it.
  [[nodiscard]] std::optional<Problem> warning() const {
    if (any_has_id_ || !first_) return std::nullopt;
    Problem problem = *first_;
    problem.severity = Problem::Severity::warning;
    problem.line = 0;
    problem.message += "; file and line stand in for the ids";
    return problem;
  }

 private:
  std::optional<Problem> first_;  // about the first record without an id
  bool any_has_id_ = false;
};

using Result = std::shared_ptr<void>;

/// A batch that was cut, and its result.
struct Slot {
  std::shared_ptr<const RawBatch> batch = {};
  Result result = {};
  std::vector<Problem> problems = {};  // for ProcessOptions::on_problem
  std::size_t records = 0;             // records in the result, problems included
  std::optional<NoText> no_text = {};
  LackingRecords lacking = {};
  bool is_ready = false;
};

/// A part of the input with its batches that are cut but not yet consumed, in order. A deque does not move
/// its elements when others come and go at the ends.
struct Lane {
  std::shared_ptr<InputPart> part = {};  // null once it is cut completely
  bool is_being_read = false;
  std::deque<Slot> slots = {};
};

class Scheduler {
 public:
  using Work = std::function<Result(DocumentBatch, int)>;
  using Consume = std::function<void(void*)>;

  Scheduler(CorpusReader& reader, const ProcessOptions& options, const Work& work, const Consume& consume)
      : reader_(reader),
        threads_(thread_count(options.threads)),
        most_waiting_(options.results_are_small ? kMostSmallResults : most_of_a_lane()),
        on_problem_(options.on_problem),
        stop_(options.stop),
        work_(work),
        consume_(consume) {}

  void run() {
    if (!open_lane()) return;
    const bool is_small = lanes_.front().part->is_small() && !open_lane();
    run_on_threads(is_small ? 1 : threads_, [&](int thread) {
      std::unique_lock lock(mutex_);
      try {
        while (!has_ended()) step(thread, lock);
        changed_.notify_all();  // the others may be waiting while a stop was requested
      } catch (...) {
        if (!lock) lock.lock();
        has_failed_ = true;
        changed_.notify_all();
        throw;
      }
    });
    const std::optional<Problem> no_id = ids_.warning();
    if (no_id && on_problem_ && !stop_.stop_requested()) on_problem_(*no_id);
  }

 private:
  // That many small results come from about a gibibyte of text. The number of records is limited too,
  // because a result is at least as large as the ids in it.
  static constexpr std::size_t kMostSmallResults = 1024;
  static constexpr std::size_t kMostWaitingRecords = std::size_t{1} << 18;

  /// Returns how many batches of one lane may wait: enough to keep threads busy that finish early.
  [[nodiscard]] std::size_t most_of_a_lane() const noexcept { return static_cast<std::size_t>(threads_) * 4; }

  [[nodiscard]] bool has_ended() const noexcept {
    return has_failed_ || stop_.stop_requested() || (is_list_done_ && lanes_.empty());
  }

  /// Does one step of work. The lock is held on entry and on return. Notifies the other threads of changes.
  void step(int thread, std::unique_lock<std::mutex>& lock) {
    if (!is_consuming_ && !lanes_.empty() && has_result(lanes_.front())) {
      consume_one(lock);
    } else if (Lane* const lane = lane_to_read()) {
      if (Slot* const slot = cut(*lane, lock)) work_on(*slot, thread, lock);
    } else if (!has_ended()) {
      changed_.wait(lock);
    }
  }

  static bool has_result(const Lane& lane) noexcept {
    return !lane.slots.empty() && lane.slots.front().is_ready;
  }

  /// Returns the earliest part that no thread is reading. Returns null if there is none, or if enough results
  /// wait: then progress depends on consuming, or on reading the first part.
  Lane* lane_to_read() {
    for (Lane& lane : lanes_)
      if (lane.part && !lane.is_being_read) return may_be_read(lane) ? &lane : nullptr;
    // Other threads are reading all open parts, so no more parts are open than there are threads.
    if (!lanes_.empty() && !has_room_to_wait()) return nullptr;
    if (!open_lane()) return nullptr;
    return may_be_read(lanes_.back()) ? &lanes_.back() : nullptr;
  }

  [[nodiscard]] bool may_be_read(const Lane& lane) const noexcept {
    if (&lane == &lanes_.front()) return lane.slots.size() < most_of_a_lane();
    return has_room_to_wait() && !lane.part->has_stream();  // a stream may block its reader for long
  }

  [[nodiscard]] bool has_room_to_wait() const noexcept {
    return waiting_ < most_waiting_ && waiting_records_ < kMostWaitingRecords;
  }

  bool open_lane() {
    if (is_list_done_) return false;
    std::shared_ptr<InputPart> part = reader_.next_part();
    is_list_done_ = part == nullptr;
    if (part) lanes_.push_back({.part = std::move(part)});
    return !is_list_done_;
  }

  /// Cuts the next batch off the part. Returns null if the part had no more records.
  Slot* cut(Lane& lane, std::unique_lock<std::mutex>& lock) {
    lane.is_being_read = true;
    lock.unlock();
    std::shared_ptr<const RawBatch> batch = lane.part->next();
    lock.lock();
    lane.is_being_read = false;
    if (lane.part->is_done()) lane.part.reset();
    Slot* const slot = batch ? &lane.slots.emplace_back() : nullptr;
    if (slot != nullptr) {
      slot->batch = std::move(batch);
      ++waiting_;
    }
    drop_finished_lanes();
    changed_.notify_all();
    return slot;
  }

  void work_on(Slot& slot, int thread, std::unique_lock<std::mutex>& lock) {
    const std::shared_ptr<const RawBatch> batch = std::move(slot.batch);
    lock.unlock();
    DocumentBatch parsed = reader_.parse(*batch);
    Slot done{.records = parsed.documents.size() + parsed.problems.size(),
              .no_text = find_no_text(parsed),
              .is_ready = true};
    done.lacking = std::move(parsed.lacking);
    if (on_problem_) done.problems = std::exchange(parsed.problems, {});
    done.result = work_(std::move(parsed), thread);
    lock.lock();
    waiting_records_ += done.records;
    slot = std::move(done);
    changed_.notify_all();
  }

  void consume_one(std::unique_lock<std::mutex>& lock) {
    std::deque<Slot>& slots = lanes_.front().slots;
    Slot slot = std::move(slots.front());
    slots.pop_front();
    --waiting_;
    waiting_records_ -= slot.records;
    if (!std::exchange(has_consumed_, true) && slot.no_text) {
      const bool is_all =
          lanes_.size() == 1 && !lanes_.front().part && lanes_.front().slots.empty() && !open_lane();
      slot.no_text->refuse(is_all);
    }
    if (slot.lacking.stop) throw Error(ErrorCode::io, slot.lacking.stop->describe());
    ids_.note(std::move(slot.lacking));
    is_consuming_ = true;
    lock.unlock();
    for (const Problem& problem : slot.problems) on_problem_(problem);
    consume_(slot.result.get());
    slot.result.reset();
    lock.lock();
    is_consuming_ = false;
    drop_finished_lanes();
    changed_.notify_all();
  }

  void drop_finished_lanes() {
    while (!lanes_.empty() && !lanes_.front().part && lanes_.front().slots.empty()) lanes_.pop_front();
  }

  CorpusReader& reader_;
  const int threads_;
  const std::size_t most_waiting_;
  const std::function<void(const Problem&)>& on_problem_;
  const std::stop_token stop_;
  const Work& work_;
  const Consume& consume_;

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::deque<Lane> lanes_;
  bool is_list_done_ = false;
  bool is_consuming_ = false;
  bool has_consumed_ = false;  // true once any result was consumed
  bool has_failed_ = false;
  IdCheck ids_;
  std::size_t waiting_ = 0;  // number of slots in all lanes
  std::size_t waiting_records_ = 0;
};

}  // namespace

void process_batches(CorpusReader& reader, const ProcessOptions& options,
                     const std::function<std::shared_ptr<void>(DocumentBatch, int)>& work,
                     const std::function<void(void*)>& consume) {
  Scheduler(reader, options, work, consume).run();
}

}  // namespace neardup::internal
