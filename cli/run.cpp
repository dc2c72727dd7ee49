#include "cli/run.h"

#include <pthread.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>

#include "cli/commands.h"
#include "cli/dedup/dedup_report.h"
#include "cli/help.h"
#include "cli/hints.h"
#include "cli/misuse.h"
#include "cli/terminal/output.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"
#include "neardup/util/temporary_name.h"
#include "neardup/version.h"

namespace neardup::cli {

namespace {

// Handles Ctrl-C, SIGTERM and a closed terminal (SIGHUP): says what was written, removes temporary files and
// exits with code 130. No half-written file ever has its final name.

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

/// Starts a thread that handles the signals, so that handling them is ordinary code, which may take locks. If
/// none can be started, signals keep their usual effect. Those that the parent process ignores stay ignored.
/// REQUIRES: no other thread has been started
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

/// Maps the exit codes of CLI11 to ours: help and version succeed, every misuse is 2.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  print_message(describe_misuse(app, error));
  return exit_error;
}

int print_generated(const CLI::App& app, const std::string& kind) {
  print(generate(app, kind));
  return exit_done;
}

/// Adds `help`. It is here because it is the only command that needs all the others.
Action add_help_command(const CLI::App& app, const Command& program) {
  const auto words = std::make_shared<std::vector<std::string>>();
  program.add_subcommand("help", "Show all options of a command")
      .add_option("COMMAND", *words, "The command, such as dedup or index build")
      .type_name("");
  return [&app, words] {
    print(help_of(app, *words));
    return static_cast<int>(exit_done);
  };
}

int run_action(const Action& action) {
  const int code = action();
  flush_output();
  return code;
}

}  // namespace

int run(int argc, char** argv) {
  // A closed pipe must not kill the program half-way. With the signal ignored, the write fails instead, which
  // print() handles.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // likewise for a file at its size limit
  watch_interrupts();

  CLI::App app("Finds near-duplicate text, and removes it.", "neardup");
  app.set_version_flag("-V,--version", std::string("neardup ") + kVersion);
  std::string generated;
  app.add_option("--generate", generated, "Print man, complete-bash, complete-zsh or complete-fish")
      ->type_name("KIND");
  app.require_subcommand(0, 1);
  const Command program(&app);
  std::map<std::string, Action> actions;
  actions["dedup"] = add_dedup_command(program, shell_line(argc, argv));
  actions["fingerprint"] = add_fingerprint_command(program);
  actions["compare"] = add_compare_command(program);
  actions["explain"] = add_explain_command(program);
  actions["idf"] = add_idf_command(program);
  actions["index"] = add_index_command(program);
  actions["pairs"] = add_pairs_command(program);
  actions["recipes"] = add_recipes_command(program);
  actions["seen"] = add_seen_command(program);
  actions["tune"] = add_tune_command(program);
  actions["help"] = add_help_command(app, program);
  add_help(app);
  try {
    app.parse(argc, argv);
    if (!generated.empty()) return run_action([&] { return print_generated(app, generated); });
    if (app.get_subcommands().empty()) throw CLI::RequiredError("a command");
    return run_action(actions.at(program.chosen()));
  } catch (const CLI::ParseError& error) {
    return report_parse_error(app, error);
  } catch (const PipeClosed&) {
    return exit_done;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::reader_left) return exit_done;
    print_message(std::string(error.what()).append(hint(error.code())));
    return exit_error;
  } catch (const std::bad_alloc&) {
    print_message("not enough memory; try fewer threads (-j 1), or split the input into smaller parts");
    return exit_error;
  } catch (const std::exception& error) {
    print_message(error.what());
    return exit_error;
  }
}

}  // namespace neardup::cli
