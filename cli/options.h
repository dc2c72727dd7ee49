// The options that several commands share: recipe, input, output format and notation of fingerprints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_line.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/corpus_reader.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup::cli {

using namespace internal;

/// --recipe and the options that override parts of it.
struct RecipeOptions {
  std::string recipe = "text-1";
  std::string normalize;
  std::string tokens;
  std::string weights;
  std::string hash;
  std::string bits;
  std::string language;
  RecipeFiles files;

  void add_to(const Command& command);
  /// Returns the files that the options name, for the check that no output overwrites them.
  [[nodiscard]] std::vector<std::string> given_files() const;
  /// Returns the recipe that the options describe. Throws Error when it is invalid.
  [[nodiscard]] Recipe resolve() const;
};

struct InputOptions;

/// Chooses the recipe for source code if the user named none and nearly all inputs are source code. Returns what to
/// tell the user about it: a sentence for the summary, or nothing. Warns if only a part is.
[[nodiscard]] std::string choose_recipe(RecipeOptions& recipe, const InputOptions& input,
                                        ProblemReport& problems);

/// Returns true if the command line gave an option that decides the recipe. Options that name the recipe's
/// files do not count.
[[nodiscard]] bool recipe_is_given(const Command& command);

/// The files of a run besides its inputs.
struct OtherFiles {
  std::vector<std::string> read = {};
  std::vector<std::pair<std::string, std::string>> written = {};  // option and file
};

/// Which documents to read, and how.
struct InputOptions {
  std::vector<std::string> inputs;
  ReadOptions read;
  bool lines = false;
  std::string columns;    // names with commas between
  std::string delimiter;  // as it was written
  int threads = 0;
  ProblemOptions problems;

  void add_to(const Command& command);
  /// Returns the options for reading with this recipe. A compatibility recipe sees invalid bytes as they are,
  /// like the original program. Throws Error when standard input is given twice.
  [[nodiscard]] ReadOptions read_options(const Recipe& recipe) const;
  /// Returns a report of problems in these inputs. Throws Error if its list (--errors) would overwrite one of
  /// them or another file of the run.
  [[nodiscard]] ProblemReport report_problems(const std::string& command, bool quiet,
                                              const OtherFiles& others = {}) const;
  [[nodiscard]] CorpusReader open(const Recipe& recipe) const { return {inputs, read_options(recipe)}; }
  /// Says how many records have no text, and what became of them: `kept_ones`, unless they were left out.
  void say_without_text(std::uint64_t records, std::string_view kept_ones, bool quiet) const;

 private:
  void add_field_options(const Command& command, const std::string& group);
  void add_problem_options(const Command& command, const std::string& group);
};

/// Returns true if one of the paths is -, standard input.
[[nodiscard]] bool has_stdin(const std::vector<std::string>& paths);

struct InputCounts {
  std::uint64_t documents = 0;            // includes those without a fingerprint
  std::uint64_t without_fingerprint = 0;  // too short, or without features in a compatibility recipe
  std::uint64_t text_bytes = 0;
  std::uint64_t without_text = 0;  // kept among the documents or left out (--missing)

  void add(const InputCounts& other) {
    documents += other.documents;
    without_fingerprint += other.without_fingerprint;
    text_bytes += other.text_bytes;
    without_text += other.without_text;
  }
};

/// How to write fingerprints (--as).
enum class Notation { hex, signed_decimal, unsigned_decimal };
/// Returns the fingerprint in this notation.
[[nodiscard]] std::string to_text(const Fingerprint& fingerprint, Notation notation);
void add_notation_option(const Command& command, Notation& notation);

}  // namespace neardup::cli
