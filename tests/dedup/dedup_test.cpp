// dedup() in one call: the same answer from files, from documents in memory and from a generator, with progress,
// problems and stops through callbacks.
#include "neardup/dedup/dedup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Documents in clusters, with copies, short texts and an empty one; every third has no id.
std::vector<Document> make_documents(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto word = [&random] { return "w" + std::to_string(random() % 4000); };
  std::vector<Document> documents;
  std::vector<std::string> words;
  while (documents.size() < count) {
    if (documents.size() % 5 == 0) words.assign(random() % 9 == 0 ? random() % 3 : 50, "");
    for (std::string& each : words) {
      if (each.empty() || random() % 60 == 0) each = word();
    }
    std::string text;
    for (const std::string& each : words) text += each + " ";
    Document document{.id = "d" + std::to_string(documents.size()), .text = text};
    document.fields = {std::to_string(random() % 100), "site" + std::to_string(random() % 2)};
    documents.push_back(document);
  }
  return documents;
}

std::string to_jsonl(const std::vector<Document>& documents) {
  std::string lines;
  for (const Document& document : documents)
    lines += R"({"id":")" + document.id + R"(","rank":")" + document.fields[0] + R"(","site":")" +
             document.fields[1] + R"(","text":")" + document.text + "\"}\n";
  return lines;
}

DocumentGenerator generator_of(const std::vector<Document>& documents) {
  return [next = documents.begin(), end = documents.end()]() mutable {
    return next == end ? std::nullopt : std::optional(*next++);
  };
}

/// Documents in a form of their own, read row by row.
class Rows : public DocumentTable {
 public:
  explicit Rows(const std::vector<Document>& documents) : documents_(documents) {}
  [[nodiscard]] std::size_t size() const noexcept override { return documents_.size(); }
  void read(std::size_t row, Document& document) const override { document = documents_[row]; }

 private:
  const std::vector<Document>& documents_;
};

Inputs table_of(const std::vector<Document>& documents) { return {std::make_shared<const Rows>(documents)}; }

using Decision =
    std::tuple<Ordinal, std::string, std::string, std::optional<int>, std::optional<double>, bool>;

std::vector<Decision> decisions(const DedupResult& result) {
  std::vector<Decision> all;
  for (const Removed& removed : result.removed())
    all.emplace_back(removed.document, removed.id, removed.kept_id, removed.distance, removed.similarity,
                     removed.is_exact);
  return all;
}

class DedupTest : public CorpusTest {
 protected:
  static std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(DedupTest, GivesOneAnswerForFilesDocumentsInMemoryTablesAndGenerators) {
  const std::vector<Document> documents = make_documents(700, 1);
  const std::string file = write("all.jsonl", to_jsonl(documents));
  for (const Rule& rule : {Rule(AtLeastSimilar{0.7}), Rule(AtLeastSimilar{0.4}), Rule(WithinDistance{10}),
                           Rule(Verified{16, {Measure::edit, 0.8}}), Rule(EqualSentences{})}) {
    for (const char* keep : {"first", "longest", "max:rank"}) {
      for (const char* within : {"", "site"}) {
        DedupOptions options{.find = {.rule = rule}, .keep = parse_keep_policy(keep)};
        options.find.within = within;
        options.find.read.fields = {"rank", "site"};
        options.find.threads = 1;
        const DedupResult from_file = dedup({file}, options);
        ASSERT_GT(from_file.counts().exact + from_file.counts().near, 20U) << describe(rule);
        options.find.threads = 3;
        for (const Inputs& inputs :
             {Inputs(documents), Inputs(generator_of(documents)), table_of(documents)}) {
          const DedupResult result = dedup(inputs, options);
          EXPECT_EQ(decisions(result), decisions(from_file))
              << describe(rule) << ", " << keep << ", " << within;
          EXPECT_EQ(result.kept(), from_file.kept());
          EXPECT_EQ(result.counts().too_short, from_file.counts().too_short);
        }
      }
    }
  }
}

TEST_F(DedupTest, ReportsAndStopsWhileItReadsATable) {
  const std::vector<Document> documents = make_documents(700, 2);
  DedupOptions options;
  std::uint64_t most = 0;
  options.find.on_progress = [&](const Progress& progress) {
    if (progress.phase != Progress::Phase::reading) return;
    most = std::max(most, progress.done);
    EXPECT_EQ(progress.total, documents.size());
  };
  EXPECT_EQ(dedup(table_of(documents), options).size(), documents.size());
  EXPECT_EQ(most, documents.size());
  std::stop_source stop;
  stop.request_stop();
  options.find.stop = stop.get_token();
  EXPECT_THROW(static_cast<void>(dedup(table_of(documents), options)), Error);
}

TEST_F(DedupTest, AStricterThresholdDecidesAsANewRunDoes) {
  const std::vector<Document> documents = make_documents(700, 3);
  for (const char* keep : {"first", "longest"}) {
    for (const LinkKind link : {LinkKind::star, LinkKind::components}) {
      const auto decide = [&](const Rule& rule) {
        return dedup(documents, {.find = {.rule = rule}, .link = link, .keep = parse_keep_policy(keep)});
      };
      const DedupResult similar = decide(AtLeastSimilar{.min_similarity = 0.5, .exact = true});
      for (const double similarity : {0.5, 0.7, 0.9, 1.0}) {
        const Rule rule = AtLeastSimilar{.min_similarity = similarity, .exact = true};
        const DedupResult again = similar.rethreshold(similarity);
        EXPECT_EQ(decisions(again), decisions(decide(rule))) << similarity;
        EXPECT_EQ(again.rule(), rule);
      }
      const DedupResult near = decide(WithinDistance{12});
      for (const int distance : {0, 4, 12})
        EXPECT_EQ(decisions(near.rethreshold(distance)), decisions(decide(WithinDistance{distance})));
    }
  }
}

TEST_F(DedupTest, AStricterThresholdSearchesDenseClustersAgain) {
  std::vector<Document> documents;
  for (int i = 0; i < 3000; ++i) {  // of 60 words, one differs in each
    std::string text;
    for (int word = 0; word < 60; ++word)
      text += (word == i % 60 ? "x" + std::to_string(i % 97) : "w" + std::to_string(word)) + " ";
    documents.push_back({.text = text});
  }
  const DedupResult loose = dedup(documents, {.find = {.rule = AtLeastSimilar{0.7}}});
  const DedupResult again = loose.rethreshold(0.95);
  EXPECT_EQ(again.counts().kept, dedup(documents, {.find = {.rule = AtLeastSimilar{0.95}}}).counts().kept);
  EXPECT_GT(again.counts().kept, loose.counts().kept);
}

TEST_F(DedupTest, ALooserThresholdOrAnotherRuleNeedsANewRun) {
  const std::vector<Document> documents = make_documents(50, 4);
  const auto refused = [&](const Rule& rule, double threshold) {
    try {
      static_cast<void>(dedup(documents, {.find = {.rule = rule}}).rethreshold(threshold));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused(AtLeastSimilar{0.8}, 0.7), HasSubstr("needs a new run"));
  EXPECT_THAT(refused(AtLeastSimilar{0.8}, 1.5), HasSubstr("needs a new run"));
  EXPECT_THAT(refused(WithinDistance{4}, 5), HasSubstr("needs a new run"));
  EXPECT_THAT(refused(WithinDistance{4}, 2.5), HasSubstr("needs a new run"));
  EXPECT_THAT(refused(EqualSentences{}, 1), HasSubstr("only a threshold of similarity or distance"));
}

TEST_F(DedupTest, ReturnsWhatIsKeptRemovedAndClustered) {
  const std::string bridge =
      "the old stone bridge over the river was closed on monday after engineers found a crack";
  const std::vector<Document> documents = {
      {.id = "a", .text = bridge},
      {.text = "an entirely different story about the harvest of apples"},
      {.id = "c", .text = bridge + " again"},
      {.id = "d", .text = bridge}};
  const DedupResult result = dedup(documents);
  EXPECT_THAT(result.kept(), ElementsAre(0, 1));
  EXPECT_EQ(result.id(1), "1");  // the ordinal stands in for a missing id
  const std::vector<Removed> removed = result.removed();
  ASSERT_EQ(removed.size(), 2U);
  EXPECT_EQ(removed[0].id, "c");
  EXPECT_EQ(removed[0].kept_id, "a");
  EXPECT_FALSE(removed[0].is_exact);
  EXPECT_GE(removed[0].similarity, 0.8);
  EXPECT_TRUE(removed[1].is_exact);
  ASSERT_EQ(result.cluster_count(), 1U);
  EXPECT_THAT(result.cluster(0), ElementsAre(0, 2, 3));
  EXPECT_EQ(result.counts().documents, 4U);
  EXPECT_EQ(result.counts().kept, 2U);
  EXPECT_EQ(result.counts().exact, 1U);
  EXPECT_EQ(result.counts().near, 1U);
  EXPECT_GT(result.expected_recall(), 0.99);
  EXPECT_EQ(describe(result.rule()), "similarity at least 0.8");
}

TEST_F(DedupTest, WritesTheRecordsThatStayByteForByte) {
  const std::string first = "{\"id\":1,  \"text\":\"the quick brown fox jumps over the lazy dog today\"}\n";
  const std::string other = "{\"text\":\"apples and pears are harvested in autumn\",\"id\":\"x\"}\n";
  const std::string input = write("in.jsonl", first + first + other);
  const std::string output = path("out.jsonl");
  const DedupResult result = dedup({input}, {.output = output});
  EXPECT_EQ(contents(output), first + other);
  EXPECT_EQ(result.record(1) + "\n", first);
  EXPECT_EQ(result.format_of(1), InputFormat::jsonl);
}

TEST_F(DedupTest, AnnotatesEveryRecordInsteadOfRemovingAny) {
  const std::string text = "the quick brown fox jumps over the lazy dog today";
  const std::string input =
      write("in.jsonl", R"({"id":"a","day":"2026-01-02","text":")" + text + "\"}\n" +
                            R"({"id":"b","day":"2026-01-01","text":")" + text + "\"}\n");
  const std::string output = path("out.jsonl");
  const DedupResult result = dedup({input}, {.output = output, .annotate = true, .date_field = "day"});
  const std::string written = contents(output);
  EXPECT_EQ(std::ranges::count(written, '\n'), 2);
  EXPECT_THAT(written, HasSubstr(R"("neardup":{"cluster":"a","duplicate":false)"));
  EXPECT_THAT(written, HasSubstr(R"("cluster":"a","duplicate":true)"));
  EXPECT_THAT(written, HasSubstr(R"("first":"2026-01-01","last":"2026-01-02")"));
  EXPECT_THROW(static_cast<void>(dedup({input}, {.annotate = true})), Error);
  EXPECT_EQ(result.counts().exact, 1U);
}

TEST_F(DedupTest, RefusesToWriteDocumentsThatHaveNoRecords) {
  const std::vector<Document> documents = make_documents(3, 2);
  try {
    static_cast<void>(dedup(documents, {.output = path("out.jsonl")}));
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("in memory"));
  }
  const DedupResult result = dedup(documents);
  EXPECT_THROW(static_cast<void>(result.record(0)), Error);
}

TEST_F(DedupTest, NamesAFieldThatDocumentsInMemoryLack) {
  const std::vector<Document> documents = make_documents(3, 2);
  try {
    static_cast<void>(dedup(documents, {.keep = parse_keep_policy("max:score")}));
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"score\""));
  }
}

TEST_F(DedupTest, ComparesWithAReferenceAndNeverRemovesFromIt) {
  const std::vector<Document> documents = make_documents(300, 3);
  const std::vector<Document> earlier(documents.begin(), documents.begin() + 103);
  const std::vector<Document> later(documents.begin() + 103, documents.end());
  const std::string reference = write("earlier.jsonl", to_jsonl(earlier));
  for (const Rule& rule : {Rule(AtLeastSimilar{0.7}), Rule(WithinDistance{10})}) {
    DedupOptions options{.find = {.rule = rule}};
    options.find.against = {reference};
    const DedupResult result = dedup(later, options);
    EXPECT_EQ(result.reference_documents(), 103U);
    EXPECT_EQ(result.counts().documents, 197U);
    EXPECT_EQ(result.id(103), "d103");
    std::size_t from_reference = 0;
    for (const Removed& removed : result.removed()) {
      EXPECT_GE(removed.document, 103U);
      from_reference += removed.kept < 103 ? 1 : 0;
    }
    EXPECT_GT(from_reference, 0U) << describe(rule);
  }
}

TEST_F(DedupTest, ReportsProblemsAndGoesOn) {
  const std::string input =
      write("in.jsonl", "{\"text\":\"one two three four five\"}\n{broken\n{\"text\":\"x\"}\n");
  std::vector<std::string> problems;
  DedupOptions options;
  options.find.on_problem = [&](const Problem& problem) { problems.push_back(problem.describe()); };
  options.keep = parse_keep_policy("max:score");
  const DedupResult result = dedup({input}, options);
  EXPECT_EQ(result.counts().documents, 2U);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_THAT(problems[0], HasSubstr("line 2"));
  EXPECT_THAT(problems[1], HasSubstr("no document has a value in it"));
  for (const std::string& problem : problems) EXPECT_EQ(problem.find("--"), std::string::npos) << problem;
}

TEST_F(DedupTest, ThrowsIfNothingCanBeRead) {
  EXPECT_THROW(static_cast<void>(dedup({path("missing.jsonl")})), Error);
  const std::string input = write("in.jsonl", "{\"text\":\"one two three four five\"}\n");
  EXPECT_THROW(static_cast<void>(dedup({input}, {.find = {.against = {path("missing.jsonl")}}})), Error);
}

TEST_F(DedupTest, TellsItsProgressPhaseByPhase) {
  const std::string input = write("in.jsonl", to_jsonl(make_documents(500, 4)));
  std::vector<Progress> seen;
  DedupOptions options;
  options.output = path("out.jsonl");
  options.find.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  static_cast<void>(dedup({input}, options));
  ASSERT_FALSE(seen.empty());
  std::set<Progress::Phase> phases;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    phases.insert(seen[i].phase);
    EXPECT_LE(seen[i].done, seen[i].total);
    if (i == 0) continue;
    EXPECT_GE(seen[i].phase, seen[i - 1].phase);
    const bool is_same_phase = seen[i].phase == seen[i - 1].phase;
    EXPECT_TRUE(!is_same_phase || seen[i].done >= seen[i - 1].done);
  }
  EXPECT_TRUE(phases.contains(Progress::Phase::reading));
  EXPECT_TRUE(phases.contains(Progress::Phase::joining));
  EXPECT_TRUE(phases.contains(Progress::Phase::writing));
}

TEST_F(DedupTest, StopsWhenAskedInEveryPhaseAndWritesNothing) {
  const std::string input = write("in.jsonl", to_jsonl(make_documents(3000, 5)));
  for (const Progress::Phase phase :
       {Progress::Phase::reading, Progress::Phase::joining, Progress::Phase::checking}) {
    for (const int threads : {1, 3}) {
      std::stop_source source;
      DedupOptions options;
      options.output = path("never.jsonl");
      options.find.threads = threads;
      options.find.stop = source.get_token();
      options.find.on_progress = [&](const Progress& progress) {
        if (progress.phase == phase) source.request_stop();
      };
      try {
        static_cast<void>(dedup({input}, options));
        FAIL() << "was not stopped in phase " << static_cast<int>(phase);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::stopped);
      }
      EXPECT_EQ(contents(options.output), "");
    }
  }
}

TEST_F(DedupTest, AnExceptionOfTheCallerEndsTheCall) {
  const std::string input = write("in.jsonl", "{broken\n");
  DedupOptions options;
  options.find.on_problem = [](const Problem&) { throw std::string("enough"); };
  EXPECT_THROW(static_cast<void>(dedup({input}, options)), std::string);
}

TEST_F(DedupTest, RemovesWhatAnArchiveHasAndAddsWhatItKeeps) {
  const std::vector<Document> documents = make_documents(200, 6);
  const std::vector<Document> first(documents.begin(), documents.begin() + 120);
  const std::vector<Document> all = documents;
  const Recipe recipe = Recipe::named("text-1");
  HammingIndex archive({.max_distance = 8, .recipe = recipe.written()});
  const DedupOptions options{.archive = &archive};
  const DedupResult day_one = dedup(first, options);
  const IndexAdditions added = add_kept(day_one, archive);
  EXPECT_EQ(added.added + added.left_out, day_one.counts().kept);
  EXPECT_EQ(added.renamed, 0U);
  EXPECT_EQ(add_kept(day_one, archive).added, 0U);  // they are there
  const DedupResult day_two = dedup(all, options);
  for (const Ordinal document : day_two.kept()) {
    EXPECT_TRUE(document >= 120U || !day_two.fingerprint(document)) << document;
  }
  EXPECT_THROW(day_two.write_report(path("r.html")), Error);
  EXPECT_THROW(static_cast<void>(dedup(all, {.find = {.rule = AtLeastSimilar{}}, .archive = &archive})),
               Error);
  EXPECT_THROW(static_cast<void>(dedup(all, {.find = {.rule = WithinDistance{9}}, .archive = &archive})),
               Error);
  EXPECT_THROW(
      static_cast<void>(dedup(all, {.find = {.recipe = Recipe::named("short-1")}, .archive = &archive})),
      Error);
}

TEST_F(DedupTest, NeverReplacesAnEntryOfTheArchive) {
  const std::vector<Document> one = {{.id = "same", .text = "the first text has words of its own to vote"}};
  const std::vector<Document> two = {{.id = "same", .text = "apples and pears are harvested late in autumn"}};
  HammingIndex archive({.recipe = "text-1"});
  static_cast<void>(add_kept(dedup(one), archive));
  const IndexAdditions added = add_kept(dedup(two), archive);
  EXPECT_EQ(added.added, 1U);
  EXPECT_EQ(added.renamed, 1U);
  EXPECT_EQ(archive.size(), 2U);
  HammingIndex numbers({.recipe = "text-1"});
  numbers.add(7, Fingerprint{.low = 1});
  const IndexAdditions refused = add_kept(dedup(one), numbers);
  EXPECT_EQ(refused.not_numbers, 1U);
  EXPECT_EQ(refused.first_not_number, "same");
  const std::vector<Document> seven = {{.id = "7", .text = one[0].text}};
  EXPECT_EQ(add_kept(dedup(seven), numbers).first_clashing, "7");
}

TEST_F(DedupTest, WritesAReportAboutDocumentsInMemory) {
  const std::vector<Document> none;
  const DedupResult result = dedup(none);
  result.write_report(path("empty.html"));
  EXPECT_THAT(contents(path("empty.html")), HasSubstr("<html"));
  const std::vector<Document> documents = make_documents(100, 7);
  const DedupResult some = dedup(Inputs(generator_of(documents)));
  some.write_report(path("some.html"), {.parameters = {{"keep", "first"}}});
  EXPECT_THAT(contents(path("some.html")), HasSubstr(documents[some.removed().front().kept].id));
}

}  // namespace
}  // namespace neardup::internal
