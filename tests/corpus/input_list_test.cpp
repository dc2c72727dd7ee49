// Folders, globs, links and what cannot be opened.
#include "neardup/corpus/input_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;

class InputListTest : public CorpusTest {
 protected:
  /// Paths relative to the test's folder; problems as "path: message".
  std::vector<std::string> expand(std::vector<std::string> inputs,
                                  std::vector<std::string> globs = {}) const {
    InputList list(std::move(inputs), std::move(globs));
    std::vector<std::string> all;
    while (const auto item = list.next()) {
      std::string text = item->problem ? item->problem->describe() : item->path;
      if (text.starts_with(folder_.string() + "/")) text.erase(0, folder_.string().size() + 1);
      all.push_back(text);
    }
    return all;
  }
};

TEST_F(InputListTest, FoldersAreWalkedInByteOrderOfTheNames) {
  for (const char* name : {"b.txt", "a/z.txt", "a/B.txt", "a.txt", "文.txt", "Z.txt"}) write(name, "x");
  EXPECT_THAT(expand({folder_.string()}),
              ElementsAre("Z.txt", "a/B.txt", "a/z.txt", "a.txt", "b.txt", "文.txt"));
  EXPECT_THAT(expand({folder_.string() + "/"}), testing::SizeIs(6));
}

TEST_F(InputListTest, InputsKeepTheirOrderAndStandardInputIsAFile) {
  const std::string b = write("b", "");
  const std::string a = write("a", "");
  EXPECT_THAT(expand({b, "-", a, b}), ElementsAre("b", "-", "a", "b"));
}

TEST_F(InputListTest, HiddenFilesAreReadOnlyWhenNamed) {
  const std::string hidden = write(".hidden", "x");
  write(".folder/a", "x");
  const std::string nothing = folder_.string() + ": no file in this folder";
  EXPECT_THAT(expand({folder_.string()}), ElementsAre(nothing + " (hidden ones do not count)"));
  EXPECT_THAT(expand({folder_.string()}, {"*.a", "*.b"}), ElementsAre(nothing + " matches *.a, *.b"));
  EXPECT_THAT(expand({hidden, path(".folder")}), ElementsAre(".hidden", ".folder/a"));
}

TEST_F(InputListTest, MissingInputsAndBrokenLinksAreProblems) {
  std::filesystem::create_symlink("nowhere", folder_ / "broken");
  write("ok", "x");
  EXPECT_THAT(expand({path("none"), folder_.string()}),
              ElementsAre("none: no such file or folder", "broken: no such file or folder", "ok"));
}

TEST_F(InputListTest, LinksAreFollowedButLoopsEnd) {
  write("real/a", "x");
  std::filesystem::create_directory_symlink("..", folder_ / "real" / "up");
  std::filesystem::create_directory_symlink("real", folder_ / "other");
  std::filesystem::create_symlink("real/a", folder_ / "file");
  EXPECT_THAT(
      expand({folder_.string()}),
      ElementsAre("file", "other/a",
                  "other/up: the same folder was already read by another path (symbolic link); left out",
                  "real: the same folder was already read by another path (symbolic link); left out"));
}

TEST_F(InputListTest, GlobsChooseInsideFoldersOnly) {
  for (const char* name : {"a.txt", "b.md", "s/c.txt", "s/t/d.md"}) write(name, "x");
  EXPECT_THAT(expand({folder_.string()}, {"*.txt"}), ElementsAre("a.txt", "s/c.txt"));
  EXPECT_THAT(expand({folder_.string()}, {"s/**"}), ElementsAre("s/c.txt", "s/t/d.md"));
  EXPECT_THAT(expand({path("b.md")}, {"*.txt"}), ElementsAre("b.md"));
}

TEST(GlobTest, StarsStayInOneNameAndDoubleStarsCrossFolders) {
  EXPECT_TRUE(glob_matches("*.txt", "a/b/c.txt"));
  EXPECT_TRUE(glob_matches("**/x", "x"));
  EXPECT_TRUE(glob_matches("**/x", "a/b/x"));
  EXPECT_TRUE(glob_matches("a/**/x", "a/x"));
  EXPECT_TRUE(glob_matches("a/**/x", "a/b/c/x"));
  EXPECT_TRUE(glob_matches("a/[bc]?.txt", "a/b1.txt"));
  EXPECT_FALSE(glob_matches("a/*.txt", "a/b/c.txt"));
  EXPECT_FALSE(glob_matches("a/**/x", "b/a/x"));
  EXPECT_FALSE(glob_matches("*.txt", "a.txt.gz"));
  EXPECT_FALSE(glob_matches("a/b", "a"));
  EXPECT_FALSE(glob_matches("a", "a/b"));
}

TEST(FormatTest, OptionThenExtensionThenContent) {
  const auto automatic = InputFormat::automatic;
  EXPECT_EQ(choose_format(InputFormat::lines, "a.jsonl", "{"), InputFormat::lines);
  EXPECT_EQ(choose_format(automatic, "a.jsonl", ""), InputFormat::jsonl);
  EXPECT_EQ(choose_format(automatic, "d.d/A.NDJSON.GZ", ""), InputFormat::jsonl);
  EXPECT_EQ(choose_format(automatic, "a.json.zst", ""), InputFormat::jsonl);
  EXPECT_EQ(choose_format(automatic, "a.tsv", "{"), InputFormat::tsv);
  EXPECT_EQ(choose_format(automatic, "a.csv.gz", ""), InputFormat::csv);
  EXPECT_EQ(choose_format(automatic, "a.js", "{"), InputFormat::text);
  EXPECT_EQ(choose_format(automatic, "-", " \r\n\t{"), InputFormat::jsonl);
  EXPECT_EQ(choose_format(automatic, "a.gz", "words"), InputFormat::text);
  EXPECT_EQ(choose_format(automatic, "jsonl", "words {"), InputFormat::text);
  EXPECT_EQ(choose_format(automatic, ".json", ""), InputFormat::text);
}

/// Runs without root's power to read everything. The result is what the child writes to the pipe.
template <typename Function>
std::string run_without_privileges(const Function& function) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    const bool dropped = ::getuid() != 0 || (::setgid(kNobody) == 0 && ::setuid(kNobody) == 0);
    const std::string result = dropped ? function() : "cannot drop privileges";
    const auto written = ::write(ends[1], result.data(), result.size());
    ::_exit(written < 0 ? 1 : 0);
  }
  ::close(ends[1]);
  std::string result(1 << 16, '\0');
  std::size_t size = 0;
  while (const ssize_t count = ::read(ends[0], result.data() + size, result.size() - size)) {
    if (count < 0) break;
    size += static_cast<std::size_t>(count);
  }
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  result.resize(size);
  return result;
}

TEST_F(InputListTest, AFolderOrFileWithoutPermissionIsReportedAndTheRestIsRead) {
  write("a.txt", "first");
  write("closed/inside.txt", "never");
  write("locked.txt", "never");
  write("z.txt", "last");
  ::chmod(folder_.c_str(), 0755);
  ::chmod(path("closed").c_str(), 0);
  ::chmod(path("locked.txt").c_str(), 0);
  const std::string result = run_without_privileges([&] {
    const DocumentBatch batch = read({folder_.string()});
    std::string all;
    for (const std::string& text : texts(batch)) all += text + "\n";
    for (const std::string& complaint : complaints(batch)) all += complaint + "\n";
    return all;
  });
  ::chmod(path("closed").c_str(), 0755);
  EXPECT_EQ(result,
            "first\nlast\nclosed: cannot list the folder: Permission denied\n"
            "locked.txt: cannot open: Permission denied\n");
}

}  // namespace
}  // namespace neardup::internal
