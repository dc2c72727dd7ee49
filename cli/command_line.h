// The options of commands, told once: what parses them also writes help, manual page and completions. CLI11
// does the work, behind these handles: its headers take longer to compile than all commands together, so only
// the sources that work on the whole table (command_line.cpp, help.cpp, misuse.cpp, run.cpp) include them.
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

/// A handle, to be copied: one option of a command. What changes it returns it, to be chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  /// What stands for the value in help; "" for nothing.
  Option type_name(const std::string& name) const;
  /// The heading in help; "" hides the option.
  Option group(const std::string& name) const;
  Option required() const;
  /// Help shows the value that the variable has now.
  Option capture_default_str() const;
  /// Help shows these words as the default.
  Option default_str(const std::string& text) const;
  /// Makes sense only with the other one.
  Option needs(Option other) const;
  /// Both cannot be given.
  Option excludes(Option other) const;

  /// What the value must be.
  Option range(int low, int high) const;
  Option range(double low, double high) const;
  Option positive() const;
  Option not_empty() const;
  /// The value may end in K, M or G.
  Option bytes() const;

 private:
  CLI::Option* option_;
};

/// A handle, to be copied: the program or one of its commands. Variables that are given to it are written
/// when the command line is parsed, and must live until then.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command add_subcommand(const std::string& name, const std::string& description) const;
  /// Options that belong together, under a heading of their own.
  Command add_option_group(const std::string& name) const;
  /// One of the subcommands must be given; chosen() then names it.
  void require_subcommand() const;
  /// Of the options of this group.
  void require_at_most_one() const;

  /// `names` as in "-k,--distance", or "INPUT" for a positional argument.
  Option add_flag(const std::string& names, bool& value, const std::string& description) const;
  Option add_option(const std::string& names, std::string& value, const std::string& description) const;
  Option add_option(const std::string& names, int& value, const std::string& description) const;
  Option add_option(const std::string& names, std::size_t& value, const std::string& description) const;
  Option add_option(const std::string& names, double& value, const std::string& description) const;
  Option add_option(const std::string& names, std::optional<int>& value,
                    const std::string& description) const;
  Option add_option(const std::string& names, std::optional<double>& value,
                    const std::string& description) const;
  /// May be repeated; a positional one takes all that follow.
  Option add_option(const std::string& names, std::vector<std::string>& values,
                    const std::string& description) const;
  /// One of several words.
  template <typename Value>
  Option add_option(const std::string& names, Value& value, const std::string& description,
                    const std::map<std::string, Value>& choices) const {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices) words.push_back(word);
    return add_words(names, words, description,
                     [&value, choices](const std::string& word) { value = choices.at(word); });
  }

  /// REQUIRES: there is one of this name
  [[nodiscard]] Option get_option(const std::string& name) const;

  /// After parsing.
  [[nodiscard]] bool is_given(const std::string& name) const;
  [[nodiscard]] std::string chosen() const;

 private:
  Option add_words(const std::string& names, const std::vector<std::string>& words,
                   const std::string& description, std::function<void(const std::string&)> take) const;

  CLI::App* app_;
};

}  // namespace neardup::cli
