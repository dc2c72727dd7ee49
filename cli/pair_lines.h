// Near pairs as lines of TSV or JSONL, collected in a large buffer and written in large pieces: a join of
// millions of pairs should not spend its time on printing them.
#pragma once

#include <cstdint>
#include <string>

#include "cli/fingerprint_list.h"
#include "cli/options.h"
#include "neardup/join/near_pair.h"

namespace neardup::cli {

class PairLines {
 public:
  PairLines(const FingerprintList& list, OutputFormat format) : list_(list), format_(format) {}

  /// `id1 TAB id2 TAB distance TAB -`, or the same as an object.
  void add(const NearPair& pair);
  /// Prints what is left. Throws PipeClosed or Error, as `add` does.
  void flush();
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

 private:
  void add_tsv(const NearPair& pair);
  void add_json(const NearPair& pair);
  void append_number(std::uint32_t number);
  void append_tsv_id(std::uint32_t ordinal);

  const FingerprintList& list_;
  OutputFormat format_;
  std::string buffer_;
  std::uint64_t lines_ = 0;
};

}  // namespace neardup::cli
