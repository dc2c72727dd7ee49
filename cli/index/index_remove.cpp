// `neardup index remove`: removes ids from an index file. An id that the index does not have causes only a
// warning, so that a removal can be repeated.
#include <fmt/format.h>

#include <memory>

#include "cli/command_line.h"
#include "cli/index/index_commands.h"
#include "cli/index/index_update.h"
#include "cli/run.h"
#include "cli/terminal/file_lock.h"
#include "cli/terminal/text_lines.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  std::string file;
  std::vector<std::string> ids;
  std::string ids_from;
  bool quiet = false;
  bool stats = false;
};

void warn_of_missing(const CountedIds& missing, const std::string& file, ProblemReport& problems) {
  if (missing.count == 0) return;
  problems.add({.severity = Problem::Severity::warning,
                .path = file,
                .message = missing.count == 1
                               ? fmt::format("id not found: {}", missing.first)
                               : fmt::format("{} ids not found, first: {}", missing.count, missing.first)});
}

/// Removes the ids, and returns those that the index does not have.
CountedIds remove_ids(const Options& options, IndexUpdate& update, ProblemReport& problems) {
  CountedIds missing;
  const auto remove = [&](const std::string& id) {
    if (!update.remove(id)) missing.add(id);
  };
  for (const std::string& id : options.ids) remove(id);
  if (options.ids_from.empty()) return missing;
  for_each_line(options.ids_from, problems, [&](std::string_view line, std::uint64_t number) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > kLongestLine) {
      problems.add({.path = options.ids_from, .line = number, .message = "too long for an id (skipped)"});
    } else if (!line.empty()) {
      remove(unescape_tsv(line));
    }
  });
  return missing;
}

int run_remove(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  if (options.ids.empty() && options.ids_from.empty())
    throw Error(ErrorCode::invalid_argument, "index remove: give ID or --ids-from FILE");
  const std::string file = follow_link(options.file);
  const FileLock lock(file, options.quiet);
  AnyIndex index = AnyIndex::open(file);
  ProblemReport problems(options.quiet);
  IndexUpdate update(index, index.id_kind(), problems);
  warn_of_missing(remove_ids(options, update, problems), options.file, problems);
  if (update.has_changed_anything()) index.save(file);
  if (options.stats) print_update_stats(index, update.counts(), problems, start);
  return problems.errors() > 0 ? exit_error : exit_done;
}

}  // namespace

Action add_index_remove(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command =
      index.add_subcommand("remove", "Remove documents by their ids. Waits for other writers");
  add_index_file(command, options->file);
  command.add_option("ID", options->ids, "Ids to remove").type_name("");
  command
      .add_option("--ids-from", options->ids_from,
                  "Read ids from a file, one per line, with TSV escapes; - is standard input")
      .type_name("FILE");
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  command.add_flag("--stats", options->stats, "Print counts, time and memory as JSON on standard error");
  return [options] { return run_remove(*options); };
}

}  // namespace neardup::cli
