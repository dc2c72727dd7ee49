// Text to fingerprint, one thread. The yardstick is the work that cannot be avoided: hashing every window of
// four characters with XXH3, the windows being ready. Normalising, cutting and voting must fit into 0.8 of
// that. Chinese must be as fast as English, in bytes. The answer is first checked against the obvious way.
#include <benchmark/benchmark.h>
#include <fmt/core.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bench/ratio_report.h"
#include "bench/sample_text.h"
#include "neardup/features/shingles.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/text/normalize.h"
#include "tests/reference/normalize.h"
#include "tests/reference/shingles.h"

namespace neardup {
using namespace internal;  // the parts that are measured
}

namespace {

using neardup::Features;
using neardup::Fingerprinter;
using neardup::Recipe;

constexpr std::size_t kDocumentBytes = 8192;
constexpr const char* kWindows = "text-1,tokens=chars:4,weights=count";

/// A list of documents, one after the other at each call, so that no branch predictor learns a text by heart.
struct Documents {
  explicit Documents(std::string (*make)(std::size_t, unsigned)) {
    for (unsigned seed = 1; seed <= 64; ++seed) texts.push_back(make(kDocumentBytes, seed));
  }
  const std::string& next() { return texts[turn++ % texts.size()]; }
  std::vector<std::string> texts;
  std::size_t turn = 0;
};

/// The windows of the documents, ready to be hashed.
std::vector<Features> windows_of(const Documents& documents) {
  std::vector<Features> windows;
  Fingerprinter fingerprinter(Recipe::parse(kWindows));
  for (const std::string& text : documents.texts) {
    neardup::Document document;
    document.text = text;
    windows.push_back(fingerprinter.features(document));
  }
  return windows;
}

std::uint64_t hash_all(const Features& windows) {
  std::uint64_t mixed = 0;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    mixed ^= XXH3_64bits(windows.text.data() + windows.slices[i].offset, windows.slices[i].length);
  }
  return mixed;
}

/// Normalise with ICU, keep letters, cut, hash and count bit by bit.
std::uint64_t obvious_fingerprint(const std::string& text) {
  std::string letters;
  const std::string normal = neardup::reference::nfkc_casefold(text);
  for (std::size_t position = 0; position < normal.size();) {
    const char32_t c = neardup::next_code_point(normal, position);
    if (neardup::is_token_character(c)) neardup::append_utf8(letters, c);
  }
  std::array<int, 64> sums{};
  for (const std::string& window : neardup::reference::character_windows(letters, 4)) {
    const std::uint64_t hash = XXH3_64bits(window.data(), window.size());
    for (unsigned bit = 0; bit < 64; ++bit) sums[bit] += ((hash >> bit) & 1) != 0 ? 1 : -1;
  }
  std::uint64_t fingerprint = 0;
  for (unsigned bit = 0; bit < 64; ++bit) fingerprint |= std::uint64_t{sums[bit] > 0} << bit;
  return fingerprint;
}

void check_answers(const Documents& documents, const char* language) {
  Fingerprinter fingerprinter(Recipe::parse(kWindows));
  for (const std::string& text : documents.texts) {
    if (fingerprinter.fingerprint(text)->low == obvious_fingerprint(text)) continue;
    fmt::print(stderr, "fingerprint_bench: {}: the fingerprint is not the one of the obvious way\n",
               language);
    std::exit(1);
  }
}

/// The bar, and seconds for one document.
std::pair<bool, double> bar_of_windows(Documents documents, const char* language) {
  check_answers(documents, language);
  const std::vector<Features> windows = windows_of(documents);
  Fingerprinter fingerprinter(Recipe::parse(kWindows));
  std::size_t turn = 0;
  const auto timing =
      neardup::bench::time_alternately([&] { return fingerprinter.fingerprint(documents.next())->low; },
                                       [&] { return hash_all(windows[turn++ % windows.size()]); });
  const std::string name =
      fmt::format("{} text to fingerprint against hashing its 4-character windows", language);
  return {neardup::bench::report_at_most(name, timing, 1.8), timing.ours};
}

void bench_recipe(benchmark::State& state, const char* recipe, Documents documents) {
  Fingerprinter fingerprinter(Recipe::parse(recipe));
  for (auto _ : state) benchmark::DoNotOptimize(fingerprinter.fingerprint(documents.next()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kDocumentBytes));
}

}  // namespace

int main(int argc, char** argv) {
  const Documents english(neardup::bench::english_text);
  const Documents chinese(neardup::bench::chinese_text);
  for (const char* recipe : {kWindows, "text-1", "text-1,bits=128", "short-1", "pypi-simhash"}) {
    benchmark::RegisterBenchmark(fmt::format("English {}", recipe).c_str(), bench_recipe, recipe, english);
    benchmark::RegisterBenchmark(fmt::format("Chinese {}", recipe).c_str(), bench_recipe, recipe, chinese);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  const auto [english_reached, english_seconds] = bar_of_windows(english, "English");
  const auto [chinese_reached, chinese_seconds] = bar_of_windows(chinese, "Chinese");
  const bool as_fast = neardup::bench::report_at_least(
      "Chinese bytes per second against English", {.ours = chinese_seconds, .baseline = english_seconds}, 1);
  return english_reached && chinese_reached && as_fast ? 0 : 1;
}
