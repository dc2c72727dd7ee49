// The two forms of parallel work that the library needs: the same function on every thread, and a list of
// numbered tasks that threads take one after the other. The calling thread works too, as number 0, so with
// one thread nothing is started. Uses plain std::jthread, which ThreadSanitizer understands.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace neardup::internal {

/// Returns `requested` if it is positive, else the number of cores (at least 1).
[[nodiscard]] inline int thread_count(int requested) noexcept {
  if (requested > 0) return requested;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Calls work(number) for the numbers 0 .. threads - 1 concurrently; rethrows the first exception. If the
/// system refuses a thread, the calling thread does the work of the numbers that have none, after its own: the
/// result is the same, only later. So the work of one number must not wait for that of another to begin.
template <typename Work>
void run_on_threads(int threads, const Work& work) {
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto guarded = [&](int number) {
    try {
      work(number);
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    others.reserve(static_cast<std::size_t>(threads));
    int next = 1;
    try {
      for (; next < threads; ++next) others.emplace_back(guarded, next);
    } catch (const std::system_error&) {  // no more threads: the loop below does the rest
    }
    guarded(0);
    for (; next < threads; ++next) guarded(next);
  }
  if (failure) std::rethrow_exception(failure);
}

/// Calls work(task, thread number) once for each task in 0 .. tasks - 1. Tasks start in ascending order.
template <typename Work>
void run_tasks(int threads, std::size_t tasks, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto useful = std::min(static_cast<std::size_t>(threads), std::max<std::size_t>(tasks, 1));
  run_on_threads(static_cast<int>(useful), [&](int number) {
    for (std::size_t task = next.fetch_add(1); task < tasks; task = next.fetch_add(1)) work(task, number);
  });
}

}  // namespace neardup::internal
