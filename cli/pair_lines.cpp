#include "cli/pair_lines.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

using namespace internal;

namespace {
constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;
}

void PairLines::add(const DocumentPair& pair) {
  if (format_ == OutputFormat::jsonl) {
    add_json(pair);
  } else {
    add_tsv(pair);
  }
  ++lines_;
  if (buffer_.size() >= kWrittenAtOnce) flush();
}

void PairLines::flush() {
  write_(buffer_);
  buffer_.clear();
}

void PairLines::add_tsv(const DocumentPair& pair) {
  buffer_ += escape_tsv(id_of_(pair.first));
  buffer_ += '\t';
  buffer_ += escape_tsv(id_of_(pair.second));
  buffer_ += '\t';
  buffer_ += pair.distance ? std::to_string(*pair.distance) : "-";
  buffer_ += '\t';
  buffer_ += pair.similarity ? similarity_text(*pair.similarity) : "-";
  buffer_ += '\n';
}

void PairLines::add_json(const DocumentPair& pair) {
  JsonObject line;
  line.text("id1", id_of_(pair.first)).text("id2", id_of_(pair.second));
  line.raw("distance", pair.distance ? std::to_string(*pair.distance) : "null");
  line.raw("similarity", pair.similarity ? similarity_text(*pair.similarity) : "null");
  buffer_ += line.line();
}

}  // namespace neardup::cli
