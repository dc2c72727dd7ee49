// Reads a file or standard input line by line in bounded memory: plain, .gz or .zst.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/output.h"
#include "neardup/corpus/byte_source.h"

namespace neardup::cli {

using namespace internal;

/// The longest line, in bytes, that for_each_line() always passes on whole. It may cut off the end
/// of a longer line, but what it passes on is still longer than this, so that callers can recognise
/// such a line.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// Calls add(line, number) for every line, without its LF; numbers start at 1. Reports a file that cannot be
/// opened, or that ends early, as a problem.
template <typename Add>
void for_each_line(const std::string& path, ProblemReport& problems, const Add& add) {
  const std::unique_ptr<ByteSource> source = open_byte_source(path);
  std::vector<char> piece(std::size_t{1} << 20);
  std::string rest;  // the unfinished line at the end of the previous piece
  std::uint64_t number = 0;
  while (const std::size_t size = source->read(piece)) {
    std::string_view left(piece.data(), size);
    for (std::size_t end = left.find('\n'); end != std::string_view::npos; end = left.find('\n')) {
      if (rest.empty()) {
        add(left.substr(0, end), ++number);
      } else {
        add(rest.append(left.substr(0, end)), ++number);
        rest.clear();
      }
      left.remove_prefix(end + 1);
    }
    rest.append(left.substr(0, kLongestLine + 1 - std::min(rest.size(), kLongestLine + 1)));
  }
  if (!rest.empty()) add(rest, ++number);
  if (source->problem()) problems.add(*source->problem());
}

}  // namespace neardup::cli
