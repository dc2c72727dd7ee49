#include "neardup/store/journal.h"

#include <algorithm>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal::store {

using Clock = std::chrono::steady_clock;

void Journal::Group::clear() {
  batch.Clear();
  values.clear();
  tickets = 0;
}

Journal::Journal(Database& database, Safety safety)
    : database_(database), safety_(safety), last_sync_(Clock::now()), thread_([this] { run(); }) {}

Journal::~Journal() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
    wants_retry_ = true;
  }
  work_.notify_all();
  thread_.join();
}

void Journal::refuse() const {
  if (full_) fail(database_.path(), *full_);
  throw Error(ErrorCode::io, database_.path() + ": read-only since a write failed (" + failed_->ToString() +
                                 "); open the collection again once the disk is sound");
}

/// Throws Error if nothing can be written. If the disk was full, tries again first.
void Journal::refuse_if_stuck(std::unique_lock<std::mutex>& lock) {
  if (failed_) refuse();
  if (!full_) return;
  const std::uint64_t attempts = attempts_;
  wants_retry_ = true;
  work_.notify_all();
  done_.wait(lock, [&] { return attempts_ != attempts || failed_ || !full_; });
  if (full_ || failed_) refuse();
}

Ticket Journal::append(const std::vector<Change>& changes) {
  std::unique_lock lock(mutex_);
  refuse_if_stuck(lock);
  done_.wait(lock, [&] { return open_.bytes() < kMostBytes || full_ || failed_; });
  if (full_ || failed_) refuse();
  for (const Change& change : changes) {
    if (change.range_end) {
      database_.erase_range(open_.batch, change.family, change.key, *change.range_end);
      continue;
    }
    if (!change.body.empty()) {
      database_.put(open_.batch, change.family, change.key, change.body);
    } else if (change.value) {
      database_.put(open_.batch, change.family, change.key, *change.value);
    } else {
      database_.erase(open_.batch, change.family, change.key);
    }
    if (change.family != Family::bodies) open_.values.put(change.family, change.key, change.value);
  }
  open_.last = next_++;
  const bool was_empty = open_.tickets++ == 0;
  const Ticket ticket = open_.last;
  const bool is_awaited = was_empty || safety_ == Safety::at_once || open_.bytes() >= kGroupBytes;
  lock.unlock();
  if (is_awaited) work_.notify_one();
  return ticket;
}

void Journal::wait_until_safe(Ticket ticket) {
  if (safety_ != Safety::at_once) return;
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return written_ >= ticket || failed_ || full_; });
  if (written_ < ticket) refuse();
}

std::optional<std::string> Journal::get(Family family, const std::string& key) const {
  {
    const std::scoped_lock lock(mutex_);
    if (auto pending = find_pending(family, key)) return *std::move(pending);
  }
  return database_.get(family, key);  // a group leaves closing_ only after RocksDB has it
}

/// Returns the value that the key will have once all groups are in RocksDB, or nothing if they do not change it.
/// REQUIRES: the caller holds the mutex
std::optional<std::optional<std::string>> Journal::find_pending(Family family, std::string_view key) const {
  for (const Group* const group : {&open_, &closing_}) {
    if (auto found = group->values.find(family, key)) return found;
  }
  return std::nullopt;
}

std::vector<std::optional<std::string>> Journal::get_all(Family family,
                                                         std::span<const std::string> keys) const {
  std::vector<std::pair<std::size_t, std::optional<std::string>>> changed;
  {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (auto pending = find_pending(family, keys[i])) changed.emplace_back(i, *std::move(pending));
    }
  }
  std::vector<std::optional<std::string>> values = database_.get_all(family, keys);
  for (auto& [place, value] : changed) values[place] = std::move(value);
  return values;
}

void Journal::drain() {
  std::unique_lock lock(mutex_);
  drain(lock);
}

void Journal::drain(std::unique_lock<std::mutex>& lock) {
  refuse_if_stuck(lock);
  const Ticket last = next_ - 1;
  ++hurried_;
  work_.notify_all();
  done_.wait(lock, [&] { return written_ >= last || full_ || failed_; });
  --hurried_;
  if (written_ < last) refuse();
}

void Journal::pause(const std::function<void()>& use) {
  std::unique_lock lock(mutex_);
  drain(lock);
  done_.wait(lock, [&] { return !is_paused_ && !is_writing_; });
  is_paused_ = true;
  lock.unlock();
  const auto go_on = [&] {
    lock.lock();
    is_paused_ = false;
    lock.unlock();
    work_.notify_all();
    done_.notify_all();
  };
  try {
    use();
  } catch (...) {
    go_on();
    throw;
  }
  go_on();
}

void Journal::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wait_for_group(lock);
    const bool is_last = is_ending_;
    const bool has_group = !open_.is_empty() || !closing_.is_empty();
    if (!failed_ && !is_paused_ && (full_ ? wants_retry_ : has_group)) write_group(lock);
    sync_if_due(lock);
    const bool is_empty = open_.is_empty() && closing_.is_empty();
    if (is_last && (is_empty || full_ || failed_)) return;
  }
}

/// Waits until there is a group worth writing, or something else to do.
void Journal::wait_for_group(std::unique_lock<std::mutex>& lock) {
  const auto has_work = [&] {
    if (is_paused_ || failed_) return is_ending_ && !is_paused_;
    if (full_) return wants_retry_;
    return is_ending_ || !open_.is_empty() || !closing_.is_empty();
  };
  if (has_unsynced_ && safety_ == Safety::soon) {
    work_.wait_until(lock, last_sync_ + kSyncInterval, has_work);
  } else {
    work_.wait(lock, has_work);
  }
  if (is_ending_ || full_ || open_.is_empty() || is_paused_) return;
  if (safety_ == Safety::at_once) {
    wait_for_company(lock);
  } else {
    work_.wait_for(lock, kLinger,
                   [&] { return open_.bytes() >= kGroupBytes || hurried_ != 0 || is_ending_; });
  }
}

/// Waits a little for the threads that the last sync answered: they are about to append again. Without this,
/// the first of them would start a sync alone, and the others would share only every second one.
void Journal::wait_for_company(std::unique_lock<std::mutex>& lock) {
  const std::size_t company = company_;
  if (company <= 1) return;
  work_.wait_for(lock, sync_cost_ / 2, [&] { return open_.tickets >= company || is_ending_; });
}

/// Asks RocksDB to go on after the disk was full. It looks for room by itself every five seconds, and is busy
/// with that until it finds some.
rocksdb::Status Journal::resume() {
  constexpr int kMostTries = 10;
  rocksdb::Status status;
  for (int i = 0; i < kMostTries; ++i) {
    status = database_.resume();
    if (!status.IsBusy()) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return rocksdb::Status::NoSpace();
}

void Journal::write_group(std::unique_lock<std::mutex>& lock) {
  wants_retry_ = false;
  const bool was_full = full_.has_value();
  if (closing_.is_empty()) std::swap(open_, closing_);
  is_writing_ = true;
  lock.unlock();
  done_.notify_all();  // open_ has room again
  const auto start = Clock::now();
  rocksdb::Status status = was_full ? resume() : rocksdb::Status::OK();
  if (status.ok()) status = database_.write(closing_.batch, safety_ == Safety::at_once);
  const auto cost = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
  lock.lock();
  is_writing_ = false;
  take_outcome(status);
  if (status.ok()) {
    if (safety_ == Safety::at_once) {
      ++syncs_;
      sync_cost_ = std::min((sync_cost_ * 3 + cost) / 4, std::chrono::microseconds(5000));
      company_ = std::max(closing_.tickets, company_ - company_ / 8);
    } else {
      has_unsynced_ = true;
    }
    written_ = std::max(written_, closing_.last);
    closing_.clear();
  }
  done_.notify_all();
}

void Journal::sync_if_due(std::unique_lock<std::mutex>& lock) {
  if (safety_ != Safety::soon || !has_unsynced_ || full_ || failed_) return;
  if (!is_ending_ && Clock::now() < last_sync_ + kSyncInterval) return;
  has_unsynced_ = false;
  is_writing_ = true;
  last_sync_ = Clock::now();
  lock.unlock();
  const rocksdb::Status status = database_.sync();
  lock.lock();
  is_writing_ = false;
  ++syncs_;
  take_outcome(status);
  done_.notify_all();
}

void Journal::take_outcome(const rocksdb::Status& status) {
  ++attempts_;
  full_.reset();
  if (status.ok()) return;
  if (is_disk_full(status)) {
    full_ = status;
  } else {
    failed_ = status;
  }
}

}  // namespace neardup::internal::store
