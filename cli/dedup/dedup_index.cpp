#include "cli/dedup/dedup_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cli/index/index_commands.h"
#include "neardup/sketch/sketch_plan.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"
#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

namespace {

namespace fs = std::filesystem;

/// Returns true for an index file, and for a file that does not exist but is the one to update.
bool is_index(const std::string& reference, const std::string& update) {
  std::error_code error;
  return is_index_file(reference) || (reference == update && !fs::exists(reference, error));
}

std::string take_index(std::vector<std::string>& references, const std::string& update) {
  const auto is_wanted = [&](const std::string& reference) { return is_index(reference, update); };
  const auto first = std::ranges::find_if(references, is_wanted);
  if (first == references.end()) return {};
  std::string file = *first;
  references.erase(first);
  if (std::ranges::any_of(references, is_wanted))
    throw Error(ErrorCode::invalid_argument, "dedup: --against takes one index file, got several");
  return file;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

void refuse_rule(bool is_wrong, const std::string& message) {
  if (is_wrong) throw Error(ErrorCode::invalid_argument, message);
}

/// Makes the rule one that the index can judge. Throws Error if the options say otherwise.
void fit(RuleOptions& rule, const std::string& file, const HammingIndex& index) {
  refuse_rule(rule.needs_text(),
              file +
                  ": this index holds fingerprints, no texts and no fields, so only --distance can be judged "
                  "against it; for --similarity build it with `index build --similarity`, and for --verify, "
                  "--method, --within and --template give the reference as documents (--against FILES)");
  const int planned = index.options().max_distance;
  refuse_rule(
      rule.distance > planned,
      fmt::format("{}: was built for distances up to {}, got --distance {} (`index build --distance`)", file,
                  planned, rule.distance.value_or(0)));
  if (!rule.distance) rule.distance = planned;
}

void fit(RuleOptions& rule, const std::string& file, const SimilarityIndex& index) {
  refuse_rule(
      rule.is_by_distance() || rule.by_sentences || rule.exact || !rule.within.empty() ||
          !rule.templates.empty(),
      file +
          ": this index holds shingles, no texts and no fields, so only --similarity can be judged "
          "against it; for --distance build it with `index build --distance`, and for --exact, --verify, "
          "--method, --within and --template give the reference as documents (--against FILES)");
  const double planned = index.options().min_similarity;
  refuse_rule(
      rule.similarity < planned && rule.similarity.has_value(),
      fmt::format("{}: was built for similarities from {}, got --similarity {} (`index build --similarity`)",
                  file, planned, rule.similarity.value_or(0)));
  if (!rule.similarity) rule.similarity = planned;
}

/// Returns an empty index that finds what the rule finds: by similarity if bands can, else by distance.
AnyIndex new_index(const RuleOptions& rule, const Recipe& recipe) {
  const double similarity = rule.similarity.value_or(recipe.steps().similarity);
  if (!rule.is_by_distance() && !rule.by_sentences && similarity >= kLeastBandedSimilarity)
    return AnyIndex(SimilarityIndex({.min_similarity = similarity, .recipe = recipe.written()}));
  return AnyIndex(
      HammingIndex({.bits = recipe.steps().bits,
                    .max_distance = std::max(recipe.steps().max_distance, rule.distance.value_or(0)),
                    .recipe = recipe.written()}));
}

}  // namespace

DedupIndexes::DedupIndexes(std::vector<std::string>& references, const DedupIndexOptions& options)
    : asked_file_(take_index(references, options.update)),
      updated_file_(options.update.empty() ? "" : follow_link(options.update)),
      will_write_(options.will_write && !options.update.empty()) {
  if (will_write_) lock_.emplace(updated_file_, options.quiet);
  std::error_code error;
  if (!updated_file_.empty() && fs::exists(updated_file_, error)) updated_ = AnyIndex::open(updated_file_);
  const bool is_one = asked_file_ == options.update || is_same_file(asked_file_, updated_file_);
  if (!asked_file_.empty() && !is_one) asked_ = AnyIndex::open(asked_file_);
}

const AnyIndex* DedupIndexes::asked_index() const noexcept {
  if (asked_file_.empty()) return nullptr;
  return asked_ ? &*asked_ : &*updated_;
}

Archive DedupIndexes::asked() const { return asked_file_.empty() ? Archive() : asked_index()->archive(); }

Recipe DedupIndexes::recipe_of_indexes(const RecipeOptions& given, bool is_given) const {
  const AnyIndex* const index = asked_ ? &*asked_ : updated_ ? &*updated_ : nullptr;
  if (index == nullptr) return given.resolve();
  const std::string& file = asked_ ? asked_file_ : updated_file_;
  if (is_given) refuse_other_recipe(file, index->recipe(), given.resolve());
  Recipe recipe = recipe_of_index(file, index->recipe(), given);
  if (updated_) refuse_other_recipe(updated_file_, updated_->recipe(), recipe);
  return recipe;
}

Recipe DedupIndexes::settle(RuleOptions& rule, const RecipeOptions& given, bool recipe_is_given) {
  refuse_rule(!updated_file_.empty() && !rule.templates.empty(),
              updated_file_ + ": an index holds whole texts; --update does not go with --template");
  Recipe recipe = rule.apply_to(recipe_of_indexes(given, recipe_is_given));
  if (asked_ && asked_->similarity() != nullptr) refuse_other_recipe(asked_file_, asked_->recipe(), recipe);
  if (updated_ && updated_->similarity() != nullptr)
    refuse_other_recipe(updated_file_, updated_->recipe(), recipe);
  // The index to query decides the rule, and the rule decides the new index, which may be the one to query.
  const bool is_new = !updated_ && !updated_file_.empty();
  if (is_new && !asked_) updated_ = new_index(rule, recipe);
  if (const AnyIndex* const index = asked_index()) {
    if (index->distance() != nullptr) fit(rule, asked_file_, *index->distance());
    if (index->similarity() != nullptr) fit(rule, asked_file_, *index->similarity());
  }
  if (is_new && asked_) updated_ = new_index(rule, recipe);
  return recipe;
}

std::optional<ExpectedShare> DedupIndexes::expected_share(const RuleOptions& rule) const {
  const AnyIndex* const index = !asked_file_.empty() ? asked_index() : updated_ ? &*updated_ : nullptr;
  if (index == nullptr || index->distance() == nullptr) return std::nullopt;
  const IndexOptions& made = index->distance()->options();
  const bool is_asked = !asked_file_.empty();
  const int distance = is_asked ? rule.distance.value_or(made.max_distance) : made.max_distance;
  return ExpectedShare{is_asked ? asked_file_ : updated_file_, distance, share_found(made, distance)};
}

IndexAdditions DedupIndexes::update(const DedupResult& result, ProblemReport& problems) {
  if (!will_write_) return {};
  IndexAdditions additions = updated_->similarity() != nullptr ? add_kept(result, *updated_->similarity())
                                                               : add_kept(result, *updated_->distance());
  if (additions.added > 0 || !fs::exists(updated_file_)) updated_->save(updated_file_);
  report(additions, problems);
  return additions;
}

void DedupIndexes::report(const IndexAdditions& additions, ProblemReport& problems) const {
  const auto warn = [&](std::string message) {
    problems.add(
        {.severity = Problem::Severity::warning, .path = updated_file_, .message = std::move(message)});
  };
  if (additions.renamed > 0)
    warn(fmt::format("{} added as ID#{}, because another document has the same id (see --id-field)",
                     plural(additions.renamed, "document"),
                     updated_->distance() != nullptr ? "FINGERPRINT" : "DIGEST"));
  const auto refuse = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    problems.add_after_writing(
        {.path = updated_file_,
         .message = fmt::format("{} not added: this index has numeric ids, and {} (see --id-field)",
                                plural(count, "document"), what)});
  };
  refuse(additions.not_numbers, "'" + additions.first_not_number + "' is not a number");
  refuse(additions.clashing, "id " + additions.first_clashing + " already belongs to another document");
  if (additions.left_out > 0)
    warn(fmt::format("{} without a fingerprint not added", plural(additions.left_out, "document")));
}

}  // namespace neardup::cli
