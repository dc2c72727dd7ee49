#include "cli/output_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "neardup/util/error.h"
#include "tests/terminal/temporary_folder.h"

namespace neardup::cli {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class OutputGuardTest : public TemporaryFolder {
 protected:
  static void expect_refused(const OutputPlan& plan, const std::string& why) {
    EXPECT_THAT([&plan] { refuse_destructive_outputs(plan); }, ThrowsMessage<Error>(HasSubstr(why)));
  }
};

TEST_F(OutputGuardTest, NewAndUnrelatedFilesMayBeWritten) {
  const OutputPlan plan{.inputs = {write("a.jsonl")},
                        .references = {write("old.jsonl")},
                        .globs = {},
                        .corpus = write("clean.jsonl"),
                        .files = {{"--removed", path("removed.tsv")}, {"--pairs", ""}}};
  EXPECT_NO_THROW(refuse_destructive_outputs(plan));
}

TEST_F(OutputGuardTest, AnOutputThatIsAnInputIsRefusedUnderAnyName) {
  const std::string input = write("a.jsonl");
  std::filesystem::create_symlink(input, path("link.jsonl"));
  std::filesystem::create_hard_link(input, path("hard.jsonl"));
  for (const std::string& output : {input, path("./a.jsonl"), path("link.jsonl"), path("hard.jsonl")}) {
    const std::string why = "would replace the input " + input;
    expect_refused({.inputs = {input}, .references = {}, .globs = {}, .corpus = output}, "--output " + why);
    expect_refused(
        {.inputs = {input}, .references = {}, .globs = {}, .corpus = {}, .files = {{"--pairs", output}}},
        "--pairs " + why);
  }
}

TEST_F(OutputGuardTest, AnOutputThatIsAReferenceIsRefused) {
  const std::string words = write("stop.txt");
  expect_refused({.inputs = {write("a.jsonl")}, .references = {words}, .globs = {}, .corpus = words},
                 "would replace the input " + words);
}

TEST_F(OutputGuardTest, AnOutputInsideAnInputFolderIsRefusedIfItIsOneOfTheFilesRead) {
  write("in/a.jsonl");
  const OutputPlan plan{
      .inputs = {path("in")}, .references = {}, .globs = {"*.jsonl"}, .corpus = path("in/a.jsonl")};
  expect_refused(plan, "would replace the input");
  OutputPlan other = plan;
  other.corpus = write("in/notes.txt");
  EXPECT_NO_THROW(refuse_destructive_outputs(other));
}

TEST_F(OutputGuardTest, TwoOutputsInOneFileAreRefusedEvenBeforeItExists) {
  OutputPlan plan{.inputs = {write("a.jsonl")}, .references = {}, .globs = {}, .corpus = path("out.tsv")};
  plan.files = {{"--removed", path("./out.tsv")}};
  expect_refused(plan, "--removed and --output are the same file");
  plan.files = {{"--removed", path("x.tsv")}, {"--pairs", path("x.tsv")}};
  expect_refused(plan, "--removed and --pairs are the same file");
}

TEST_F(OutputGuardTest, AnOutputFolderIsRefusedIfItWouldReplaceTheInputs) {
  write("in/a.jsonl");
  expect_refused({.inputs = {path("in")}, .references = {}, .globs = {}, .corpus = path("in/")},
                 "would replace the input");
  EXPECT_NO_THROW(refuse_destructive_outputs(
      {.inputs = {path("in")}, .references = {}, .globs = {}, .corpus = path("out/")}));
}

TEST_F(OutputGuardTest, TwoInputsOfOneNameInAnOutputFolderAreRefused) {
  const OutputPlan plan{.inputs = {write("x/a.jsonl"), write("y/a.jsonl")},
                        .references = {},
                        .globs = {},
                        .corpus = path("out/")};
  expect_refused(plan, "would be written to the same name as");
}

TEST_F(OutputGuardTest, AListInPlaceOfAFileOfTheOutputFolderIsRefused) {
  OutputPlan plan{.inputs = {write("a.tsv")}, .references = {}, .globs = {}, .corpus = path("out/")};
  plan.files = {{"--removed", path("out/a.tsv")}};
  expect_refused(plan, "--output and --removed are the same file");
  plan.files = {{"--removed", path("out/removed.tsv")}};
  EXPECT_NO_THROW(refuse_destructive_outputs(plan));
}

TEST_F(OutputGuardTest, AMissingFolderIsRefusedWithTheNameOfTheCommand) {
  expect_refused(
      {.command = "index build",
       .inputs = {write("a.jsonl")},
       .references = {},
       .globs = {},
       .corpus = {},
       .files = {{"the index file", path("missing/a.ndx")}}},
      "index build: the index file " + path("missing/a.ndx") + " cannot be written: there is no folder");
}

TEST_F(OutputGuardTest, DevicesAreNeverReplacedSoTheyMayBeGivenTwice) {
  OutputPlan plan{.inputs = {write("a.jsonl")}, .references = {}, .globs = {}, .corpus = "/dev/null"};
  plan.files = {{"--removed", "/dev/null"}};
  EXPECT_NO_THROW(refuse_destructive_outputs(plan));
}

}  // namespace
}  // namespace neardup::cli
