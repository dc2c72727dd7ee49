// SimilarityIndex beside HammingIndex: one find among as many documents of 150 shingles, from ready shingles, on
// one thread. Every answer is compared with what was planted before anything is timed.
//
//   similarity_index_bench [SIZE [FOLDER]]  the bars, 10,000,000 documents by default; the index file goes to FOLDER
//   similarity_index_bench --save SIZE FOLDER   only writes that file: a run that finds it begins with it
//   similarity_index_bench --growth SIZE    a table of how find grows from 100,000 up to SIZE, in memory
//   similarity_index_bench --cluster SIZE   only has and find_first in a cluster of that size
//   similarity_index_bench --write FILE N   writes the sets of N documents and of the queries, 64-bit words, for a peer
//   similarity_index_bench --find N         the microseconds of one find among N documents, alone and in a batch, for a peer
//
// Both sides of a ratio run alternately in this process.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/ratio_report.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/sketch/sketch.h"
#include "neardup/util/process_memory.h"

namespace neardup::internal {
namespace {

using bench::report_at_most;
using bench::time_alternately;
using bench::Timing;

constexpr std::size_t kShingles = 150;
constexpr std::size_t kChanged = 8;        // shingles in which a near copy differs: similarity 142 / 158
constexpr std::size_t kQueries = 100'000;  // enough that their cache lines do not fit into the cache
constexpr std::size_t kBatch = 1000;
constexpr std::uint64_t kStrangers = std::uint64_t{1} << 40;  // documents from here on are in no index

using ShingleSet = std::array<std::uint64_t, kShingles>;

/// The set of a document depends on its number only, so that ten million need not be held in memory.
ShingleSet set_of(std::uint64_t document) {
  ShingleSet set;
  std::uint64_t state = document * 0x9E37'79B9'7F4A'7C15;
  for (std::uint64_t& shingle : set) {  // SplitMix64
    std::uint64_t word = state += 0xBF58'476D'1CE4'E5B9;
    word = (word ^ word >> 30) * 0xBF58'476D'1CE4'E5B9;
    word = (word ^ word >> 27) * 0x94D0'49BB'1331'11EB;
    shingle = word ^ word >> 31;
  }
  return set;
}

ShingleSet near_copy(std::uint64_t document) {
  ShingleSet set = set_of(document);
  const ShingleSet other = set_of(kStrangers + document);
  for (std::size_t i = 0; i < kChanged; ++i) set[i * kShingles / kChanged] = other[i];
  return set;
}

[[noreturn]] void fail(std::string_view what) {
  fmt::print(stderr, "similarity_index_bench: {}\n", what);
  std::exit(1);
}

SimilarityIndex build(std::size_t size) {
  constexpr std::size_t kChunk = 250'000;
  SimilarityIndex index({.min_similarity = 0.8});
  std::vector<ShingleSet> sets;
  std::vector<NamedEntry> entries;
  for (std::size_t begin = 0; begin < size; begin += kChunk) {
    const std::size_t end = std::min(begin + kChunk, size);
    sets.clear();
    entries.clear();
    for (std::size_t i = begin; i < end; ++i) sets.push_back(set_of(i));
    for (std::size_t i = begin; i < end; ++i) entries.push_back({i, {sets[i - begin], {}}});
    index.add_all(entries);
  }
  index.compact();
  return index;
}

struct Queries {
  std::vector<ShingleSet> strangers;
  std::vector<ShingleSet> mixed;  // every second one is a near copy of a document
  std::vector<std::uint64_t> sources;
};

Queries make_queries(std::size_t size) {
  std::mt19937_64 random(7);
  Queries queries;
  for (std::size_t i = 0; i < kQueries; ++i) {
    queries.strangers.push_back(set_of(2 * kStrangers + i));
    queries.sources.push_back(random() % size);
    queries.mixed.push_back(i % 2 == 0 ? queries.strangers.back() : near_copy(queries.sources.back()));
  }
  return queries;
}

/// Every near copy must find its source with its similarity, and nothing else; a stranger finds nothing.
void must_agree(const SimilarityIndex& index, const Queries& queries) {
  constexpr double kSimilarity = static_cast<double>(kShingles - kChanged) / (kShingles + kChanged);
  std::size_t missed = 0;
  for (std::size_t i = 0; i < kQueries; ++i) {
    if (!index.find({queries.strangers[i], {}}).empty()) fail("a stranger has a hit");
    const SimilarResult found = index.find({queries.mixed[i], {}});
    if (i % 2 == 0) continue;
    missed += found.empty() ? 1U : 0U;
    const bool is_right =
        found.size() == 1 && found[0].similarity == kSimilarity && found[0].id.number() == queries.sources[i];
    if (!found.empty() && !is_right) fail("a near copy has another hit than its source");
  }
  fmt::print("{} of {} near copies found, expected {:.4f}\n", kQueries / 2 - missed, kQueries / 2,
             index.expected_recall(kSimilarity));
  if (static_cast<double>(missed) > 0.01 * kQueries / 2) fail("more than 1 % of the near copies are missed");
}

struct HammingSide {
  HammingIndex index;
  std::vector<Fingerprint> strangers;
  std::vector<Fingerprint> mixed;
};

HammingSide make_hamming(std::size_t size) {
  std::mt19937_64 random(11);
  HammingSide side{HammingIndex({.max_distance = 3, .expected_size = size}), {}, {}};
  std::vector<std::uint64_t> words(size);
  for (std::size_t i = 0; i < size; ++i) side.index.add(i, Fingerprint{words[i] = random()});
  side.index.compact();
  for (std::size_t i = 0; i < kQueries; ++i) {
    const std::uint64_t near = words[random() % size] ^ (std::uint64_t{1} << random() % 64) ^ 1;
    side.strangers.push_back({random()});
    side.mixed.push_back(i % 2 == 0 ? side.strangers.back() : Fingerprint{near});
  }
  return side;
}

Timing time_finds(const SimilarityIndex& index, const std::vector<ShingleSet>& queries,
                  const HammingIndex& baseline, const std::vector<Fingerprint>& fingerprints) {
  std::size_t next = 0;
  std::size_t next_baseline = 0;
  return time_alternately([&] { return index.find({queries[next++ % kQueries], {}}); },
                          [&] { return baseline.find(fingerprints[next_baseline++ % kQueries]); },
                          {.repetitions = 21, .seconds_each = 0.05});
}

/// The bound: no find can be faster than the sketch of its query.
double microseconds_of_sketch(const std::vector<ShingleSet>& queries) {
  const Sketcher sketcher(plan_sketch(0.8));
  std::array<std::uint32_t, 16> keys{};
  std::size_t next = 0;
  const auto sketch = [&] {
    sketcher.band_keys(queries[next++ % kQueries], keys);
    return keys[0];
  };
  return 1e6 * time_alternately(sketch, sketch).ours;
}

bool report_finds(std::string_view where, const SimilarityIndex& index, const Queries& queries,
                  const HammingSide& hamming) {
  const Timing strangers = time_finds(index, queries.strangers, hamming.index, hamming.strangers);
  const Timing mixed = time_finds(index, queries.mixed, hamming.index, hamming.mixed);
  fmt::print(
      "{}: find of a stranger {:.2f} us against {:.2f} us, half near copies {:.2f} us against {:.2f} us\n",
      where, 1e6 * strangers.ours, 1e6 * strangers.baseline, 1e6 * mixed.ours, 1e6 * mixed.baseline);
  const bool reached =
      report_at_most(fmt::format("{}: find against a find within 3, strangers", where), strangers, 4);
  return report_at_most(fmt::format("{}: the same, half of the queries with a hit", where), mixed, 4) &&
         reached;
}

/// Makes the system forget the pages of a file, so that the next one to map it reads it from the disk.
void drop_from_cache(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0)
    fail("cannot drop the file from the cache");
  ::close(file);
}

bool report_mapped(const std::string& where, const std::string& path, const Queries& queries,
                   const HammingSide& hamming) {
  const SimilarityIndex index = SimilarityIndex::open(path);
  must_agree(index, queries);
  return report_finds(where, index, queries, hamming);
}

bool report_memory(const SimilarityIndex& index) {
  const double bytes = static_cast<double>(index.memory_bytes()) / static_cast<double>(index.size());
  fmt::print("bar: bytes per document, shingles mapped: {:.1f} (at most 140) {}\n", bytes,
             bytes <= 140 ? "reached" : "MISSED");
  return bytes <= 140;
}

/// A cluster of near-equal documents against as many strangers.
bool run_cluster(std::size_t size) {
  constexpr std::size_t kChunk = 100'000;
  SimilarityIndex cluster({.min_similarity = 0.8});
  for (std::size_t begin = 0; begin < size; begin += kChunk) {
    std::vector<ShingleSet> sets(std::min(kChunk, size - begin), set_of(1));
    std::vector<NamedEntry> entries;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      sets[i][i % kShingles] = set_of(begin + i + 2)[0];
      entries.push_back({begin + i, {sets[i], {}}});
    }
    cluster.add_all(entries);
  }
  cluster.compact();
  const SimilarityIndex calm = build(size);
  const Queries queries = make_queries(size);
  const ShingleSet centre = set_of(1);
  if (cluster.find({centre, {}}).size() < size - size / 100) fail("the cluster is not found");
  std::size_t next = 0;
  const Timing timing =
      time_alternately([&] { return cluster.has({centre, {}}); },
                       [&] { return calm.has({queries.strangers[next++ % kQueries], {}}); });
  fmt::print("has in a cluster of {}: {:.2f} us, among strangers {:.2f} us\n", size, 1e6 * timing.ours,
             1e6 * timing.baseline);
  return report_at_most("has in a cluster against has among strangers", timing, 4);
}

std::string file_in(const std::string& folder) { return folder + "/similarity_index_bench.ndx"; }

int run(std::size_t size, const std::string& folder) {
  const std::string path = file_in(folder);
  const Queries queries = make_queries(size);
  fmt::print("bound: the sketch of {} shingles takes {:.2f} us\n", kShingles,
             microseconds_of_sketch(queries.strangers));
  bool reached = true;
  const HammingSide hamming = make_hamming(size);
  if (!std::filesystem::exists(path)) {
    SimilarityIndex index = build(size);
    must_agree(index, queries);
    reached = report_finds(fmt::format("{} documents in memory", size), index, queries, hamming);
    index.save(path);
  }
  static_cast<void>(report_mapped(fmt::format("{} documents in a mapped file, just written", size), path,
                                  queries, hamming));
  drop_from_cache(path);
  static_cast<void>(
      report_mapped(fmt::format("{} documents in a mapped file, read anew", size), path, queries, hamming));
  {
    SimilarityIndex index = SimilarityIndex::open(path);
    index.load_tables();
    must_agree(index, queries);
    reached =
        report_finds(fmt::format("{} documents, shingles mapped", size), index, queries, hamming) && reached;
    reached = report_memory(index) && reached;
    fmt::print("{:.0f} bytes per document in the file, peak memory {:.1f} GB\n",
               static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(size),
               static_cast<double>(peak_memory_bytes()) / 1e9);
  }
  std::filesystem::remove(path);
  return reached ? 0 : 1;
}

int print_growth(std::size_t most) {
  fmt::print(
      "| documents | find of a stranger, us | half near copies, us | adding one, us |\n|---|---|---|---|\n");
  for (std::size_t size = 100'000; size <= most; size *= 10) {
    const double start = bench::internal::thread_seconds();
    const SimilarityIndex index = build(size);
    const double adding = bench::internal::thread_seconds() - start;
    const Queries queries = make_queries(size);
    std::size_t next = 0;
    const Timing timing =
        time_alternately([&] { return index.find({queries.strangers[next++ % kQueries], {}}); },
                         [&] { return index.find({queries.mixed[next++ % kQueries], {}}); });
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} |\n", size, 1e6 * timing.ours, 1e6 * timing.baseline,
               1e6 * adding / static_cast<double>(size));
  }
  return 0;
}

int write_sets(const std::string& path, std::size_t size) {
  std::ofstream file(path, std::ios::binary);
  const auto write = [&file](const ShingleSet& set) {
    file.write(reinterpret_cast<const char*>(set.data()), sizeof(set));
  };
  const Queries queries = make_queries(size);
  for (std::size_t i = 0; i < size; ++i) write(set_of(i));
  for (const ShingleSet& query : queries.mixed) write(query);
  return file.good() ? 0 : 1;
}

int print_find(std::size_t size) {
  const SimilarityIndex index = build(size);
  const Queries queries = make_queries(size);
  must_agree(index, queries);
  std::size_t next = 0;
  const auto find = [&] { return index.find({queries.mixed[next++ % kQueries], {}}); };
  std::vector<SimilarityEntry> entries;
  for (const ShingleSet& query : queries.mixed) entries.push_back({.shingles = query});
  std::size_t batch = 0;
  const auto find_batch = [&] {
    return index.find_batch(std::span(entries).subspan(batch++ % (kQueries / kBatch) * kBatch, kBatch));
  };
  const Timing timing = time_alternately(find, find_batch, {.repetitions = 21, .seconds_each = 0.1});
  fmt::print("{:.3f} {:.3f}\n", 1e6 * timing.ours, 1e6 * timing.baseline / kBatch);
  return 0;
}

std::size_t number_of(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

int run_command(const std::vector<std::string>& arguments) {
  const std::string mode = arguments.empty() ? "10000000" : arguments[0];
  const std::string value = arguments.size() > 1 ? arguments[1] : "";
  if (mode == "--growth") return print_growth(number_of(value));
  if (mode == "--cluster") return run_cluster(number_of(value)) ? 0 : 1;
  if (mode == "--write" && arguments.size() > 2) return write_sets(value, number_of(arguments[2]));
  if (mode == "--find") return print_find(number_of(value));
  if (mode == "--save" && arguments.size() > 2) {
    build(number_of(value)).save(file_in(arguments[2]));
    return 0;
  }
  return run(number_of(mode), value.empty() ? "." : value);
}

}  // namespace
}  // namespace neardup::internal

int main(int argc, char** argv) {
  try {
    return neardup::internal::run_command({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 2;
  }
}
