// The indexes of a collection in files of its folder, so that opening it need not read all documents.
//
//   INDEX-n.ndx     the index of the rule, with numbers for ids (docs/index_format.md)
//   INDEX-n.state   what else is in memory: the filter of ids, contents that the rule cannot judge, counters
//
// The files hold the state of one moment. The key "index" of the store names them by n; it was written at that
// moment. What changed since then is found in two ways. A document that is not older than the latest one of that
// moment is in the tail, the range of keys that begins with that time. Every other change, a removal or a late
// document, left a mark with its number, in one batch with the change itself. So the indexes are the files, with
// every marked number looked up again, and the documents of the tail that the files lack.
//
// The files are never trusted. If they are missing, damaged, or of another rule or size, the indexes are rebuilt
// from the documents, and key and marks go before anything else is written. A crash while files are written leaves
// the key of the earlier ones; a state that a power cut returns to has the key and the marks of that state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/store/content_map.h"
#include "neardup/store/database.h"
#include "neardup/store/id_filters.h"
#include "neardup/store/records.h"

namespace neardup::internal::store {

inline constexpr std::string_view kSavedKey = "index";
/// Marks are the keys from the first to the second.
inline constexpr std::string_view kMarksBegin = "mark:";
inline constexpr std::string_view kMarksEnd = "mark;";

[[nodiscard]] std::string mark_key(Number number);
/// Returns the number of a mark. Throws Error if it has none.
[[nodiscard]] Number parse_mark_key(std::string_view key);

/// Where the files are.
struct SavedFiles {
  std::string folder;
  std::uint64_t name = 0;
  [[nodiscard]] std::string index() const;
  [[nodiscard]] std::string state() const;
};

struct SavedCounters {
  std::int64_t latest = 0;  // the time at which the tail begins
  std::uint32_t next_counter = 0;
};

/// Returns the files that the key of the store names, or no value if there is none.
[[nodiscard]] std::optional<SavedFiles> saved_files(const Database& database);

/// Writes the state, with a digest of the index, to its file, durably. REQUIRES: the index is written. Throws Error.
void write_state(const SavedFiles& files, const SavedCounters& counters, const IdFilters& ids,
                 const ContentMap& contents);

/// The content of a state file.
class SavedState {
 public:
  /// Reads and checks the whole file. Throws Error.
  explicit SavedState(const SavedFiles& files);

  [[nodiscard]] const SavedCounters& counters() const noexcept { return counters_; }
  /// Fills what is empty. Throws Error.
  void restore(IdFilters& ids, ContentMap& contents) const;

 private:
  std::string bytes_;
  SavedCounters counters_;
};

/// Deletes the files in the folder that are not these.
void remove_other_files(const std::string& folder, const std::optional<SavedFiles>& files) noexcept;

/// Gives a copy of the collection in another folder the files too, by links where the file system can. If that
/// fails, the copy is without them.
void link_files(const SavedFiles& files, const std::string& folder) noexcept;
[[nodiscard]] std::uint64_t bytes_of(const SavedFiles& files) noexcept;

/// Checks every byte of the files. Throws Error.
void verify_files(const SavedFiles& files);

}  // namespace neardup::internal::store
