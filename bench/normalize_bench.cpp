// How fast a text becomes windows or tokens, in English and in Chinese, beside ICU on the whole text and
// beside hashing every window with XXH3, which is the yardstick: normalising and cutting must not cost more
// than hashing. Every benchmark first proves its answer against the slow version. Texts are generated from
// fixed seeds.
#include <benchmark/benchmark.h>
#include <fmt/core.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/ratio_report.h"
#include "bench/sample_text.h"
#include "neardup/features/shingles.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "tests/reference/normalize.h"
#include "tests/reference/shingles.h"
#include "tests/reference/utf32.h"

namespace neardup::internal {
namespace {

enum Language { english, chinese };

constexpr std::size_t kDocumentBytes = 8192;
constexpr int kWindow = 4;

std::string text_in(const benchmark::State& state) {
  return state.range(0) == english ? bench::english_text(kDocumentBytes)
                                   : bench::chinese_text(kDocumentBytes);
}

// Bytes of the raw text per second, and nanoseconds for each of its code points.
void report(benchmark::State& state, std::string_view text) {
  state.SetLabel(state.range(0) == english ? "English" : "Chinese");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  const auto characters = static_cast<double>(to_utf32(text).size());
  using benchmark::Counter;
  state.counters["s/character"] = Counter(characters, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

bool answers_differ(benchmark::State& state, bool differ) {
  if (differ) state.SkipWithError("the answer is not that of the slow version");
  return differ;
}

std::vector<std::string> to_strings(const Features& features) {
  std::vector<std::string> result;
  result.reserve(features.size());
  for (std::size_t i = 0; i < features.size(); ++i) result.emplace_back(features[i]);
  return result;
}

void whole_text_by_icu(benchmark::State& state) {
  const std::string text = text_in(state);
  for (auto _ : state) benchmark::DoNotOptimize(reference::nfkc_casefold(text));
  report(state, text);
}

void whole_text(benchmark::State& state) {
  const std::string text = text_in(state);
  if (answers_differ(state, nfkc_casefold(text) != reference::nfkc_casefold(text))) return;
  std::string out;
  for (auto _ : state) {
    out.clear();
    append_nfkc_casefold(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  report(state, text);
}

void letters(benchmark::State& state) {
  const std::string text = text_in(state);
  std::string out;
  append_normal_letters(text, out);
  if (answers_differ(state, out != reference::letters_of(reference::nfkc_casefold(text)))) return;
  for (auto _ : state) {
    out.clear();
    append_normal_letters(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  report(state, text);
}

void python_characters(benchmark::State& state) {
  const std::string text = text_in(state);
  for (auto _ : state) benchmark::DoNotOptimize(python_word_characters(text));
  report(state, text);
}

void tokens(benchmark::State& state) {
  const std::string text = text_in(state);
  Features features;
  take_normal_tokens(text, features);
  if (answers_differ(state, to_strings(features) != reference::tokens(reference::nfkc_casefold(text))))
    return;
  for (auto _ : state) {
    take_normal_tokens(text, features);
    benchmark::DoNotOptimize(features.slices.data());
  }
  report(state, text);
}

void take_letter_windows(std::string_view text, Features& features) {
  features.clear();
  append_normal_letters(text, features.text);
  take_character_windows(features, kWindow);
}

void letter_windows(benchmark::State& state) {
  const std::string text = text_in(state);
  Features features;
  take_letter_windows(text, features);
  const std::string slow = reference::letters_of(reference::nfkc_casefold(text));
  if (answers_differ(state, to_strings(features) != reference::character_windows(slow, kWindow))) return;
  for (auto _ : state) {
    take_letter_windows(text, features);
    benchmark::DoNotOptimize(features.slices.data());
  }
  report(state, text);
}

void hash_windows(const Features& features, std::vector<XXH64_hash_t>& hashes) {
  hashes.resize(features.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const Slice slice = features.slices.data()[i];
    hashes.data()[i] = XXH3_64bits(features.text.data() + slice.offset, slice.length);
  }
}

// The yardstick: the windows are there, each is hashed alone.
void hashing_the_windows(benchmark::State& state) {
  const std::string text = text_in(state);
  Features features;
  take_letter_windows(text, features);
  std::vector<XXH64_hash_t> hashes;
  for (auto _ : state) {
    hash_windows(features, hashes);
    benchmark::DoNotOptimize(hashes.data());
    benchmark::ClobberMemory();
  }
  report(state, text);
}

BENCHMARK(whole_text_by_icu)->Arg(english)->Arg(chinese);
BENCHMARK(whole_text)->Arg(english)->Arg(chinese);
BENCHMARK(letters)->Arg(english)->Arg(chinese);
BENCHMARK(python_characters)->Arg(english)->Arg(chinese);
BENCHMARK(tokens)->Arg(english)->Arg(chinese);
BENCHMARK(letter_windows)->Arg(english)->Arg(chinese);
BENCHMARK(hashing_the_windows)->Arg(english)->Arg(chinese);

// Both sides alternate in one process, so that the ratio does not depend on what else the machine does.
void report_ratios(std::string_view language, const std::string& text) {
  std::string out;
  const auto ours = [&text, &out] {
    out.clear();
    append_nfkc_casefold(text, out);
    return out.data();
  };
  const auto by_icu = [&text] { return reference::nfkc_casefold(text); };
  bench::report_ratio(fmt::format("nfkc_casefold against ICU on the whole text, {}", language),
                      bench::time_alternately(ours, by_icu));

  Features features;
  const auto cut = [&text, &features] {
    take_letter_windows(text, features);
    return features.slices.data();
  };
  std::vector<XXH64_hash_t> hashes;
  const auto hash = [&features, &hashes] {
    hash_windows(features, hashes);
    return hashes.data();
  };
  cut();
  bench::report_ratio(fmt::format("normalising and cutting windows against hashing them, {}", language),
                      bench::time_alternately(cut, hash));
}

}  // namespace
}  // namespace neardup::internal

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  neardup::internal::report_ratios("English",
                                   neardup::internal::bench::english_text(neardup::internal::kDocumentBytes));
  neardup::internal::report_ratios("Chinese",
                                   neardup::internal::bench::chinese_text(neardup::internal::kDocumentBytes));
}
