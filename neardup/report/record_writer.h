// The clean corpus: the records of the documents that are kept, byte for byte as they stood in the input and
// in its order, to one file or to a folder of files with the names of the input.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/record_table.h"

namespace neardup {

struct CleanOutput {
  /// "out.jsonl" (or .gz, .zst): all records in one file. "out/": a file for each input file, under its name;
  /// plain texts, which are a document each, can only go there.
  std::string path;
  /// What the inputs were given as: names in a folder are relative to them.
  std::vector<std::string> inputs = {};
  /// Called now and then with the number of documents that were written or passed over.
  std::function<void(std::uint32_t)> progress = {};
};

/// What a record becomes; by default it stays as it is.
using RecordEdit = std::function<std::string(std::uint32_t document, std::string_view record)>;

/// Throws Error when not all documents from `first` on could go to this output (CleanOutput::path): known
/// once they are read, and better said before hours of work than after them.
void require_output_fits(const RecordTable& records, std::uint32_t first, const std::string& output);

/// Writes the documents for which `keep` is true. Every file appears complete or not at all. Throws Error:
/// for inputs that do not fit into one file, for what cannot be written, for an input that has changed.
void write_records(const RecordTable& records, const ReadOptions& read,
                   const std::function<bool(std::uint32_t)>& keep, const CleanOutput& output,
                   const RecordEdit& edit = {});

/// The name of the file below the folder: the part of the path behind the input that it was found by.
[[nodiscard]] std::string relative_name(const std::string& path, const std::vector<std::string>& inputs);

}  // namespace neardup
