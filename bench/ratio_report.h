// Bars of the form "ours is at least 40 times as fast as theirs", measured so that a noisy machine cannot
// decide: both sides run alternately in one process, in CPU time of the calling thread (other programs do not
// count; work on other threads would not either), and the medians are compared. Every bar prints one line:
//
//   bar: vote of 1,000 hashes against the plain loop: 131x (at least 40x) reached
//
// A bench proves that both sides give the same answer before it compares their times.
#pragma once

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <string_view>
#include <vector>

namespace neardup::internal::bench {

/// Median seconds of one call.
struct Timing {
  double ours = 0;
  double baseline = 0;
};

struct TimingOptions {
  int repetitions = 15;        // of each side, alternating
  double seconds_each = 0.01;  // a repetition calls its side as often as fits into this time, at least once
};

namespace internal {

/// CPU time that the calling thread has used.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Seconds for `calls` calls of the work, whose result is kept from being optimised away.
template <typename Work>
double time_calls(Work& work, std::size_t calls) {
  const double start = thread_seconds();
  for (std::size_t i = 0; i < calls; ++i) {
    benchmark::DoNotOptimize(work());
    benchmark::ClobberMemory();
  }
  return thread_seconds() - start;
}

/// How many calls fill the time; the trial doubles until it is long enough to be trusted.
template <typename Work>
std::size_t calls_that_fill(Work& work, double seconds) {
  std::size_t calls = 1;
  while (time_calls(work, calls) < seconds / 2) calls *= 2;
  return calls;
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace internal

/// Times two callables that return something, A, B, A, B, ...
template <typename Ours, typename Baseline>
Timing time_alternately(Ours ours, Baseline baseline, const TimingOptions& options = {}) {
  const std::size_t our_calls = internal::calls_that_fill(ours, options.seconds_each);
  const std::size_t baseline_calls = internal::calls_that_fill(baseline, options.seconds_each);
  std::vector<double> our_times;
  std::vector<double> baseline_times;
  for (int i = 0; i < options.repetitions; ++i) {
    our_times.push_back(internal::time_calls(ours, our_calls) / static_cast<double>(our_calls));
    baseline_times.push_back(internal::time_calls(baseline, baseline_calls) /
                             static_cast<double>(baseline_calls));
  }
  return {internal::median(our_times), internal::median(baseline_times)};
}

/// Prints the bar "baseline / ours is at least `bar`"; true when reached.
inline bool report_at_least(std::string_view name, const Timing& timing, double bar) {
  const double ratio = timing.baseline / timing.ours;
  fmt::print("bar: {}: {:.4g}x (at least {:g}x) {}\n", name, ratio, bar, ratio >= bar ? "reached" : "MISSED");
  return ratio >= bar;
}

/// Prints the bar "ours / baseline is at most `bar`"; true when reached.
inline bool report_at_most(std::string_view name, const Timing& timing, double bar) {
  const double ratio = timing.ours / timing.baseline;
  fmt::print("bar: {}: {:.3g}x the time (at most {:g}x) {}\n", name, ratio, bar,
             ratio <= bar ? "reached" : "MISSED");
  return ratio <= bar;
}

/// Prints a ratio that has no bar, for the record.
inline void report_ratio(std::string_view name, const Timing& timing) {
  fmt::print("ratio: {}: {:.4g}x\n", name, timing.baseline / timing.ours);
}

}  // namespace neardup::internal::bench
