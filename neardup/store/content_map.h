// Finds documents of equal content, for those that the rule cannot judge. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "neardup/collection/content_digest.h"
#include "neardup/store/record_bytes.h"
#include "neardup/store/records.h"

namespace neardup::internal::store {

class ContentMap {
 public:
  void add(const ContentDigest& digest, Number number) {
    const std::scoped_lock lock(mutex_);
    numbers_.emplace(digest, number);
  }

  void remove(const ContentDigest& digest, Number number) {
    const std::scoped_lock lock(mutex_);
    const auto [begin, end] = numbers_.equal_range(digest);
    for (auto at = begin; at != end; ++at) {
      if (at->second != number) continue;
      numbers_.erase(at);
      return;
    }
  }

  void clear() {
    const std::scoped_lock lock(mutex_);
    numbers_.clear();
  }

  /// Returns the smallest number of this content that is at least `least`.
  [[nodiscard]] std::optional<Number> find(const ContentDigest& digest, Number least) const {
    const std::scoped_lock lock(mutex_);
    std::optional<Number> found;
    const auto [begin, end] = numbers_.equal_range(digest);
    for (auto at = begin; at != end; ++at) {
      if (at->second >= least && (!found || at->second < *found)) found = at->second;
    }
    return found;
  }

  /// Write all entries, and add those that were written.
  void write(ByteWriter& writer) const {
    const std::scoped_lock lock(mutex_);
    writer.put(std::uint64_t{numbers_.size()});
    for (const auto& [digest, number] : numbers_) {
      writer.put(digest);
      writer.put(number);
    }
  }
  void read(ByteReader& reader) {
    const std::scoped_lock lock(mutex_);
    for (auto left = reader.get<std::uint64_t>(); left != 0; --left) {
      const auto digest = reader.get<ContentDigest>();
      numbers_.emplace(digest, reader.get<Number>());
    }
  }

  [[nodiscard]] std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return numbers_.size();
  }

 private:
  struct Hash {
    std::size_t operator()(const ContentDigest& digest) const noexcept { return digest.low; }
  };
  mutable std::mutex mutex_;
  std::unordered_multimap<ContentDigest, Number, Hash> numbers_;
};

}  // namespace neardup::internal::store
