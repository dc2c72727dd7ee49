// What neardup.compat needs: the recipe pypi-simhash on one text or on features, as fast as one call can be; and sets of
// hashed values with an index of them, for the interface of datasketch.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/index/similarity_index.h"
#include "neardup/util/checksum.h"
#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/fingerprint_array.h"

namespace neardup::python {
namespace {

/// Each thread keeps its own, with their memory.
Fingerprinter& pypi_fingerprinter(int bits) {
  thread_local std::map<int, Fingerprinter> known;
  const auto found = known.find(bits);
  if (found != known.end()) return found->second;
  const Recipe recipe = Recipe::named("pypi-simhash").with("bits", std::to_string(bits));
  return known.emplace(bits, Fingerprinter(recipe)).first->second;
}

nb::object pypi_text(std::string_view text, int bits) {
  return to_number(pypi_fingerprinter(bits).fingerprint(text).value());
}

/// Features are strings or pairs of a string and a weight.
nb::object pypi_features(const nb::list& items, int bits) {
  std::vector<GivenFeature> features;
  for (const nb::handle item : items) {
    if (PyUnicode_Check(item.ptr())) {
      features.push_back({.text = nb::cast<std::string>(item)});
      continue;
    }
    const auto [text, weight] = nb::cast<std::pair<nb::str, nb::object>>(nb::tuple(item));
    features.push_back({.text = text.c_str(),
                        .weight = nb::cast<double>(weight),
                        .weight_is_integer = PyLong_Check(weight.ptr()) != 0,
                        .weight_is_given = true});
  }
  return to_number(pypi_fingerprinter(bits).fingerprint({.features = std::move(features)}).value());
}

/// The set of a MinHash: distinct 64-bit hashes, sorted once it is needed.
class HashSet {
 public:
  void add(const nb::list& values) {
    for (const nb::handle value : values) {
      const auto bytes = nb::cast<nb::bytes>(value);
      hashes_.push_back(internal::checksum({bytes.c_str(), bytes.size()}, 0));
    }
    is_sorted_ = false;
  }
  void merge(const HashSet& other) {
    hashes_.insert(hashes_.end(), other.hashes_.begin(), other.hashes_.end());
    is_sorted_ = false;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& sorted() {
    if (!std::exchange(is_sorted_, true)) {
      std::ranges::sort(hashes_);
      const auto repeats = std::ranges::unique(hashes_);
      hashes_.erase(repeats.begin(), repeats.end());
    }
    return hashes_;
  }
  /// Two empty sets are equal, as in the original.
  [[nodiscard]] double jaccard(HashSet& other) {
    std::vector<std::uint64_t> common;
    std::ranges::set_intersection(sorted(), other.sorted(), std::back_inserter(common));
    const std::size_t all = sorted().size() + other.sorted().size() - common.size();
    return all == 0 ? 1.0 : static_cast<double>(common.size()) / static_cast<double>(all);
  }

 private:
  std::vector<std::uint64_t> hashes_;
  bool is_sorted_ = true;
};

std::vector<std::uint64_t> find_sets(const SimilarityIndex& index, HashSet& set) {
  std::vector<std::uint64_t> numbers;
  for (const SimilarHit& hit : index.find({.shingles = set.sorted()})) numbers.push_back(hit.id.number());
  return numbers;
}

void bind_sets(nb::module_& module) {
  nb::class_<HashSet>(module, "HashSet")
      .def(nb::init<>())
      .def("add", &HashSet::add, nb::arg("values"))
      .def("merge", &HashSet::merge, nb::arg("other"))
      .def("jaccard", &HashSet::jaccard, nb::arg("other"))
      .def("__len__", [](HashSet& set) { return set.sorted().size(); });
  nb::class_<SimilarityIndex>(module, "HashSetIndex")
      .def(
          "__init__",
          [](SimilarityIndex* self, double similarity) {
            new (self) SimilarityIndex({.min_similarity = similarity});
          },
          nb::arg("similarity"))
      .def(
          "add",
          [](SimilarityIndex& index, std::uint64_t number, HashSet& set) {
            index.add(number, {.shingles = set.sorted()});
          },
          nb::arg("number"), nb::arg("set"))
      .def(
          "remove", [](SimilarityIndex& index, std::uint64_t number) { return index.remove(number); },
          nb::arg("number"))
      .def("find", &find_sets, nb::arg("set"));
}

}  // namespace

void bind_compat(nb::module_& module) {
  bind_sets(module);
  module.def("pypi_text", &pypi_text, nb::arg("text"), nb::arg("bits"));
  module.def("pypi_features", &pypi_features, nb::arg("features"), nb::arg("bits"));
}

}  // namespace neardup::python
