// Formats pairs of documents as lines of TSV or JSONL. Collects the lines in a buffer and writes
// them in large pieces, so that a join with millions of pairs does not spend its time on output.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "cli/options.h"
#include "cli/terminal/output.h"
#include "neardup/join/document_pair.h"
#include "neardup/join/hamming_join.h"

namespace neardup::cli {

class PairLines {
 public:
  /// Returns the id of the document with this ordinal.
  using IdOf = std::function<std::string(std::uint32_t)>;
  using Write = std::function<void(std::string_view)>;
  PairLines(IdOf id_of, OutputFormat format, Write write = print)
      : id_of_(std::move(id_of)), format_(format), write_(std::move(write)) {}

  /// Adds a line `id1 TAB id2 TAB distance TAB similarity`, or a JSON object with these members.
  void add(const DocumentPair& pair);
  /// Writes the rest of the buffer. Throws PipeClosed or Error, as add() does.
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

/// Returns the number of lines if equal documents are listed in this way.
using CountLines = std::function<std::uint64_t(EqualPairs)>;

/// Returns a warning if there will be more than 10^8 lines. Throws Error if pairs of equal documents alone are
/// more: a million copies of one text make 5 * 10^11 pairs.
[[nodiscard]] std::optional<std::string> check_line_count(const CountLines& count, EqualPairs equal);

}  // namespace neardup::cli
