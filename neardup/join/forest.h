// Connected components as a union-find forest that all threads may change at the same time.
//
// The root of a tree is its smallest member. A root only ever gets a smaller parent, so trees have
// no cycles, and the components do not depend on the order in which threads unite.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace neardup::internal {

class Forest {
 public:
  explicit Forest(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), std::uint32_t{0});
  }

  [[nodiscard]] std::size_t size() const noexcept { return parents_.size(); }

  /// Returns the smallest member of the component.
  [[nodiscard]] std::uint32_t root_of(std::uint32_t member) noexcept {
    for (;;) {
      const std::uint32_t parent = load(member);
      if (parent == member) return member;
      const std::uint32_t grandparent = load(parent);
      if (grandparent == parent) return parent;
      std::uint32_t expected = parent;  // halves the path; losing the race to another thread is harmless
      std::atomic_ref(parents_[member])
          .compare_exchange_weak(expected, grandparent, std::memory_order_relaxed);
      member = grandparent;
    }
  }

  /// Returns whether the two are in one component. While other threads unite, a `false` may be out
  /// of date; a `true` never is.
  [[nodiscard]] bool are_connected(std::uint32_t a, std::uint32_t b) noexcept {
    return root_of(a) == root_of(b);
  }

  void unite(std::uint32_t a, std::uint32_t b) noexcept {
    for (;;) {
      a = root_of(a);
      b = root_of(b);
      if (a == b) return;
      if (a < b) std::swap(a, b);
      std::uint32_t expected = a;  // no longer true if another thread has united this root meanwhile
      if (std::atomic_ref(parents_[a]).compare_exchange_strong(expected, b, std::memory_order_relaxed))
        return;
    }
  }

 private:
  [[nodiscard]] std::uint32_t load(std::uint32_t member) noexcept {
    return std::atomic_ref(parents_[member]).load(std::memory_order_relaxed);
  }

  std::vector<std::uint32_t> parents_;
};

}  // namespace neardup::internal
