// Pairs of documents as lines of TSV or JSONL, collected in a large buffer and written in large pieces: a
// join of millions of pairs should not spend its time on printing them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cli/options.h"
#include "cli/output.h"
#include "neardup/join/document_pairs.h"

namespace neardup::cli {

class PairLines {
 public:
  /// The id of a document, by its ordinal.
  using IdOf = std::function<std::string(std::uint32_t)>;
  using Write = std::function<void(std::string_view)>;
  PairLines(IdOf id_of, OutputFormat format, Write write = print)
      : id_of_(std::move(id_of)), format_(format), write_(std::move(write)) {}

  /// `id1 TAB id2 TAB distance TAB similarity`, or the same as an object.
  void add(const DocumentPair& pair);
  /// Writes what is left. Throws PipeClosed or Error, as `add` does.
  void flush();
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

 private:
  void add_tsv(const DocumentPair& pair);
  void add_json(const DocumentPair& pair);

  IdOf id_of_;
  OutputFormat format_;
  Write write_;
  std::string buffer_;
  std::uint64_t lines_ = 0;
};

/// Six decimals, rounded down: what is printed as 1.000000 is 1, and no pair is shown above its value.
[[nodiscard]] std::string similarity_text(double similarity);

}  // namespace neardup::cli
