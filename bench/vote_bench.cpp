// The vote against the loop that everybody writes first: for each hash, for each bit, add 1 or -1. The loop
// has no branches and is compiled with the same flags; since compilers turn it into vector code when they
// can, it is measured as it comes and with vectorisation forbidden, which is the scalar loop that the bars
// mean.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/ratio_report.h"
#include "neardup/fingerprint/vote.h"
#include "neardup/simd/kernels.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::Tie;

using Counters = std::array<std::int32_t, 64>;

std::uint64_t signs(const Counters& counters) {
  std::uint64_t bits = 0;
  for (unsigned bit = 0; bit < 64; ++bit) bits |= std::uint64_t{counters[bit] > 0} << bit;
  return bits;
}

[[gnu::noinline]] std::uint64_t plain_loop(std::span<const std::uint64_t> hashes) {
  Counters counters{};
  for (const std::uint64_t hash : hashes) {
    for (unsigned bit = 0; bit < 64; ++bit)
      counters[bit] += 2 * static_cast<std::int32_t>((hash >> bit) & 1) - 1;
  }
  return signs(counters);
}

#ifdef __clang__
#define NO_VECTORS
#else
#define NO_VECTORS gnu::optimize("no-tree-vectorize"),
#endif
[[NO_VECTORS gnu::noinline]] std::uint64_t scalar_loop(std::span<const std::uint64_t> hashes) {
  Counters counters{};
  for (const std::uint64_t hash : hashes) {
    for (unsigned bit = 0; bit < 64; ++bit)
      counters[bit] += 2 * static_cast<std::int32_t>((hash >> bit) & 1) - 1;
  }
  return signs(counters);
}

[[gnu::noinline]] std::uint64_t plain_weighted_loop(std::span<const std::uint64_t> hashes,
                                                    std::span<const std::int64_t> weights) {
  std::array<std::int64_t, 64> sums{};
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (unsigned bit = 0; bit < 64; ++bit)
      sums[bit] += ((hashes[i] >> bit) & 1) != 0 ? weights[i] : -weights[i];
  }
  std::uint64_t bits = 0;
  for (unsigned bit = 0; bit < 64; ++bit) bits |= std::uint64_t{sums[bit] > 0} << bit;
  return bits;
}

[[gnu::noinline]] std::uint64_t plain_real_loop(std::span<const std::uint64_t> hashes,
                                                std::span<const double> weights) {
  std::array<double, 64> sums{};
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (unsigned bit = 0; bit < 64; ++bit)
      sums[bit] += ((hashes[i] >> bit) & 1) != 0 ? weights[i] : -weights[i];
  }
  std::uint64_t bits = 0;
  for (unsigned bit = 0; bit < 64; ++bit) bits |= std::uint64_t{sums[bit] > 0} << bit;
  return bits;
}

constexpr std::uint64_t kSeed = 20240131;

std::vector<std::uint64_t> random_hashes(std::size_t size) {
  std::mt19937_64 random(kSeed);
  std::vector<std::uint64_t> hashes(size);
  for (std::uint64_t& hash : hashes) hash = random();
  return hashes;
}

/// Occurrence counts as texts have them: mostly 1, seldom more than 15.
std::vector<std::int64_t> small_weights(std::size_t size) {
  std::mt19937_64 random(kSeed + 1);
  std::geometric_distribution<std::int64_t> more(0.4);
  std::vector<std::int64_t> weights(size);
  for (std::int64_t& weight : weights) weight = 1 + more(random) % 15;
  return weights;
}

std::vector<double> real_weights(std::size_t size) {
  std::mt19937_64 random(kSeed + 2);
  std::uniform_real_distribution<double> weight(0.1, 12);
  std::vector<double> weights(size);
  for (double& value : weights) value = weight(random);
  return weights;
}

void must_agree(std::uint64_t ours, std::uint64_t theirs, std::size_t size) {
  if (ours == theirs) return;
  fmt::print(stderr, "vote_bench: {} hashes: {:016x}, the plain loop says {:016x}\n", size, ours, theirs);
  std::exit(1);
}

void bench_vote(benchmark::State& state) {
  const auto hashes = random_hashes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(neardup::vote(hashes, Tie::zero));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(bench_vote)->Arg(1)->Arg(8)->Arg(20)->Arg(63)->Arg(200)->Arg(1000)->Arg(5000)->Arg(50000);

void bench_vote_small_weights(benchmark::State& state) {
  const auto hashes = random_hashes(static_cast<std::size_t>(state.range(0)));
  const auto weights = small_weights(hashes.size());
  for (auto _ : state) benchmark::DoNotOptimize(neardup::vote(hashes, std::span(weights), Tie::zero));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(bench_vote_small_weights)->Arg(8)->Arg(20)->Arg(63)->Arg(200)->Arg(1000)->Arg(50000);

void bench_vote_real_weights(benchmark::State& state) {
  const auto hashes = random_hashes(static_cast<std::size_t>(state.range(0)));
  const auto weights = real_weights(hashes.size());
  for (auto _ : state) benchmark::DoNotOptimize(neardup::vote(hashes, std::span(weights), Tie::zero));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(bench_vote_real_weights)->Arg(20)->Arg(200)->Arg(1000);

bool bar_of_vote(std::size_t size, const char* written_size, double bar) {
  const auto hashes = random_hashes(size);
  const auto ours = [&] { return neardup::vote(hashes, Tie::zero); };
  must_agree(ours(), plain_loop(hashes), size);
  must_agree(ours(), scalar_loop(hashes), size);
  const std::string subject = fmt::format("vote of {} hashes against the plain loop", written_size);
  const auto vectorised = neardup::bench::time_alternately(ours, [&] { return plain_loop(hashes); });
  neardup::bench::report_ratio(subject + ", vectorised by the compiler if it can", vectorised);
  const auto scalar = neardup::bench::time_alternately(ours, [&] { return scalar_loop(hashes); });
  return neardup::bench::report_at_least(subject, scalar, bar);
}

void ratios_of_weighted_votes(std::size_t size) {
  const auto hashes = random_hashes(size);
  const auto integers = small_weights(size);
  const auto ours = [&] { return neardup::vote(hashes, std::span(integers), Tie::zero); };
  const auto plain = [&] { return plain_weighted_loop(hashes, integers); };
  must_agree(ours(), plain(), size);
  neardup::bench::report_ratio(
      fmt::format("vote of {} hashes with weights 1..15 against its plain loop", size),
      neardup::bench::time_alternately(ours, plain));
  const auto reals = real_weights(size);
  const auto ours_real = [&] { return neardup::vote(hashes, std::span(reals), Tie::zero); };
  const auto plain_real = [&] { return plain_real_loop(hashes, reals); };
  must_agree(ours_real(), plain_real(), size);
  neardup::bench::report_ratio(
      fmt::format("vote of {} hashes with real weights against its plain loop", size),
      neardup::bench::time_alternately(ours_real, plain_real));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::AddCustomContext("target", neardup::simd::target_name());
  benchmark::RunSpecifiedBenchmarks();
  ratios_of_weighted_votes(1000);
  const bool short_reached = bar_of_vote(1'000, "1,000", 40);
  const bool long_reached = bar_of_vote(50'000, "50,000", 100);
  return short_reached && long_reached ? 0 : 1;
}
