// `neardup index merge OUT FILE...`: one index file of the entries of several, of one kind, rule and recipe. Of
// equal ids, the entry of the last file is kept.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/command_line.h"
#include "cli/index/any_index.h"
#include "cli/index/index_commands.h"
#include "cli/run.h"
#include "cli/terminal/file_lock.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  std::string file;
  std::vector<std::string> sources;
  bool force = false;
  bool quiet = false;
};

[[noreturn]] void refuse_mixture(const std::string& file, const std::string& first) {
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: cannot be merged with {}: merged index files must have the same kind, rule and recipe",
                  file, first));
}

void merge_distance(HammingIndex& all, const std::string& path, const std::string& first) {
  const HammingIndex next = HammingIndex::open(path);
  const IndexOptions& made = all.options();
  const bool is_alike = made.bits == next.options().bits && made.recipe == next.options().recipe &&
                        made.max_distance == next.options().max_distance;
  if (!is_alike || (next.id_kind() && all.id_kind() && next.id_kind() != all.id_kind()))
    refuse_mixture(path, first);
  next.for_each([&](const IdRef& id, const Fingerprint& fingerprint) { all.add(id, fingerprint); });
}

void merge_similarity(SimilarityIndex& all, const std::string& path, const std::string& first) {
  SimilarityIndex next = SimilarityIndex::open(path);
  const bool is_alike = all.options().min_similarity == next.options().min_similarity &&
                        all.options().recipe == next.options().recipe && all.plan() == next.plan() &&
                        all.options().sketch_seed == next.options().sketch_seed;
  if (!is_alike || (next.id_kind() && all.id_kind() && next.id_kind() != all.id_kind()))
    refuse_mixture(path, first);
  all.merge_from(next);
}

int run_merge(const Options& options) {
  const std::string target = follow_link(options.file);
  const FileLock lock(target, options.quiet);
  std::error_code error;
  const auto type = std::filesystem::symlink_status(options.file, error).type();
  if (!options.force && type != std::filesystem::file_type::not_found)
    throw Error(ErrorCode::io, options.file + ": exists already; --force overwrites it");
  const std::string& first = options.sources.front();
  AnyIndex all = AnyIndex::open(first);
  for (std::size_t i = 1; i < options.sources.size(); ++i) {
    const std::string& path = options.sources[i];
    const bool is_similarity = index_kind(path) == IndexKind::similarity;
    if (is_similarity != (all.similarity() != nullptr)) refuse_mixture(path, first);
    if (is_similarity) {
      merge_similarity(*all.similarity(), path, first);
    } else {
      merge_distance(*all.distance(), path, first);
    }
  }
  all.save(target);
  return exit_done;
}

}  // namespace

Action add_index_merge(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command = index.add_subcommand(
      "merge", "Merge index files of one kind and recipe; of equal ids, the last file's entry is kept");
  command.add_option("OUT", options->file, "The index file to write").type_name("").not_empty().required();
  command.add_option("FILE", options->sources, "The index files to merge")
      .type_name("")
      .not_empty()
      .required();
  command.add_flag("--force", options->force, "Overwrite an existing index file");
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  return [options] { return run_merge(*options); };
}

}  // namespace neardup::cli
