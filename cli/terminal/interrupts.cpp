// A dedicated thread waits for the signals, so that handling them is ordinary code, which may take locks.
#include "cli/terminal/interrupts.h"

#include <pthread.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "cli/run.h"
#include "cli/terminal/progress.h"
#include "neardup/util/temporary_name.h"

namespace neardup::cli {

namespace {

bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void watch_interrupts() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&watched, signal);
  }
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);  // for all threads: new ones inherit the mask
  std::thread([watched] {
    int signal = 0;
    if (sigwait(&watched, &signal) != 0) return;
    hide_progress();
    remove_temporary_files();
    std::_Exit(exit_interrupted);
  }).detach();
}

}  // namespace neardup::cli
