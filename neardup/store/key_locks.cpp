#include "neardup/store/key_locks.h"

#include <algorithm>
#include <utility>

#include "neardup/util/prefetch.h"

namespace neardup::internal::store {

namespace {

// The states of a stripe. Only a thread that saw somebody wait has to wake somebody.
constexpr std::uint32_t kFree = 0;
constexpr std::uint32_t kHeld = 1;
constexpr std::uint32_t kHeldAndAwaited = 2;

/// Mixes all bits of a word into all bits of the result: the finaliser of SplitMix64.
std::uint64_t mix(std::uint64_t word) noexcept {
  word = (word ^ (word >> 30)) * 0xBF58'476D'1CE4'E5B9;
  word = (word ^ (word >> 27)) * 0x94D0'49BB'1331'11EB;
  return word ^ (word >> 31);
}

}  // namespace

std::uint64_t lock_key(KeyKind kind, std::uint64_t value, std::uint64_t part) noexcept {
  constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
  return mix(value ^ mix((static_cast<std::uint64_t>(kind) << 32 | part) * kOdd));
}

KeyLocks::KeyLocks()
    : stripes_(std::make_unique<std::atomic<std::uint32_t>[]>(std::size_t{1} << kStripeBits)) {}

KeyLocks::Guard KeyLocks::lock(std::span<const std::uint64_t> keys) {
  Guard guard;
  guard.stripes_.reserve(keys.size());
  for (const std::uint64_t key : keys) {
    guard.stripes_.push_back(static_cast<std::uint32_t>(key >> (64 - kStripeBits)));
    prefetch(&stripes_[guard.stripes_.back()]);  // atomic operations wait for one cache miss after the other
  }
  if (!try_lock_all(guard.stripes_)) {
    std::ranges::sort(guard.stripes_);
    const auto repeated = std::ranges::unique(guard.stripes_);
    guard.stripes_.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t stripe : guard.stripes_) lock_stripe(stripe);
  }
  guard.locks_ = this;
  return guard;
}

/// Locks all stripes without waiting, in any order, or none. Fails too if a stripe occurs twice.
bool KeyLocks::try_lock_all(std::span<const std::uint32_t> stripes) noexcept {
  for (std::size_t i = 0; i < stripes.size(); ++i) {
    std::uint32_t free = kFree;
    if (stripes_[stripes[i]].compare_exchange_strong(free, kHeld, std::memory_order_acquire)) continue;
    while (i-- > 0) unlock_stripe(stripes[i]);
    return false;
  }
  return true;
}

void KeyLocks::lock_stripe(std::uint32_t stripe) noexcept {
  std::atomic<std::uint32_t>& state = stripes_[stripe];
  std::uint32_t free = kFree;
  if (state.compare_exchange_strong(free, kHeld, std::memory_order_acquire)) return;
  while (state.exchange(kHeldAndAwaited, std::memory_order_acquire) != kFree)
    state.wait(kHeldAndAwaited, std::memory_order_relaxed);
}

void KeyLocks::unlock_stripe(std::uint32_t stripe) noexcept {
  std::atomic<std::uint32_t>& state = stripes_[stripe];
  if (state.exchange(kFree, std::memory_order_release) == kHeldAndAwaited) state.notify_one();
}

KeyLocks::Guard& KeyLocks::Guard::operator=(Guard&& other) noexcept {
  release();
  locks_ = std::exchange(other.locks_, nullptr);
  stripes_ = std::move(other.stripes_);
  other.stripes_.clear();
  return *this;
}

void KeyLocks::Guard::release() noexcept {
  if (locks_ != nullptr) {
    for (const std::uint32_t stripe : stripes_) locks_->unlock_stripe(stripe);
  }
  locks_ = nullptr;
  stripes_.clear();
}

}  // namespace neardup::internal::store
