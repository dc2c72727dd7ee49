// The options that commands share, in one table each.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/output.h"
#include "neardup/corpus/corpus_reader.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup::cli {

/// --recipe and what departs from it.
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
  /// Throws Error when the recipe cannot be.
  [[nodiscard]] Recipe resolve() const;
};

/// Whether anything was given that names a recipe; its files do not.
[[nodiscard]] bool recipe_is_given(const Command& command);

/// What is read and how.
struct InputOptions {
  std::vector<std::string> inputs;
  ReadOptions read;
  bool lines = false;
  int threads = 0;
  BrokenInput broken = BrokenInput::skip;

  void add_to(const Command& command);
  /// A compatibility recipe sees the raw bytes, as its original did.
  [[nodiscard]] ReadOptions read_options(const Recipe& recipe) const;
  [[nodiscard]] CorpusReader open(const Recipe& recipe) const { return {inputs, read_options(recipe)}; }
};

enum class OutputFormat { text, tsv, jsonl };

/// How fingerprints are written: --as.
enum class Notation { hex, signed_decimal, unsigned_decimal };
[[nodiscard]] std::string to_text(const Fingerprint& fingerprint, Notation notation);
void add_notation_option(const Command& command, Notation& notation);

}  // namespace neardup::cli
