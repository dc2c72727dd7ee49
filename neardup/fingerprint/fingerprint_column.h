// Fingerprints of one width, stored as plain numbers: 8 bytes each up to 64 bits, 16 for 128.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

class FingerprintColumn {
 public:
  /// REQUIRES: the memory outlives the column
  explicit FingerprintColumn(int bits, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : bits_(bits), values_(Narrow(memory)) {
    if (bits == 128) values_.emplace<Wide>(memory);
  }

  /// REQUIRES: a fingerprint of bits() bits
  void push_back(const Fingerprint& fingerprint) {
    assert(fingerprint.bits == bits_);
    if (auto* const wide = std::get_if<Wide>(&values_)) {
      wide->push_back({fingerprint.low, fingerprint.high});
    } else {
      std::get<Narrow>(values_).push_back(fingerprint.low);
    }
  }

  [[nodiscard]] Fingerprint operator[](std::size_t i) const noexcept {
    if (const auto* const wide = std::get_if<Wide>(&values_))
      return {.low = (*wide)[i].low, .high = (*wide)[i].high, .bits = bits_};
    return {.low = (*std::get_if<Narrow>(&values_))[i], .bits = bits_};
  }

  [[nodiscard]] int bits() const noexcept { return bits_; }

  /// Returns the fingerprints as numbers of their width. REQUIRES: the type fits bits()
  template <typename Word>
  [[nodiscard]] std::span<const Word> as() const {
    return std::get<std::pmr::vector<Word>>(values_);
  }

  /// Returns use(numbers), with a span of 64-bit or 128-bit numbers.
  template <typename Use>
  decltype(auto) visit(Use&& use) const {
    if (bits_ == 128) return std::forward<Use>(use)(as<Bits128>());
    return std::forward<Use>(use)(as<std::uint64_t>());
  }

 private:
  using Narrow = std::pmr::vector<std::uint64_t>;
  using Wide = std::pmr::vector<Bits128>;

  int bits_;
  std::variant<Narrow, Wide> values_;
};

}  // namespace neardup::internal
