// Which files to read: expands files, folders and "-" into single files, one at a time and in a fixed order.
//
// Folders are walked in byte order of the names in each folder. What is found inside a folder follows the
// customs of ripgrep: hidden files and folders are left out, explicitly named ones are read. Symbolic links
// are followed (data sets are often folders of links), but the walk enters each folder once, by the first
// path that reaches it: loops end, and no text becomes its own duplicate. Only one listing for each level of
// the walk is in memory.
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

namespace neardup {

/// Bytes of all files together, compressed as they are; 0 when that cannot be known before (standard input).
[[nodiscard]] std::uint64_t count_input_bytes(const std::vector<std::string>& inputs,
                                              const std::vector<std::string>& globs);

/// A file to read, or what is wrong with it.
struct InputItem {
  std::string path = {};
  std::optional<Problem> problem = {};
  std::uint64_t bytes = 0;  // of the file as it lies on disk
  bool is_stream = false;   // standard input, a pipe or a device: reading it may have to wait
};

class InputList {
 public:
  InputList(std::vector<std::string> inputs, std::vector<std::string> globs);

  /// Null at the end.
  [[nodiscard]] std::optional<InputItem> next();

 private:
  struct Folder {
    std::string path;
    std::vector<std::string> names;  // sorted, the next one last
  };

  std::optional<InputItem> visit_named(const std::string& path);
  std::optional<InputItem> visit_found(const std::string& name);
  std::optional<InputItem> enter(std::string path, std::pair<dev_t, ino_t> identity);
  std::optional<InputItem> leave();
  [[nodiscard]] bool is_wanted(std::string_view path) const;

  std::vector<std::string> inputs_;
  std::vector<std::string> globs_;
  std::size_t next_input_ = 0;
  std::set<std::pair<dev_t, ino_t>> entered_;  // folders of the present input
  std::vector<Folder> folders_;                // the way from the named folder to where the walk is
  bool has_found_ = false;                     // anything in the present input
};

/// True when the glob matches: `*`, `?` and `[...]` inside one name, `**` for any number of folders. A glob
/// without a slash is about the file name alone, any other about the whole relative path.
[[nodiscard]] bool glob_matches(std::string_view glob, std::string_view relative_path);

/// The format that is asked for, else what the extension says (without .gz or .zst), else what the content
/// says.
[[nodiscard]] InputFormat choose_format(InputFormat asked, std::string_view path, std::string_view beginning);

}  // namespace neardup
