#include "neardup/report/page/report_diff.h"

#include <algorithm>
#include <cmath>

#include "neardup/fingerprint/bit_string.h"
#include "neardup/report/page/word_diff.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kContextBytes = 160;  // common text shown on each side of a change
constexpr int kMostChangedWords = 1500;     // time and memory of the diff grow with its square

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// Returns at most `most` bytes from the beginning of the text, in whole characters.
std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && !begins_character(text[most])) --most;
  return text.substr(0, most);
}

/// Returns at most `most` bytes from the end of the text, in whole characters.
std::string_view ending(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t start = text.size() - most;
  while (start < text.size() && !begins_character(text[start])) ++start;
  return text.substr(start);
}

/// Builds the stretches, with at most kMostShownBytes of each text.
class StretchWriter {
 public:
  explicit StretchWriter(std::vector<DiffStretch>& stretches) : stretches_(stretches) {}

  void add(DiffStretch::Kind kind, std::string_view text) {
    if (text.empty()) return;
    const std::size_t room = kind == DiffStretch::Kind::removed ? first_left_
                             : kind == DiffStretch::Kind::added ? second_left_
                                                                : std::min(first_left_, second_left_);
    const std::string_view shown = beginning(text, room);
    if (kind != DiffStretch::Kind::added) first_left_ -= shown.size();
    if (kind != DiffStretch::Kind::removed) second_left_ -= shown.size();
    if (!shown.empty()) stretches_.push_back({kind, std::string(shown)});
    if (shown.size() == text.size()) return;
    // Nothing after a gap of this side, or the reader would take it for what comes next.
    if (kind != DiffStretch::Kind::added) first_left_ = 0;
    if (kind != DiffStretch::Kind::removed) second_left_ = 0;
    cut();
  }

  void cut() {
    if (stretches_.empty() || stretches_.back().kind != DiffStretch::Kind::cut)
      stretches_.push_back({DiffStretch::Kind::cut, {}});
  }

  /// Adds common words. Leaves out the middle of a long stretch between two changes, and the far part of
  /// a long stretch at either end of the text.
  void add_common(std::string_view text, bool is_first, bool is_last) {
    const std::string_view head = is_first ? std::string_view{} : beginning(text, kContextBytes);
    const std::string_view tail = is_last ? std::string_view{} : ending(text, kContextBytes);
    if (head.size() + tail.size() + kContextBytes / 2 >= text.size() || (is_first && is_last)) {
      add(DiffStretch::Kind::common, text);
      return;
    }
    add(DiffStretch::Kind::common, head);
    cut();
    add(DiffStretch::Kind::common, tail);
  }

 private:
  std::vector<DiffStretch>& stretches_;
  std::size_t first_left_ = kMostShownBytes;
  std::size_t second_left_ = kMostShownBytes;
};

}  // namespace

ReportDiff diff_for_report(std::string_view first, std::string_view second) {
  ReportDiff diff;
  diff.first.text_bytes = first.size();
  diff.second.text_bytes = second.size();
  const std::string left = repair_utf8(beginning(first, kMostComparedBytes)).text;
  const std::string right = repair_utf8(beginning(second, kMostComparedBytes)).text;
  const auto pieces = word_diff(left, right, kMostChangedWords);
  StretchWriter writer(diff.stretches);
  if (!pieces) {
    diff.is_marked = false;
    writer.add(DiffStretch::Kind::removed, left);
    writer.add(DiffStretch::Kind::added, right);
    return diff;
  }
  for (std::size_t i = 0; i < pieces->size(); ++i) {
    const DiffPiece& piece = (*pieces)[i];
    if (piece.kind == DiffPiece::Kind::common) {
      writer.add_common(piece.text, i == 0, i + 1 == pieces->size());
    } else {
      const bool is_added = piece.kind == DiffPiece::Kind::added;
      writer.add(is_added ? DiffStretch::Kind::added : DiffStretch::Kind::removed, piece.text);
    }
  }
  return diff;
}

std::string beginning_of(std::string_view text, std::size_t most_bytes) {
  return repair_utf8(beginning(text, most_bytes)).text;
}

void add_bits(DiffSide& side, Fingerprinter& fingerprinter, const Document& document) {
  const Explanation explanation = fingerprinter.explain(document);
  if (!explanation.result || !explanation.result.comparable()) return;
  const std::string bits = to_bit_string(*explanation.result);
  const double clear = explanation.total_weight / 10;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    side.bits.push_back(bits[i] == '1');
    const bool is_known = explanation.margins.size() == bits.size();
    side.weak_bits.push_back(is_known && std::abs(explanation.margins[bits.size() - 1 - i]) < clear);
  }
}

}  // namespace neardup::internal
