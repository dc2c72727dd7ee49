#include "cli/dedup/dedup_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <map>

#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(now));
}

bool needs_no_quotes(char c) {
  const std::string_view harmless = "-_./=:,@%+";
  return (std::isalnum(static_cast<unsigned char>(c)) != 0) || harmless.find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, needs_no_quotes)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

void ReportFileOptions::add_to(const Command& command) {
  const std::string group = "Output";
  const Option report = command.add_option("--report", path, "HTML report in one self-contained file")
                            .type_name("FILE")
                            .not_empty()
                            .group(group);
  command
      .add_flag("--no-timestamp", no_timestamp,
                "Report without time, speed, memory and command line: the same bytes for the same input")
      .needs(report)
      .group(group);
  static const std::map<std::string, std::optional<ReportLanguage>> languages = {
      {"auto", std::nullopt}, {"en", ReportLanguage::english}, {"zh", ReportLanguage::chinese}};
  command
      .add_option(
          "--report-language", language,
          "Language that the report opens in: en, zh, or auto for that of the locale (default); the page "
          "has both",
          languages)
      .type_name("LANGUAGE")
      .needs(report)
      .group(group);
  command.add_flag("--anonymise", anonymise, "Report without names and texts").needs(report).group(group);
}

void write_report(const ReportFileOptions& options, const DedupResult& result, ReportOptions page) {
  page.anonymise = options.anonymise;
  page.language = options.language.value_or(language_of_locale());
  page.command_line = options.command_line;
  page.time = utc_now();
  page.peak_memory_bytes = peak_memory_bytes();
  if (options.no_timestamp) {
    page.command_line.clear();
    page.time.clear();
    page.seconds = 0;
    page.peak_memory_bytes = 0;
  }
  if (options.anonymise) {
    page.command_line.clear();
    page.parameters.clear();
  }
  result.write_report(options.path, page);
}

ReportLanguage language_of_locale() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    return std::string_view(value).starts_with("zh") ? ReportLanguage::chinese : ReportLanguage::english;
  }
  return ReportLanguage::english;
}

std::string shell_line(int argc, const char* const* argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) line += (i == 0 ? "" : " ") + shell_word(argv[i]);
  return line;
}

}  // namespace neardup::cli
