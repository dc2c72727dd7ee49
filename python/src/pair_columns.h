// Pairs of documents as columns for numpy.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "neardup/join/document_pair.h"
#include "python/src/arrays.h"

namespace neardup::python {

class PairColumns {
 public:
  /// Rows are numbered from the first document after the reference; those of the reference are negative.
  explicit PairColumns(Ordinal reference) : reference_(reference) {}

  void add(const DocumentPair& pair) {
    constexpr std::int16_t kNone = -1;
    firsts_.push_back(std::int64_t{pair.first} - reference_);
    seconds_.push_back(std::int64_t{pair.second} - reference_);
    distances_.push_back(pair.distance ? static_cast<std::int16_t>(*pair.distance) : kNone);
    similarities_.push_back(pair.similarity.value_or(std::numeric_limits<double>::quiet_NaN()));
  }

  /// Puts the columns into a dictionary: the two rows, "distance" (-1: none) and "similarity" (NaN: none).
  void move_to(nb::dict& columns, const char* first, const char* second) {
    columns[first] = to_array(std::move(firsts_));
    columns[second] = to_array(std::move(seconds_));
    columns["distance"] = to_array(std::move(distances_));
    columns["similarity"] = to_array(std::move(similarities_));
  }

  [[nodiscard]] const std::vector<std::int64_t>& firsts() const noexcept { return firsts_; }
  [[nodiscard]] const std::vector<std::int64_t>& seconds() const noexcept { return seconds_; }

 private:
  std::int64_t reference_;
  std::vector<std::int64_t> firsts_;
  std::vector<std::int64_t> seconds_;
  std::vector<std::int16_t> distances_;
  std::vector<double> similarities_;
};

}  // namespace neardup::python
