// Handles with which commands declare their options. Each option is declared once: the table that parses the
// command line also produces the help, the manual page and the shell completions.
//
// The handles wrap CLI11. Its headers take longer to compile than all commands together, so only the sources
// that work on the whole table (command_line.cpp, help.cpp, misuse.cpp, run.cpp) include them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace neardup::cli {

/// A copyable handle to one option of a command. Every modifier returns the handle, so that calls can be
/// chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  /// Sets the placeholder that help shows for the value; "" shows none.
  Option type_name(const std::string& name) const;
  /// Sets the heading under which help lists the option; "" hides the option.
  Option group(const std::string& name) const;
  Option required() const;
  /// Makes help show the current value of the variable as the default.
  Option capture_default_str() const;
  /// Makes help show `text` as the default.
  Option default_str(const std::string& text) const;
  /// Rejects this option unless the other one is given too.
  Option needs(Option other) const;
  /// Rejects a command line that gives both options.
  Option excludes(Option other) const;

  /// Restricts the value to the range from `low` to `high`, both included.
  Option range(int low, int high) const;
  Option range(double low, double high) const;
  Option positive() const;
  Option not_empty() const;
  /// Accepts a number of bytes, which may end in K, M or G.
  Option bytes() const;

 private:
  CLI::Option* option_;
};

/// A copyable handle to the program or one of its commands. Parsing the command line writes to the variables
/// passed to add_flag() and add_option(), so they must live until then.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command add_subcommand(const std::string& name, const std::string& description) const;
  /// Adds a group of related options, which help lists under its own heading.
  Command add_option_group(const std::string& name) const;
  /// Requires exactly one of the subcommands; chosen() then returns its name.
  void require_subcommand() const;
  /// Rejects a command line that gives more than one option of this group.
  void require_at_most_one() const;

  /// Adds a flag or an option that writes to `value`. `names` is as in "-k,--distance", or as in
  /// "INPUT" for a positional argument.
  Option add_flag(const std::string& names, bool& value, const std::string& description) const;
  Option add_option(const std::string& names, std::string& value, const std::string& description) const;
  Option add_option(const std::string& names, int& value, const std::string& description) const;
  Option add_option(const std::string& names, std::size_t& value, const std::string& description) const;
  Option add_option(const std::string& names, double& value, const std::string& description) const;
  Option add_option(const std::string& names, std::optional<int>& value,
                    const std::string& description) const;
  Option add_option(const std::string& names, std::optional<double>& value,
                    const std::string& description) const;
  /// Adds an option that may be repeated. A positional one takes all arguments that follow.
  Option add_option(const std::string& names, std::vector<std::string>& values,
                    const std::string& description) const;
  /// Adds an option whose value is one of the words in `choices`.
  template <typename Value>
  Option add_option(const std::string& names, Value& value, const std::string& description,
                    const std::map<std::string, Value>& choices) const {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices) words.push_back(word);
    return add_words(names, words, description,
                     [&value, choices](const std::string& word) { value = choices.at(word); });
  }

  /// Returns the option of this name.
  /// REQUIRES: the command has an option of this name
  [[nodiscard]] Option get_option(const std::string& name) const;

  /// Returns true if the command line gave this option. Call it after parsing.
  [[nodiscard]] bool is_given(const std::string& name) const;
  /// Returns the name of the subcommand that the command line chose. Call it after parsing.
  [[nodiscard]] std::string chosen() const;

 private:
  Option add_words(const std::string& names, const std::vector<std::string>& words,
                   const std::string& description, std::function<void(const std::string&)> take) const;

  CLI::App* app_;
};

}  // namespace neardup::cli
