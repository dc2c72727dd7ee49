// Large immutable tables, loaded on first use and shared by all threads as long as anyone holds them.
//
// Loading happens under the lock: a second thread that requests the same tables waits instead of
// loading them again. Using the tables takes no lock. Private to this stage.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace neardup::internal {

/// Returns the same key for every spelling of a file's path; empty for no file.
[[nodiscard]] inline std::string file_key(const std::string& path) {
  return path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string();
}

template <typename Key, typename Value>
class LoadedOnce {
 public:
  /// Returns the value that an earlier `load()` gave for an equal key if someone still holds it;
  /// otherwise loads it.
  template <typename Load>
  [[nodiscard]] std::shared_ptr<const Value> get(const Key& key, Load load) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const Value>& known = values_[key];
    std::shared_ptr<const Value> value = known.lock();
    if (!value) {
      value = load();
      known = value;
    }
    return value;
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const Value>> values_;
};

}  // namespace neardup::internal
