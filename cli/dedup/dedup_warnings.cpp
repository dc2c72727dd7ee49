#include "cli/dedup/dedup_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "neardup/corpus/record_writer.h"
#include "neardup/corpus/repeated_id.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

namespace {

/// Returns true if `path` is the file `source` or lies in the folder `source`.
bool is_from(std::string_view path, std::string_view source) {
  return preference({.sources = {std::string(source)}}, path) == 0;
}

}  // namespace

void ReferenceCheck::note(const Problem& problem) {
  if (problem.severity != Problem::Severity::error) return;
  for (const std::string& reference : references_)
    if (is_from(problem.path, reference)) failed_.insert(reference);
}

void ReferenceCheck::finish(const Collection& collection, ProblemReport& problems) const {
  std::set<std::string> empty(references_.begin(), references_.end());
  for (std::uint32_t i = 0; i < collection.reference_documents() && !empty.empty(); ++i) {
    const std::string& path = collection.records().path(i);
    std::erase_if(empty, [&path](const std::string& reference) { return is_from(path, reference); });
  }
  for (const std::string& reference : empty) {
    if (failed_.contains(reference))
      throw Error(ErrorCode::io, "--against " + reference + ": nothing could be read; nothing is written");
    problems.add({.severity = Problem::Severity::warning,
                  .path = "--against " + reference,
                  .message = "has no documents"});
  }
}

void warn_of_repeated_id(const Collection& collection, ProblemReport& problems) {
  const std::optional<std::uint32_t> again =
      find_repeated_id(collection.records(), collection.reference_documents());
  if (!again) return;
  problems.add({.severity = Problem::Severity::warning,
                .path = collection.records().path(*again),
                .message = "several documents have the id " + collection.records().id(*again) +
                           "; the lists name documents by their ids (said once)"});
}

void warn_of_unknown_fields(const Collection& collection, const std::vector<std::string>& names,
                            ProblemReport& problems) {
  for (std::size_t place = 0; place < names.size(); ++place) {
    std::size_t i = 0;
    while (i < collection.size() && collection.field(i, place).empty()) ++i;
    if (i < collection.size() || collection.size() == 0) continue;
    problems.add({.severity = Problem::Severity::warning,
                  .path = "field " + names[place],
                  .message = "no document has a value in it"});
  }
}

void warn_of_unknown_sources(const Collection& collection, const KeepPolicy& keep, ProblemReport& problems) {
  std::vector<bool> is_met(keep.sources.size());
  for (std::size_t i = 0; i < collection.size() && std::ranges::count(is_met, false) > 0; ++i) {
    const auto source = static_cast<std::size_t>(preference(keep, collection.records().path(i)));
    if (source < is_met.size()) is_met[source] = true;
  }
  for (std::size_t source = 0; source < is_met.size() && collection.size() > 0; ++source) {
    if (is_met[source]) continue;
    problems.add({.severity = Problem::Severity::warning,
                  .path = "--keep prefer:" + keep.sources[source],
                  .message = "no document is from it (a file, or a folder as the inputs name it)"});
  }
}

void warn_of_old_files(const Collection& collection, const Deduplication& result, const std::string& output,
                       const std::vector<std::string>& inputs, ProblemReport& problems) {
  std::map<std::string, bool> stays;  // for each file: whether the run keeps any of its documents
  std::uint32_t i = collection.reference_documents();
  while (i < collection.size()) {
    const std::string& path = collection.records().path(i);
    bool& of_file = stays[path];
    for (; i < collection.size() && collection.records().path(i) == path; ++i)
      of_file = of_file || result.is_clean(i);
  }
  std::uint64_t old_files = 0;
  std::string example;
  for (const auto& [path, any] : stays) {
    const std::filesystem::path target = std::filesystem::path(output) / relative_name(path, inputs);
    if (any || !std::filesystem::exists(target)) continue;
    if (old_files++ == 0) example = target.string();
  }
  if (old_files == 0) return;
  problems.add(
      {.severity = Problem::Severity::warning,
       .path = output,
       .message = fmt::format("has {} of an earlier run of whose inputs nothing stays now, such as {}",
                              plural(old_files, "file"), example)});
}

void warn_of_chaining(const Deduplication& result, ProblemReport& problems) {
  const std::optional<ChainWarning>& warning = result.linkage().warning;
  if (!warning) return;
  problems.add(
      {.severity = Problem::Severity::warning,
       .path = "chaining",
       .message = fmt::format("of the {} documents of cluster {} only {} like the kept one (see --link star)",
                              warning->members, result.id(warning->kept), warning->like_kept)});
}

}  // namespace neardup::cli
