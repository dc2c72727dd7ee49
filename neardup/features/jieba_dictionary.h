// The dictionary of Python's jieba as a trie: words with the logarithms of their probabilities.
//
// A node is a slot in one array. The node of a single character is at the index of its code; every
// other node is found by hashing (parent node, character) into the rest of the array. So a step costs
// at most one cache miss, the answer (is it a word, how probable, does it continue) is on the same
// cache line, and loading is one pass of insertions. Immutable after loading; private to this stage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

class JiebaDictionary {
 public:
  struct Node {
    std::uint32_t parent = 0;
    char16_t letter = 0;  // 0: free slot
    bool is_word = false;
    bool goes_on = false;  // this is a proper prefix of some word
    double log_probability = 0;
  };

  /// Loads a file of lines `word count part-of-speech`. Throws Error.
  [[nodiscard]] static JiebaDictionary load(const std::string& path);

  /// Returns the node of a single character, or null if no word begins with it.
  [[nodiscard]] const Node* first(char16_t letter) const noexcept {
    const Node& node = nodes_[letter];
    return node.letter != 0 ? &node : nullptr;
  }
  /// Returns the child node for the next character, or null if no word continues that way.
  [[nodiscard]] const Node* next(const Node& node, char16_t letter) const noexcept {
    if (!node.goes_on) return nullptr;
    const Node& found = nodes_[slot_of(index_of(node), letter)];
    return found.letter != 0 ? &found : nullptr;
  }
  [[nodiscard]] bool contains(std::u16string_view word) const noexcept;

  /// Returns what jieba assigns to a character that is not a
  /// word: the log probability of a word counted once.
  [[nodiscard]] double log_probability_of_unknown() const noexcept { return -log_total_; }

 private:
  static constexpr std::uint32_t kSingles = 0x10000;  // nodes below this index are single characters

  explicit JiebaDictionary(std::size_t most_nodes);
  [[nodiscard]] std::uint32_t index_of(const Node& node) const noexcept {
    return static_cast<std::uint32_t>(&node - nodes_.data());
  }
  /// Returns the slot of that child, or the free slot where it belongs.
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t parent, char16_t letter) const noexcept {
    const std::uint64_t key = (std::uint64_t{parent} << 16) | letter;
    auto slot = static_cast<std::uint32_t>(spread_hash(key, shift_));
    while (true) {  // terminates: the table is never full
      const Node& node = nodes_[kSingles + slot];
      if (node.letter == 0 || (node.parent == parent && node.letter == letter)) return kSingles + slot;
      slot = (slot + 1) & mask_;
    }
  }
  [[nodiscard]] Node& insert(std::u16string_view word);

  std::vector<Node> nodes_;
  std::uint32_t mask_ = 0;
  int shift_ = 0;
  double log_total_ = 0;
};

}  // namespace neardup::internal
