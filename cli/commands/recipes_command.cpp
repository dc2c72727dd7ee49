// `neardup recipes`: lists the published recipes and their steps.
#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup::cli {

Action add_recipes_command(const Command& app) {
  app.add_subcommand("recipes", "List the published recipes and their steps");
  return [] {
    for (const RecipeSteps& steps : Recipe::published()) {
      print(fmt::format("{:<17} {}\n", steps.base, Recipe::named(steps.base).describe_steps()));
    }
    return static_cast<int>(exit_done);
  };
}

}  // namespace neardup::cli
