// Refuses, before any work is done, outputs that would destroy an input or each other, or have no folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"

namespace neardup::cli {

struct OutputPlan {
  std::string command = "dedup";  // what messages begin with
  std::vector<std::string> inputs;
  std::vector<std::string> references;                          // must not be destroyed either
  std::vector<std::string> globs;                               // inside folders
  std::string corpus;                                           // -o: a file or a folder; empty: none
  std::vector<std::pair<std::string, std::string>> files = {};  // option and file, empty ones included
};

/// Whether outputs of this name go into a folder.
[[nodiscard]] bool is_folder(const std::string& path);

/// Files are the same when they have the same inode, whatever their names, or would have the same name.
/// Throws Error.
void refuse_destructive_outputs(const OutputPlan& plan);

}  // namespace neardup::cli
