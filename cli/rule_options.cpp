#include "cli/rule_options.h"

#include <map>

#include "cli/command_line.h"
#include "neardup/util/error.h"

namespace neardup::cli {

namespace {

void refuse(bool contradiction, const char* message) {
  if (contradiction) throw Error(ErrorCode::invalid_argument, message);
}

}  // namespace

void RuleOptions::add_to(const Command& command) {
  const std::string group = "Rule";
  add_thresholds(command, group);
  add_conditions(command, group);
  // Hidden. Lets a measurement use other seeds, to show that the default was not picked for its results.
  command.add_option("--seed", seed, "").group("");
}

void RuleOptions::add_thresholds(const Command& command, const std::string& group) {
  command.add_option("-k,--distance", distance, "Pairs whose fingerprints differ in at most K bits")
      .type_name("K")
      .group(group);
  command
      .add_option(
          "-s,--similarity", similarity,
          "Pairs whose texts are at least this similar, 0.2 to 1 (default: the recipe's; 0.8 for text-1)")
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
      .not_empty()
      .group(group);
  command.add_option("--shingle", shingle, "Tokens per shingle when measuring similarity")
      .type_name("N")
      .range(1, 64)
      .group(group);
  command.add_flag("--exact", exact, "Similarity without missing any pair; slower").group(group);
}

void RuleOptions::add_conditions(const Command& command, const std::string& group) {
  static const std::map<std::string, bool> methods = {{"sentences", true}};
  command
      .add_option("--method", by_sentences, "sentences: pairs are texts with the same longest sentences",
                  methods)
      .type_name("sentences")
      .group(group);
  command.add_option("--sentences", sentences, "With --method sentences: how many (default 3)")
      .type_name("N")
      .range(1, 1000)
      .group(group);
  command
      .add_option(
          "--within", within,
          "Compare only documents with the same value of this field, or, given a character such as /, "
          "with the same id up to its first occurrence. Those without a value are compared with each other")
      .not_empty()
      .type_name("FIELD|SIGN")
      .group(group);
  command
      .add_option(
          "--template", templates,
          "Files with text to ignore (starter code, the frame of a page): their features are taken out "
          "of every document before it is judged; may be repeated")
      .type_name("FILE")
      .not_empty()
      .group(group);
}

void RuleOptions::require_one_rule(const std::vector<std::string>& inputs) const {
  refuse(has_stdin(templates) && has_stdin(inputs),
         "--template - and the input - are both standard input, which can be read only once; give one as a "
         "file");
  const bool has_verify = !verify.empty();
  refuse(distance && similarity, "--distance and --similarity are two rules; give one");
  refuse(distance && exact, "--distance is always exact; --exact is for --similarity");
  refuse(has_verify && similarity,
         "--verify checks what --distance finds, --similarity checks by itself; give one");
  refuse(has_verify && exact, "--verify goes with --distance, --exact with --similarity; give one");
  refuse(distance && shingle && !has_verify,
         "--shingle is about similarity and changes nothing under --distance; give --verify or --similarity");
  refuse(by_sentences && distance, "--method sentences and --distance are two rules; give one");
  refuse(by_sentences && similarity, "--method sentences and --similarity are two rules; give one");
  refuse(by_sentences && exact, "--method sentences is always exact; --exact is for --similarity");
  refuse(by_sentences && has_verify, "--method sentences and --verify are two rules; give one");
  refuse(by_sentences && shingle, "--shingle is about similarity; --method sentences has none");
  refuse(sentences && !by_sentences, "--sentences needs --method sentences");
  refuse(
      lossless && (distance || similarity || exact || has_verify || by_sentences),
      "--lossless is a rule of its own; --similarity, --distance, --verify, --exact and --method do not go "
      "with it");
  refuse(
      lossless && !templates.empty(),
      "--lossless removes a document only if another contains all of it, so --template does not go with it");
  const bool verifies_texts = has_verify && compares_texts(parse_verification(verify).measure);
  refuse(shingle && verifies_texts,
         "--verify edit and lcs compare texts, character by character; --shingle has no meaning there");
  refuse(!templates.empty() && verifies_texts,
         "--template takes out features, and --verify edit or lcs compares whole texts; give jaccard, "
         "containment or cosine");
}

Recipe RuleOptions::apply_to(const Recipe& recipe) const {
  return shingle ? recipe.with("shingle", std::to_string(*shingle)) : recipe;
}

Rule RuleOptions::rule(const Recipe& recipe) const {
  if (lossless) return Contained{};
  if (by_sentences) return EqualSentences{sentences.value_or(EqualSentences().sentences)};
  if (!is_by_distance()) return AtLeastSimilar{similarity.value_or(recipe.steps().similarity), exact};
  const int max_distance = distance.value_or(recipe.steps().max_distance);
  if (verify.empty()) return WithinDistance{max_distance};
  Verified rule{.max_distance = max_distance, .verification = parse_verification(verify)};
  rule.verification.on_shingles = shingle.has_value();
  return rule;
}

FindOptions find_options(const InputOptions& input, const RuleOptions& rule, const Recipe& recipe,
                         ProblemReport& problems) {
  FindOptions options{.recipe = recipe, .rule = rule.rule(recipe), .read = input.read_options(recipe)};
  options.within = rule.within;
  options.templates = rule.templates;
  options.threads = input.threads;
  options.seed = rule.seed;
  options.on_problem = [&problems](const Problem& problem) { problems.add(problem); };
  return options;
}

}  // namespace neardup::cli
