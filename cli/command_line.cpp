#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "neardup/util/join_names.h"

namespace neardup::cli {

using namespace internal;

// ---- options ----------------------------------------------------------------------------------------------

// The descriptions of checks are empty, because CLI11 would add them to the help.

Option Option::type_name(const std::string& name) const { return Option(option_->type_name(name)); }
Option Option::group(const std::string& name) const { return Option(option_->group(name)); }
Option Option::required() const { return Option(option_->required()); }
Option Option::capture_default_str() const { return Option(option_->capture_default_str()); }
Option Option::default_str(const std::string& text) const { return Option(option_->default_str(text)); }
Option Option::needs(Option other) const { return Option(option_->needs(other.option_)); }

Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }

Option Option::range(int low, int high) const {
  return Option(option_->check(CLI::Range(low, high).description("")));
}

Option Option::range(double low, double high) const {
  return Option(option_->check(CLI::Range(low, high).description("")));
}

Option Option::positive() const { return Option(option_->check(CLI::PositiveNumber.description(""))); }

Option Option::not_empty() const {
  const auto check = [](const std::string& value) { return std::string(value.empty() ? "is empty" : ""); };
  return Option(option_->check(check));
}

Option Option::bytes() const { return Option(option_->transform(CLI::AsSizeValue(false).description(""))); }

// ---- commands ---------------------------------------------------------------------------------------------

Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  return Command(app_->add_subcommand(name, description));
}

Command Command::add_option_group(const std::string& name) const {
  return Command(app_->add_option_group(name));
}

void Command::require_subcommand() const { app_->require_subcommand(1); }

void Command::require_at_most_one() const { app_->require_option(0, 1); }

Option Command::add_flag(const std::string& names, bool& value, const std::string& description) const {
  return Option(app_->add_flag(names, value, description));
}

Option Command::add_option(const std::string& names, std::string& value,
                           const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, int& value, const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, std::size_t& value,
                           const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, double& value, const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, std::optional<int>& value,
                           const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, std::optional<double>& value,
                           const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& description) const {
  CLI::Option* const option = app_->add_option(names, values, description);
  // One value per occurrence: otherwise `--glob a b` would swallow the input b.
  if (option->nonpositional()) option->expected(1)->take_all();
  return Option(option);
}

Option Command::add_words(const std::string& names, const std::vector<std::string>& words,
                          const std::string& description,
                          std::function<void(const std::string&)> take) const {
  const auto parse = [names, words, take = std::move(take)](const std::string& word) {
    if (std::ranges::find(words, word) == words.end())
      throw CLI::ValidationError(names, "expected " + join_names(words) + ", got '" + word + "'");
    take(word);
  };
  return Option(app_->add_option_function<std::string>(names, parse, description));
}

Option Command::get_option(const std::string& name) const { return Option(app_->get_option(name)); }

bool Command::is_given(const std::string& name) const { return app_->count(name) > 0; }

std::string Command::chosen() const { return app_->get_subcommands().front()->get_name(); }

}  // namespace neardup::cli
