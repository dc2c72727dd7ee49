#include "python/src/options.h"

#include <utility>

#include "neardup/dedup/code_share.h"
#include "neardup/util/error.h"

namespace neardup::python {
namespace {

void refuse(bool is_wrong, const char* message) {
  if (is_wrong) throw Error(ErrorCode::invalid_argument, message);
}

std::optional<Rule> rule_of(const nb::dict& options, const Recipe& recipe) {
  const auto distance = option<std::optional<int>>(options, "distance", std::nullopt);
  const auto similarity = option<std::optional<double>>(options, "similarity", std::nullopt);
  const auto verify = option<std::string>(options, "verify", "");
  const auto sentences = option<std::optional<int>>(options, "sentences", std::nullopt);
  const bool lossless = option(options, "lossless", false);
  const bool exact = option(options, "exact", false);
  const int rules =
      (distance || !verify.empty() ? 1 : 0) + (similarity ? 1 : 0) + (sentences ? 1 : 0) + (lossless ? 1 : 0);
  refuse(rules > 1, "distance, similarity, sentences and lossless are rules of their own; give one");
  refuse(exact && rules == 1 && !similarity, "exact concerns similarity; the other rules are always exact");
  if (lossless) return Contained{};
  if (sentences) return EqualSentences{*sentences};
  if (similarity || exact) return AtLeastSimilar{similarity.value_or(recipe.steps().similarity), exact};
  if (!distance && verify.empty()) return std::nullopt;
  const int max_distance = distance.value_or(recipe.steps().max_distance);
  if (verify.empty()) return WithinDistance{max_distance};
  Verified rule{.max_distance = max_distance, .verification = parse_verification(verify)};
  rule.verification.on_shingles = options.contains("shingle");
  return rule;
}

InputFormat format_named(const std::string& name) {
  static const std::vector<std::string> names = {"automatic", "jsonl", "tsv",  "csv",  "text",
                                                 "lines",     "json",  "html", "warc", "parquet"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<InputFormat>(i);
  }
  throw Error(ErrorCode::invalid_argument,
              "input_format must be jsonl, tsv, csv, text, lines, json, html, warc or parquet, not " + name);
}

ReadOptions read_options(const nb::dict& options) {
  ReadOptions read;
  read.text_fields = option(options, "text", read.text_fields);
  read.id_field = option(options, "id", read.id_field);
  read.fields = option(options, "fields", read.fields);
  read.format = format_named(option<std::string>(options, "input_format", "automatic"));
  read.encoding = option(options, "encoding", read.encoding);
  read.globs = option(options, "globs", read.globs);
  read.html_fields = option(options, "html", read.html_fields);
  read.max_document = option(options, "max_document", read.max_document);
  read.temporary_folder = option(options, "temporary_folder", read.temporary_folder);
  return read;
}

/// Returns the recipe that was given; for paths without one, that of source code if they are source code.
Recipe recipe_for(const nb::dict& options, const Source& source, const ReadOptions& read,
                  Problems& problems) {
  if (options.contains("recipe")) return nb::cast<Recipe>(options["recipe"]);
  const auto* const paths = std::get_if<std::vector<std::string>>(&source);
  if (paths == nullptr) return Recipe::named("text-1");
  const internal::CodeShare share = internal::estimate_code(*paths, read);
  if (share.is_mixed())
    problems.add({.severity = Problem::Severity::warning,
                  .code = ProblemCode::looks_like_code,
                  .message = std::to_string(share.code) + " of " + std::to_string(share.documents) +
                             " documents looked at are source code, and are compared as text; copies with "
                             "other names are found only with a recipe for code"});
  return Recipe::named(share.is_code() ? "code-1" : "text-1");
}

}  // namespace

Error Problems::explain(const Error& error) const {
  if (problems_.empty()) return error;
  return {error.code(), problems_.front().describe() + "; " + error.what()};
}

nb::list Problems::to_list() const {
  nb::list list;
  for (const Problem& problem : problems_) {
    const bool is_error = problem.severity == Problem::Severity::error;
    list.append(nb::make_tuple(is_error ? "error" : "warning", problem.describe()));
  }
  return list;
}

Inputs to_inputs(const Source& source) {
  if (const auto* const documents = std::get_if<std::shared_ptr<Documents>>(&source))
    return {std::shared_ptr<const DocumentTable>(*documents)};
  return {std::get<std::vector<std::string>>(source)};
}

FindOptions find_options(const nb::dict& options, const Source& source, Problems& problems) {
  ReadOptions read = read_options(options);
  Recipe recipe = recipe_for(options, source, read, problems);
  if (options.contains("shingle"))
    recipe = recipe.with("shingle", std::to_string(nb::cast<int>(options["shingle"])));
  if (recipe.repeats_an_original()) read.invalid = InvalidBytes::keep;
  FindOptions find{.recipe = recipe, .rule = rule_of(options, recipe), .read = read};
  find.against = option(options, "against", find.against);
  find.within = option(options, "within", find.within);
  find.templates = option(options, "templates", find.templates);
  find.threads = option(options, "threads", find.threads);
  find.seed = option(options, "seed", find.seed);
  return find;
}

DedupOptions dedup_options(const nb::dict& options, FindOptions find) {
  DedupOptions dedup{.find = std::move(find)};
  dedup.keep = parse_keep_policy(option<std::string>(options, "keep", "first"));
  const auto link = option<std::string>(options, "link", "star");
  refuse(link != "star" && link != "components", "link must be star or components");
  if (link == "components") dedup.link = LinkKind::components;
  dedup.output = option(options, "output", dedup.output);
  dedup.annotate = option(options, "annotate", dedup.annotate);
  return dedup;
}

void watch_options(FindOptions& options, Watch& watch, Problems& problems) {
  options.stop = watch.stop();
  options.on_progress = watch.progress_function();
  options.on_problem = [&problems](const Problem& problem) { problems.add(problem); };
}

}  // namespace neardup::python
