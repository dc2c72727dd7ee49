// The entry point of the command line program.
#pragma once

namespace neardup::cli {

/// Exit codes: 0 success; 1 only with --check; 2 any error, including skipped input; 130 interrupted.
enum ExitCode { exit_done = 0, exit_different = 1, exit_error = 2, exit_interrupted = 130 };

/// Parses the command line, runs the chosen command and returns the exit code.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace neardup::cli
