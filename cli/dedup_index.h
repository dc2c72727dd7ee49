// The index files of `dedup`: one that is asked (--against INDEX), one that the survivors are added to
// (--update INDEX), often the same. An index decides the recipe, because only equal recipes can be compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/file_lock.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/rule_options.h"
#include "neardup/index/hamming_index.h"
#include "neardup/linkage/archive_hits.h"
#include "neardup/linkage/deduplication.h"

namespace neardup::cli {

struct DedupIndexOptions {
  std::string update;       // file; empty: none
  bool will_write = false;  // false in a dry run, which changes nothing and takes no lock
  bool quiet = false;
};

/// Documents that cannot be added, for one reason.
struct RefusedIds {
  std::uint64_t count = 0;
  std::string first = {};

  void add(const std::string& id) {
    if (count++ == 0) first = id;
  }
};

/// What became of the documents that stay. Those that the index has already, name and fingerprint, are in no
/// count.
struct IndexAdditions {
  std::uint64_t added = 0;
  std::uint64_t renamed = 0;    // of these: under another name, because theirs was taken
  std::uint64_t left_out = 0;   // without a fingerprint
  RefusedIds not_numbers = {};  // in an index whose ids are numbers
  RefusedIds clashing = {};     // in such an index too: the number is that of another document
};

class DedupIndexes {
 public:
  /// Takes the index out of the references and opens what there is. The lock of the file that will be changed
  /// is held from now on, so that two runs at once cannot both keep the same text. Throws Error.
  DedupIndexes(std::vector<std::string>& references, const DedupIndexOptions& options);

  /// The recipe of the run: that of the index, if there is one. Throws Error when another one was given.
  [[nodiscard]] Recipe recipe(const RecipeOptions& given, bool is_given) const;
  /// Sets the distance when an index is asked. Throws Error for a rule that it cannot judge.
  void settle(RuleOptions& rule);

  [[nodiscard]] ArchiveHits find(const Collection& collection, const RuleOptions& rule, int threads) const;

  /// Adds the clean documents and saves; nothing in a dry run. No entry is ever replaced: a document whose id
  /// is taken gets a name of its own. Throws Error.
  IndexAdditions update(const Collection& collection, const Deduplication& result, ProblemReport& problems);

  [[nodiscard]] const std::string& asked_file() const noexcept { return asked_file_; }
  [[nodiscard]] const std::string& updated_file() const noexcept { return updated_file_; }

 private:
  [[nodiscard]] const HammingIndex* asked() const noexcept;
  [[nodiscard]] HammingIndex new_index(const Collection& collection) const;
  void add(std::optional<IdKind> kind, const std::string& id, const Fingerprint& fingerprint,
           IndexAdditions& additions);
  void report(const IndexAdditions& additions, ProblemReport& problems) const;

  std::string asked_file_;  // empty: none
  std::string updated_file_;
  bool will_write_;
  std::optional<FileLock> lock_;
  std::optional<HammingIndex> asked_;    // none when it is the one that is updated
  std::optional<HammingIndex> updated_;  // none when the file does not exist yet
  std::optional<int> max_distance_ = {};
};

}  // namespace neardup::cli
