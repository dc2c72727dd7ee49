#include "cli/dedup/dedup_summary.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/index/index_commands.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "neardup/corpus/json_text.h"
#include "neardup/util/number_text.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

double megabytes(const DedupSummary& summary) {
  return static_cast<double>(summary.result.counts().text_bytes) / 1e6;
}

/// Says how many documents there are, and how many of them are duplicates.
std::string outcome_text(const DedupSummary& summary) {
  const DedupCounts& counts = summary.result.counts();
  if (counts.documents == 0) return "no documents in the input";
  if (counts.documents == 1 && counts.kept == 1) return "1 document: kept";
  return fmt::format("{}: {} kept, {} exact and {} near duplicates {}; {}",
                     plural(counts.documents, "document"), grouped_number(counts.kept),
                     grouped_number(counts.exact), grouped_number(counts.near),
                     summary.is_dry       ? "found (dry run: give -o to write the clean corpus)"
                     : summary.only_marks ? "marked"
                                          : "removed",
                     plural(counts.clusters, "cluster"));
}

std::string count_line(const DedupSummary& summary) {
  const DedupCounts& counts = summary.result.counts();
  std::string text = outcome_text(summary);
  if (counts.clusters > 0) text += fmt::format(", the largest of {}", grouped_number(counts.largest));
  if (counts.too_short > 0) text += fmt::format("; {} too short to judge", grouped_number(counts.too_short));
  if (counts.without_text > 0)
    text += fmt::format("; {} without text, {}", grouped_number(counts.without_text),
                        summary.skips_missing ? "left out" : "kept");
  if (summary.broken > 0) text += fmt::format("; {} broken and skipped", grouped_number(summary.broken));
  if (summary.index.added > 0)
    text += fmt::format("; {} added to the index", grouped_number(summary.index.added));
  return text;
}

}  // namespace

void print_summary(const DedupSummary& summary) {
  print_message(count_line(summary));
  if (!summary.about_code.empty()) print_message(summary.about_code);
  const std::string rule =
      !similarity_of(summary.result.rule()) || summary.result.counts().documents == 0
          ? describe(summary.result.rule())
          : "expected recall at the threshold " + percent_text(summary.result.expected_recall(), 2);
  print_message(fmt::format("{:.1f} MB in {:.2f} s, {:.0f} MB/s, peak memory {:.0f} MB; {}",
                            megabytes(summary), summary.seconds, megabytes(summary) / summary.seconds,
                            static_cast<double>(peak_memory_bytes()) / 1e6, rule));
  if (summary.share)
    print_message(share_text(summary.share->file, summary.share->share, summary.share->distance));
}

void print_stats(const DedupSummary& summary) {
  const DedupCounts& counts = summary.result.counts();
  JsonObject line;
  line.text("recipe", summary.result.recipe().written())
      .text("rule", describe(summary.result.rule()))
      .text("plan", summary.result.plan())
      .number("documents", counts.documents)
      .number("reference", counts.reference)
      .number("kept", counts.kept)
      .number("exact", counts.exact)
      .number("near", counts.near)
      .number("clusters", counts.clusters)
      .number("largest", counts.largest)
      .number("too_short", counts.too_short)
      .number("without_fingerprint", counts.without_fingerprint)
      .number("without_text", counts.without_text)
      .number("errors", summary.broken)
      .number("warnings", summary.warnings)
      .number("index_added", summary.index.added)
      .number("index_renamed", summary.index.renamed)
      .number("candidates", counts.candidates)
      .number("text_bytes", counts.text_bytes)
      .number("seconds", summary.seconds)
      .number("megabytes_per_second", megabytes(summary) / summary.seconds)
      .number("peak_memory_bytes", peak_memory_bytes());
  if (counts.documents > 0) line.number("expected_recall", summary.result.expected_recall());
  if (summary.share) line.number("expected_share_at_0.8", summary.share->share);
  if (summary.has_within) line.number("within_values", counts.within_values);
  hide_progress();
  std::fputs(line.line().c_str(), stderr);
}

}  // namespace neardup::cli
