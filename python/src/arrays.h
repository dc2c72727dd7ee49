// Hands vectors over to numpy without copying them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace neardup::python {

namespace nb = nanobind;

template <typename Value>
using Array = nb::ndarray<nb::numpy, Value>;

/// Returns an array of the shape that owns the values. Element may be bool for values of one byte.
template <typename Element, typename Value>
Array<Element> to_array(std::vector<Value> values, std::initializer_list<std::size_t> shape) {
  static_assert(sizeof(Element) == sizeof(Value));
  auto owned = std::make_unique<std::vector<Value>>(std::move(values));
  void* const data = owned->data();
  nb::capsule owner(owned.release(),
                    [](void* vector) noexcept { delete static_cast<std::vector<Value>*>(vector); });
  return Array<Element>(data, shape, owner);
}

template <typename Value>
Array<Value> to_array(std::vector<Value> values) {
  const std::size_t size = values.size();
  return to_array<Value>(std::move(values), {size});
}

/// Returns an array of truth values.
inline Array<bool> to_mask(std::vector<std::uint8_t> values) {
  const std::size_t size = values.size();
  return to_array<bool>(std::move(values), {size});
}

/// Fingerprints as numpy has them: one number each, or two columns, the high word first.
using Words = nb::ndarray<const std::uint64_t, nb::c_contig, nb::device::cpu>;

}  // namespace neardup::python
