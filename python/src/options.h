// Options of dedup and pairs, as Python passes them: a dictionary with the members of FindOptions and DedupOptions that
// were given, checked by the Python code.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "neardup/dedup/dedup.h"
#include "neardup/dedup/find_pairs.h"
#include "neardup/util/error.h"
#include "python/src/documents.h"
#include "python/src/watch.h"

namespace neardup::python {

/// Returns the value of an option, or `otherwise` if it was not given.
template <typename Value>
Value option(const nb::dict& options, const char* name, Value otherwise) {
  if (!options.contains(name)) return otherwise;
  return nb::cast<Value>(options[name]);
}

/// Documents of Python, or paths.
using Source = std::variant<std::shared_ptr<Documents>, std::vector<std::string>>;

/// Collects the problems of a run; from any thread.
class Problems {
 public:
  void add(const Problem& problem) {
    const std::scoped_lock lock(mutex_);
    problems_.push_back(problem);
  }
  /// Returns the error with the first problem before it, which is probably its cause.
  [[nodiscard]] Error explain(const Error& error) const;
  /// Returns a list of (severity, message).
  [[nodiscard]] nb::list to_list() const;

 private:
  std::mutex mutex_;
  std::vector<Problem> problems_;
};

/// Runs work() under the watch, and says what was wrong with the input if that ends it.
template <typename Work>
auto run_with_problems(Watch& watch, const Problems& problems, Work work) -> decltype(work()) {
  try {
    return watch.run(std::move(work));
  } catch (const Error& error) {
    throw problems.explain(error);
  }
}

[[nodiscard]] Inputs to_inputs(const Source& source);

/// Throws Error for contradictions. Looks at paths to see whether they are source code, as the command does, if no
/// recipe is given.
[[nodiscard]] FindOptions find_options(const nb::dict& options, const Source& source, Problems& problems);

/// Returns the options that concern what is kept and written.
[[nodiscard]] DedupOptions dedup_options(const nb::dict& options, FindOptions find);

/// Makes the options report to the watch.
void watch_options(FindOptions& options, Watch& watch, Problems& problems);

}  // namespace neardup::python
