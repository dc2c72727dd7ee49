#include "cli/pair_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

using namespace internal;

namespace {
constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;
constexpr std::uint64_t kManyLines = 100'000'000;

double rank_of(const DocumentPair& pair, PairOrder order) {
  constexpr double kLast = std::numeric_limits<double>::infinity();
  if (order == PairOrder::similarity) return pair.similarity ? -*pair.similarity : kLast;
  return pair.distance ? *pair.distance : kLast;
}
}  // namespace

void ClosestPairs::add(const DocumentPair& pair) {
  const Ranked ranked{rank_of(pair, order_), added_++, pair};
  if (most_ == 0 || closest_.size() < most_) {
    if (closest_.size() == kMostSorted)
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("pairs: there are more than {} pairs to sort; --top N prints the closest N",
                              grouped_number(kMostSorted)));
    closest_.push_back(ranked);
    if (closest_.size() == most_) std::ranges::make_heap(closest_, std::less<>());
    return;
  }
  if (!(ranked < closest_.front())) return;
  std::ranges::pop_heap(closest_, std::less<>());
  closest_.back() = ranked;
  std::ranges::push_heap(closest_, std::less<>());
}

void ClosestPairs::for_each(const std::function<void(const DocumentPair&)>& use) {
  std::ranges::sort(closest_, std::less<>());
  for (const Ranked& ranked : closest_) use(ranked.pair);
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

std::optional<std::string> check_line_count(const CountLines& count, EqualPairs equal) {
  const std::uint64_t lines = count(equal);
  if (lines <= kManyLines) return std::nullopt;
  const std::uint64_t without_copies = equal == EqualPairs::star ? lines : count(EqualPairs::star);
  const std::uint64_t of_copies = lines - std::min(lines, without_copies);
  if (of_copies > kManyLines)
    throw Error(ErrorCode::invalid_argument,
                fmt::format("pairs: equal documents alone would make {} lines; --equal star gives one line "
                            "for each copy",
                            grouped_number(of_copies)));
  return fmt::format(
      "about {} pairs will be printed; a stricter --similarity or --distance gives fewer, and `neardup dedup "
      "--pairs FILE` one per removed document",
      grouped_number(lines));
}

}  // namespace neardup::cli
