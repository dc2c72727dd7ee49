// Decides which files to read: expands files, folders and "-" into single files, one at a time and in a
// fixed order.
//
// The walk visits each folder in byte order of its names. Inside folders it follows the conventions of
// ripgrep: it leaves out hidden files and folders, but reads those that are named explicitly. It follows
// symbolic links (data sets are often folders of links), but enters each folder only once, by the first path
// that reaches it: loops end, and no text becomes its own duplicate. Memory holds only one listing for each
// level of the walk.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/document.h"

namespace neardup::internal {

/// Returns the size of all files together, before decompression; 0 if it is unknown (standard input).
[[nodiscard]] std::uint64_t count_input_bytes(const std::vector<std::string>& inputs,
                                              const std::vector<std::string>& globs);

/// A file to read, or the problem with it.
struct InputItem {
  std::string path = {};
  std::optional<Problem> problem = {};
  std::uint64_t bytes = 0;       // size of the file on disk
  bool is_stream = false;        // standard input, a pipe or a device: reading it may block
  std::size_t root = 0;          // length of the input that it was found in or that it is
  bool filters_members = false;  // true if its name matches no glob, but names of members in an archive may
};

class InputList {
 public:
  InputList(std::vector<std::string> inputs, std::vector<std::string> globs);

  /// Returns the next file in order; nullopt at the end.
  [[nodiscard]] std::optional<InputItem> next();

 private:
  struct Folder {
    std::string path;
    std::vector<std::string> names;  // in descending order, so that the next one is last
  };

  std::optional<InputItem> visit_named(const std::string& path);
  std::optional<InputItem> visit_found(const std::string& name);
  std::optional<InputItem> enter(std::string path, std::pair<dev_t, ino_t> identity);
  std::optional<InputItem> leave();
  [[nodiscard]] bool is_wanted(std::string_view path) const;

  std::vector<std::string> inputs_;
  std::vector<std::string> globs_;
  std::size_t next_input_ = 0;
  std::set<std::pair<dev_t, ino_t>> entered_;  // folders of the current input
  std::vector<Folder> folders_;                // the path from the named folder to the current one
  bool has_found_ = false;                     // true if the current input gave any file
};

/// Returns true if the glob matches: `*`, `?` and `[...]` match within one name, `**` matches any number of
/// folders. A glob without a slash applies to the file name alone, any other to the whole relative path.
[[nodiscard]] bool glob_matches(std::string_view glob, std::string_view relative_path);

/// Returns true if the name does not say whether JSON in the file has one object per line.
[[nodiscard]] bool may_hold_any_json(std::string_view path);

/// Returns the requested format; if that is automatic, the format that the extension (ignoring .gz, .zst, .bz2 and .xz)
/// or else the content indicates.
[[nodiscard]] InputFormat choose_format(InputFormat asked, std::string_view path, std::string_view beginning);

}  // namespace neardup::internal
