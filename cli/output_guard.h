// Checks the outputs before any work is done: refuses those that would overwrite an input or each other, and
// those whose folder is missing or not writable.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"

namespace neardup::cli {

using namespace internal;

struct OutputPlan {
  std::string command = "dedup";  // the prefix of messages
  std::vector<std::string> inputs;
  std::vector<std::string> references;  // other files that must not be overwritten
  std::vector<std::string> globs;       // which files inside folders count
  std::string corpus;                   // the file or folder of -o; empty if not given
  // The other outputs, as pairs of option and file. The file is empty if the option was not given.
  std::vector<std::pair<std::string, std::string>> files = {};
};

/// Throws Error for a plan that would overwrite an input, a reference or another of its outputs, or
/// that cannot be written. Two paths are the same file if they have the same inode, whatever their
/// names, or, for files that do not exist, the same name in the same folder.
void refuse_destructive_outputs(const OutputPlan& plan);

}  // namespace neardup::cli
