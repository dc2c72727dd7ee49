// The whole command line behind one function.
#pragma once

namespace neardup::cli {

/// Exit codes: 0 done; 1 only with --check; 2 any error, skipped input included; 130 interrupted.
enum ExitCode { exit_done = 0, exit_different = 1, exit_error = 2, exit_interrupted = 130 };

[[nodiscard]] int run(int argc, char** argv);

}  // namespace neardup::cli
