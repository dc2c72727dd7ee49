#include "neardup/report/page/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "neardup/report/tune/chance.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 322;
constexpr double kLeft = 52;
constexpr double kRight = 708;
constexpr double kTop = 14;
constexpr double kBottom = 254;
constexpr double kLeast = 0.5;  // logarithmic counts start here, so that a count of 1 is still a visible bar

/// Maps a value to a coordinate in the drawing on a logarithmic scale.
class LogScale {
 public:
  LogScale(double least, double most, double from, double to)
      : least_(std::log10(least)), span_(std::log10(most) - least_), from_(from), to_(to) {}
  [[nodiscard]] double operator()(double value) const {
    const double share = (std::log10(value) - least_) / span_;
    return from_ + std::clamp(share, 0.0, 1.0) * (to_ - from_);
  }

 private:
  double least_;
  double span_;
  double from_;
  double to_;
};

/// Formats 10^exponent: 1, 10, 100, 1k ... 1M ... 1G ... 1e12.
std::string power_of_ten(int exponent) {
  constexpr std::array kUnits = {"", "k", "M", "G"};
  if (exponent >= 12) return fmt::format("1e{}", exponent);
  constexpr std::array kFactors = {"1", "10", "100"};
  return fmt::format("{}{}", kFactors[static_cast<std::size_t>(exponent % 3)],
                     kUnits[static_cast<std::size_t>(exponent / 3)]);
}

std::string opening(std::string_view label) {
  return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", kWidth, kHeight, label);
}

/// Draws the horizontal grid lines with their counts.
std::string count_axis(const LogScale& y, double most) {
  std::string out;
  const int decades = static_cast<int>(std::floor(std::log10(most)));
  const int step = decades / 6 + 1;
  for (int exponent = 0; exponent <= decades; exponent += step) {
    const double height = y(std::pow(10, exponent));
    out += fmt::format(
        "<path class=\"grid\" d=\"M{} {:.1f}H{}\"/><text class=\"tick end\" x=\"{}\" y=\"{:.1f}\">{}</text>",
        kLeft, height, kRight, kLeft - 6, height + 4, power_of_ten(exponent));
  }
  return out;
}

std::string below(double x, std::string_view text) {
  return fmt::format("<text class=\"tick mid\" x=\"{:.1f}\" y=\"{}\">{}</text>", x, kBottom + 22, text);
}

std::string axis_title(std::string_view text) {
  return fmt::format("<text class=\"name mid\" x=\"{}\" y=\"{}\">{}</text>", (kLeft + kRight) / 2,
                     kHeight - 8, text);
}

std::string bar(std::string_view kind, double x, double width, double top) {
  return fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\"/>",
                     kind, x, top, width, std::max(kBottom - top, 0.0));
}

std::string titled(std::string_view title, std::string_view marks) {
  return fmt::format("<g><title>{}</title>{}</g>", title, marks);
}

/// Draws pairs by distance, one distance at a time.
class DistanceBars {
 public:
  DistanceBars(const ReportData& data, const PageWords& words)
      : data_(data),
        words_(words),
        slot_((kRight - kLeft) / (data.bits + 1)),
        y_(kLeast, most(), kBottom, kTop) {}

  [[nodiscard]] double most() const {
    double most = 10;
    for (int i = 0; i <= data_.bits; ++i)
      most = std::max({most, found(i), estimated_pairs(data_, static_cast<std::size_t>(i)), chance(i)});
    return most * 1.3;
  }
  [[nodiscard]] const LogScale& y() const { return y_; }
  [[nodiscard]] double found(int distance) const {
    return static_cast<double>(data_.pairs_by_distance[static_cast<std::size_t>(distance)]);
  }
  [[nodiscard]] double chance(int distance) const {
    return chance_pairs(data_.profile.fingerprints, data_.bits, distance);
  }
  [[nodiscard]] double middle(int distance) const { return kLeft + (distance + 0.5) * slot_; }

  [[nodiscard]] std::string draw(int distance) const {
    const double estimate = estimated_pairs(data_, static_cast<std::size_t>(distance));
    const double x = kLeft + distance * slot_ + slot_ * 0.1;
    std::string marks;
    if (estimate > 0) marks += bar("rest", x, slot_ * 0.8, y_(estimate));
    if (found(distance) > 0) marks += bar("found", x, slot_ * 0.8, y_(found(distance)));
    if (marks.empty()) return {};
    return titled(words_(Phrase::distance_mark, fmt::arg("distance", distance),
                         fmt::arg("found", grouped_number(static_cast<std::uint64_t>(found(distance)))),
                         fmt::arg("all", rounded_number(std::max(estimate, found(distance)))),
                         fmt::arg("chance", rounded_number(chance(distance)))),
                  marks);
  }

  [[nodiscard]] std::string curve() const {
    std::string path;
    for (int i = 0; i <= data_.bits; ++i) {
      if (chance(i) < kLeast) continue;
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", middle(i), y_(chance(i)));
    }
    return path.empty() ? "" : fmt::format("<path class=\"chance\" d=\"{}\"/>", path);
  }

  [[nodiscard]] std::string threshold_line() const {
    if (data_.by_similarity || !data_.has_threshold) return {};
    const double x = kLeft + (data_.threshold + 1) * slot_;
    return fmt::format(
        "<path class=\"threshold\" d=\"M{:.1f} {}V{}\"/><text class=\"tick\" x=\"{:.1f}\" y=\"{}\">"
        "k = {}</text>",
        x, kTop, kBottom, x + 5, kTop + 10, data_.threshold);
  }

 private:
  const ReportData& data_;
  PageWords words_;
  double slot_;
  LogScale y_;
};

}  // namespace

double estimated_pairs(const ReportData& data, std::size_t distance) {
  return distance < data.profile.pairs.size()
             ? static_cast<double>(data.profile.pairs[distance]) * data.profile.scale()
             : 0;
}

std::string distance_chart(const ReportData& data, const PageWords& words) {
  const DistanceBars bars(data, words);
  std::string out = opening(words(Phrase::distance_label)) + count_axis(bars.y(), bars.most());
  for (int i = 0; i <= data.bits; ++i) out += bars.draw(i);
  for (int i = 0; i <= data.bits; i += data.bits / 8) out += below(bars.middle(i), std::to_string(i));
  return out + bars.curve() + bars.threshold_line() + axis_title(words(Phrase::distance_axis)) + "</svg>";
}

std::string similarity_chart(const ReportData& data, const PageWords& words) {
  const auto first = static_cast<int>(data.threshold * 100 + 1e-9);
  const double slot = (kRight - kLeft) / (101 - first);
  const auto count = [&](int percent) {
    return static_cast<double>(data.pairs_by_percent[static_cast<std::size_t>(percent)]);
  };
  double most = 10;
  for (int i = first; i <= 100; ++i) most = std::max(most, count(i) * 1.3);
  const LogScale y(kLeast, most, kBottom, kTop);
  std::string out = opening(words(Phrase::similarity_label)) + count_axis(y, most);
  for (int i = first; i <= 100; ++i) {
    const double x = kLeft + (i - first) * slot;
    if (count(i) > 0) {
      out += titled(words(i < 100 ? Phrase::similarity_mark : Phrase::equal_mark,
                          fmt::arg("similarity", fmt::format("{:.2f}", i / 100.0)),
                          fmt::arg("pairs", grouped_number(static_cast<std::uint64_t>(count(i))))),
                    bar(i == 100 ? "exact" : "found", x + slot * 0.1, slot * 0.8, y(count(i))));
    }
    if (i % 5 == 0 && (i % 10 == 0 || first >= 70))
      out += below(x + slot / 2, fmt::format("{:.2f}", i / 100.0));
  }
  return out + axis_title(words(Phrase::similarity_axis)) + "</svg>";
}

std::string cluster_size_chart(const ReportData& data, const PageWords& words) {
  double largest = 10;
  double most = 10;
  for (const auto& [size, clusters] : data.cluster_sizes) {
    largest = std::max(largest, static_cast<double>(size) * 1.2);
    most = std::max(most, static_cast<double>(clusters) * 1.3);
  }
  const LogScale x(1.8, largest, kLeft, kRight);
  const LogScale y(kLeast, most, kBottom, kTop);
  std::string out = opening(words(Phrase::size_label)) + count_axis(y, most);
  for (const auto& [size, clusters] : data.cluster_sizes) {
    const double across = x(static_cast<double>(size));
    const double up = y(static_cast<double>(clusters));
    out += titled(
        words(Phrase::size_mark, fmt::arg("clusters", words.clusters(clusters)),
              fmt::arg("documents", words.documents(size))),
        fmt::format("<path class=\"stem\" d=\"M{:.1f} {}V{:.1f}\"/><circle class=\"dot\" cx=\"{:.1f}\" "
                    "cy=\"{:.1f}\" r=\"4\"/>",
                    across, kBottom, up, across, up));
  }
  for (double decade = 1; decade <= largest; decade *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = decade * factor;
      const bool is_room = largest < 3000 || factor == 1.0;
      if (tick >= 2 && tick <= largest && (is_room || tick == 2))
        out += below(x(tick), grouped_number(static_cast<std::uint64_t>(tick)));
    }
  }
  return out + axis_title(words(Phrase::size_axis)) + "</svg>";
}

std::string bit_strip(const DiffSide& first, const DiffSide& second, std::size_t blocks) {
  const std::size_t bits = first.bits.size();
  if (bits == 0 || second.bits.size() != bits) return {};
  constexpr std::size_t kCell = 10;
  std::array<std::string, 8> paths;  // index: 1 if the bit is one, + 2 if it differs, + 4 if it is weak
  for (std::size_t i = 0; i < bits; ++i) {
    const bool differs = first.bits[i] != second.bits[i];
    const bool weak = first.weak_bits[i] || second.weak_bits[i];
    for (const std::size_t row : {0, 1}) {
      const bool one = row == 0 ? first.bits[i] : second.bits[i];
      const std::size_t kind = (one ? 1 : 0) + (differs ? 2 : 0) + (weak ? 4 : 0);
      paths[kind] += fmt::format("M{} {}h8v8h-8z", i * kCell + 1, row * kCell + 1);
    }
  }
  constexpr std::array kBitKinds = {"zero",      "one",      "zero differs",      "one differs",
                                    "zero weak", "one weak", "zero differs weak", "one differs weak"};
  std::string out = fmt::format(
      "<svg class=\"strip\" viewBox=\"0 -3 {} 26\" aria-hidden=\"true\" preserveAspectRatio=\"none\">",
      bits * kCell);
  for (std::size_t kind = 0; kind < paths.size(); ++kind) {
    if (!paths[kind].empty())
      out += fmt::format("<path class=\"{}\" d=\"{}\"/>", kBitKinds[kind], paths[kind]);
  }
  std::string borders;
  for (std::size_t block = 1; block < blocks; ++block)
    borders += fmt::format("M{} -3v26", block * bits / blocks * kCell);
  return out + (borders.empty() ? "" : fmt::format("<path class=\"border\" d=\"{}\"/>", borders)) + "</svg>";
}

}  // namespace neardup::internal
