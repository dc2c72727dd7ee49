// The documents that the rule Contained removes, by comparing every document with every other, token by token.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace neardup::reference {

using Tokens = std::vector<std::string>;

inline bool contains_run(const Tokens& whole, const Tokens& part) {
  return std::search(whole.begin(), whole.end(), part.begin(), part.end()) != whole.end();
}

/// Returns the number of distinct shingles, and the length of the text of all tokens.
inline std::pair<std::size_t, std::size_t> size_of(const Tokens& tokens, std::size_t shingle) {
  std::set<Tokens> shingles;
  for (std::size_t begin = 0; begin + shingle <= tokens.size(); ++begin)
    shingles.emplace(tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                     tokens.begin() + static_cast<std::ptrdiff_t>(begin + shingle));
  std::size_t length = 0;
  for (const std::string& token : tokens) length += token.size() + 1;
  return {std::max<std::size_t>(shingles.size(), 1), length};
}

/// Returns, for each document that another contains, the largest of those: the one with the most shingles, then the
/// longest, then the first. Documents of fewer than `shingle` tokens are contained only in equal ones, and those
/// without tokens in none.
inline std::map<std::size_t, std::size_t> contained(const std::vector<Tokens>& documents,
                                                    std::size_t shingle) {
  std::map<std::size_t, std::size_t> containers;
  for (std::size_t a = 0; a < documents.size(); ++a) {
    if (documents[a].empty()) continue;
    for (std::size_t b = 0; b < documents.size(); ++b) {
      const bool is_equal = documents[a] == documents[b];
      if (a == b || (is_equal && b > a) || (!is_equal && documents[a].size() < shingle)) continue;
      if (!contains_run(documents[b], documents[a])) continue;
      const auto [best, is_new] = containers.try_emplace(a, b);
      if (!is_new && size_of(documents[b], shingle) > size_of(documents[best->second], shingle))
        best->second = b;
    }
  }
  return containers;
}

}  // namespace neardup::reference
