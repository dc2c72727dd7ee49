// A list of the files that must not outlive the program, and a note of the outputs that are already in place:
// a handler that ends the program early (an interrupt) removes the former and reports the latter. This is the
// only state that the whole process shares, because an interrupt hits all of it. Everything is thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace neardup::internal {

/// Keeps a path on the list for as long as the object lives.
class TemporaryName {
 public:
  explicit TemporaryName(std::string path);
  /// Calls `create` and lists the path if it returns true. An interrupt comes before or after both of them.
  TemporaryName(std::string path, const std::function<bool()>& create);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  [[nodiscard]] bool is_listed() const noexcept { return !path_.empty(); }

  /// Gives the file its final name, replacing the file of that name, and takes it off the list. Returns false
  /// and sets errno if that fails.
  [[nodiscard]] bool rename_to(const std::string& final_path);

 private:
  std::string path_;  // empty if it is not listed
};

/// What the process has written so far.
struct WrittenOutput {
  std::uint64_t files = 0;      // complete files that have their final names
  std::string first_file = {};  // the first of them
  bool is_streaming = false;    // bytes went to a pipe, a device or standard output
};

/// Records that bytes go to a pipe, a device or standard output, from where nothing takes them back.
void note_streaming() noexcept;

/// Ends all writing: from now on no file gets its final name, and a thread that tries to name one waits for
/// ever. Returns what was written before. The program must end afterwards.
[[nodiscard]] WrittenOutput stop_writing() noexcept;

/// Removes all files on the list. REQUIRES: stop_writing() has returned
void remove_temporary_files() noexcept;

}  // namespace neardup::internal
