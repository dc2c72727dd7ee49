// Lets any number of readers use the current value while a writer replaces it. Readers never wait,
// and a value stays alive as long as a reader holds it. The method is hazard pointers (Michael
// 2004): a reader writes the pointer into a slot of its own and loads it again; the writer frees
// only values that are in no slot. Slots come in blocks; the cell adds a block when it has more
// readers at once than ever before, and frees the blocks when it is destroyed.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace neardup::internal::lsm {

template <typename Value>
class SnapshotCell {
  struct alignas(64) Slot {  // one cache line each, so that readers do not disturb each other
    std::atomic<bool> taken = false;
    std::atomic<const Value*> held = nullptr;
  };
  struct SlotBlock {
    std::array<Slot, 32> slots;
    std::atomic<SlotBlock*> next = nullptr;
  };

 public:
  /// Holds the value that was current when the reader was made.
  class Reader {
   public:
    /// Throws std::bad_alloc if more readers than ever before need a slot and there is no memory for it.
    explicit Reader(const SnapshotCell& cell) : slot_(cell.take_slot()), value_(cell.protect(slot_)) {}
    ~Reader() {
      slot_.held.store(nullptr, std::memory_order_release);
      slot_.taken.store(false, std::memory_order_release);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    [[nodiscard]] const Value& operator*() const noexcept { return *value_; }
    [[nodiscard]] const Value* operator->() const noexcept { return value_; }

   private:
    Slot& slot_;
    const Value* value_;
  };

  explicit SnapshotCell(std::unique_ptr<const Value> first) : current_(first.release()) {}
  SnapshotCell(const SnapshotCell&) = delete;
  SnapshotCell& operator=(const SnapshotCell&) = delete;

  /// REQUIRES: no reader is left
  ~SnapshotCell() {
    delete current_.load();
    for (SlotBlock* block = blocks_.next.load(); block != nullptr;)
      delete std::exchange(block, block->next.load());
  }

  /// Replaces the value and frees old ones that no reader holds.
  /// REQUIRES: one writer at a time, for this and the functions below
  void publish(std::unique_ptr<const Value> next) {
    retired_.emplace_back(nullptr);  // allocates first, so that nothing can fail once the value is replaced
    retired_.back().reset(current_.exchange(next.release()));
    free_unused();
  }

  [[nodiscard]] const Value& current() const noexcept { return *current_.load(std::memory_order_relaxed); }

  /// Frees replaced values that no reader holds any more.
  void free_unused() {
    std::erase_if(retired_,
                  [this](const std::unique_ptr<const Value>& value) { return !is_held(value.get()); });
  }

 private:
  [[nodiscard]] Slot& take_slot() const {
    static thread_local const std::size_t start = std::hash<std::thread::id>()(std::this_thread::get_id());
    for (SlotBlock* block = &blocks_;; block = next_block(*block)) {
      for (std::size_t i = 0; i < block->slots.size(); ++i) {
        Slot& slot = block->slots[(start + i) % block->slots.size()];
        if (!slot.taken.load(std::memory_order_relaxed) &&
            !slot.taken.exchange(true, std::memory_order_acquire)) {
          return slot;
        }
      }
    }
  }

  [[nodiscard]] static SlotBlock* next_block(SlotBlock& block) {
    SlotBlock* next = block.next.load(std::memory_order_acquire);
    if (next != nullptr) return next;
    auto added = std::make_unique<SlotBlock>();
    if (block.next.compare_exchange_strong(next, added.get())) next = added.release();
    return next;
  }

  /// Puts the current value into the slot and returns it. Sequentially consistent: either the
  /// writer sees the slot, or the second load sees what the writer has published.
  [[nodiscard]] const Value* protect(Slot& slot) const noexcept {
    const Value* value = current_.load();
    for (;;) {
      slot.held.store(value);
      const Value* const again = current_.load();
      if (again == value) return value;
      value = again;
    }
  }

  [[nodiscard]] bool is_held(const Value* value) const noexcept {
    for (const SlotBlock* block = &blocks_; block != nullptr;
         block = block->next.load(std::memory_order_acquire)) {
      for (const Slot& slot : block->slots) {
        if (slot.held.load() == value) return true;
      }
    }
    return false;
  }

  std::atomic<const Value*> current_;
  mutable SlotBlock blocks_;
  std::vector<std::unique_ptr<const Value>> retired_;
};

}  // namespace neardup::internal::lsm
