// The features of a document: pieces of one text, in order, with repeats.
//
// Windows and shingles overlap, so a feature is a slice of a shared text and costs eight bytes. To make
// every feature contiguous, the text holds the tokens joined by single spaces.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal {

struct Slice {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Slice&, const Slice&) = default;
};

struct Features {
  std::string text;             // the text that the slices point into
  std::vector<Slice> slices;    // in order of appearance
  std::vector<double> weights;  // one per slice, or empty if all are 1

  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    return {text.data() + slices[i].offset, slices[i].length};
  }
  [[nodiscard]] std::size_t size() const noexcept { return slices.size(); }
  /// Clears everything for the next document but keeps the memory.
  void clear() noexcept {
    text.clear();
    slices.clear();
    weights.clear();
  }
  /// Appends a feature with its own bytes of text, shared with no other feature.
  void append(std::string_view feature) {
    slices.push_back({static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(feature.size())});
    text += feature;
  }
};

/// Views features without their weights; the text may live anywhere.
struct FeatureView {
  FeatureView(std::string_view any_text, std::span<const Slice> any_slices) noexcept
      : text(any_text), slices(any_slices) {}
  FeatureView(const Features& features) noexcept : FeatureView(features.text, features.slices) {}

  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    return {text.data() + slices[i].offset, slices[i].length};
  }
  [[nodiscard]] std::size_t size() const noexcept { return slices.size(); }

  std::string_view text;
  std::span<const Slice> slices;
};

}  // namespace neardup::internal
