#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "neardup/util/join_names.h"
#include "neardup/util/number_text.h"

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

namespace {

template <typename Number>
std::optional<Number> parsed(const std::string& text) {
  Number number{};
  if (!CLI::detail::lexical_cast(text, number)) return std::nullopt;
  return number;
}

/// Makes the option accept numbers of this type only. Without it CLI11 would refuse them in its own words.
template <typename Number>
CLI::Option* require_number(CLI::Option* option) {
  return option->check([](const std::string& text) -> std::string {
    if (parsed<Number>(text)) return {};
    const bool is_whole =
        text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string::npos;
    if (is_whole && parsed<double>(text)) return fmt::format("is out of range, got {}", text);
    return fmt::format("must be a {}number, got '{}'", std::is_integral_v<Number> ? "whole " : "", text);
  });
}

std::string shown(int number) {
  return (number < 0 ? "-" : "") + grouped_number(std::abs(std::int64_t{number}));
}
std::string shown(double number) { return fmt::format("{}", number); }

/// Returns a check that the value is a number from `low` to `high`.
template <typename Number>
auto is_between(Number low, Number high) {
  return [low, high](const std::string& text) -> std::string {
    const std::optional<double> number = parsed<double>(text);
    if (number && low <= *number && *number <= high) return {};
    return fmt::format("must be {} to {}, got {}", shown(low), shown(high), text);
  };
}

}  // namespace

Option Option::range(int low, int high) const { return Option(option_->check(is_between(low, high))); }
Option Option::range(double low, double high) const { return Option(option_->check(is_between(low, high))); }

Option Option::positive() const {
  return Option(option_->check([](const std::string& text) -> std::string {
    const std::optional<double> number = parsed<double>(text);
    return number && *number > 0 ? std::string{} : fmt::format("must be greater than 0, got {}", text);
  }));
}

Option Option::not_empty() const {
  const auto check = [](const std::string& value) { return std::string(value.empty() ? "is empty" : ""); };
  return Option(option_->check(check));
}

Option Option::bytes() const {
  return Option(option_->transform([](std::string text) -> std::string {
    const std::string given = text;
    try {
      if (CLI::AsSizeValue(false)(text).empty()) return text;
    } catch (const CLI::ValidationError&) {  // said below
    }
    throw CLI::ValidationError(
        fmt::format("must be a number of bytes, which may end in K, M or G, got '{}'", given));
  }));
}

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
  return Option(require_number<int>(app_->add_option(names, value, description)));
}

Option Command::add_option(const std::string& names, std::size_t& value,
                           const std::string& description) const {
  return Option(require_number<std::size_t>(app_->add_option(names, value, description)));
}

Option Command::add_option(const std::string& names, double& value, const std::string& description) const {
  return Option(require_number<double>(app_->add_option(names, value, description)));
}

Option Command::add_option(const std::string& names, std::optional<int>& value,
                           const std::string& description) const {
  return Option(require_number<int>(app_->add_option(names, value, description)));
}

Option Command::add_option(const std::string& names, std::optional<double>& value,
                           const std::string& description) const {
  return Option(require_number<double>(app_->add_option(names, value, description)));
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
