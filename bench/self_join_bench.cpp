// The bars of the batch join: against one std::sort of the same words, against itself at other sizes and
// distances, and on sets made to be slow. Every set has planted pairs that must all be found, and a sample of
// the documents is compared with every other one by brute force before anything is timed.
//
//   self_join_bench            10 M and adversarial sets
//   self_join_bench --large    100 M as well (about 4 GB)
//   self_join_bench --billion  10 M, 100 M and 1 B (20 GB)
//   self_join_bench --growth   a table from 10^5 to 10^8
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "bench/planted_words.h"
#include "neardup/join/hamming/near_pairs.h"

namespace neardup::internal::bench {
namespace {

constexpr int kThreads = 2;

JoinOptions options_for(int distance) { return {.max_distance = distance, .threads = kThreads}; }

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

double seconds_to_join(const Words& words, int distance) {
  return seconds_of([&] { return join_size(words, distance); });
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
  const Words random = planted_words(2'000'000, 3, 5);
  Words words = random;
  for (std::size_t i = 0; i < flooded; ++i) words[words.size() / 50 + i] &= 0x0000'FFFF'FFFF'FFFF;
  check_sample(words, self_join(words, options_for(3)).pairs, 3);
  const Timing timing =
      alternate(5, [&] { return seconds_to_join(words, 3); }, [&] { return seconds_to_join(random, 3); });
  return report_at_most(fmt::format("self_join k=3, 2 M of which {} share a block, against random", flooded),
                        timing, 5);
}

/// All words within 4 of a centre: 679,121 of them, nearly all pairs of which are within 8.
Words ball() {
  Words words{0};
  for (std::size_t begin = 0, distance = 0; distance < 4; ++distance) {
    for (const std::size_t end = words.size(); begin < end; ++begin) {
      const std::uint64_t word = words[begin];
      for (int bit = static_cast<int>(std::bit_width(word)); bit < 64; ++bit)
        words.push_back(word | (std::uint64_t{1} << bit));
    }
  }
  return words;
}

/// Sorting the pairs that are found is the work that no join can avoid.
bool compare_ball() {
  const Words words = ball();
  const std::vector<NearPair> pairs = self_join(words, options_for(1)).pairs;
  check_sample(words, pairs, 1);
  std::vector<NearPair> shuffled = pairs;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(3));
  const auto seconds_to_sort_pairs = [&] {
    std::vector<NearPair> copy = shuffled;
    return seconds_of([&copy] {
      std::sort(copy.begin(), copy.end());
      return copy.size();
    });
  };
  const Timing timing = alternate(3, [&] { return seconds_to_join(words, 1); }, seconds_to_sort_pairs);
  fmt::print("ball of {} words: {} pairs\n", words.size(), pairs.size());
  return report_at_most("self_join k=1 of a dense ball of radius 4, against a sort of its pairs", timing, 5);
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e6;
}

bool billion(double seconds_per_word_at_100m) {
  const Words words = planted_words(1'000'000'000, 3, 11);
  std::vector<NearPair> pairs;
  const double seconds = seconds_of([&] { return (pairs = self_join(words, options_for(3)).pairs).size(); });
  fmt::print("1 B: {} pairs, {:.1f} s, peak {:.1f} GB (at most 20)\n", pairs.size(), seconds,
             peak_gigabytes());
  check_planted(words, pairs);
  return report_at_most("self_join k=3 per word, 1 B against 100 M",
                        {seconds / 1e9, seconds_per_word_at_100m}, 2) &&
         peak_gigabytes() <= 20;
}

/// The bars of 100 M words; the seconds for each word in a last run.
double hundred_million(const Words& ten_million, bool& reached) {
  const Words words = planted_words(100'000'000, 3, 9);
  reached &= compare_with_sort(words, 3, "self_join k=3, 100 M, against std::sort", 0.6);
  reached &= compare_sizes(words, ten_million, "self_join k=3 per word, 100 M against 10 M", 1.2);
  return seconds_to_join(words, 3) / static_cast<double>(words.size());
}

/// Rows of a table in Markdown, the median of several runs each.
void growth() {
  fmt::print(
      "| fingerprints | pairs | seconds | ns per fingerprint | against std::sort |\n|---|---|---|---|---|\n");
  for (std::size_t size = 100'000; size <= 100'000'000; size *= 10) {
    const Words words = planted_words(size, 3, 13);
    const std::vector<NearPair> pairs = self_join(words, options_for(3)).pairs;
    check_planted(words, pairs);
    const Timing timing = alternate(
        size > 10'000'000 ? 1 : 5, [&] { return seconds_to_join(words, 3); },
        [&] { return seconds_to_sort(words); });
    fmt::print("| {} | {} | {:.4g} | {:.1f} | {:.2f}x |\n", size, pairs.size(), timing.ours,
               1e9 * timing.ours / static_cast<double>(size), timing.ours / timing.baseline);
  }
}

bool bars(bool large, bool with_billion) {
  bool reached = true;
  const Words ten_million = planted_words(10'000'000, 3, 7);
  reached &= compare_with_sort(ten_million, 7, "self_join k=3, 10 M, against std::sort", 0.7);
  if (!with_billion) {
    reached &= compare_distances(planted_words(10'000'000, 7, 7));
    reached &= compare_flood(100'000);
    reached &= compare_flood(1'000'000);
    reached &= compare_ball();
  }
  if (!large && !with_billion) return reached;
  const double per_word = hundred_million(ten_million, reached);
  if (with_billion) reached &= billion(per_word);
  return reached;
}

}  // namespace
}  // namespace neardup::internal::bench

int main(int argc, char** argv) {
  const std::string_view flag = argc > 1 ? argv[1] : "";
  if (flag == "--growth") {
    neardup::internal::bench::growth();
    return 0;
  }
  return neardup::internal::bench::bars(flag == "--large", flag == "--billion") ? 0 : 1;
}
