// Runs long work on a thread of its own, without the lock of the interpreter, while the calling thread listens for
// Ctrl-C and passes progress on. So an interrupt stops the work at once, wherever it is.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "neardup/dedup/find_pairs.h"

namespace neardup::python {

namespace nb = nanobind;

/// What the work may use: the wish to stop, and where it reports how far it is.
class Watch {
 public:
  /// `on_progress` is None, or is called with the phase, what is done and the total.
  explicit Watch(nb::object on_progress = nb::none()) : on_progress_(std::move(on_progress)) {}

  [[nodiscard]] std::stop_token stop() const noexcept { return stop_.get_token(); }
  /// Notes progress for the calling thread. From any thread.
  void note(const Progress& progress) {
    const std::scoped_lock lock(mutex_);
    latest_ = progress;
  }
  [[nodiscard]] std::function<void(const Progress&)> progress_function() {
    return [this](const Progress& progress) { note(progress); };
  }

  /// Runs work() and returns its answer. An exception of Python, such as KeyboardInterrupt, stops the work first.
  template <typename Work>
  auto run(Work work) -> decltype(work()) {
    constexpr auto kPause = std::chrono::milliseconds(20);
    const nb::gil_scoped_release no_lock;
    auto answer = std::async(std::launch::async, std::move(work));
    while (answer.wait_for(kPause) != std::future_status::ready) {
      try {
        listen();
      } catch (...) {
        stop_.request_stop();
        answer.wait();
        throw;
      }
    }
    return answer.get();
  }

 private:
  void listen() {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (on_progress_.is_none()) return;
    std::optional<Progress> latest;
    {
      const std::scoped_lock guard(mutex_);
      latest = std::exchange(latest_, std::nullopt);
    }
    if (latest) on_progress_(static_cast<int>(latest->phase), latest->done, latest->total);
  }

  nb::object on_progress_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::optional<Progress> latest_;
};

}  // namespace neardup::python
