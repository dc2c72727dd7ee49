#include "cli/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "cli/misuse.h"
#include "neardup/util/error.h"
#include "neardup/version.h"

namespace neardup::cli {

namespace {

// The examples at the end of the help of each command.

constexpr std::string_view kExitCodes =
    "Exit codes: 0 done, 1 with --check only, 2 any error (results are still written), 130 interrupted.";

struct CommandExamples {
  std::string_view command;
  std::string_view lines;
};

constexpr CommandExamples kExamples[] = {
    {"",
     "  neardup dedup news.jsonl -o clean.jsonl        remove near-duplicates, keep one of each\n"
     "  neardup compare a.txt b.txt                    are they near-duplicates, and what differs?\n"
     "  neardup fingerprint corpus.jsonl.zst           id and fingerprint of every document\n"
     "  neardup explain a.txt                          which features made the fingerprint\n"
     "  neardup pairs --fingerprints prints.tsv --distance 3   all pairs that differ in at most 3 bits\n"
     "  neardup tune corpus.jsonl                      which distance and similarity suit this corpus?\n"
     "  neardup index build seen.ndx news/             an index file; `index query seen.ndx a.txt` asks "
     "it\n"},
    {"dedup",
     "  neardup dedup news.jsonl                       only say what would be removed\n"
     "  neardup dedup news.jsonl -o clean.jsonl --removed removed.tsv --report report.html\n"
     "  neardup dedup crawl/ -o clean/ --similarity 0.9 --keep longest\n"
     "  neardup dedup new.jsonl --against old.jsonl -o fresh.jsonl   what old.jsonl has is removed\n"
     "  neardup dedup posts.jsonl -o clean.jsonl --recipe short-1 --distance 16 --verify edit:0.8\n"},
    {"pairs",
     "  neardup pairs news.jsonl                       id1, id2, distance and similarity of every pair\n"
     "  neardup pairs submissions/ --recipe code-1 --template starter.cpp\n"
     "  neardup pairs crawl.jsonl --within host --similarity 0.7\n"
     "  neardup pairs --fingerprints prints.tsv --distance 3\n"},
    {"fingerprint",
     "  neardup fingerprint corpus.jsonl.zst           id and fingerprint of every document\n"
     "  neardup fingerprint notes/ --recipe text-1,bits=128\n"
     "  neardup fingerprint titles.csv --text-field title --recipe short-1\n"},
    {"compare",
     "  neardup compare a.txt b.txt --diff             distance, similarity, verdict, and what differs\n"
     "  neardup compare a.py b.py --recipe code-1 --check   exit code 1 when they are different\n"
     "  neardup compare --hex 8f3a61c2d4e5b790 8f3a61c2d4e5b791\n"},
    {"explain",
     "  neardup explain a.txt                          the features, their weights, and how every bit was "
     "won\n"
     "  neardup explain a.py --recipe code-1\n"},
    {"help",
     "  neardup help dedup                             all options of `dedup`\n"
     "  neardup help index build\n"},
    {"idf", "  neardup idf corpus.jsonl > corpus.idf          then: --weights tfidf --idf corpus.idf\n"},
    {"recipes", "  neardup recipes                                all published recipes\n"},
    {"seen",
     "  neardup seen news.seen today.jsonl             new, duplicate or copy, and keep what is new\n"
     "  neardup seen news.seen - --window 14d --date-field published --source-field site\n"
     "  neardup seen news.seen --build archive/        load what is already there\n"
     "  neardup seen news.seen draft.txt --query-only --check\n"
     "  neardup seen news.seen --info --verify\n"},
    {"tune",
     "  neardup tune corpus.jsonl                      which distance and similarity suit this corpus?\n"
     "  neardup tune posts.jsonl --recipe short-1 --similarity 0.55\n"},
    {"index",
     "  neardup index build seen.ndx news/             an index file of documents\n"
     "  neardup index query seen.ndx a.txt             which of them are near this one?\n"
     "  neardup index add seen.ndx more.jsonl\n"},
    {"index build",
     "  neardup index build seen.ndx news/ --similarity 0.8\n"
     "  neardup index build seen.ndx news/ --distance 6\n"
     "  neardup index build prints.ndx --fingerprints prints.tsv\n"},
    {"index add",
     "  neardup index add seen.ndx more.jsonl\n"
     "  neardup index add seen.ndx --fingerprints prints.tsv\n"},
    {"index remove", "  neardup index remove seen.ndx page-17 page-18\n"},
    {"index query",
     "  neardup index query seen.ndx a.txt             query, id and distance of everything near\n"
     "  neardup index query seen.ndx posts.jsonl --distance 2\n"
     "  neardup index query seen.ndx posts.jsonl --all     also those that nothing is near\n"},
    {"index info", "  neardup index info seen.ndx\n"},
    {"index merge", "  neardup index merge year.ndx january.ndx february.ndx\n"},
    {"index verify", "  neardup index verify seen.ndx                  reads every byte\n"}};

/// Returns the examples for a command, followed by the exit codes. `command` is a name such as "dedup" or
/// "index build", or "" for the program.
std::string examples_of(std::string_view command) {
  const auto* const found = std::ranges::find(kExamples, command, &CommandExamples::command);
  std::string text = found == std::end(kExamples) ? "" : "Examples:\n" + std::string(found->lines);
  return text += kExitCodes;
}

/// Returns true for the groups that the short help omits, because they are the same for all commands.
bool is_detail(const std::string& group) {
  static const std::set<std::string> details = {"Input", "Recipe"};
  return details.contains(group);
}

class TwoLengths : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
    const bool all = mode == CLI::AppFormatMode::All;
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           groups(app, all) + make_subcommands(app, CLI::AppFormatMode::Normal) + "\n" + make_footer(app);
  }

 private:
  [[nodiscard]] std::string groups(const CLI::App* app, bool all) const {
    std::string text;
    bool has_more = false;
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional() && !group.empty();
      });
      if (options.empty()) continue;
      const bool shown = all || !is_detail(group);
      has_more = has_more || !shown;
      if (shown) text += make_group(group, false, options);
    }
    return has_more ? text + "More options, for input and recipe: --help\n" : text;
  }
};

/// Calls visit(path of names, app) for the app and for all its subcommands, recursively.
void for_each_command(const CLI::App& app, const std::string& name,
                      const std::function<void(const std::string&, const CLI::App&)>& visit) {
  visit(name, app);
  for (const CLI::App* command : app.get_subcommands({}))
    for_each_command(*command, name + " " + command->get_name(), visit);
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options(
      [](const CLI::Option* option) { return option->nonpositional() && !option->get_group().empty(); });
}

std::string escape_roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string manual_page(const CLI::App& app) {
  std::string page = fmt::format(".TH NEARDUP 1 \"\" \"neardup {}\"\n.SH NAME\nneardup \\- {}\n", kVersion,
                                 escape_roff(app.get_description()));
  page += ".SH SYNOPSIS\n.B neardup\nCOMMAND [OPTIONS] INPUT...\n.SH COMMANDS\n";
  for_each_command(app, "neardup", [&page](const std::string& name, const CLI::App& command) {
    page += fmt::format(".SS {}\n{}\n", escape_roff(name), escape_roff(command.get_description()));
    for (const CLI::Option* option : shown_options(command)) {
      page += fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", escape_roff(option->get_name(false, true)),
                          escape_roff(option->get_type_name()), escape_roff(option->get_description()));
    }
  });
  return page + ".SH EXIT STATUS\n0 done; 1 with \\-\\-check only; 2 any error; 130 interrupted.\n";
}

std::string long_names(const CLI::App& command) {
  std::string names;
  for (const CLI::Option* option : shown_options(command)) {
    for (const std::string& name : option->get_lnames()) names += " --" + name;
  }
  for (const CLI::App* below : command.get_subcommands({})) names += " " + below->get_name();
  return names;
}

/// Returns the completions for bash. They offer the options of the longest command that matches the words
/// before the cursor.
std::string bash_completion(const CLI::App& app) {
  std::string text =
      "_neardup() {\n  local words=neardup word\n  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case \"$word\" in -*) break ;; *) words+=\" $word\" ;; esac\n  done\n  local offered=\n"
      "  case \"$words\" in\n";
  std::string cases;
  for_each_command(app, "neardup", [&cases](const std::string& name, const CLI::App& command) {
    cases = fmt::format("    \"{}\"*) offered=\"{}\" ;;\n", name, long_names(command)) + cases;
  });
  return text + cases +
         "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$offered\" -- \"${COMP_WORDS[COMP_CWORD]}\")\n}\n"
         "complete -o default -F _neardup neardup\n";
}

/// Returns the completions for zsh, which offer the same. The last lines serve both ways of loading them: as a
/// file `_neardup` of $fpath, whose text is the function itself, and by `source`.
std::string zsh_completion(const CLI::App& app) {
  std::string cases;
  for_each_command(app, "neardup", [&cases](const std::string& name, const CLI::App& command) {
    cases = fmt::format("    \"{}\"*) offered=({}) ;;\n", name, long_names(command)) + cases;
  });
  return "#compdef neardup\n_neardup() {\n  local chosen=neardup word\n  local -a offered\n"
         "  for word in ${words[2,CURRENT-1]}; do\n    [[ $word == -* ]] && break\n    chosen+=\" $word\"\n  "
         "done\n"
         "  case \"$chosen\" in\n" +
         cases +
         "  esac\n  compadd -- $offered\n  _files\n}\n"
         "if [[ $funcstack[1] == _neardup ]]; then _neardup \"$@\"; else compdef _neardup neardup; fi\n";
}

std::string fish_completion(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands({})) {
    text += fmt::format("complete -c neardup -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                        command->get_description());
    for (const CLI::Option* option : shown_options(*command)) {
      for (const std::string& name : option->get_lnames())
        text += fmt::format("complete -c neardup -n '__fish_seen_subcommand_from {}' -l {}\n",
                            command->get_name(), name);
    }
  }
  return text;
}

}  // namespace

void add_help(CLI::App& app) {
  const auto formatter = std::make_shared<TwoLengths>();
  formatter->column_width(34);
  for_each_command(app, "", [&formatter](const std::string& name, const CLI::App& command) {
    auto& own = const_cast<CLI::App&>(command);  // for_each_command() is const for `generate`
    own.formatter(formatter);
    own.footer(examples_of(name.empty() ? name : name.substr(1)));  // " index build" begins with a space
    own.set_help_flag("-h", "Short help");
    own.set_help_all_flag("--help", "All options");
  });
}

std::string help_of(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string name = app.get_name();
  for (const std::string& word : words) {
    const auto below = command->get_subcommands({});
    const auto found = std::ranges::find(below, word, [](const CLI::App* one) { return one->get_name(); });
    if (found == below.end())
      throw Error(ErrorCode::invalid_argument, "help: " + describe_unknown(*command, word));
    command = *found;
    name += ' ' + word;
  }
  return command->get_formatter()->make_help(command, name, CLI::AppFormatMode::All);
}

std::string generate(const CLI::App& app, const std::string& kind) {
  if (kind == "man") return manual_page(app);
  if (kind == "complete-bash") return bash_completion(app);
  if (kind == "complete-zsh") return zsh_completion(app);
  if (kind == "complete-fish") return fish_completion(app);
  throw Error(ErrorCode::invalid_argument,
              "--generate: expected man, complete-bash, complete-zsh or complete-fish, got '" + kind + "'");
}

}  // namespace neardup::cli
