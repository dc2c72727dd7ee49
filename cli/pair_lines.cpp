#include "cli/pair_lines.h"

#include <array>
#include <charconv>

#include "cli/json_text.h"
#include "cli/output.h"

namespace neardup::cli {

namespace {
constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;
}

void PairLines::add(const NearPair& pair) {
  if (format_ == OutputFormat::jsonl) {
    add_json(pair);
  } else {
    add_tsv(pair);
  }
  ++lines_;
  if (buffer_.size() >= kWrittenAtOnce) flush();
}

void PairLines::flush() {
  print(buffer_);
  buffer_.clear();
}

void PairLines::add_tsv(const NearPair& pair) {
  append_tsv_id(pair.first);
  append_tsv_id(pair.second);
  append_number(static_cast<std::uint32_t>(pair.distance));
  buffer_ += "\t-\n";
}

void PairLines::add_json(const NearPair& pair) {
  JsonLine line;
  line.text("id1", list_.plain_id(pair.first)).text("id2", list_.plain_id(pair.second));
  line.integer("distance", pair.distance).raw("similarity", "null");
  buffer_ += line.line();
}

void PairLines::append_number(std::uint32_t number) {
  std::array<char, 10> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
  const char* const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  buffer_.append(digits.cbegin(), end);
}

void PairLines::append_tsv_id(std::uint32_t ordinal) {
  if (list_.has_ids()) {
    buffer_ += list_.id(ordinal);
  } else {
    append_number(ordinal);
  }
  buffer_ += '\t';
}

}  // namespace neardup::cli
