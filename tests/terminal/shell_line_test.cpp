#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/dedup/dedup_report.h"

namespace neardup::cli {
namespace {

std::string line_of(const std::vector<const char*>& words) {
  return shell_line(static_cast<int>(words.size()), words.data());
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string output;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) output += static_cast<char>(c);
  return output;
}

TEST(ShellLineTest, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(line_of({"neardup", "dedup", "a-1.jsonl", "--keep=max:size", "新闻/x"}),
            "neardup dedup a-1.jsonl --keep=max:size 新闻/x");
  EXPECT_EQ(line_of({"neardup", "two words", "", "it's"}), "neardup 'two words' '' 'it'\\''s'");
}

TEST(ShellLineTest, AShellSplitsTheLineIntoTheSameWords) {
  const std::vector<const char*> words = {"printf",    "[%s]",       "a b", "",     "'",
                                          "\"$HOME\"", "`id`",       "*",   "~",    "a;b&c|d",
                                          "\\",        "line\nfeed", "#no", "新 闻"};
  std::string expected;
  for (std::size_t i = 2; i < words.size(); ++i) expected += "[" + std::string(words[i]) + "]";
  EXPECT_EQ(output_of(line_of(words)), expected);
}

}  // namespace
}  // namespace neardup::cli
