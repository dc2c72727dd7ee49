#include "neardup/corpus/convert/output_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "neardup/corpus/parquet/parquet_loader.h"
#include "neardup/corpus/record_writer.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

// What a program that opens a file of this name would expect, and we cannot write.
constexpr auto kForeign = std::to_array<std::string_view>(
    {"bz2",  "xz",  "lz4", "zip",  "7z",  "tar", "tgz", "rar",    "arrow", "feather", "orc", "avro",
     "xlsx", "xls", "ods", "docx", "doc", "odt", "pdf", "sqlite", "db",    "pkl",     "npy"});

struct Name {
  std::string extension;  // in lower case, without a dot
  std::string_view compression;
};

Name split(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  std::string_view compression;
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (!name.ends_with(ending)) continue;
    compression = ending;
    name.resize(name.size() - ending.size());
    break;
  }
  const std::size_t dot = name.rfind('.');
  return {dot == std::string::npos ? "" : name.substr(dot + 1), compression};
}

OutputKind kind_of_extension(std::string_view extension) {
  if (extension == "jsonl" || extension == "ndjson" || extension == "json") return OutputKind::jsonl;
  if (extension == "tsv") return OutputKind::tsv;
  if (extension == "csv") return OutputKind::csv;
  if (extension == "parquet" || extension == "pq") return OutputKind::parquet;
  if (extension == "warc" || extension == "wet") return OutputKind::warc;
  return OutputKind::as_input;
}

}  // namespace

OutputKind kind_of_output(const std::string& path) {
  return is_output_folder(path) ? OutputKind::as_input : kind_of_extension(split(path).extension);
}

void require_possible_output(const std::string& path) {
  if (path.empty() || is_output_folder(path)) return;
  const Name name = split(path);
  if (std::ranges::find(kForeign, name.extension) != kForeign.end())
    throw Error(ErrorCode::invalid_argument,
                path + ": neardup writes no ." + name.extension +
                    " files; it writes .jsonl, .csv and .tsv (also with .gz or .zst) and .parquet");
  if (kind_of_extension(name.extension) != OutputKind::parquet) return;
  if (!name.compression.empty())
    throw Error(ErrorCode::invalid_argument,
                path + ": Parquet files are compressed inside; leave out " + std::string(name.compression));
  try {
    static_cast<void>(parquet_module());
  } catch (const Error& error) {
    throw Error(error.code(), path + ": cannot be written: " + error.what());
  }
}

bool is_of_kind(InputFormat format, OutputKind kind) noexcept {
  switch (kind) {
    case OutputKind::as_input:
      return true;
    case OutputKind::jsonl:
      return format == InputFormat::jsonl || format == InputFormat::json;
    case OutputKind::tsv:
      return format == InputFormat::tsv;
    case OutputKind::csv:
      return format == InputFormat::csv;
    case OutputKind::parquet:
      return format == InputFormat::parquet;
    case OutputKind::warc:
      return format == InputFormat::warc;
  }
  return false;
}

}  // namespace neardup::internal
