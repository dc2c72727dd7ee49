// Chinese keywords against cppjieba's own extractor, which is the bulk of the recipe cppjieba-jenkins: our
// way to call it, and our own re-implementation of Python's jieba, which cuts every text twice.
//
// The documents are drawn from the dictionary by frequency, with a fixed seed, so that they touch it as
// widely as real text does; one text repeated would be answered from the cache. A call is one document, the
// next one each time.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/ratio_report.h"
#include "neardup/features/cppjieba_quiet.h"
#include "neardup/features/han_words.h"
#include "neardup/features/python_jieba.h"
#include "neardup/util/data_files.h"

namespace neardup {
using namespace internal;  // the parts that are measured
}

namespace {

using neardup::Features;
using neardup::HanWords;
using neardup::PythonJieba;

constexpr std::uint64_t kSeed = 20240131;
constexpr std::size_t kTop = 20;
constexpr std::size_t kDocumentBytes = 2000;
constexpr std::size_t kDocuments = 500;

struct Vocabulary {
  std::vector<std::string> words;
  std::vector<double> counts;
};

Vocabulary read_vocabulary() {
  Vocabulary vocabulary;
  std::ifstream file(neardup::find_data_file("python-jieba/dict.txt"));
  std::string word;
  std::string tag;
  for (double count = 0; file >> word >> count >> tag;) {
    vocabulary.words.push_back(word);
    vocabulary.counts.push_back(count);
  }
  return vocabulary;
}

/// Words by frequency, a comma or full stop after every tenth or so, now and then a Latin word or a number.
std::vector<std::string> make_documents() {
  const Vocabulary vocabulary = read_vocabulary();
  std::mt19937_64 random(kSeed);
  std::discrete_distribution<std::size_t> draw(vocabulary.counts.begin(), vocabulary.counts.end());
  std::vector<std::string> documents(kDocuments);
  for (std::string& document : documents) {
    while (document.size() < kDocumentBytes) {
      document += vocabulary.words[draw(random)];
      const std::uint64_t dice = random() % 40;
      if (dice < 3) document += "，";
      if (dice == 3) document += "。\n";
      if (dice == 4) document += "SimHash " + std::to_string(random() % 5000);
    }
  }
  return documents;
}

const std::vector<std::string>& documents() {
  static const std::vector<std::string> made = make_documents();
  return made;
}

/// cppjieba as its own users call it.
class Baseline {
 public:
  [[nodiscard]] std::vector<std::pair<std::string, double>> keywords(const std::string& text) const {
    std::vector<std::pair<std::string, double>> found;
    extractor_.Extract(text, found, kTop);
    return found;
  }

 private:
  cppjieba::DictTrie dictionary_{neardup::find_data_file("cppjieba/jieba.dict.utf8"),
                                 neardup::find_data_file("cppjieba/user.dict.utf8")};
  cppjieba::HMMModel model_{neardup::find_data_file("cppjieba/hmm_model.utf8")};
  cppjieba::KeywordExtractor extractor_{&dictionary_, &model_, neardup::find_data_file("cppjieba/idf.utf8"),
                                        neardup::find_data_file("cppjieba/stop_words.utf8")};
};

/// Calls the work with one document after the other.
template <typename Work>
auto one_document_each(Work work) {
  return [work, next = std::size_t{0}]() mutable {
    const std::string& document = documents()[next];
    next = (next + 1) % documents().size();
    return work(document);
  };
}

template <typename Segmenter>
auto keywords_by(const Segmenter& segmenter) {
  return one_document_each([&segmenter, features = Features()](const std::string& text) mutable {
    segmenter.take_keywords(text, kTop, features);
    return features.size();
  });
}

bool gives_the_same_keywords(const HanWords& ours, const Baseline& baseline) {
  Features features;
  for (const std::string& text : documents()) {
    ours.take_keywords(text, kTop, features);
    const auto expected = baseline.keywords(text);
    if (features.size() != expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (features[i] != expected[i].first || features.weights[i] != expected[i].second) return false;
    }
  }
  return true;
}

bool report_bars() {
  const Baseline baseline;
  const std::shared_ptr<const HanWords> han_words = HanWords::shared();
  const std::shared_ptr<const PythonJieba> python_jieba = PythonJieba::shared();
  if (!gives_the_same_keywords(*han_words, baseline)) {
    fmt::print("cppjieba's keywords and ours differ\n");
    return false;
  }
  const auto theirs =
      one_document_each([&](const std::string& text) { return baseline.keywords(text).size(); });
  const bool cppjieba_reached = neardup::bench::report_at_most(
      "keywords of cppjieba-jenkins against cppjieba's extractor",
      neardup::bench::time_alternately(keywords_by(*han_words), theirs, {.seconds_each = 0.1}), 1.2);
  const bool python_reached = neardup::bench::report_at_most(
      "keywords of jieba-tfidf against cppjieba's extractor",
      neardup::bench::time_alternately(keywords_by(*python_jieba), theirs, {.seconds_each = 0.1}), 2.2);
  return cppjieba_reached && python_reached;
}

template <typename Segmenter>
void take_keywords(benchmark::State& state) {
  const std::shared_ptr<const Segmenter> segmenter = Segmenter::shared();
  auto work = keywords_by(*segmenter);
  for (auto iteration : state) benchmark::DoNotOptimize(work());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kDocumentBytes));
}
BENCHMARK(take_keywords<HanWords>)->ThreadRange(1, 2)->UseRealTime();
BENCHMARK(take_keywords<PythonJieba>)->ThreadRange(1, 2)->UseRealTime();

template <typename Segmenter>
void load(benchmark::State& state) {
  for (auto iteration : state) benchmark::DoNotOptimize(Segmenter::shared());
}
BENCHMARK(load<HanWords>)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(load<PythonJieba>)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace

int main(int argc, char** argv) {
  try {
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return report_bars() ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const std::exception& problem) {
    std::fputs(problem.what(), stderr);
    return EXIT_FAILURE;
  }
}
