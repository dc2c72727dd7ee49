// Big immutable tables, loaded on first need and shared by all threads as long as anyone holds them.
//
// Loading happens under the lock: a second thread that asks for the same tables waits instead of loading them
// again. Nobody takes the lock while using them. Private to this stage.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace neardup {

/// The same for all ways to write the path of a file; empty for no file.
[[nodiscard]] inline std::string file_key(const std::string& path) {
  return path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string();
}

template <typename Key, typename Value>
class LoadedOnce {
 public:
  /// What `load()` gave for an equal key and somebody still holds, else what it gives now.
  template <typename Load>
  [[nodiscard]] std::shared_ptr<const Value> get(const Key& key, Load load) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const Value>& place = values_[key];
    std::shared_ptr<const Value> value = place.lock();
    if (!value) {
      value = load();
      place = value;
    }
    return value;
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const Value>> values_;
};

}  // namespace neardup
