// The online index against what bounds it: one std::sort of the same words for adding and removing, reading
// the buckets' bytes for finding, a calm index for a flooded one. Every part first proves an answer with the
// oracle's loop.
//
//   hamming_index_bench [SIZE]           10,000,000 by default; 50000000 for the bars that name 50 M
//   hamming_index_bench --growth SIZE    a table of how find grows from 100,000 up to SIZE
//   hamming_index_bench --cluster SIZE   only has and find_first in clusters of that size
//   hamming_index_bench --find SIZE      the microseconds of one find, for comparison with peers
//
// Both sides of a ratio run alternately in this process; only ratios are reported, one line each.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/ratio_report.h"
#include "neardup/index/hamming_index.h"
#include "neardup/util/huge_array.h"

namespace neardup::internal {
namespace {

using bench::report_at_least;
using bench::report_at_most;
using bench::time_alternately;
using bench::Timing;

constexpr int kDistance = 3;
constexpr std::size_t kSizeOfWriting = 10'000'000;  // bars of adding, removing and floods are up to this size
constexpr std::uint64_t kSeed = 20240131;

std::vector<std::uint64_t> random_words(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> words(size);
  for (std::uint64_t& word : words) word = random();
  return words;
}

/// Half of them strangers, half two bits away from a member.
std::vector<Fingerprint> make_queries(const std::vector<std::uint64_t>& words, std::size_t count) {
  std::mt19937_64 random(kSeed + 1);
  std::vector<Fingerprint> queries;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t member = words[random() % words.size()];
    queries.push_back({i % 2 == 0 ? random() : member ^ (std::uint64_t{1} << (random() % 64)) ^ 1});
  }
  return queries;
}

void must_agree(const HammingIndex& index, const std::vector<std::uint64_t>& words,
                const Fingerprint& query) {
  std::vector<std::uint64_t> expected;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::popcount(words[i] ^ query.low) <= kDistance) expected.push_back(i);
  }
  std::vector<std::uint64_t> found;
  for (const Hit& hit : index.find(query)) found.push_back(hit.id.number());
  std::ranges::sort(found);
  if (found == expected) return;
  fmt::print(stderr, "hamming_index_bench: {} hits, a scan has {}\n", found.size(), expected.size());
  std::exit(1);
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double seconds_of_sort(std::vector<std::uint64_t> words) {
  return seconds_of([&] { std::ranges::sort(words); });
}

HammingIndex build(const std::vector<std::uint64_t>& words) {
  HammingIndex index({.max_distance = kDistance, .expected_size = words.size()});
  for (std::size_t i = 0; i < words.size(); ++i) index.add(i, Fingerprint{words[i]});
  return index;
}

bool bars_of_adding_and_removing(const std::vector<std::uint64_t>& words) {
  const double sort_before = seconds_of_sort(words);
  HammingIndex index({.max_distance = kDistance, .expected_size = words.size()});
  const double adding = seconds_of([&] {
    for (std::size_t i = 0; i < words.size(); ++i) index.add(i, Fingerprint{words[i]});
  });
  must_agree(index, words, Fingerprint{words[words.size() / 2] ^ 7});
  const double removing = seconds_of([&] {
    for (std::size_t i = 0; i < words.size(); ++i) static_cast<void>(index.remove(i));
  });
  if (index.size() != 0) std::exit(1);
  const double sort = (sort_before + seconds_of_sort(words)) / 2;
  const bool added =
      report_at_most("adding one by one against one std::sort of the words", {adding, sort}, 6);
  const bool removed =
      report_at_most("removing one by one against one std::sort of the words", {removing, sort}, 10);
  return added && removed;
}

/// The four buckets of every query as plain arrays on huge pages like ours, to be read and nothing else: of
/// whole words, or of their next 16 bits, which is what a find reads.
template <typename Entry>
struct PlainBuckets {
  explicit PlainBuckets(const std::vector<std::uint64_t>& words) {
    for (int block = 0; block < 4; ++block) {
      std::vector<std::uint32_t>& starts = starts_of[block];
      starts.resize(65537);
      for (const std::uint64_t word : words) ++starts[((word >> (16 * block)) & 0xFFFF) + 1];
      std::partial_sum(starts.begin(), starts.end(), starts.begin());
      std::vector<std::uint32_t> next = starts;
      entries_of[block] = HugeArray<Entry>(words.size());
      for (const std::uint64_t word : words) {
        const std::uint64_t entry = sizeof(Entry) == 2 ? std::rotl(word, 16) >> (16 * block) : word;
        entries_of[block].data()[next[(word >> (16 * block)) & 0xFFFF]++] = static_cast<Entry>(entry);
      }
    }
  }
  [[nodiscard]] std::uint64_t read(std::uint64_t query) {
    std::uint64_t sum = 0;
    for (int block = 0; block < 4; ++block) {
      const std::uint64_t key = (query >> (16 * block)) & 0xFFFF;
      const Entry* const entries = entries_of[block].data();
      for (std::uint32_t i = starts_of[block][key]; i < starts_of[block][key + 1]; ++i) sum += entries[i];
    }
    return sum;
  }
  std::vector<std::uint32_t> starts_of[4];
  HugeArray<Entry> entries_of[4];
};

template <typename Entry, typename FindAll>
Timing time_against_reading(const FindAll& find_all, const std::vector<std::uint64_t>& words,
                            const std::vector<Fingerprint>& queries) {
  PlainBuckets<Entry> buckets(words);
  return time_alternately(find_all, [&] {
    std::uint64_t sum = 0;
    for (const Fingerprint& query : queries) sum += buckets.read(query.low);
    return sum;
  });
}

bool bars_of_finding(const HammingIndex& index, const std::vector<std::uint64_t>& words) {
  const std::vector<Fingerprint> queries = make_queries(words, 100'000);
  for (std::size_t i = 0; i < 20; ++i) must_agree(index, words, queries[i]);
  const auto find_all = [&] {
    std::size_t hits = 0;
    for (const Fingerprint& query : queries) hits += index.find(query).size();
    return hits;
  };
  bench::report_ratio("reading the buckets as whole words against find",
                      time_against_reading<std::uint64_t>(find_all, words, queries));
  const bool reached = report_at_most("find against reading the bytes of its buckets, which are tags",
                                      time_against_reading<std::uint16_t>(find_all, words, queries), 1.3);
  const std::vector<Fingerprint> many = make_queries(words, 1'000'000);
  const auto single = [&] {
    std::size_t hits = 0;
    for (const Fingerprint& query : many) hits += index.find(query).size();
    return hits;
  };
  const auto batch = [&] {
    std::size_t hits = 0;
    for (const FindResult& result : index.find_batch(many)) hits += result.size();
    return hits;
  };
  if (single() != batch()) std::exit(1);
  const Timing timing = time_alternately(batch, single, {.repetitions = 5});
  return report_at_least("find_batch of a million against single finds", timing, 2) && reached;
}

bool bar_of_memory(const HammingIndex& index) {
  const double bytes = static_cast<double>(index.memory_bytes()) / static_cast<double>(index.size());
  fmt::print("bar: bytes per fingerprint: {:.1f} (at most 48) {}\n", bytes,
             bytes <= 48 ? "reached" : "MISSED");
  return bytes <= 48;
}

bool bar_of_finding_while_adding(HammingIndex& index, const std::vector<std::uint64_t>& words) {
  const std::vector<Fingerprint> queries = make_queries(words, 20'000);
  const auto find_all = [&] {
    for (const Fingerprint& query : queries) static_cast<void>(index.find(query));
  };
  std::vector<double> quiet;
  std::vector<double> busy;
  for (std::uint64_t round = 0; round < 7; ++round) {
    quiet.push_back(seconds_of(find_all));
    std::atomic<bool> done = false;
    std::thread writer([&] {
      std::mt19937_64 random(kSeed + round);
      for (std::uint64_t id = words.size() * (2 + round); !done.load(); ++id)
        index.add(id, Fingerprint{random()});
    });
    busy.push_back(seconds_of(find_all));
    done = true;
    writer.join();
  }
  const Timing timing{bench::internal::median(busy), bench::internal::median(quiet)};
  return report_at_most("find while another thread adds against quiet finds", timing, 2);
}

bool bar_of_flood(std::size_t size) {
  const std::vector<std::uint64_t> calm_words = random_words(size, kSeed + 2);
  std::vector<std::uint64_t> flood_words = random_words(size, kSeed + 3);
  for (std::uint64_t& word : flood_words) word = (word & 0x0000'FFFF'FFFF'FFFF) | 0xABCD'0000'0000'0000;
  HammingIndex calm = build(calm_words);
  HammingIndex flooded = build(flood_words);
  calm.compact();
  flooded.compact();
  const std::vector<Fingerprint> calm_queries = make_queries(calm_words, 10'000);
  std::vector<Fingerprint> flood_queries = make_queries(flood_words, 10'000);
  for (Fingerprint& query : flood_queries)
    query.low = (query.low & 0x0000'FFFF'FFFF'FFFF) | 0xABCD'0000'0000'0000;
  for (std::size_t i = 0; i < 20; ++i) must_agree(flooded, flood_words, flood_queries[i]);
  const auto find_all = [](const HammingIndex& index, const std::vector<Fingerprint>& queries) {
    std::size_t hits = 0;
    for (const Fingerprint& query : queries) hits += index.find(query).size();
    return hits;
  };
  const Timing timing = time_alternately([&] { return find_all(flooded, flood_queries); },
                                         [&] { return find_all(calm, calm_queries); });
  return report_at_most(fmt::format("find in a one-block flood of {} against a random set", size), timing, 5);
}

/// All within 4 bits of a centre: the bar is 5 random finds, 50 ns a hit and the scan of the buckets.
bool bar_of_dense_ball() {
  std::vector<std::uint64_t> words;
  for (int count = 0; count <= 4; ++count) {
    for (std::uint64_t mask = (std::uint64_t{1} << count) - 1;;) {
      words.push_back(mask ^ kSeed);
      if (count == 0 || mask == ((std::uint64_t{1} << count) - 1) << (64 - count)) break;
      const std::uint64_t ripple = mask + (mask & (0 - mask));
      mask = ripple | (((mask ^ ripple) >> 2) >> std::countr_zero(mask));
    }
  }
  HammingIndex ball = build(words);
  ball.compact();
  must_agree(ball, words, Fingerprint{kSeed});
  const std::vector<std::uint64_t> calm_words = random_words(words.size(), kSeed + 4);
  HammingIndex calm = build(calm_words);
  calm.compact();
  const std::size_t hits = ball.find(Fingerprint{kSeed}).size();
  const Timing find = time_alternately([&] { return ball.find(Fingerprint{kSeed}).size(); },
                                       [&] { return calm.find(Fingerprint{calm_words[1]}).size(); });
  PlainBuckets<std::uint64_t> buckets(words);
  const Timing scan =
      time_alternately([&] { return buckets.read(kSeed); }, [&] { return buckets.read(kSeed); });
  const double allowed = 5 * find.baseline + 50e-9 * static_cast<double>(hits) + scan.ours;
  return report_at_most(fmt::format("find of {} hits in the dense ball against what is allowed", hits),
                        {find.ours, allowed}, 1);
}

/// Near-equal fingerprints: the centre with at most one bit flipped, so any two are within distance 2.
std::vector<std::uint64_t> near_equal_words(std::size_t size) {
  std::vector<std::uint64_t> words;
  for (std::size_t i = 0; i < size; ++i)
    words.push_back(i % 65 == 64 ? kSeed : kSeed ^ (std::uint64_t{1} << (i % 65)));
  return words;
}

/// Exits unless has and find_first find a live entry exactly where a loop over all live entries does.
/// REQUIRES: the id of an entry is its position in `words`
void must_find_first(const HammingIndex& index, const std::vector<std::uint64_t>& words,
                     const std::vector<Fingerprint>& queries) {
  for (std::size_t i = 0; i < 20; ++i) {
    const auto is_near = [&](std::size_t id) {
      return std::popcount(words[id] ^ queries[i].low) <= kDistance && index.contains(id);
    };
    bool expected = false;
    for (std::size_t id = 0; id < words.size() && !expected; ++id) expected = is_near(id);
    const std::optional<Hit> first = index.find_first(queries[i]);
    if (index.has(queries[i]) == expected && first.has_value() == expected &&
        (!first || is_near(first->id.number())))
      continue;
    fmt::print(stderr, "hamming_index_bench: find_first or has is wrong\n");
    std::exit(1);
  }
}

struct FirstTimings {
  Timing has;
  Timing find_first;
};

/// Times has and find_first in two indexes, each with queries of its own.
FirstTimings time_first(const HammingIndex& cluster, const std::vector<Fingerprint>& inside,
                        const HammingIndex& calm, const std::vector<Fingerprint>& strangers) {
  const auto has_all = [](const HammingIndex& index, const std::vector<Fingerprint>& queries) {
    std::size_t hits = 0;
    for (const Fingerprint& query : queries) hits += index.has(query) ? 1 : 0;
    return hits;
  };
  const auto first_all = [](const HammingIndex& index, const std::vector<Fingerprint>& queries) {
    std::size_t hits = 0;
    for (const Fingerprint& query : queries) hits += index.find_first(query) ? 1 : 0;
    return hits;
  };
  const auto per_query = [&](Timing timing) {
    return Timing{timing.ours / static_cast<double>(inside.size()),
                  timing.baseline / static_cast<double>(strangers.size())};
  };
  return {per_query(time_alternately([&] { return has_all(cluster, inside); },
                                     [&] { return has_all(calm, strangers); })),
          per_query(time_alternately([&] { return first_all(cluster, inside); },
                                     [&] { return first_all(calm, strangers); }))};
}

/// The duty of has and find_first: inside of a cluster at most 5 times what they take in a random set.
bool bars_of_clusters(std::size_t size) {
  const std::vector<std::uint64_t> calm_words = random_words(size, kSeed + 6);
  HammingIndex calm = build(calm_words);
  calm.compact();
  const std::vector<Fingerprint> strangers = make_queries(calm_words, 10'000);
  must_find_first(calm, calm_words, strangers);
  bool reached = true;
  const auto report = [&](const std::string& name, const HammingIndex& cluster,
                          const std::vector<std::uint64_t>& words) {
    std::vector<Fingerprint> inside;
    for (std::size_t i = 0; i < 1000; ++i) inside.push_back({words[i % 65]});
    must_find_first(cluster, words, inside);
    const FirstTimings timings = time_first(cluster, inside, calm, strangers);
    const std::string where = fmt::format("in {} {} against a random set", size, name);
    reached = report_at_most("has " + where, timings.has, 5) && reached;
    reached = report_at_most("find_first " + where, timings.find_first, 5) && reached;
  };
  const std::vector<std::uint64_t> equal(size, kSeed);
  const std::vector<std::uint64_t> near_equal = near_equal_words(size);
  report("equal fingerprints", build(equal), equal);
  HammingIndex cluster = build(near_equal);
  report("near-equal fingerprints, not compacted", cluster, near_equal);
  cluster.compact();
  report("near-equal fingerprints", cluster, near_equal);
  for (std::uint64_t id = 0; id < size * 9 / 20; ++id) static_cast<void>(cluster.remove(id));
  report("near-equal fingerprints, 45 % removed", cluster, near_equal);
  return reached;
}

/// What tombstones cost at worst, without a bar: a cluster of which all but one entry was removed, in an
/// index so large that the tombstones stay.
void report_removed_cluster(std::size_t size) {
  std::vector<std::uint64_t> words = near_equal_words(size);
  const std::vector<std::uint64_t> others = random_words(size + size / 4, kSeed + 7);
  words.insert(words.end(), others.begin(), others.end());
  HammingIndex index = build(words);
  index.compact();
  const std::vector<Fingerprint> inside(20, Fingerprint{kSeed});
  const std::vector<Fingerprint> strangers = make_queries(others, 10'000);
  for (std::uint64_t id = 0; id + 1 < size; ++id) static_cast<void>(index.remove(id));
  must_find_first(index, words, inside);
  const auto report = [&](const std::string& name) {
    const Timing has = time_first(index, inside, index, strangers).has;
    bench::report_ratio("has in " + name + " takes, against other queries,", {has.baseline, has.ours});
  };
  report(fmt::format("a cluster of {}, all but one removed,", size));
  index.compact();
  report("the same cluster after compact()");
}

int run_clusters(std::size_t size) {
  const bool reached = bars_of_clusters(size);
  report_removed_cluster(size);
  return reached ? 0 : 1;
}

/// How a find and its memory grow with the size: a row of docs/benchmarks.md each.
int print_growth(std::size_t most) {
  fmt::print("| fingerprints | find within 3, us | bytes each | adding one, ns |\n|---|---|---|---|\n");
  for (std::size_t size = 100'000; size <= most; size *= 10) {
    const std::vector<std::uint64_t> words = random_words(size, kSeed);
    HammingIndex index({.max_distance = kDistance, .expected_size = size});
    const double adding = seconds_of([&] {
      for (std::size_t i = 0; i < size; ++i) index.add(i, Fingerprint{words[i]});
    });
    index.compact();
    const std::vector<Fingerprint> queries = make_queries(words, 100'000);
    for (std::size_t i = 0; i < 3; ++i) must_agree(index, words, queries[i]);
    const double finding = seconds_of([&] {
      for (const Fingerprint& query : queries) benchmark::DoNotOptimize(index.find(query));
    });
    fmt::print("| {} | {:.2f} | {:.1f} | {:.0f} |\n", size, finding * 1e6 / 100'000,
               static_cast<double>(index.memory_bytes()) / static_cast<double>(size),
               adding * 1e9 / static_cast<double>(size));
  }
  return 0;
}

/// The microseconds of one find of a stranger, and nothing else: for bench/peers/faiss_hamming.py.
int print_find(std::size_t size) {
  const std::vector<std::uint64_t> words = random_words(size, kSeed);
  HammingIndex index = build(words);
  index.compact();
  const std::vector<std::uint64_t> queries = random_words(200'000, kSeed + 5);
  for (std::size_t i = 0; i < 20; ++i) must_agree(index, words, Fingerprint{queries[i]});
  const double start = bench::internal::thread_seconds();
  for (const std::uint64_t query : queries) benchmark::DoNotOptimize(index.find(Fingerprint{query}));
  const double seconds = bench::internal::thread_seconds() - start;
  fmt::print("{:.3f}\n", seconds * 1e6 / static_cast<double>(queries.size()));
  return 0;
}

int run(std::size_t size) {
  bool reached = true;
  const std::vector<std::uint64_t> words = random_words(size, kSeed);
  if (size <= kSizeOfWriting) {
    reached = bar_of_flood(100'000);
    reached = bar_of_flood(1'000'000) && reached;
    reached = bar_of_dense_ball() && reached;
    reached = bars_of_clusters(1'000'000) && reached;
    reached = bars_of_adding_and_removing(words) && reached;
  }
  HammingIndex index = build(words);
  index.compact();
  fmt::print("plan: {}\n", index.explain());
  reached = bar_of_memory(index) && reached;
  reached = bars_of_finding(index, words) && reached;
  reached = bar_of_finding_while_adding(index, words) && reached;
  return reached ? 0 : 1;
}

}  // namespace
}  // namespace neardup::internal

int main(int argc, char** argv) {
  const std::string_view mode = argc > 2 ? argv[1] : "";
  if (mode == "--growth") return neardup::internal::print_growth(std::strtoull(argv[2], nullptr, 10));
  if (mode == "--cluster") return neardup::internal::run_clusters(std::strtoull(argv[2], nullptr, 10));
  if (mode == "--find") return neardup::internal::print_find(std::strtoull(argv[2], nullptr, 10));
  return neardup::internal::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000);
}
