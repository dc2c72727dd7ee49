#include "cli/dedup/dedup_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cli/index/index_commands.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"
#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

namespace {

namespace fs = std::filesystem;

std::string take_index(std::vector<std::string>& references) {
  const auto first = std::ranges::find_if(references, is_index_file);
  if (first == references.end()) return {};
  std::string file = *first;
  references.erase(first);
  if (std::ranges::any_of(references, is_index_file))
    throw Error(ErrorCode::invalid_argument, "dedup: --against takes one index file, got several");
  return file;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace

DedupIndexes::DedupIndexes(std::vector<std::string>& references, const DedupIndexOptions& options)
    : asked_file_(take_index(references)),
      updated_file_(options.update.empty() ? "" : follow_link(options.update)),
      will_write_(options.will_write && !options.update.empty()) {
  if (will_write_) lock_.emplace(updated_file_, options.quiet);
  std::error_code error;
  if (!updated_file_.empty() && fs::exists(updated_file_, error))
    updated_ = HammingIndex::open(updated_file_);
  if (!asked_file_.empty() && !(updated_ && is_same_file(asked_file_, updated_file_)))
    asked_ = HammingIndex::open(asked_file_);
}

const HammingIndex* DedupIndexes::asked() const noexcept {
  if (asked_file_.empty()) return nullptr;
  return asked_ ? &*asked_ : &*updated_;
}

Recipe DedupIndexes::recipe(const RecipeOptions& given, bool is_given) const {
  const HammingIndex* const index = asked() != nullptr ? asked() : updated_ ? &*updated_ : nullptr;
  if (index == nullptr) return given.resolve();
  const std::string& file = asked() != nullptr ? asked_file_ : updated_file_;
  if (is_given) refuse_other_recipe(file, *index, given.resolve());
  Recipe recipe = recipe_of_index(file, *index, given);
  if (updated_) refuse_other_recipe(updated_file_, *updated_, recipe);
  return recipe;
}

void DedupIndexes::settle(RuleOptions& rule) {
  if (!updated_file_.empty() && !rule.templates.empty())
    throw Error(
        ErrorCode::invalid_argument,
        updated_file_ + ": an index holds fingerprints of whole texts; --update does not go with --template");
  max_distance_ = rule.distance;
  const HammingIndex* const index = asked();
  if (index == nullptr) return;
  const int planned = index->options().max_distance;
  if (rule.needs_text())
    throw Error(
        ErrorCode::invalid_argument,
        asked_file_ +
            ": an index holds fingerprints, no texts and no fields, so only --distance can be judged " +
            "against it; for --similarity, --verify, --method, --within and --template give the " +
            "reference as documents (--against FILES)");
  if (rule.distance && *rule.distance > planned)
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: was built for distances up to {}, got --distance {} (`index build --distance`)",
                    asked_file_, planned, *rule.distance));
  if (!rule.distance) rule.distance = planned;
}

HammingIndex DedupIndexes::new_index(const Recipe& recipe) const {
  return HammingIndex({.bits = recipe.steps().bits,
                       .max_distance = std::max(recipe.steps().max_distance, max_distance_.value_or(0)),
                       .recipe = recipe.written()});
}

IndexAdditions DedupIndexes::update(const DedupResult& result, ProblemReport& problems) {
  if (!will_write_) return {};
  if (!updated_) updated_ = new_index(result.recipe());
  IndexAdditions additions = add_kept(result, *updated_);
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
    warn(fmt::format("{} added as ID#FINGERPRINT, because another document has the same id (see --id-field)",
                     plural(additions.renamed, "document")));
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
