#include "neardup/store/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "neardup/sketch/sketch_plan.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

// Format 2 may have saved indexes, to which a program that knows only format 1 would not leave marks. Format 3 has packed
// shingles in its new bodies, which earlier programs cannot read. All of them are read, and raised when they are opened
// for writing.
constexpr std::string_view kFormat = "3";
constexpr std::array<std::string_view, 2> kOldFormats = {"1", "2"};

[[noreturn]] void refuse(const Database& database, const std::string& what) {
  throw Error(ErrorCode::invalid_argument, database.path() + ": " + what);
}

template <typename Value>
Value parse(const Database& database, const std::string& text) {
  Value value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end)
    throw Error(ErrorCode::corrupt, fmt::format("{}: its catalog says '{}'", database.path(), text));
  return value;
}

std::string read(const Database& database, std::string_view name) {
  if (std::optional<std::string> value = database.get(Family::meta, name)) return *std::move(value);
  throw Error(ErrorCode::corrupt, fmt::format("{}: its catalog lacks '{}'", database.path(), name));
}

LiveRule parse_rule(const Database& database, const std::string& text) {
  constexpr std::string_view kDistance = "distance ";
  constexpr std::string_view kSimilarity = "similarity ";
  if (text.starts_with(kDistance))
    return LiveRule::distance(parse<int>(database, text.substr(kDistance.size())));
  if (text.starts_with(kSimilarity))
    return LiveRule::similarity(parse<double>(database, text.substr(kSimilarity.size())));
  throw Error(ErrorCode::corrupt, fmt::format("{}: its catalog says '{}'", database.path(), text));
}

void check(const Database& database, const Catalog& catalog) {
  if (catalog.window < 0 || catalog.ttl < 0) refuse(database, "a window or a ttl must not be negative");
  if (!catalog.rule.max_distance()) {
    const SketchPlan plan = plan_sketch(catalog.rule.min_similarity());  // throws Error if there is none
    static_cast<void>(plan);
    return;
  }
  const int bits = catalog.recipe.steps().bits;
  const int distance = *catalog.rule.max_distance();
  if (distance < 0 || distance > bits)
    refuse(database, fmt::format("distance must be 0 to {} for {} bits, got {}", bits, bits, distance));
}

void write(Database& database, const Catalog& catalog) {
  rocksdb::WriteBatch batch;
  const auto put = [&](std::string_view name, std::string_view value) {
    database.put(batch, Family::meta, name, value);
  };
  put("format", kFormat);
  put("recipe", catalog.recipe.written());
  put("rule", catalog.rule.written());
  put("texts", catalog.keeps_texts ? "1" : "0");
  put("window", std::to_string(catalog.window));
  put("ttl", std::to_string(catalog.ttl));
  put(kHorizonKey, std::to_string(catalog.horizon));
  const rocksdb::Status status = database.write(batch, true);
  if (!status.ok()) fail(database.path(), status);
}

Catalog make(Database& database, const LiveOptions& options) {
  if (!options.create || options.read_only) refuse(database, "not a live collection");
  const Recipe recipe = options.recipe.value_or(Recipe::named("text-1"));
  Catalog catalog{.recipe = recipe,
                  .rule = options.rule.value_or(recipe.repeats_an_original()
                                                    ? LiveRule::distance(recipe.steps().max_distance)
                                                    : LiveRule::similarity(recipe.steps().similarity)),
                  .keeps_texts = options.keeps_texts.value_or(false),
                  .window = options.window.value_or(0),
                  .ttl = options.ttl.value_or(0)};
  check(database, catalog);
  write(database, catalog);
  return catalog;
}

/// Returns the recipe of the collection. A recipe that needs files of the caller must be given.
Recipe recipe_of(const Database& database, const LiveOptions& options) {
  const std::string own = read(database, "recipe");
  if (!options.recipe) return Recipe::parse(own);
  if (options.recipe->written() != own) {
    refuse(database, fmt::format("a collection of the recipe \"{}\", which cannot be compared with \"{}\"",
                                 own, options.recipe->written()));
  }
  return *options.recipe;
}

}  // namespace

Catalog Catalog::open(Database& database, const LiveOptions& options) {
  const std::optional<std::string> format = database.get(Family::meta, "format");
  if (!format) {
    if (database.bounds(Family::entries))
      throw Error(ErrorCode::corrupt, database.path() + ": has no catalog");
    return make(database, options);
  }
  if (*format != kFormat && std::ranges::find(kOldFormats, *format) == kOldFormats.end())
    refuse(database, fmt::format("a live collection of format {}, this version reads {}", *format, kFormat));
  Catalog catalog{.recipe = recipe_of(database, options),
                  .rule = parse_rule(database, read(database, "rule")),
                  .keeps_texts = read(database, "texts") == "1",
                  .window = parse<std::int64_t>(database, read(database, "window")),
                  .ttl = parse<std::int64_t>(database, read(database, "ttl")),
                  .horizon = parse<std::int64_t>(database, read(database, kHorizonKey))};
  if (options.rule && *options.rule != catalog.rule)
    refuse(database, fmt::format("a collection of the rule {}, not {}", catalog.rule.written(),
                                 options.rule->written()));
  if (options.keeps_texts && *options.keeps_texts != catalog.keeps_texts)
    refuse(database, catalog.keeps_texts ? "a collection that keeps texts" : "a collection without texts");
  const bool changes = *format != kFormat || (options.window && *options.window != catalog.window) ||
                       (options.ttl && *options.ttl != catalog.ttl);
  catalog.window = options.window.value_or(catalog.window);
  catalog.ttl = options.ttl.value_or(catalog.ttl);
  check(database, catalog);
  if (changes && !options.read_only) write(database, catalog);
  return catalog;
}

}  // namespace neardup::internal::store
