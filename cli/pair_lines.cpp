#include "cli/pair_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cli/terminal/output.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

using namespace internal;

namespace {
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

PairLines::PairLines(IdOf id_of, ListChoice choice, ListRows::Write write)
    : id_of_(std::move(id_of)),
      rows_({{"id1"},
             {"id2"},
             {"distance", ListColumn::Kind::integer},
             {"similarity", ListColumn::Kind::number}},
            choice, std::move(write)) {}

void PairLines::add(const DocumentPair& pair) {
  rows_.text(id_of_(pair.first));
  rows_.text(id_of_(pair.second));
  rows_.number(pair.distance ? std::optional(std::to_string(*pair.distance)) : std::nullopt);
  rows_.number(pair.similarity ? std::optional(similarity_text(*pair.similarity)) : std::nullopt);
  rows_.end_row();
  ++lines_;
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
