// Writes to a collection until it is killed, and reports on a pipe what it wrote: the victim of live_kill_test.
//
//   live_kill_writer FOLDER ROUND
//
// In every second round it closes the collection now and then, which saves the indexes, and opens it again.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>
#include <thread>
#include <vector>

#include "tests/store/live_kill.h"

namespace neardup::internal {
namespace {

constexpr int kWriters = 4;
constexpr int kReportPipe = STDERR_FILENO + 1;

[[noreturn]] void write_until_killed(const std::string& folder, const std::string& round) {
  const int documents =
      round.back() % 2 == 0 ? 5 : std::numeric_limits<int>::max();  // per thread and opening
  for (int opening = 0;; ++opening) {
    LiveCollection seen(folder, kill_options());
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kWriters; ++thread) {
      threads.emplace_back([&, name = fmt::format("{}-{}-{}-", round, opening, thread)] {
        for (int i = 0; i < documents; ++i) {
          const std::string id = name + std::to_string(i);
          seen.check(id, kill_text(id));
          const std::string line = id + "\n";
          if (::write(kReportPipe, line.data(), line.size()) < 0) std::_Exit(1);
        }
      });
    }
  }
}

}  // namespace
}  // namespace neardup::internal

int main(int count, char** arguments) {
  if (count != 3) return 2;
  neardup::internal::write_until_killed(arguments[1], arguments[2]);
}
