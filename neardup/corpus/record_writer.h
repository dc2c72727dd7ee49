// Writes the clean corpus: the records of the kept documents, byte for byte and in the order of the input, to
// one file or to a folder of files with the names of the input files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/record_table.h"

namespace neardup::internal {

/// Returns true if an output of this name is a folder: an existing one, or any name that ends in a slash.
[[nodiscard]] bool is_output_folder(const std::string& path);

struct CleanOutput {
  /// "out.jsonl" (or .gz, .zst): all records in one file. "out/": one file per input file, under its name.
  /// The extension decides the kind of a single file (convert/output_kind.h); records of other kinds are converted.
  /// Otherwise, plain text files, which are one document each, can only go to a folder.
  std::string path;
  /// The inputs as the caller gave them: names in an output folder are relative to them.
  std::vector<std::string> inputs = {};
  /// The first document that may be kept; those before it are references.
  std::uint32_t first = 0;
  /// Called after each run of adjacent kept records with the ordinal of its last document.
  std::function<void(std::uint32_t)> progress = {};
};

/// Returns the text to write for a record; without an edit, records stay as they are.
using RecordEdit = std::function<std::string(std::uint32_t document, std::string_view record)>;

/// Throws Error if the documents from `first` on cannot all go to this output (CleanOutput::path). This is
/// known once they are read, and better reported before hours of work than after them.
void require_output_fits(const RecordTable& records, std::uint32_t first, const std::string& output);

/// Writes the documents for which `keep` is true. Every file appears complete or not at all. Throws Error if
/// the inputs do not fit into one file, if the output cannot be written, or if an input has changed.
void write_records(const RecordTable& records, const ReadOptions& read,
                   const std::function<bool(std::uint32_t)>& keep, const CleanOutput& output,
                   const RecordEdit& edit = {});

/// Returns the name of the file within the output folder: the part of the path after the input folder that it
/// was found in, or just the file name.
[[nodiscard]] std::string relative_name(const std::string& path, const std::vector<std::string>& inputs);

}  // namespace neardup::internal
