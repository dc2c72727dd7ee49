// Live collections against what bounds them: the fingerprint and the sketch of the same texts, the fsyncs of
// the disk, and Redis with the usual scheme of four sets of block keys. Answers are checked first.
//
//   live_collection_bench speed            checks by one thread against fingerprint and sketch alone
//   live_collection_bench sync             checks by 16 threads that wait for the disk, against fsyncs
//   live_collection_bench redis [SIZE]     checks and bytes per document at SIZE documents, against Redis
//   live_collection_bench growth [SIZE [FOLDER [RULE]]]
//                                          check, query, bytes and opening from 100,000 to SIZE documents of 120
//                                          bytes; RULE is distance or similarity
//   live_collection_bench opening [SIZE [FOLDER [RULE]]]
//                                          opening SIZE documents
//   live_collection_bench remove [SIZE [FOLDER [RULE]]]
//                                          removing a hundredth of SIZE documents against one sort of SIZE numbers
//   live_collection_bench fill SIZE FOLDER [RULE]
//                                          only fills FOLDER with short documents, so that the three parts above,
//                                          which begin with what FOLDER has, can be timed alone
//
// Both sides of a ratio run alternately, and medians are compared. `speed` counts CPU time: that of the calling
// thread decides, as with a core to spare, and that of the whole process, with the journal and RocksDB behind
// it, is printed beside it; `growth` counts that of the calling thread too. The other parts wait for disks and
// servers and take the time of the clock.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/ratio_report.h"
#include "bench/redis_peer.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/sketch/sketch.h"
#include "neardup/store/live_collection.h"

namespace neardup::internal {
namespace {

using bench::Timing;
using Seconds = std::chrono::duration<double>;

double clock_seconds() { return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// CPU time of all threads.
double process_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_of(const std::function<void()>& work) {
  const double start = clock_seconds();
  work();
  return clock_seconds() - start;
}

/// CPU time of the calling thread.
double own_seconds_of(const std::function<void()>& work) {
  const double start = bench::internal::thread_seconds();
  work();
  return bench::internal::thread_seconds() - start;
}

/// Texts of about a kilobyte, all different.
class Texts {
 public:
  Texts() {
    std::mt19937_64 random(7);
    for (std::string& word : words_) {
      for (std::uint64_t letters = 2 + random() % 9; letters != 0; --letters)
        word += static_cast<char>('a' + random() % 26);
    }
  }
  [[nodiscard]] std::string text(std::uint64_t number, std::size_t bytes = 1000) const {
    std::mt19937_64 random(number);
    std::string text;
    while (text.size() < bytes) text += words_[random() % words_.size()] + " ";
    return text;
  }
  [[nodiscard]] std::vector<std::string> some(std::uint64_t first, std::size_t count) const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(text(first + i));
    return texts;
  }

 private:
  std::vector<std::string> words_ = std::vector<std::string>(20'000);
};

class Folder {
 public:
  Folder() {
    std::string made = (std::filesystem::temp_directory_path() / "neardup-bench-XXXXXX").string();
    root_ = ::mkdtemp(made.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(root_); }
  [[nodiscard]] std::string path(const std::string& name = "seen") const { return root_ + "/" + name; }

 private:
  std::string root_;
};

void require(bool holds, const char* what) {
  if (holds) return;
  fmt::print("wrong answer: {}\n", what);
  std::exit(1);
}

/// Checks texts that are new, and proves that each is found again.
void check_texts(LiveCollection& seen, const std::vector<std::string>& texts, std::uint64_t first) {
  for (std::size_t i = 0; i < texts.size(); ++i)
    require(seen.check("d" + std::to_string(first + i), texts[i]).verdict == LiveVerdict::is_new, "not new");
}

// ---- one thread -------------------------------------------------------------------------------------------

void compare_speed(Durability durability, const LiveRule& rule, const char* name, double bar) {
  constexpr std::size_t kSlice = 4000;
  constexpr int kSlices = 15;
  const Texts texts;
  const Folder folder;
  LiveCollection seen(folder.path(), {.rule = rule, .durability = durability});
  const Recipe recipe = seen.recipe();
  Fingerprinter fingerprinter(recipe);
  ShingleSetTaker taker(recipe.steps());
  const Sketcher sketcher(plan_sketch(0.8));
  std::vector<std::uint32_t> keys(static_cast<std::size_t>(sketcher.plan().bands));
  std::vector<double> ours;
  std::vector<double> in_all;
  std::vector<double> alone;
  std::uint64_t sum = 0;
  for (int slice = 0; slice < kSlices; ++slice) {
    const std::uint64_t first = static_cast<std::uint64_t>(slice) * kSlice;
    const std::vector<std::string> some = texts.some(first, kSlice);
    const double start = bench::internal::thread_seconds();
    for (const std::string& text : some) {
      sum += fingerprinter.fingerprint(text)->low;
      sketcher.band_keys(taker.take_from(fingerprinter.last_features()), keys);
      sum += keys[0];
    }
    const double middle = bench::internal::thread_seconds();
    const double all_before = process_seconds();
    check_texts(seen, some, first);
    alone.push_back(middle - start);
    ours.push_back(bench::internal::thread_seconds() - middle);
    in_all.push_back(process_seconds() - all_before);
  }
  benchmark::DoNotOptimize(sum);
  require(seen.check("again", texts.text(5)).verdict == LiveVerdict::exact_copy, "not found again");
  const Timing timing{bench::internal::median(ours), bench::internal::median(alone)};
  fmt::print("{}: {:.1f} us per check, {:.1f} with all threads, {:.1f} fingerprint and sketch alone\n", name,
             timing.ours / kSlice * 1e6, bench::internal::median(in_all) / kSlice * 1e6,
             timing.baseline / kSlice * 1e6);
  bench::report_at_least(name, timing, bar);
}

void bench_speed() {
  for (const LiveRule& rule : {LiveRule::similarity(0.8), LiveRule::distance(3)}) {
    const std::string name = rule.written();
    compare_speed(Durability::none, rule, ("check by " + name + ", none").c_str(), 0.5);
    compare_speed(Durability::interval, rule, ("check by " + name + ", interval").c_str(), 0.4);
  }
}

// ---- group commit -----------------------------------------------------------------------------------------

double syncs_per_second(const std::string& path, double seconds) {
  const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  const std::string record(1024, 'x');
  const double start = clock_seconds();
  int syncs = 0;
  for (; clock_seconds() - start < seconds; ++syncs) {
    require(::write(file, record.data(), record.size()) == 1024 && ::fdatasync(file) == 0, "fdatasync");
  }
  const double rate = syncs / (clock_seconds() - start);
  ::close(file);
  return rate;
}

void bench_sync() {
  constexpr int kThreads = 16;
  constexpr int kRounds = 5;
  const Texts texts;
  const Folder folder;
  std::vector<double> ours;
  std::vector<double> disk;
  LiveCollection seen(folder.path(), {.rule = LiveRule::distance(3)});
  std::atomic<std::uint64_t> next = 0;
  for (int round = 0; round < kRounds; ++round) {
    disk.push_back(1 / syncs_per_second(folder.path("file"), 1.0));
    const std::uint64_t syncs = seen.syncs();
    const std::uint64_t first = next;
    const double start = clock_seconds();
    {
      std::vector<std::jthread> threads;
      for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&] {
          while (clock_seconds() - start < 1.0) {
            const std::uint64_t number = next++;
            require(
                seen.check("d" + std::to_string(number), texts.text(number)).verdict == LiveVerdict::is_new,
                "not new");
          }
        });
      }
    }
    const double seconds = clock_seconds() - start;
    ours.push_back(seconds / static_cast<double>(next - first));
    fmt::print("{:.0f} checks/s, {:.0f} of our syncs/s, {:.0f} fdatasyncs/s\n", 1 / ours.back(),
               static_cast<double>(seen.syncs() - syncs) / seconds, 1 / disk.back());
  }
  bench::report_at_least("check, 16 threads, sync, against fsyncs",
                         {bench::internal::median(ours), bench::internal::median(disk)}, 10);
}

// ---- Redis ------------------------------------------------------------------------------------------------

#ifdef NEARDUP_HAS_HIREDIS
/// Returns the resident memory of this process.
std::uint64_t current_memory_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// A live collection and Redis with the same documents. Four ways to check are timed; in each, both sides do the
/// same work on the same input. Then two clients check the same documents at the same time, and documents that
/// both are told to be new are counted.
class RedisComparison {
 public:
  void run(std::size_t size) {
    const std::uint64_t redis_before = redis_.used_memory();
    const std::uint64_t before = current_memory_bytes();
    seen_.emplace(folder_.path(),
                  LiveOptions{.rule = LiveRule::distance(3), .durability = Durability::interval});
    for (std::uint64_t first = 0; first < size; first += kSlice) {
      take_slice(first);
      if (first + kTimed * kSlice < size) {
        fill();
      } else {
        time_slice(static_cast<std::size_t>(first / kSlice) % timed_.size());
      }
    }
    require(redis_.check(fingerprinter_.fingerprint(texts_.text(3))->low, "x") == "d3",
            "Redis lost a document");
    require(seen_->check("x", texts_.text(3)).nearest == "d3", "lost a document");
    report("ready fingerprints, one check after the other", timed_[0]);
    report("ready fingerprints, batches of 1,000", timed_[1]);
    report("texts of 1 KB, one check after the other, fingerprints included on both sides", timed_[2]);
    report("ready fingerprints, batches of 1,000, by a script that makes each check atomic", timed_[3]);
    const auto per_document = [size](std::uint64_t bytes) {
      return static_cast<double>(bytes) / static_cast<double>(size);
    };
    const double our_bytes = per_document(current_memory_bytes() - before);
    const double redis_bytes = per_document(redis_.used_memory() - redis_before);
    fmt::print("at {} documents: {:.0f} bytes per document, {:.0f} of them the index; Redis {:.0f} bytes\n",
               size, our_bytes, per_document(seen_->info().memory_bytes), redis_bytes);
    fmt::print("bar: bytes per document against Redis: {:.3g}x (at most 0.5x) {}\n", our_bytes / redis_bytes,
               our_bytes <= 0.5 * redis_bytes ? "reached" : "MISSED");
    count_races(size);
  }

 private:
  static constexpr std::size_t kSlice = 1000;
  static constexpr std::size_t kTimed = 80;  // slices

  /// Seconds of slices, by the clock and of CPU: that of all our threads, and of the client and the server.
  struct Times {
    std::vector<double> ours;
    std::vector<double> redis;
    std::vector<double> our_work;
    std::vector<double> redis_work;
  };

  void time_ours(Times& times, const std::function<void()>& work) {
    const double before = process_seconds();
    times.ours.push_back(seconds_of(work));
    times.our_work.push_back(process_seconds() - before);
  }
  void time_redis(Times& times, const std::function<void()>& work) {
    const double before = redis_.server_seconds() + bench::internal::thread_seconds();
    times.redis.push_back(seconds_of(work));
    times.redis_work.push_back(redis_.server_seconds() + bench::internal::thread_seconds() - before);
  }

  void take_slice(std::uint64_t first) {
    slice_ = texts_.some(first, kSlice);
    ids_.clear();
    words_.clear();
    for (std::size_t i = 0; i < kSlice; ++i) {
      ids_.push_back("d" + std::to_string(first + i));
      words_.push_back(fingerprinter_.fingerprint(slice_[i])->low);
    }
  }

  [[nodiscard]] std::vector<PreparedDocument> prepared() const {
    std::vector<PreparedDocument> made;
    for (std::size_t i = 0; i < kSlice; ++i)
      made.push_back(seen_->prepare({.document = {.id = ids_[i], .text = slice_[i]}}));
    return made;
  }

  void check_batch(std::vector<PreparedDocument> documents) {
    const std::vector<LiveAnswer> answers = seen_->check_all(std::move(documents));
    require(std::ranges::all_of(answers,
                                [](const LiveAnswer& one) { return one.verdict == LiveVerdict::is_new; }),
            "not new");
  }

  /// Adds a slice to both, to Redis without asking.
  void fill() {
    check_batch(prepared());
    for (std::size_t i = 0; i < kSlice; ++i) redis_.add(words_[i], ids_[i]);
    redis_.wait();
  }

  void time_slice(std::size_t way) {
    if (way == 0) time_single();
    if (way == 1) time_batch();
    if (way == 2) time_texts();
    if (way == 3) time_script();
  }

  void time_single() {
    std::vector<std::vector<PreparedDocument>> documents;
    for (PreparedDocument& document : prepared()) documents.emplace_back().push_back(std::move(document));
    time_ours(timed_[0], [&] {
      for (std::vector<PreparedDocument>& document : documents) check_batch(std::move(document));
    });
    time_redis(timed_[0], [&] {
      for (std::size_t i = 0; i < kSlice; ++i)
        require(redis_.check(words_[i], ids_[i]).empty(), "not new in Redis");
    });
  }

  void time_batch() {
    std::vector<PreparedDocument> documents = prepared();
    time_ours(timed_[1], [&] { check_batch(std::move(documents)); });
    time_redis(timed_[1], [&] {
      const std::vector<std::string> found = redis_.check_all(words_, ids_);
      require(std::ranges::all_of(found, &std::string::empty), "not new in Redis");
    });
  }

  void time_script() {
    std::vector<PreparedDocument> documents = prepared();
    time_ours(timed_[3], [&] { check_batch(std::move(documents)); });
    time_redis(timed_[3], [&] {
      const std::vector<std::string> found = redis_.check_all_atomically(words_, ids_);
      require(std::ranges::all_of(found, &std::string::empty), "not new in Redis");
    });
  }

  void time_texts() {
    time_ours(timed_[2], [&] {
      for (std::size_t i = 0; i < kSlice; ++i)
        require(seen_->check(ids_[i], slice_[i]).verdict == LiveVerdict::is_new, "not new");
    });
    time_redis(timed_[2], [&] {
      for (std::size_t i = 0; i < kSlice; ++i) {
        const std::uint64_t word = fingerprinter_.fingerprint(slice_[i])->low;
        require(redis_.check(word, ids_[i]).empty(), "not new in Redis");
      }
    });
  }

  /// Runs check(client) for two clients at the same time. It says of each document of the slice whether it is new.
  /// Returns how many documents are new to both.
  static std::size_t race(const std::function<std::vector<bool>(int client)>& check) {
    std::array<std::vector<bool>, 2> is_new;
    std::barrier start(2);
    {
      std::vector<std::jthread> clients;
      for (int client = 0; client < 2; ++client) {
        clients.emplace_back([&, client] {
          start.arrive_and_wait();
          is_new[static_cast<std::size_t>(client)] = check(client);
        });
      }
    }
    std::size_t both = 0;
    for (std::size_t i = 0; i < kSlice; ++i) both += is_new[0][i] && is_new[1][i] ? 1U : 0U;
    return both;
  }

  /// Two clients get the same new documents under different ids, so every document should be new to one of them.
  void count_races(std::uint64_t first) {
    constexpr std::size_t kSlices = 10;
    bench::RedisPeer second(redis_, bench::RedisPeer::SecondClient{});
    const std::array<bench::RedisPeer*, 2> peers = {&redis_, &second};
    const auto are_empty = [](const std::vector<std::string>& found) {
      std::vector<bool> empty;
      for (const std::string& id : found) empty.push_back(id.empty());
      return empty;
    };
    std::size_t ours = 0;
    std::size_t single = 0;
    std::size_t batched = 0;
    std::size_t scripted = 0;
    for (std::size_t slice = 0; slice < kSlices; ++slice) {
      take_slice(first + slice * kSlice);
      std::array<std::vector<PreparedDocument>, 2> documents;
      for (std::size_t client = 0; client < 2; ++client) {
        for (std::size_t i = 0; i < kSlice; ++i) {
          documents[client].push_back(
              seen_->prepare({.document = {.id = fmt::format("{}.{}", ids_[i], client), .text = slice_[i]}}));
        }
      }
      ours += race([&](int client) {
        std::vector<bool> is_new;
        for (const LiveAnswer& answer :
             seen_->check_all(std::move(documents[static_cast<std::size_t>(client)])))
          is_new.push_back(answer.verdict == LiveVerdict::is_new);
        return is_new;
      });
      const auto peer = [&](int client) { return peers[static_cast<std::size_t>(client)]; };
      single += race([&](int client) {
        std::vector<std::string> found;
        for (std::size_t i = 0; i < kSlice; ++i) found.push_back(peer(client)->check(words_[i], ids_[i]));
        return are_empty(found);
      });
      take_slice(first + (kSlices + slice) * kSlice);
      batched += race([&](int client) { return are_empty(peer(client)->check_all(words_, ids_)); });
      take_slice(first + (2 * kSlices + slice) * kSlice);
      scripted +=
          race([&](int client) { return are_empty(peer(client)->check_all_atomically(words_, ids_)); });
    }
    fmt::print(
        "two clients check the same {} documents; new to both: ours in batches {}; Redis one by one {}, in "
        "batches of {} {}, in such batches by script {}\n",
        kSlices * kSlice, ours, single, kSlice, batched, scripted);
    require(ours == 0, "new twice");
  }

  static void report(const std::string& name, const Times& times) {
    const Timing timing{bench::internal::median(times.ours), bench::internal::median(times.redis)};
    fmt::print("{}: {:.0f} checks/s, Redis {:.0f}\n", name, kSlice / timing.ours, kSlice / timing.baseline);
    bench::report_at_least("check against Redis, four sets, " + name, timing, 10);
    bench::report_ratio("the same, CPU time of all threads against client and server",
                        {bench::internal::median(times.our_work), bench::internal::median(times.redis_work)});
  }

  Texts texts_;
  Folder folder_;
  Fingerprinter fingerprinter_{Recipe::named("text-1")};
  bench::RedisPeer redis_{folder_.path("redis")};
  std::optional<LiveCollection> seen_;
  std::vector<std::string> slice_;
  std::vector<std::string> ids_;
  std::vector<std::uint64_t> words_;
  std::array<Times, 4> timed_;
};

void bench_redis(std::size_t size) { RedisComparison().run(size); }
#else
void bench_redis(std::size_t /*size*/) { fmt::print("built without hiredis\n"); }
#endif

// ---- growth -----------------------------------------------------------------------------------------------

constexpr std::size_t kShort = 120;  // bytes of a text, so that the collection decides, not the fingerprint

/// Checks short texts from `first` up to `end`, which are new, by one thread. Returns the median of the last
/// slices: seconds of this thread per check.
double grow(LiveCollection& seen, const Texts& texts, std::uint64_t first, std::uint64_t end) {
  constexpr std::size_t kSlice = 5000;
  std::vector<double> checks;
  for (; first < end; first += kSlice) {
    std::vector<std::string> some;
    for (std::uint64_t i = 0; i < kSlice; ++i) some.push_back(texts.text(first + i, kShort));
    checks.push_back(own_seconds_of([&] { check_texts(seen, some, first); }) / kSlice);
    if (checks.size() > 10) checks.erase(checks.begin());
  }
  return bench::internal::median(checks);
}

double query_strangers(const LiveCollection& seen, const Texts& texts) {
  constexpr std::size_t kQueries = 20'000;
  std::vector<std::string> strangers;
  for (std::uint64_t i = 0; i < kQueries; ++i) strangers.push_back(texts.text(1'000'000'000 + i, kShort));
  return own_seconds_of([&] {
           for (const std::string& text : strangers)
             require(seen.query({.document = {.id = "q", .text = text}}).verdict == LiveVerdict::is_new,
                     "a stranger");
         }) /
         kQueries;
}

void bench_growth(std::size_t most, const std::string& path, const LiveRule& rule) {
  const Texts texts;
  const LiveOptions options{.rule = rule, .durability = Durability::none};
  auto seen = std::make_unique<LiveCollection>(path, options);
  std::uint64_t size = seen->size();
  for (const std::size_t next : {100'000, 300'000, 1'000'000, 3'000'000, 10'000'000}) {
    if (next > most) return;
    if (next <= size) continue;
    const double check = grow(*seen, texts, size, next);
    size = next;
    const double query = query_strangers(*seen, texts);
    const double closing = seconds_of([&] { seen.reset(); });
    const double opening = seconds_of([&] { seen = std::make_unique<LiveCollection>(path, options); });
    require(seen->size() == size, "lost documents");
    const LiveInfo info = seen->info();
    const auto documents = static_cast<double>(size);
    fmt::print(
        "{}, {} documents: {:.1f} us per check, {:.1f} us per query, {:.0f} bytes of memory and {:.0f} of "
        "disk per "
        "document, closed in {:.2f} s, opened in {:.2f} s, then {:.1f} us per query\n",
        rule.written(), size, check * 1e6, query * 1e6, static_cast<double>(info.memory_bytes) / documents,
        static_cast<double>(info.disk_bytes) / documents, closing, opening,
        query_strangers(*seen, texts) * 1e6);
    std::fflush(stdout);
  }
}

/// Fills a collection with short documents, two threads at a time, up to `size`.
void fill(LiveCollection& seen, std::size_t size) {
  const Texts texts;
  std::atomic<std::uint64_t> next = seen.size();
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 2; ++thread) {
    threads.emplace_back([&] {
      for (std::uint64_t number = next++; number < size; number = next++)
        seen.add({.document = {.id = "d" + std::to_string(number), .text = texts.text(number, kShort)}});
    });
  }
}

void bench_opening(std::size_t size, const std::string& path, const LiveRule& rule) {
  const LiveOptions options{.rule = rule, .durability = Durability::none};
  {
    LiveCollection seen(path, options);
    fmt::print("filled with {} documents in {:.1f} s\n", size, seconds_of([&] { fill(seen, size); }));
  }
  std::unique_ptr<LiveCollection> seen;
  const double opening = seconds_of([&] { seen = std::make_unique<LiveCollection>(path, options); });
  require(seen->size() == size, "lost documents");
  const Texts texts;
  for (std::uint64_t number = 0; number < size; number += size / 100 + 1)
    require(seen->query({.document = {.id = "q", .text = texts.text(number, kShort)}}).verdict ==
                LiveVerdict::exact_copy,
            "lost a document");
  fmt::print("{}: {} documents opened in {:.2f} s, {:.2f} us each; {:.0f} bytes of memory each\n",
             rule.written(), size, opening, opening / static_cast<double>(size) * 1e6,
             static_cast<double>(seen->info().memory_bytes) / static_cast<double>(size));
  fmt::print("bar: opening at the pace of 50 M in 60 s: {:.2f}x (at most 1x) {}\n",
             opening / static_cast<double>(size) * 50e6 / 60,
             opening * 50e6 <= 60 * static_cast<double>(size) ? "reached" : "MISSED");
}

/// Removes a hundredth five times, each against one sort of as many numbers as there are documents.
void bench_remove(std::size_t size, const std::string& path, const LiveRule& rule) {
  constexpr std::size_t kRounds = 5;
  LiveCollection seen(path, {.rule = rule, .durability = Durability::none});
  fill(seen, size);
  std::mt19937_64 random(1);
  std::vector<double> removing;
  std::vector<double> sorting;
  for (std::size_t round = 0; round < kRounds; ++round) {
    std::vector<std::string> ids;
    for (std::size_t i = round; i < size; i += 100) ids.push_back("d" + std::to_string(i));
    std::vector<std::uint64_t> numbers(size);
    std::ranges::generate(numbers, random);
    sorting.push_back(seconds_of([&] { std::ranges::sort(numbers); }));
    std::size_t removed = 0;
    const std::size_t before = seen.size();
    removing.push_back(seconds_of([&] { removed = seen.remove(ids); }));
    require(removed == ids.size() && seen.size() == before - removed, "not removed");
    fmt::print("removing {} of {}: {:.3f} s; one sort of {} numbers: {:.3f} s\n", removed, size,
               removing.back(), size, sorting.back());
  }
  bench::report_at_most("removing a hundredth against one sort of all",
                        {bench::internal::median(removing), bench::internal::median(sorting)}, 2);
}

}  // namespace
}  // namespace neardup::internal

int main(int argc, char** argv) {
  using namespace neardup::internal;
  const std::string_view part = argc > 1 ? argv[1] : "all";
  const std::size_t given = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const bool by_similarity = argc > 4 && std::string_view(argv[4]) == "similarity";
  const auto rule = by_similarity ? neardup::LiveRule::similarity(0.8) : neardup::LiveRule::distance(3);
  const auto is_asked = [&](std::string_view name) { return part == "all" || part == name; };
  const auto size_or = [given](std::size_t usual) { return given == 0 ? usual : given; };
  if (is_asked("speed")) bench_speed();
  if (is_asked("sync")) bench_sync();
  if (is_asked("redis")) bench_redis(size_or(1'000'000));
  const Folder folder;
  const auto path = [&](const char* name) { return argc > 3 ? std::string(argv[3]) : folder.path(name); };
  if (is_asked("growth")) bench_growth(size_or(100'000), path("growth"), rule);
  if (is_asked("opening")) bench_opening(size_or(1'000'000), path("opening"), rule);
  if (is_asked("remove")) bench_remove(size_or(1'000'000), path("remove"), rule);
  if (part == "fill" && argc > 3) {
    neardup::LiveCollection seen(argv[3], {.rule = rule, .durability = neardup::Durability::none});
    fill(seen, given);
  }
  return 0;
}
