#include "cli/misuse.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/util/join_names.h"

namespace neardup::cli {

using namespace internal;

namespace {

/// Returns the Levenshtein distance: the number of insertions, deletions and substitutions of characters that
/// turn one word into the other.
std::size_t edits(std::string_view first, std::string_view second) {
  std::vector<std::size_t> row(second.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= first.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= second.size(); ++j) {
      const std::size_t exchanged = diagonal + (first[i - 1] == second[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, exchanged}));
    }
  }
  return row.back();
}

/// Returns the option of ours that does what this option of other tools does, or nothing.
std::string_view our_name(std::string_view option) {
  struct Name {
    std::string_view theirs;
    std::string_view ours;
  };
  constexpr std::array kNames = {
      Name{"--threshold", "--similarity"},
      Name{"--jaccard", "--similarity"},
      Name{"--jaccard-threshold", "--similarity"},
      Name{"--min-similarity", "--similarity"},
      Name{"--hamming", "--distance"},
      Name{"--max-distance", "--distance"},
      Name{"--hamming-distance", "--distance"},
      Name{"--bit-diff", "--distance"},
      Name{"--column", "--text-field"},
      Name{"--text-column", "--text-field"},
      Name{"--text", "--text-field"},
      Name{"--text-key", "--text-field"},
      Name{"--content-field", "--text-field"},
      Name{"--id-column", "--id-field"},
      Name{"--id-key", "--id-field"},
      Name{"--index-column", "--id-field"},
      Name{"--workers", "--threads"},
      Name{"--num-workers", "--threads"},
      Name{"--num-proc", "--threads"},
      Name{"--jobs", "--threads"},
      Name{"--cores", "--threads"},
      Name{"--processes", "--threads"},
      Name{"--output-dir", "--output"},
      Name{"--output-file", "--output"},
      Name{"--out", "--output"},
      Name{"--ngram", "--shingle"},
      Name{"--ngram-size", "--shingle"},
      Name{"--shingle-size", "--shingle"},
      Name{"--include", "--glob"},
      Name{"--group-by", "--within"},
      Name{"--stratify", "--within"},
      Name{"--base-code", "--template"},
      Name{"--boilerplate", "--template"},
      Name{"--skip-empty", "--missing"},
      Name{"--drop-empty", "--missing"},
      Name{"--containment", "--lossless"},
      Name{"--substring", "--lossless"},
  };
  const auto found = std::ranges::find(kNames, option.substr(0, option.find('=')), &Name::theirs);
  return found == kNames.end() ? std::string_view() : found->ours;
}

/// Returns " (did you mean …?)" with the nearest name, or "" when no name is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  const std::string_view ours = our_name(word);
  if (std::ranges::find(names, ours) != names.end()) return fmt::format(" (did you mean {}?)", ours);
  const auto nearest =
      std::ranges::min_element(names, {}, [word](const std::string& name) { return edits(word, name); });
  if (nearest == names.end() || edits(word, *nearest) > std::max<std::size_t>(2, word.size() / 4)) return {};
  return fmt::format(" (did you mean {}?)", *nearest);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands({}))
    if (!command->get_name().empty()) names.push_back(command->get_name());  // groups of options have none
  return names;
}

/// Returns the innermost command that CLI11 recognised, and its name as the user types it.
std::pair<const CLI::App*, std::string> innermost(const CLI::App& app) {
  const CLI::App* command = &app;
  std::string name = "neardup";
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += ' ' + command->get_name();
  }
  return {command, name};
}

/// Returns the first unrecognised option on the command line, or the first unrecognised word if
/// none of them is an option.
std::string first_unknown(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  const auto option =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  return option != words.end() ? *option : words.front();
}

/// Returns a message of CLI11, reworded if it reads badly.
std::string in_our_words(std::string message) {
  constexpr std::string_view kAtMostOne = "Requires at most 1 options be given from [";
  if (message.starts_with(kAtMostOne) && message.ends_with(']')) {
    std::vector<std::string> names;  // CLI11 also lists options without a name
    for (const auto part : std::views::split(std::string_view(message).substr(kAtMostOne.size()), ',')) {
      std::string name(part.begin(), part.end());
      std::erase(name, ']');
      if (!name.empty()) names.push_back(std::move(name));
    }
    return "give only one of " + join_names(names);
  }
  if (message.ends_with(" missing"))  // "--distance: 1 required K missing"
    return message.substr(0, message.find(':')) + ": its value is missing";
  return message;
}

}  // namespace

std::string describe_unknown(const CLI::App& command, std::string_view word) {
  if (word.starts_with('-'))
    return fmt::format("unknown option {}{}", word, suggestion(word, option_names(command)));
  const std::vector<std::string> names = command_names(command);
  if (names.empty()) return fmt::format("unexpected argument {}", word);
  return fmt::format("unknown command {}{}; there are {}", word, suggestion(word, names), join_names(names));
}

std::string describe_misuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, name] = innermost(app);
  const std::vector<std::string> commands = command_names(*command);
  const auto is = [&error](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  std::string what = in_our_words(error.what());
  if (!app.remaining(true).empty() && (is(CLI::ExitCodes::ExtrasError) || !commands.empty())) {
    what = describe_unknown(*command, first_unknown(app));
  } else if (!commands.empty() && is(CLI::ExitCodes::RequiredError)) {
    what = "a command is missing: " + join_names(commands);
  }
  const std::string where = command == &app ? std::string{} : name.substr(sizeof "neardup") + ": ";
  return fmt::format("{}{}; see {} -h", where, what, name);
}

}  // namespace neardup::cli
