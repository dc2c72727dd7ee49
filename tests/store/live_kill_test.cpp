// Kills a process that writes, again and again, and looks at what is left.
//
// The writer is live_kill_writer. It reports on a pipe every document whose check was answered. The test kills it
// at a random moment, opens the collection and expects every reported document, only whole documents, and
// indexes that agree with the store. The number of documents found must differ from kill to kill, or the kills
// would prove nothing.
//
// NEARDUP_KILLS=20000 makes more of them than the 200 of the suite.
#include "tests/store/live_kill.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "neardup/store/live_collection.h"
#include "tests/store/live_texts.h"

extern char** environ;

namespace neardup::internal {
namespace {

constexpr std::uint64_t kRoundsPerFolder = 25;

/// When to kill: so long after the start, or after the first report.
struct Moment {
  bool is_after_report = false;
  std::chrono::microseconds delay{0};
};

/// Returns a moment while the writer opens the collection, or, three times in four, while it writes.
Moment random_moment(std::mt19937_64& random) {
  const bool is_after_report = random() % 4 != 0;
  return {is_after_report, std::chrono::microseconds(random() % (is_after_report ? 25'000 : 60'000))};
}

/// Starts the writer, kills it after a while, and returns the ids that it reported.
std::vector<std::string> run_and_kill(const std::string& folder, std::uint64_t round, const Moment& moment) {
  int ends[2] = {};
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO + 1);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = NEARDUP_KILL_WRITER;
  std::string written_folder = folder;
  std::string written_round = std::to_string(round);
  char* arguments[] = {program.data(), written_folder.data(), written_round.data(), nullptr};
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  pollfd report{.fd = ends[0], .events = POLLIN, .revents = 0};
  if (moment.is_after_report) ::poll(&report, 1, 10'000);
  std::this_thread::sleep_for(moment.delay);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself";
  std::string reported;
  std::vector<char> buffer(1 << 16);
  for (ssize_t count = 0; (count = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    reported.append(buffer.data(), static_cast<std::size_t>(count));
  ::close(ends[0]);
  std::vector<std::string> ids;
  for (std::size_t begin = 0, end = 0; (end = reported.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    ids.push_back(reported.substr(begin, end - begin));
  return ids;
}

/// Checks what is left, and returns how many documents that is.
std::size_t expect_whole(const std::string& folder, const std::vector<std::string>& reported) {
  const LiveCollection seen(folder, kill_options());
  std::set<std::string> found;
  seen.for_each([&](const StoredDocument& document) {
    found.insert(document.id);
    EXPECT_EQ(document.text, kill_text(document.id)) << "half a document";
  });
  for (const std::string& id : reported) EXPECT_TRUE(found.contains(id)) << "lost " << id;
  seen.verify();
  return found.size();
}

TEST(LiveKillTest, LosesNothingThatWasAnswered) {
  const char* const asked = std::getenv("NEARDUP_KILLS");
  const std::uint64_t kills = asked == nullptr ? 200 : std::strtoull(asked, nullptr, 10);
  std::mt19937_64 random(1);
  std::set<std::pair<std::uint64_t, std::size_t>> recovered;
  std::size_t reported_in_all = 0;
  for (std::uint64_t kill = 0; kill < kills && !HasFailure();) {
    const LiveFolder folder;
    std::vector<std::string> reported;
    for (std::uint64_t round = 0; round < kRoundsPerFolder && kill < kills; ++round, ++kill) {
      const std::vector<std::string> more = run_and_kill(folder.path(), round, random_moment(random));
      reported.insert(reported.end(), more.begin(), more.end());
      recovered.emplace(kill / kRoundsPerFolder, expect_whole(folder.path(), reported));
    }
    reported_in_all += reported.size();
  }
  EXPECT_GE(recovered.size(), std::min<std::uint64_t>(kills / 4, 50))
      << "the kills came too early or too late";
  RecordProperty("reported", static_cast<int>(reported_in_all));
  RecordProperty("recovery_points", static_cast<int>(recovered.size()));
  std::printf("%llu kills, %zu documents answered, %zu different recovery points\n",
              static_cast<unsigned long long>(kills), reported_in_all, recovered.size());
}

}  // namespace
}  // namespace neardup::internal
