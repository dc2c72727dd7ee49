// Texts for the tests of live collections: groups of near-duplicates that have nothing to do with each other.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

namespace neardup::internal {

/// Returns variant `variant` of text `group`: forty words, the last of which tells variants apart.
inline std::string live_text(std::uint64_t group, std::uint64_t variant = 0) {
  std::mt19937_64 random(group + 1);
  std::string text;
  for (int word = 0; word < 40; ++word) {
    const std::uint64_t letters = random();
    for (int i = 0; i < 6; ++i) text += static_cast<char>('a' + (letters >> (8 * i)) % 26);
    text += ' ';
  }
  return text + "variant" + std::to_string(variant);
}

/// A folder that is removed at the end. Its path does not exist before a test makes it.
class LiveFolder {
 public:
  LiveFolder() {
    std::string made = (std::filesystem::temp_directory_path() / "neardup-live-XXXXXX").string();
    root_ = ::mkdtemp(made.data());
  }
  LiveFolder(const LiveFolder&) = delete;
  LiveFolder& operator=(const LiveFolder&) = delete;
  ~LiveFolder() {
    std::error_code error;
    std::filesystem::remove_all(root_, error);
  }
  [[nodiscard]] std::string path(const std::string& name = "seen") const { return root_ + "/" + name; }

 private:
  std::string root_;
};

}  // namespace neardup::internal
