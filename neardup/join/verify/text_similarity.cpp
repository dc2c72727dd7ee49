// edlib computes the edit distance. It supports 256 symbols, so each character that occurs in both
// texts gets a symbol of its own, and all other characters of a text share one symbol that matches
// nothing in the other text; that keeps the distance exact. Texts with too many common characters
// for that, such as long Chinese texts, use a plain dynamic program that computes only a diagonal
// band of the table. So do all texts in a build without edlib: the same distances, but slower.
#include "neardup/join/verify/text_similarity.h"

#ifdef NEARDUP_HAS_EDLIB
#include <edlib.h>
#endif

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "neardup/text/utf8.h"
#include "neardup/util/hash_spread.h"

namespace neardup::internal {

namespace {

std::u32string to_characters(std::string_view text) {
  std::u32string characters;
  for (std::size_t position = 0; position < text.size();) characters += next_code_point(text, position);
  return characters;
}

#ifdef NEARDUP_HAS_EDLIB

/// The two texts as one-byte symbols.
struct SymbolTexts {
  std::string a;
  std::string b;
};

/// Returns the texts as symbols; nothing if they have too many characters in common.
std::optional<SymbolTexts> to_symbols(const std::u32string& a, const std::u32string& b) {
  constexpr unsigned char kOnlyInA = 0;
  constexpr unsigned char kOnlyInB = 1;
  constexpr std::size_t kMostCommon = 250;
  const std::set<char32_t> in_a(a.begin(), a.end());
  std::unordered_map<char32_t, unsigned char> symbols;
  for (const char32_t character : b) {
    if (!in_a.contains(character) || symbols.contains(character)) continue;
    if (symbols.size() == kMostCommon) return std::nullopt;
    symbols.emplace(character, static_cast<unsigned char>(symbols.size() + 2));
  }
  const auto translate = [&symbols](const std::u32string& text, unsigned char other) {
    std::string result;
    for (const char32_t character : text) {
      const auto found = symbols.find(character);
      result += static_cast<char>(found == symbols.end() ? other : found->second);
    }
    return result;
  };
  return SymbolTexts{translate(a, kOnlyInA), translate(b, kOnlyInB)};
}

/// Returns the edit distance; nothing if it is above `most`.
std::optional<std::size_t> distance_within(const SymbolTexts& texts, std::size_t most) {
  const EdlibAlignConfig config =
      edlibNewAlignConfig(static_cast<int>(most), EDLIB_MODE_NW, EDLIB_TASK_DISTANCE, nullptr, 0);
  const EdlibAlignResult result = edlibAlign(texts.a.data(), static_cast<int>(texts.a.size()), texts.b.data(),
                                             static_cast<int>(texts.b.size()), config);
  edlibFreeAlignResult(result);
  if (result.status != EDLIB_STATUS_OK) throw std::bad_alloc();  // its only other way to fail
  if (result.editDistance < 0) return std::nullopt;
  return static_cast<std::size_t>(result.editDistance);
}

/// Tries doubling bounds, because edlib's work grows with the bound: texts much closer than they
/// need to be, like most in a cluster, are done with a small bound. The last attempt costs about as
/// much as all before it.
std::optional<std::size_t> edlib_distance(const SymbolTexts& texts, std::size_t most) {
  constexpr std::size_t kFirst = 64;
  for (std::size_t bound = kFirst; bound < most; bound *= 2)
    if (const auto distance = distance_within(texts, bound)) return distance;
  return distance_within(texts, most);
}

#endif  // NEARDUP_HAS_EDLIB

/// Returns the edit distance; nothing if it is above `most`. Computes only the cells of the table
/// within `most` of the diagonal: a path through any other cell costs more.
std::optional<std::size_t> banded_distance(const std::u32string& a, const std::u32string& b,
                                           std::size_t most) {
  constexpr std::size_t kFar = std::numeric_limits<std::size_t>::max() / 2;
  // The row of the last character of `a` processed so far, with an extra cell at the end.
  std::vector<std::size_t> row(b.size() + 2, kFar);
  for (std::size_t j = 0; j <= std::min(b.size(), most); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t begin = i > most ? i - most : 0;
    const std::size_t end = std::min(b.size(), i + most);
    if (begin > end) return std::nullopt;
    std::size_t diagonal = begin == 0 ? kFar : row[begin - 1];
    if (begin > 0) row[begin - 1] = kFar;  // outside the band from now on
    for (std::size_t j = begin; j <= end; ++j) {
      const std::size_t left = j == 0 ? kFar : row[j - 1];
      const std::size_t replaced = j == 0 ? kFar : diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, left + 1, replaced});
    }
  }
  return row[b.size()] <= most ? std::optional(row[b.size()]) : std::nullopt;
}

/// Tries bands of doubling width, so that close texts never pay for a wide band.
std::optional<std::size_t> plain_distance(const std::u32string& a, const std::u32string& b,
                                          std::size_t most) {
  for (std::size_t width = 64; width < most; width *= 2) {
    if (const auto distance = banded_distance(a, b, width)) return distance;
  }
  return banded_distance(a, b, most);
}

/// Returns the edit distance; nothing if it is above `most`. Both ways compute the same.
std::optional<std::size_t> edit_distance(const std::u32string& a, const std::u32string& b, std::size_t most) {
#ifdef NEARDUP_HAS_EDLIB
  if (const auto symbols = to_symbols(a, b)) return edlib_distance(*symbols, most);
#endif
  return plain_distance(a, b, most);
}

/// Finds common windows of a given length in two texts by a rolling hash, and compares windows with
/// equal hashes character by character.
class WindowSearch {
 public:
  WindowSearch(std::u32string_view a, std::u32string_view b) : a_(a), b_(b) {}

  [[nodiscard]] bool have_common(std::size_t length) {
    hashes_.clear();
    roll(a_, length, [this](std::size_t position, std::uint64_t hash) {
      hashes_.emplace_back(hash, position);
      return false;
    });
    std::ranges::sort(hashes_);
    return roll(b_, length, [this, length](std::size_t position, std::uint64_t hash) {
      const auto equal =
          std::ranges::equal_range(hashes_, hash, {}, &std::pair<std::uint64_t, std::size_t>::first);
      return std::ranges::any_of(equal, [&](const auto& entry) {
        return a_.substr(entry.second, length) == b_.substr(position, length);
      });
    });
  }

 private:
  /// Calls use(position, hash) for every window until it returns true. Returns whether it did.
  template <typename Use>
  static bool roll(std::u32string_view text, std::size_t length, const Use& use) {
    constexpr std::uint64_t kBase = kGoldenRatio;
    std::uint64_t highest = 1;  // weight of the character that leaves the window
    for (std::size_t i = 0; i < length; ++i) highest *= kBase;
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      hash = hash * kBase + text[i] + 1;
      if (i >= length) hash -= highest * (text[i - length] + 1);
      if (i + 1 >= length && use(i + 1 - length, hash)) return true;
    }
    return false;
  }

  std::u32string_view a_;
  std::u32string_view b_;
  std::vector<std::pair<std::uint64_t, std::size_t>> hashes_;
};

}  // namespace

double edit_similarity(std::string_view a, std::string_view b, double least) {
  const std::u32string first = to_characters(a);
  const std::u32string second = to_characters(b);
  const std::size_t longer = std::max(first.size(), second.size());
  if (longer == 0) return 1;
  if (first.empty() || second.empty()) return 0;
  // One more than needed, so that rounding here cannot change the result.
  const auto allowed = static_cast<std::size_t>((1 - least) * static_cast<double>(longer)) + 1;
  const std::size_t most = std::min(allowed, longer);
  const auto distance = edit_distance(first, second, most);
  return distance ? 1 - static_cast<double>(*distance) / static_cast<double>(longer) : 0;
}

double substring_similarity(std::string_view a, std::string_view b) {
  const std::u32string first = to_characters(a);
  const std::u32string second = to_characters(b);
  const std::size_t longer = std::max(first.size(), second.size());
  if (longer == 0) return 1;
  WindowSearch search(first, second);
  std::size_t found = 0;  // a common substring of this length exists
  std::size_t missing = std::min(first.size(), second.size()) + 1;  // none of this length exists
  while (missing - found > 1) {
    const std::size_t middle = found + (missing - found) / 2;
    (search.have_common(middle) ? found : missing) = middle;
  }
  return static_cast<double>(found) / static_cast<double>(longer);
}

double measure_texts(Measure measure, std::string_view a, std::string_view b, double least) {
  assert(compares_texts(measure));
  return measure == Measure::edit ? edit_similarity(a, b, least) : substring_similarity(a, b);
}

}  // namespace neardup::internal
