#include "cli/rule_options.h"

#include "cli/command_line.h"
#include "neardup/util/error.h"

namespace neardup::cli {

void RuleOptions::add_to(const Command& command) {
  const std::string group = "Rule";
  command.add_option("-k,--distance", distance, "Pairs whose fingerprints differ in at most K bits")
      .type_name("K")
      .range(0, 32)
      .group(group);
  command
      .add_option("-s,--similarity", similarity,
                  "Pairs whose texts are at least this similar, 0.2 to 1 (default: the recipe's, 0.8)")
      .type_name("S")
      .range(0.2, 1.0)
      .group(group);
  command
      .add_option(
          "--verify", verify,
          "With --distance (default: the recipe's): of the pairs found, those with an exact measure of "
          "at least S (default 0.8). jaccard, containment and cosine compare the features of the "
          "recipe, or with --shingle the shingles; edit and lcs the texts")
      .type_name("jaccard|containment|cosine|edit|lcs:S")
      .group(group);
  command.add_option("--shingle", shingle, "Tokens in a shingle of similarity")
      .type_name("N")
      .range(1, 64)
      .group(group);
  command.add_flag("--exact", exact, "Similarity without missing any pair; slower").group(group);
  command.add_option("--seed", seed, "").group("");  // hidden: for measuring that no seed was picked
}

void RuleOptions::require_one_rule() const {
  const auto refuse = [](bool contradiction, const char* message) {
    if (contradiction) throw Error(ErrorCode::invalid_argument, message);
  };
  refuse(distance && similarity, "--distance and --similarity are two rules; give one");
  refuse(distance && exact, "--distance is always exact; --exact is for --similarity");
  refuse(!verify.empty() && similarity,
         "--verify checks what --distance finds, --similarity checks by itself; give one");
  refuse(!verify.empty() && exact, "--verify goes with --distance, --exact with --similarity; give one");
  refuse(distance && shingle && verify.empty(),
         "--shingle is about similarity and changes nothing under --distance; give --verify or --similarity");
}

Recipe RuleOptions::apply_to(const Recipe& recipe) const {
  return shingle ? recipe.with("shingle", std::to_string(*shingle)) : recipe;
}

PairRule RuleOptions::rule(const Recipe& recipe) const {
  if (is_by_distance()) {
    PairRule rule{.max_distance = distance.value_or(recipe.steps().max_distance)};
    if (verify.empty()) return rule;
    rule.verification = parse_verification(verify);
    rule.verification->on_shingles = shingle.has_value();
    return rule;
  }
  return {.min_similarity = similarity.value_or(recipe.steps().similarity), .exact = exact};
}

CollectionOptions collection_options(const InputOptions& input, const RuleOptions& rule, const Recipe& recipe,
                                     ProblemReport& problems) {
  return {.recipe = recipe,
          .read = input.read_options(recipe),
          .threads = input.threads,
          .sketch = sketch_for(rule.rule(recipe)),
          .sketch_seed = rule.seed,
          .on_problem = [&problems](const Problem& problem) { problems.add(problem); }};
}

}  // namespace neardup::cli
