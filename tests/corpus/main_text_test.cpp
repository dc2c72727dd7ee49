// The main text of the pages in web_pages, against the texts that we expect of them.
#include "neardup/corpus/web/main_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "neardup/corpus/web/page_charset.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Counts words of ASCII letters and digits, and single characters of other scripts.
std::map<std::string, std::size_t> count_tokens(const std::string& text) {
  std::map<std::string, std::size_t> counts;
  std::string word;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    const char32_t c = next_code_point(text, i);
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_word) word += static_cast<char>(c);
    if (!is_word && !word.empty()) ++counts[std::exchange(word, {})];
    if (c >= 0x4E00 && c < 0xA000) ++counts[text.substr(begin, i - begin)];
  }
  if (!word.empty()) ++counts[word];
  return counts;
}

std::size_t sum(const std::map<std::string, std::size_t>& counts) {
  std::size_t total = 0;
  for (const auto& [token, count] : counts) total += count;
  return total;
}

TEST(MainTextTest, HasThePrecisionAndRecallThatArePinned) {
  const std::filesystem::path folder = NEARDUP_WEB_PAGES;
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".html") continue;
    ++pages;
    const auto found = count_tokens(join_blocks(read_page(decode_page(contents(entry.path()), {})).blocks));
    const auto wanted = count_tokens(contents(std::filesystem::path(entry.path()).replace_extension(".txt")));
    std::size_t shared = 0;
    for (const auto& [token, count] : wanted)
      if (const auto same = found.find(token); same != found.end()) shared += std::min(count, same->second);
    EXPECT_GE(static_cast<double>(shared), 0.98 * static_cast<double>(sum(found))) << entry.path().stem();
    EXPECT_GE(static_cast<double>(shared), 0.95 * static_cast<double>(sum(wanted))) << entry.path().stem();
  }
  EXPECT_EQ(pages, 14U);
}

}  // namespace
}  // namespace neardup::internal
