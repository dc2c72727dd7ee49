// Locks for keys: two operations wait for each other only if they share a key, or, once in tens of thousands,
// if their keys share a stripe. A lock takes four bytes, so there are enough of them for unrelated documents
// hardly ever to meet.
//
// Thread-safe. An operation waits only for stripes that it locks in ascending order, so no two can wait for each other in
// a circle.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace neardup::internal::store {

/// What a key stands for. Keys of different kinds never mean the same thing, even if their values are equal.
enum class KeyKind : std::uint64_t { id, content, block, band, story };

/// Returns the hash of a key. `part` tells the blocks of a fingerprint, or the bands of a sketch, apart.
[[nodiscard]] std::uint64_t lock_key(KeyKind kind, std::uint64_t value, std::uint64_t part = 0) noexcept;

class KeyLocks {
 public:
  KeyLocks();

  /// Holds the locks of some keys for its lifetime.
  class Guard {
   public:
    Guard() = default;
    Guard(Guard&& other) noexcept { *this = std::move(other); }
    Guard& operator=(Guard&& other) noexcept;
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { release(); }
    void release() noexcept;

   private:
    friend class KeyLocks;
    KeyLocks* locks_ = nullptr;
    std::vector<std::uint32_t> stripes_;  // each once
  };

  /// Waits until no other operation holds any of the keys. REQUIRES: this thread holds no locks of this object
  [[nodiscard]] Guard lock(std::span<const std::uint64_t> keys);

 private:
  static constexpr int kStripeBits = 16;
  [[nodiscard]] bool try_lock_all(std::span<const std::uint32_t> stripes) noexcept;
  void lock_stripe(std::uint32_t stripe) noexcept;
  void unlock_stripe(std::uint32_t stripe) noexcept;

  std::unique_ptr<std::atomic<std::uint32_t>[]> stripes_;
};

}  // namespace neardup::internal::store
