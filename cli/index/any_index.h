// An index of either kind, for the commands that treat both alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "neardup/dedup/dedup.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"

namespace neardup::cli {

class AnyIndex {
 public:
  explicit AnyIndex(HammingIndex index) : index_(std::move(index)) {}
  explicit AnyIndex(SimilarityIndex index) : index_(std::move(index)) {}

  /// Opens an index file. Throws Error.
  [[nodiscard]] static AnyIndex open(const std::string& path) {
    if (index_kind(path) == IndexKind::similarity) return AnyIndex(SimilarityIndex::open(path));
    return AnyIndex(HammingIndex::open(path));
  }

  /// Return the index if it has this kind, otherwise null.
  [[nodiscard]] HammingIndex* distance() noexcept { return std::get_if<HammingIndex>(&index_); }
  [[nodiscard]] const HammingIndex* distance() const noexcept { return std::get_if<HammingIndex>(&index_); }
  [[nodiscard]] SimilarityIndex* similarity() noexcept { return std::get_if<SimilarityIndex>(&index_); }
  [[nodiscard]] const SimilarityIndex* similarity() const noexcept {
    return std::get_if<SimilarityIndex>(&index_);
  }

  /// Returns the index as dedup() takes it.
  [[nodiscard]] Archive archive() const {
    return std::visit([](const auto& index) -> Archive { return &index; }, index_);
  }

  [[nodiscard]] const std::string& recipe() const {
    return std::visit([](const auto& index) -> const std::string& { return index.options().recipe; }, index_);
  }
  [[nodiscard]] std::size_t size() const {
    return std::visit([](const auto& index) { return index.size(); }, index_);
  }
  [[nodiscard]] std::optional<IdKind> id_kind() const {
    return std::visit([](const auto& index) { return index.id_kind(); }, index_);
  }
  [[nodiscard]] std::string explain() const {
    return std::visit([](const auto& index) { return index.explain(); }, index_);
  }
  [[nodiscard]] bool contains(const IdRef& id) const {
    return std::visit([&](const auto& index) { return index.contains(id); }, index_);
  }
  bool remove(const IdRef& id) {
    return std::visit([&](auto& index) { return index.remove(id); }, index_);
  }
  void save(const std::string& path) {
    std::visit([&](auto& index) { index.save(path); }, index_);
  }

 private:
  std::variant<HammingIndex, SimilarityIndex> index_;
};

}  // namespace neardup::cli
