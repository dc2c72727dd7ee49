// Adds documents to an index or removes them, and counts the changes. Shared by the commands that change an
// index file.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "cli/index/any_index.h"
#include "cli/index/index_input.h"

namespace neardup::cli {

struct UpdateCounts {
  InputCounts input;
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;  // the id already existed, from the index or from this input
  std::uint64_t removed = 0;
};

class IndexUpdate {
 public:
  /// `kind` is the kind of the ids in the index: numbers or texts.
  IndexUpdate(AnyIndex& index, std::optional<IdKind> kind, ProblemReport& problems)
      : index_(index), kind_(kind), was_empty_(index.size() == 0), problems_(problems) {}

  void add_documents(const InputOptions& input, const Recipe& recipe);
  void add_lists(const std::vector<FingerprintList>& lists);
  /// Removes an id. Returns false if the index does not have it.
  bool remove(const std::string& id);

  [[nodiscard]] const UpdateCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] bool has_changed_anything() const noexcept {
    return counts_.added + counts_.replaced + counts_.removed > 0;
  }

  /// Warns how many documents are missing from the index file because they have no fingerprint.
  void report_left_out(const std::string& file);

 private:
  void add(const NamedFingerprints& named);
  void add(std::vector<NamedSet> sets);
  void add_pending();
  [[nodiscard]] std::optional<IdRef> count_id(const std::string& id);
  void warn_about_equal_ids(const std::string& id, bool is_in_index);

  AnyIndex& index_;
  std::optional<IdKind> kind_;
  bool was_empty_;
  ProblemReport& problems_;
  UpdateCounts counts_;
  // Hashes of the ids of this input, kept until the first id that occurs twice. Unused if the index
  // was empty.
  std::unordered_set<std::size_t> seen_;
  bool has_warned_ = false;
  // Documents on their way into an index of similarity, which takes many at once on all cores.
  std::vector<NamedSet> pending_;
  std::unordered_set<std::string> pending_ids_;
  int threads_ = 0;
};

/// Prints counts, time and memory as one line of JSON on standard error (--stats).
void print_update_stats(const AnyIndex& index, const UpdateCounts& counts, const ProblemReport& problems,
                        std::chrono::steady_clock::time_point start);

}  // namespace neardup::cli
