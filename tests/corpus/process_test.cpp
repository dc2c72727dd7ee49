// Several threads read several files at once, and nobody can tell from the results.
#include "neardup/corpus/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <thread>

#include "neardup/corpus/record_table.h"
#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ProcessTest : public CorpusTest {
 protected:
  /// Records that say where they are from.
  static std::string records(const std::string& name, std::size_t count) {
    std::string lines;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string id = name + "-" + std::to_string(i);
      lines +=
          R"({"id":")" + id + R"(","text":"the words of )" + id + " " + std::string(i % 300, 'x') + "\"}\n";
    }
    return lines;
  }

  static DocumentBatch process(const std::vector<std::string>& inputs, const ProcessOptions& options) {
    CorpusReader reader(inputs, {});
    DocumentBatch all;
    process_corpus(
        reader, options, [](DocumentBatch batch) { return batch; },
        [&all](DocumentBatch batch) {
          std::ranges::move(batch.documents, std::back_inserter(all.documents));
          std::ranges::move(batch.problems, std::back_inserter(all.problems));
        });
    return all;
  }

  /// Files of every kind: large and small, compressed and plain, empty, damaged and missing.
  [[nodiscard]] std::vector<std::string> mixed_inputs() const {
    const std::string large = records("c", 30000);
    const std::string damaged = gzip(large).substr(0, gzip(large).size() / 2);
    std::vector<std::string> inputs = {write("a.jsonl.gz", gzip(records("a", 20000))),
                                       path("missing"),
                                       write("b.jsonl", records("b", 20000)),
                                       write("empty.jsonl", ""),
                                       write("damaged.jsonl.gz", damaged),
                                       write("c.jsonl.zst", zstd(large))};
    for (int i = 0; i < 300; ++i) {
      const std::string name = "small/" + std::to_string(i) + ".jsonl";
      write(i % 2 == 0 ? name : name + ".gz", i % 2 == 0 ? records("s", 5) : gzip(records("z", 5)));
    }
    inputs.push_back(path("small"));
    inputs.push_back(write("last.jsonl.gz", gzip("{\"text\": 1}\n" + records("d", 40000))));
    return inputs;
  }
};

/// A pipe that gives nothing before it is told to.
class StalledPipe {
 public:
  explicit StalledPipe(std::string path) : path_(std::move(path)) {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);  // so that opening it to read never waits
  }
  ~StalledPipe() { finish(); }
  StalledPipe(const StalledPipe&) = delete;
  StalledPipe& operator=(const StalledPipe&) = delete;

  void finish(const std::string& bytes = "") {
    if (descriptor_ < 0) return;
    EXPECT_EQ(::write(descriptor_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    ::close(descriptor_);
    descriptor_ = -1;
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

TEST_F(ProcessTest, AnyNumberOfThreadsGivesWhatOneReaderGives) {
  const std::vector<std::string> inputs = mixed_inputs();
  const DocumentBatch expected = read(inputs);
  ASSERT_GT(expected.documents.size(), 110000U);
  ASSERT_EQ(expected.problems.size(), 3U);
  for (const ProcessOptions& options : {ProcessOptions{1, true}, {2, true}, {3, false}, {8, true}}) {
    const DocumentBatch found = process(inputs, options);
    EXPECT_TRUE(ids(found) == ids(expected)) << options.threads;
    EXPECT_TRUE(texts(found) == texts(expected)) << options.threads;
    EXPECT_EQ(complaints(found), complaints(expected)) << options.threads;
  }
}

TEST_F(ProcessTest, ProblemsComeBeforeTheResultOfTheirBatchWhateverTheThreads) {
  const std::vector<std::string> inputs = mixed_inputs();
  const DocumentBatch expected = read(inputs);
  for (const int threads : {1, 4}) {
    CorpusReader reader(inputs, {});
    DocumentBatch found;
    std::size_t documents_before_the_last = 0;
    process_corpus(
        reader,
        {.threads = threads,
         .on_problem =
             [&](const Problem& problem) {
               found.problems.push_back(problem);
               documents_before_the_last = found.documents.size();
             }},
        [](DocumentBatch batch) {
          EXPECT_TRUE(batch.problems.empty());
          return batch;
        },
        [&](DocumentBatch batch) {
          std::ranges::move(batch.documents, std::back_inserter(found.documents));
        });
    EXPECT_EQ(complaints(found), complaints(expected)) << threads;
    EXPECT_EQ(found.documents.size(), expected.documents.size()) << threads;
    EXPECT_GT(documents_before_the_last, 60000U) << threads;
    EXPECT_LE(documents_before_the_last, expected.documents.size() - 40000) << threads;  // last.jsonl.gz
  }
}

TEST_F(ProcessTest, EachThreadKeepsItsOwnCopyOfTheWork) {
  const std::vector<std::string> inputs = mixed_inputs();
  CorpusReader reader(inputs, {});
  std::atomic<int> copies_at_work = 0;
  std::atomic<std::size_t> batches = 0;
  const auto work = [&, mine = std::thread::id()](const DocumentBatch& batch) mutable {
    if (mine == std::thread::id()) {
      mine = std::this_thread::get_id();
      ++copies_at_work;
    }
    EXPECT_EQ(mine, std::this_thread::get_id());
    ++batches;
    return batch.documents.size();
  };
  process_corpus(reader, {.threads = 3, .results_are_small = true}, work, [](std::size_t /*documents*/) {});
  EXPECT_GE(copies_at_work, 1);
  EXPECT_LE(copies_at_work, 3);
  EXPECT_GT(batches, 3U);
}

TEST_F(ProcessTest, RecordsThatThreadsReadAtOnceCanBeReadAgain) {
  const std::vector<std::string> inputs = mixed_inputs();
  ReadOptions options{.keep_records = true};
  CorpusReader reader(inputs, options);
  RecordTable table;
  std::vector<std::string> expected;
  process_corpus(
      reader, {.threads = 4, .results_are_small = true}, [](DocumentBatch batch) { return batch; },
      [&](const DocumentBatch& batch) {
        table.add(batch);
        std::ranges::move(texts(batch), std::back_inserter(expected));
      });
  ASSERT_EQ(table.size(), expected.size());
  RecordReader again(table, options);
  for (std::size_t i = 0; i < table.size(); ++i) ASSERT_EQ(again.read(i).text, expected[i]) << table.id(i);
  // Neighbours lie behind each other: what copies records copies many at once.
  EXPECT_TRUE(std::string(again.read_raw(0, 19999)) + "\n" == records("a", 20000));
}

TEST_F(ProcessTest, ThreadsReadLaterFilesWhileTheFirstIsSlow) {
  StalledPipe first(path("first.jsonl"));
  CorpusReader reader({first.path(), write("second.jsonl.gz", gzip(records("second", 10)))}, {});
  std::atomic<bool> has_second = false;
  std::jthread feeder([&] {
    for (int i = 0; i < 1000 && !has_second; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(has_second);
    first.finish(records("first", 1));
  });
  std::vector<std::string> order;
  process_corpus(
      reader, {.threads = 2, .results_are_small = true},
      [&](DocumentBatch batch) {
        if (batch.documents.front().id == "second-0") has_second = true;
        return batch;
      },
      [&](const DocumentBatch& batch) { order.push_back(batch.documents.front().id); });
  EXPECT_THAT(order, ElementsAre("first-0", "second-0"));
}

TEST_F(ProcessTest, ThreadsDoNotRunFarAheadOfASlowFile) {
  StalledPipe first(path("first.jsonl"));
  const std::string second = write("second.jsonl.zst", zstd(records("second", 250000)));  // some 50 batches
  CorpusReader reader({first.path(), second}, {});
  std::atomic<int> batches = 0;
  int most = 0;
  std::jthread feeder([&] {
    for (int last = -1; last != batches || last == 0;) {
      last = batches;
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    most = batches;
    first.finish(records("first", 1));
  });
  process_corpus(
      reader, {.threads = 2},
      [&](const DocumentBatch& batch) {
        ++batches;
        return batch.documents.size();
      },
      [](std::size_t /*documents*/) {});
  feeder.join();
  EXPECT_GT(most, 0);
  EXPECT_LE(most, 8);
  EXPECT_GT(batches, 40);
}

TEST_F(ProcessTest, AFailureOnAnyThreadEndsTheRunAndComesOut) {
  const std::vector<std::string> inputs = mixed_inputs();
  for (const bool in_work : {true, false}) {
    CorpusReader reader(inputs, {});
    std::atomic<int> calls = 0;
    const auto fail_late = [&](bool here) {
      if (here && ++calls == 5) throw Error(ErrorCode::io, "the fifth");
    };
    try {
      process_corpus(
          reader, {.threads = 4, .results_are_small = true},
          [&](const DocumentBatch& batch) {
            fail_late(in_work);
            return batch.documents.size();
          },
          [&](std::size_t /*documents*/) { fail_late(!in_work); });
      FAIL() << "no failure came out";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "the fifth");
    }
  }
}

TEST_F(ProcessTest, NothingToReadIsNothingToDo) {
  EXPECT_TRUE(process({}, {.threads = 4}).documents.empty());
  EXPECT_TRUE(process({write("empty.jsonl", "")}, {.threads = 4}).documents.empty());
  EXPECT_THAT(complaints(process({path("missing")}, {.threads = 4})), ElementsAre(HasSubstr("missing")));
}

TEST_F(ProcessTest, AWrongTextFieldIsOneErrorWhenNoRecordHasIt) {
  const auto complaint = [&](const std::vector<std::string>& inputs) -> std::string {
    try {
      process(inputs, {.threads = 2});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string two = write("two.jsonl", "{\"body\":\"a\"}\n{\"body\":\"b\"}\n");
  const std::string three = write("three.jsonl", "{\"body\":\"a\"}\n{\"body\":\"b\"}\n{\"body\":\"c\"}\n");
  EXPECT_THAT(complaint({two}), HasSubstr("two.jsonl: line 1: "));
  EXPECT_THAT(complaint({two}), HasSubstr("body"));
  EXPECT_THAT(complaint({two}), HasSubstr("; the record after it has no text either"));
  EXPECT_THAT(complaint({three, two}), HasSubstr("; none of the 4 records after it has a text either"));
  const std::string one = write("one.jsonl", "{\"body\":\"a\"}\n");
  EXPECT_THAT(complaint({one}), HasSubstr("it is the only record, so nothing is read"));
  // Other records after them have a text: three have none, and all are read.
  const std::string good = write("good.jsonl", records("good", 20000));
  EXPECT_EQ(complaint({three, good}), "");
  const DocumentBatch mixed = process({three, good}, {.threads = 2});
  EXPECT_TRUE(mixed.problems.empty());
  EXPECT_EQ(mixed.documents.size(), 20003U);
  EXPECT_EQ(std::ranges::count_if(mixed.documents, &Document::has_no_text), 3);
}

TEST_F(ProcessTest, RecordsWithoutTextAreKeptSkippedOrEndTheRunAtTheFirst) {
  std::string lines;
  for (int i = 0; i < 30000; ++i)
    lines += i % 7000 == 6000 ? "{\"text\":\" \"}\n" : "{\"text\":\"a word\"}\n";
  const std::string input = write("a.jsonl", lines);
  for (const int threads : {1, 4}) {
    const auto read = [&](MissingText missing) {
      CorpusReader reader({input}, {.missing = missing});
      std::size_t documents = 0;
      process_corpus(
          reader, {.threads = threads}, [](const DocumentBatch& batch) { return batch.documents.size(); },
          [&](std::size_t some) { documents += some; });
      return std::pair(documents, reader.without_text());
    };
    EXPECT_EQ(read(MissingText::keep), std::pair(std::size_t{30000}, std::uint64_t{4}));
    EXPECT_EQ(read(MissingText::skip), std::pair(std::size_t{29996}, std::uint64_t{4}));
    try {
      read(MissingText::stop);
      FAIL() << "nothing stopped";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), input + ": line 6001: no text, so the run ends here");
    }
  }
}

TEST_F(ProcessTest, AnIdFieldThatNoRecordHasIsReportedOnce) {
  const std::string jsonl = write("a.jsonl", "{\"key\":1,\"text\":\"a\"}\n{\"key\":2,\"text\":\"b\"}\n");
  const std::string table = write("b.tsv", "key\ttext\n1\ta\n2\tb\n");
  const std::string plain = write("c.txt", "a text");
  const auto warnings = [](const std::vector<std::string>& inputs, const std::string& id_field) {
    std::vector<std::string> all;
    CorpusReader reader(inputs, {.id_field = id_field});
    process_corpus(
        reader,
        {.threads = 2, .on_problem = [&](const Problem& problem) { all.push_back(problem.describe()); }},
        [](const DocumentBatch& batch) { return batch.documents.size(); }, [](std::size_t /*some*/) {});
    return all;
  };
  EXPECT_THAT(
      warnings({jsonl, table}, "url"),
      ElementsAre(jsonl + ": no record has the id field \"url\"; it has \"key\", \"text\"; file and line "
                          "stand in for the ids"));
  EXPECT_THAT(warnings({table}, "url"), ElementsAre(HasSubstr("\"url\"; there are \"key\", \"text\"")));
  EXPECT_THAT(warnings({jsonl, table}, "key"), testing::IsEmpty());
  EXPECT_THAT(warnings({table, jsonl}, "id"), testing::IsEmpty()) << "nobody named it";
  EXPECT_THAT(warnings({plain}, "url"), testing::IsEmpty()) << "a text has no fields";
}

}  // namespace
}  // namespace neardup::internal
