// The bars of the batch join: against one std::sort of the same words, against itself at other sizes and
// distances, and on sets made to be slow. Every set has planted pairs that must all be found, and a sample of
// the documents is compared with every other one by brute force before anything is timed.
//
//   self_join_bench            10 M and adversarial sets
//   self_join_bench --large    100 M as well (about 4 GB)
//   self_join_bench --billion  1 B as well (20 GB)
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include "bench/ratio_report.h"
#include "neardup/join/self_join.h"

namespace neardup::bench {
namespace {

constexpr int kThreads = 2;
using Words = std::vector<std::uint64_t>;

[[noreturn]] void fail(std::string_view what) {
  fmt::print("WRONG: {}\n", what);
  std::exit(1);
}

/// Random words; word n - 1 - i is word i with up to `distance` bits flipped, for one word in a hundred.
Words planted_set(std::size_t size, int distance, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Words words(size);
  for (std::uint64_t& word : words) word = random();
  for (std::size_t i = 0; i < size / 100; ++i) {
    std::uint64_t flips = 0;
    const int bits = static_cast<int>(random() % (static_cast<unsigned>(distance) + 1));
    while (std::popcount(flips) < bits) flips |= std::uint64_t{1} << (random() % 64);
    words[size - 1 - i] = words[i] ^ flips;
  }
  return words;
}

JoinOptions options_for(int distance) { return {.max_distance = distance, .threads = kThreads}; }

void check_planted(const Words& words, const std::vector<NearPair>& pairs) {
  for (std::size_t i = 0; i < words.size() / 100; ++i) {
    const std::size_t other = words.size() - 1 - i;
    const NearPair planted{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(other),
                           std::popcount(words[i] ^ words[other])};
    if (!std::binary_search(pairs.begin(), pairs.end(), planted)) fail("a planted pair is missing");
  }
}

/// Some documents against all others, one by one.
void check_sample(const Words& words, const std::vector<NearPair>& pairs, int distance) {
  std::vector<NearPair> expected;
  std::vector<NearPair> found;
  const std::size_t step = words.size() / 20 + 1;
  for (std::size_t i = 0; i < words.size(); i += step) {
    for (std::size_t j = i + 1; j < words.size(); ++j) {
      const int bits = std::popcount(words[i] ^ words[j]);
      if (bits <= distance)
        expected.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), bits});
    }
  }
  for (const NearPair& pair : pairs) {
    if (pair.first % step == 0) found.push_back(pair);
  }
  if (found != expected) fail("a sampled document has other neighbours than the comparison of all pairs");
}

void check(const Words& words, int distance) {
  const JoinResult result = self_join(words, options_for(distance));
  check_planted(words, result.pairs);
  check_sample(words, result.pairs, distance);
  fmt::print("{} words, distance {}: {} pairs, {} candidates, {} oversized buckets; {}\n", words.size(),
             distance, result.pairs.size(), result.stats.candidates, result.stats.oversized_buckets,
             result.stats.plan);
}

std::size_t join_size(const Words& words, int distance) {
  return self_join(words, options_for(distance)).pairs.size();
}

/// The copy is part of neither side: sorting needs one, so it is made outside the clock by sorting a fresh
/// one.
double seconds_to_sort(const Words& words) {
  Words copy = words;
  auto sort_once = [&copy] {
    std::sort(copy.begin(), copy.end());
    return copy.front();
  };
  return internal::time_calls(sort_once, 1);
}

double seconds_to_join(const Words& words, int distance) {
  auto join_once = [&] { return join_size(words, distance); };
  return internal::time_calls(join_once, 1);
}

/// Medians of `repetitions` alternating runs.
template <typename Ours, typename Baseline>
Timing alternate(int repetitions, const Ours& ours, const Baseline& baseline) {
  std::vector<double> our_times;
  std::vector<double> baseline_times;
  for (int i = 0; i < repetitions; ++i) {
    our_times.push_back(ours());
    baseline_times.push_back(baseline());
  }
  return {internal::median(our_times), internal::median(baseline_times)};
}

bool compare_with_sort(const Words& words, int repetitions, std::string_view name, double bar) {
  check(words, 3);
  const Timing timing = alternate(
      repetitions, [&] { return seconds_to_join(words, 3); }, [&] { return seconds_to_sort(words); });
  return report_at_most(name, timing, bar);
}

/// Per word, a set against a smaller one.
bool compare_sizes(const Words& large, const Words& small, std::string_view name, double bar) {
  const auto ratio = static_cast<double>(large.size()) / static_cast<double>(small.size());
  const Timing timing = alternate(
      3, [&] { return seconds_to_join(large, 3) / ratio; }, [&] { return seconds_to_join(small, 3); });
  return report_at_most(name, timing, bar);
}

bool compare_distances(const Words& words) {
  check(words, 7);
  const Timing timing =
      alternate(3, [&] { return seconds_to_join(words, 7); }, [&] { return seconds_to_join(words, 3); });
  return report_at_most("self_join k=7 against k=3, 10 M", timing, 12);
}

/// Sets that a careless join would compare pair by pair, against random words of the same number.
bool compare_flood(std::size_t flooded) {
  const Words random = planted_set(2'000'000, 3, 5);
  Words words = random;
  for (std::size_t i = 0; i < flooded; ++i) words[words.size() / 50 + i] &= 0x0000'FFFF'FFFF'FFFF;
  check_sample(words, self_join(words, options_for(3)).pairs, 3);
  const Timing timing =
      alternate(5, [&] { return seconds_to_join(words, 3); }, [&] { return seconds_to_join(random, 3); });
  return report_at_most(fmt::format("self_join k=3, 2 M of which {} share a block, against random", flooded),
                        timing, 5);
}

/// All words within 3 of a centre: 43,745 of them, nearly all pairs of which are within 6.
Words ball() {
  Words words{0};
  for (std::uint64_t a = 1; a != 0; a <<= 1) {
    words.push_back(a);
    for (std::uint64_t b = a << 1; b != 0; b <<= 1) {
      words.push_back(a | b);
      for (std::uint64_t c = b << 1; c != 0; c <<= 1) words.push_back(a | b | c);
    }
  }
  return words;
}

/// Sorting the pairs that are found is the work that no join can avoid.
bool compare_ball() {
  const Words words = ball();
  const std::vector<NearPair> pairs = self_join(words, options_for(3)).pairs;
  check_sample(words, pairs, 3);
  std::vector<NearPair> shuffled = pairs;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(3));
  const Timing timing = alternate(
      3, [&] { return seconds_to_join(words, 3); },
      [&] {
        std::vector<NearPair> copy = shuffled;
        auto sort_once = [&copy] {
          std::sort(copy.begin(), copy.end());
          return copy.size();
        };
        return internal::time_calls(sort_once, 1);
      });
  fmt::print("ball of {} words: {} pairs\n", words.size(), pairs.size());
  return report_at_most("self_join k=3 of a dense ball, against a sort of its pairs", timing, 5);
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e6;
}

bool billion(double seconds_per_word_at_100m) {
  const Words words = planted_set(1'000'000'000, 3, 11);
  std::vector<NearPair> pairs;
  auto join_once = [&] { return (pairs = self_join(words, options_for(3)).pairs).size(); };
  const double seconds = internal::time_calls(join_once, 1);
  fmt::print("1 B: {} pairs, {:.1f} s, peak {:.1f} GB (at most 20)\n", pairs.size(), seconds,
             peak_gigabytes());
  check_planted(words, pairs);
  return report_at_most("self_join k=3 per word, 1 B against 100 M",
                        {seconds / 1e9, seconds_per_word_at_100m}, 2) &&
         peak_gigabytes() <= 20;
}

bool run(bool large, bool with_billion) {
  bool reached = true;
  const Words ten_million = planted_set(10'000'000, 3, 7);
  reached &= compare_with_sort(ten_million, 7, "self_join k=3, 10 M, against std::sort", 0.7);
  reached &= compare_distances(planted_set(10'000'000, 7, 7));
  reached &= compare_flood(100'000);
  reached &= compare_flood(1'000'000);
  reached &= compare_ball();
  if (!large) return reached;
  double per_word = 0;
  {
    const Words words = planted_set(100'000'000, 3, 9);
    reached &= compare_with_sort(words, 3, "self_join k=3, 100 M, against std::sort", 0.6);
    reached &= compare_sizes(words, ten_million, "self_join k=3 per word, 100 M against 10 M", 1.2);
    per_word = seconds_to_join(words, 3) / static_cast<double>(words.size());
  }
  if (with_billion) reached &= billion(per_word);
  return reached;
}

}  // namespace
}  // namespace neardup::bench

int main(int argc, char** argv) {
  const std::string_view flag = argc > 1 ? argv[1] : "";
  const bool with_billion = flag == "--billion";
  return neardup::bench::run(flag == "--large" || with_billion, with_billion) ? 0 : 1;
}
