// Handles Ctrl-C, SIGTERM and a closed terminal (SIGHUP): says what was written, removes temporary files and
// exits with code 130. No half-written file ever has its final name.
#pragma once

namespace neardup::cli {

/// Starts a thread that handles the signals; if none can be started, they keep their usual effect. Signals that the parent process set to be ignored stay ignored.
/// REQUIRES: no other thread has been started
void watch_interrupts();

}  // namespace neardup::cli
