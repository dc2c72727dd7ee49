// A dedicated thread waits for the signals, so that handling them is ordinary code, which may take locks.
#include "cli/terminal/interrupts.h"

#include <pthread.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>

#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/util/number_text.h"
#include "neardup/util/temporary_name.h"

namespace neardup::cli {

using namespace internal;

namespace {

bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Returns what the interrupt left behind.
std::string describe_interrupt(const WrittenOutput& written) {
  std::string text = "interrupted";
  if (written.files == 0 && !written.is_streaming) return text + ", nothing written";
  if (written.files > 0) text += " after writing " + written.first_file;
  if (written.files > 1) text += " and " + plural(written.files - 1, "more file");
  if (written.is_streaming) text += "; what went to standard output or a pipe is incomplete";
  return text;
}

/// Waits for one of the signals and ends the program.
void end_at_signal(const sigset_t& watched) {
  int signal = 0;
  if (sigwait(&watched, &signal) != 0) return;
  const WrittenOutput written = stop_writing();
  print_message(describe_interrupt(written));
  remove_temporary_files();
  std::_Exit(exit_interrupted);
}

}  // namespace

void watch_interrupts() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&watched, signal);
  }
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);  // for all threads: new ones inherit the mask
  try {
    std::thread([watched] { end_at_signal(watched); }).detach();
  } catch (const std::system_error&) {  // no thread to be had: signals end the program as usual
    pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
  }
}

}  // namespace neardup::cli
