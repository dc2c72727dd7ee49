// What the page of a run shows besides its result.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace neardup {

/// The page contains its interface in both languages; the reader can switch.
enum class ReportLanguage { english, chinese };

/// The page leaves out empty texts and zeros.
struct ReportOptions {
  std::string command_line = {};
  std::string time = {};
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t skipped = 0;  // records and files that could not be read
  std::vector<std::pair<std::string, std::string>> parameters = {};  // names and values
  bool anonymise = false;                                            // numbers instead of names, and no texts
  ReportLanguage language = ReportLanguage::english;                 // shown first
};

}  // namespace neardup
