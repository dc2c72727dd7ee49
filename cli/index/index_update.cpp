#include "cli/index/index_update.h"

#include <fmt/format.h>

#include <functional>

#include "cli/index/index_commands.h"
#include "neardup/corpus/json_text.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

const auto kAsItIs = [](NamedFingerprints named) { return named; };

}  // namespace

void IndexUpdate::add_documents(const InputOptions& input, const Recipe& recipe) {
  if (index_.similarity() != nullptr) {
    threads_ = input.threads;
    counts_.input.add(process_sets(
        input, recipe, problems_, [](std::vector<NamedSet> sets) { return sets; },
        [this](std::vector<NamedSet> sets) { add(std::move(sets)); }));
    return add_pending();
  }
  counts_.input.add(process_documents(input, recipe, problems_, kAsItIs,
                                      [this](const NamedFingerprints& named) { add(named); }));
}

void IndexUpdate::add_lists(const std::vector<FingerprintList>& lists) {
  constexpr int kThreads = 1;  // adding to the index is sequential anyway
  for (const FingerprintList& list : lists) {
    counts_.input.add(
        process_list(list, kThreads, kAsItIs, [this](const NamedFingerprints& named) { add(named); }));
  }
}

void IndexUpdate::add(const NamedFingerprints& named) {
  for (std::size_t i = 0; i < named.ids.size(); ++i) {
    const std::optional<IdRef> id = count_id(named.ids[i]);
    if (id) index_.distance()->add(*id, named.fingerprints[i]);
  }
}

void IndexUpdate::add(std::vector<NamedSet> sets) {
  constexpr std::size_t kMostPending = std::size_t{1} << 17;
  for (NamedSet& set : sets) {
    if (set.has_no_text || !count_id(set.id)) continue;
    pending_ids_.insert(set.id);
    pending_.push_back(std::move(set));
  }
  if (pending_.size() >= kMostPending) add_pending();
}

void IndexUpdate::add_pending() {
  std::vector<NamedEntry> entries;
  entries.reserve(pending_.size());
  for (const NamedSet& set : pending_) entries.push_back({*to_id(kind_, set.id), set.entry()});
  index_.similarity()->add_all(entries, threads_);
  pending_.clear();
  pending_ids_.clear();
}

/// Returns the id as the index has it and counts the document, or reports an id of the wrong kind.
std::optional<IdRef> IndexUpdate::count_id(const std::string& id) {
  const std::optional<IdRef> ref = to_id(kind_, id);
  if (!ref) {
    problems_.add({.message = fmt::format("{}: ids are numbers in this index (skipped)", id)});
    return ref;
  }
  const bool is_in_index = pending_ids_.contains(id) || index_.contains(*ref);
  warn_about_equal_ids(id, is_in_index);
  ++(is_in_index ? counts_.replaced : counts_.added);
  return ref;
}

/// Warns, once, when an id occurs twice in this input. If the index was empty, every id in it came from this
/// input. Otherwise compares the hashes of ids; only two ids with equal hashes could cause a false warning.
void IndexUpdate::warn_about_equal_ids(const std::string& id, bool is_in_index) {
  if (has_warned_) return;
  const bool seen =
      was_empty_ ? is_in_index : !seen_.insert(std::hash<std::string>{}(id)).second && is_in_index;
  if (!seen) return;
  problems_.add({.severity = Problem::Severity::warning,
                 .message = fmt::format("several documents have the id {}; the last one is kept", id)});
  has_warned_ = true;
  seen_.clear();
}

bool IndexUpdate::remove(const std::string& id) {
  const std::optional<IdRef> ref = to_id(kind_, id);
  const bool removed = ref && index_.remove(*ref);
  counts_.removed += removed ? 1 : 0;
  return removed;
}

void IndexUpdate::report_left_out(const std::string& file) {
  const std::uint64_t left_out = counts_.input.without_fingerprint;
  if (left_out == 0) return;
  problems_.add({.severity = Problem::Severity::warning,
                 .path = file,
                 .message = fmt::format("{} of {} documents have no fingerprint and are not in it", left_out,
                                        counts_.input.documents)});
}

void print_update_stats(const AnyIndex& index, const UpdateCounts& counts, const ProblemReport& problems,
                        std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  JsonObject line;
  line.text("recipe", index.recipe())
      .number("documents", counts.input.documents)
      .number("without_fingerprint", counts.input.without_fingerprint)
      .number("without_text", counts.input.without_text)
      .number("text_bytes", counts.input.text_bytes)
      .number("added", counts.added)
      .number("replaced", counts.replaced)
      .number("removed", counts.removed)
      .number(index.similarity() != nullptr ? "documents_in_index" : "fingerprints", index.size())
      .number("errors", problems.errors())
      .number("warnings", problems.warnings())
      .number("seconds", elapsed.count())
      .number("peak_memory_bytes", peak_memory_bytes());
  std::fputs(line.line().c_str(), stderr);
}

}  // namespace neardup::cli
