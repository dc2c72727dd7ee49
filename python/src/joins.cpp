// self_join, cross_join and hamming_distance on arrays of fingerprints.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "neardup/join/hamming_join.h"
#include "neardup/util/error.h"
#include "python/src/bindings.h"
#include "python/src/fingerprint_array.h"
#include "python/src/watch.h"

namespace neardup::python {
namespace {

JoinOptions join_options(int max_distance, const std::string& equal, int threads, const Watch& watch) {
  if (equal != "star" && equal != "all")
    throw Error(ErrorCode::invalid_argument, "equal must be star or all");
  JoinOptions options{.max_distance = max_distance, .threads = threads};
  options.equal = equal == "star" ? EqualPairs::star : EqualPairs::all;
  options.stop = watch.stop();
  return options;
}

nb::tuple to_columns(const std::vector<NearPair>& pairs) {
  std::vector<std::int64_t> firsts;
  std::vector<std::int64_t> seconds;
  std::vector<std::int16_t> distances;
  for (const NearPair& pair : pairs) {
    firsts.push_back(pair.first);
    seconds.push_back(pair.second);
    distances.push_back(static_cast<std::int16_t>(pair.distance));
  }
  return nb::make_tuple(to_array(std::move(firsts)), to_array(std::move(seconds)),
                        to_array(std::move(distances)));
}

nb::tuple run_self_join(const Words& words, int max_distance, const std::string& equal, int threads) {
  Watch watch;
  const JoinOptions options = join_options(max_distance, equal, threads, watch);
  if (is_wide(words)) return to_columns(watch.run([&] { return self_join(to_wide(words), options); }).pairs);
  const std::span<const std::uint64_t> numbers = to_words(words);
  return to_columns(watch.run([&] { return self_join(numbers, options); }).pairs);
}

nb::tuple run_cross_join(const Words& words, const Words& reference, int max_distance,
                         const std::string& equal, int threads) {
  Watch watch;
  const JoinOptions options = join_options(max_distance, equal, threads, watch);
  if (is_wide(words) != is_wide(reference))
    throw Error(ErrorCode::invalid_argument, "the two arrays have fingerprints of different widths");
  if (is_wide(words))
    return to_columns(
        watch.run([&] { return cross_join(to_wide(words), to_wide(reference), options); }).pairs);
  const std::span<const std::uint64_t> numbers = to_words(words);
  const std::span<const std::uint64_t> others = to_words(reference);
  return to_columns(watch.run([&] { return cross_join(numbers, others, options); }).pairs);
}

/// Returns the distance of each row of the first array to the same row of the second.
Array<std::uint8_t> distances(const Words& first, const Words& second) {
  if (first.ndim() != second.ndim() || first.size() != second.size())
    throw Error(ErrorCode::invalid_argument, "the two arrays of fingerprints have different shapes");
  const std::size_t columns = first.ndim() == 2 ? first.shape(1) : 1;
  std::vector<std::uint8_t> answer(first.shape(0));
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::uint8_t& sum = answer[i / columns];
    sum = static_cast<std::uint8_t>(sum + std::popcount(first.data()[i] ^ second.data()[i]));
  }
  return to_array(std::move(answer));
}

}  // namespace

void bind_joins(nb::module_& module) {
  module.def("self_join", &run_self_join, nb::arg("fingerprints"), nb::arg("max_distance") = 3,
             nb::arg("equal") = "star", nb::arg("threads") = 0);
  module.def("cross_join", &run_cross_join, nb::arg("fingerprints"), nb::arg("reference"),
             nb::arg("max_distance") = 3, nb::arg("equal") = "star", nb::arg("threads") = 0);
  module.def("distances", &distances, nb::arg("first"), nb::arg("second"));
}

}  // namespace neardup::python
