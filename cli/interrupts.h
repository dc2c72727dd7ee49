// What ctrl-C, SIGTERM and a closed terminal (SIGHUP) do: temporary files are removed, nothing has its final
// name half-written, and the exit code is 130.
#pragma once

namespace neardup::cli {

/// Must be called before any other thread is started. Signals that whoever started the program has had
/// ignored stay so.
void watch_interrupts();

}  // namespace neardup::cli
