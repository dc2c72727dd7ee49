#include "neardup/report/page/report_warnings.h"

#include <fmt/format.h>

#include <optional>

#include "neardup/report/page/page_escape.h"
#include "neardup/report/page/page_words.h"
#include "neardup/report/tune/chance.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

using Maybe = std::optional<ReportWarning>;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Makes a warning; `text_of(words)` returns its text in one language.
template <typename TextOf>
ReportWarning warning(Phrase title, const TextOf& text_of) {
  const PageWords english(ReportLanguage::english);
  const PageWords chinese(ReportLanguage::chinese);
  return {{english(title), chinese(title)}, {text_of(english), text_of(chinese)}};
}

Maybe about_skipped(const ReportData& data) {
  if (data.run.skipped == 0) return {};
  return warning(Phrase::skipped_title, [&](const PageWords& words) {
    return words(Phrase::skipped_note, fmt::arg("skipped", grouped_number(data.run.skipped)));
  });
}

Maybe about_chaining(const ReportInput& input, const ReportData& data) {
  const auto& chain = input.result.linkage().warning;
  if (!chain) return {};
  const std::string name =
      data.run.anonymise ? fmt::format("#{}", chain->kept + 1) : input.collection.records().id(chain->kept);
  return warning(Phrase::chaining_title, [&](const PageWords& words) {
    return words(Phrase::chaining_note, fmt::arg("members", grouped_number(chain->members)),
                 fmt::arg("name", shortened(name, kMostNameBytes)),
                 fmt::arg("like", grouped_number(chain->like_kept)));
  });
}

/// Warns about pairs by chance. Chance says little where a second measure decides, or where compartments keep
/// most fingerprints from being compared.
Maybe about_chance(const ReportData& data) {
  if (!data.has_chance) return {};
  const double chance =
      chance_pairs_within(data.profile.fingerprints, data.bits, static_cast<int>(data.threshold));
  const auto found = static_cast<double>(data.pair_count);
  if (chance < 1 || chance < found / 100) return {};
  return warning(Phrase::chance_title, [&](const PageWords& words) {
    return words(Phrase::chance_note, fmt::arg("chance", rounded_number(chance)),
                 fmt::arg("pairs", grouped_number(data.pair_count)), fmt::arg("distance", data.threshold),
                 fmt::arg("fingerprints", grouped_number(data.profile.fingerprints)));
  });
}

Maybe about_largest(const ReportData& data) {
  constexpr std::uint64_t kNoteworthy = 20;
  const double part = share(data.counts.largest, data.counts.documents);
  if (data.counts.largest < kNoteworthy || part < 0.05) return {};
  return warning(Phrase::largest_title, [&](const PageWords& words) {
    return words(Phrase::largest_note, fmt::arg("documents", grouped_number(data.counts.largest)),
                 fmt::arg("percent", fmt::format("{:.1f}", 100 * part)));
  });
}

Maybe about_short(const ReportData& data) {
  if (data.too_short == 0) return {};
  return warning(Phrase::short_title, [&](const PageWords& words) {
    const double percent = 100 * share(data.too_short, data.counts.documents);
    return words(Phrase::short_note, fmt::arg("documents", words.documents(data.too_short)),
                 fmt::arg("percent", fmt::format("{:.1f}", percent)));
  });
}

Maybe about_missing_distances(const ReportData& data) {
  if (!data.by_similarity || data.without_fingerprint == 0) return {};
  return warning(Phrase::no_fingerprint_title, [&](const PageWords& words) {
    return words(Phrase::no_fingerprint_note,
                 fmt::arg("documents", words.documents(data.without_fingerprint)));
  });
}

/// Warns if a slightly stricter threshold would have left many pairs alone.
Maybe about_edge(const ReportData& data) {
  constexpr std::uint64_t kEnough = 20;
  if (!data.has_threshold) return {};
  std::uint64_t edge = 0;
  std::uint64_t near = 0;
  if (data.by_similarity) {
    const auto first = static_cast<std::size_t>(data.threshold * 100 + 1e-9);
    for (std::size_t i = first; i < 100; ++i) {
      near += data.pairs_by_percent[i];
      if (i < first + 2) edge += data.pairs_by_percent[i];
    }
  } else {
    const auto last = static_cast<std::size_t>(data.threshold);
    for (std::size_t i = 1; i <= last && i < data.pairs_by_distance.size(); ++i)
      near += data.pairs_by_distance[i];
    if (last > 1 && last < data.pairs_by_distance.size()) edge = data.pairs_by_distance[last];
  }
  if (near < kEnough || share(edge, near) < 0.4) return {};
  return warning(Phrase::edge_title, [&](const PageWords& words) {
    return words(Phrase::edge_note, fmt::arg("percent", fmt::format("{:.0f}", 100 * share(edge, near))));
  });
}

Maybe about_recall(const ReportData& data) {
  if (!data.by_similarity || data.expected_recall >= 0.99) return {};
  return warning(Phrase::recall_title, [&](const PageWords& words) {
    return words(Phrase::recall_note, fmt::arg("recall", percent_text(data.expected_recall, 2)));
  });
}

}  // namespace

std::vector<ReportWarning> report_warnings(const ReportInput& input, const ReportData& data) {
  std::vector<ReportWarning> warnings;
  for (Maybe warning :
       {about_skipped(data), about_chaining(input, data), about_chance(data), about_largest(data),
        about_edge(data), about_recall(data), about_short(data), about_missing_distances(data)}) {
    if (warning) warnings.push_back(*std::move(warning));
  }
  return warnings;
}

}  // namespace neardup::internal
