// The full tables of two textbook recurrences.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace neardup::internal::reference {

using Table = std::vector<std::vector<std::size_t>>;

inline std::size_t edit_distance(std::u32string_view a, std::u32string_view b) {
  Table cells(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cells[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = cells[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cells[i][j] = std::min({cells[i - 1][j] + 1, cells[i][j - 1] + 1, replaced});
    }
  }
  return cells[a.size()][b.size()];
}

inline std::size_t longest_common_substring(std::u32string_view a, std::u32string_view b) {
  Table ending_here(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  std::size_t longest = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      if (a[i - 1] == b[j - 1]) ending_here[i][j] = ending_here[i - 1][j - 1] + 1;
      longest = std::max(longest, ending_here[i][j]);
    }
  }
  return longest;
}

}  // namespace neardup::internal::reference
