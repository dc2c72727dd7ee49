#include "neardup/fingerprint/recipe_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/util/error.h"
#include "neardup/util/join_names.h"

namespace neardup::internal {

namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "recipe: " + message);
}

// ---- names of enum values -------------------------------------------------------------------------------

template <typename Enum>
struct Name {
  std::string_view text;
  Enum value;
};

constexpr std::array kNormalizations = {Name<Normalization>{"none", Normalization::none},
                                        Name<Normalization>{"nfkc", Normalization::nfkc_casefold},
                                        Name<Normalization>{"simplified", Normalization::simplified},
                                        Name<Normalization>{"python-lower", Normalization::python_lower}};
constexpr std::array kTokenKinds = {Name<TokenKind>{"words", TokenKind::words},
                                    Name<TokenKind>{"chars", TokenKind::characters},
                                    Name<TokenKind>{"text", TokenKind::text},
                                    Name<TokenKind>{"code", TokenKind::code},
                                    Name<TokenKind>{"cppjieba", TokenKind::cppjieba},
                                    Name<TokenKind>{"python-jieba", TokenKind::python_jieba},
                                    Name<TokenKind>{"spaces", TokenKind::spaces},
                                    Name<TokenKind>{"ascii", TokenKind::ascii}};
constexpr std::array kWeightings = {
    Name<Weighting>{"one", Weighting::one}, Name<Weighting>{"count", Weighting::count},
    Name<Weighting>{"log", Weighting::log}, Name<Weighting>{"tfidf", Weighting::tfidf},
    Name<Weighting>{"levels", Weighting::levels}};
constexpr std::array kHashes = {Name<FeatureHash>{"xxh3", FeatureHash::xxh3},
                                Name<FeatureHash>{"md5", FeatureHash::md5},
                                Name<FeatureHash>{"jenkins-cb", FeatureHash::jenkins_cb},
                                Name<FeatureHash>{"jenkins-bc", FeatureHash::jenkins_bc},
                                Name<FeatureHash>{"python", FeatureHash::python},
                                Name<FeatureHash>{"java", FeatureHash::java},
                                Name<FeatureHash>{"mt19937", FeatureHash::mt19937}};
constexpr std::array kTies = {Name<Tie>{"0", Tie::zero}, Name<Tie>{"1", Tie::one}};
constexpr std::array kNormalizedOrKept = {Name<bool>{"normalized", true}, Name<bool>{"kept", false}};

template <typename Enum, std::size_t N>
std::string text_of(const std::array<Name<Enum>, N>& names, Enum value) {
  return std::string(std::ranges::find(names, value, &Name<Enum>::value)->text);
}

template <typename Enum, std::size_t N>
Enum value_of(const std::array<Name<Enum>, N>& names, std::string_view key, std::string_view text) {
  const auto* const found = std::ranges::find(names, text, &Name<Enum>::text);
  if (found != names.end()) return found->value;
  std::vector<std::string_view> choices;
  for (const auto& name : names) choices.push_back(name.text);
  refuse(fmt::format("{} cannot be '{}'; choose one of {}", key, text, join_names(choices)));
}

// ---- numbers --------------------------------------------------------------------------------------------

template <typename Number>
Number number_of(std::string_view key, std::string_view text, Number low, Number high) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high)) {
    refuse(fmt::format("{} must be a number from {} to {}, not '{}'", key, low, high, text));
  }
  return value;
}

std::uint64_t digest_of(std::string_view key, std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.size() != 16) {
    refuse(fmt::format("{} must be a digest of 16 hex digits, not '{}'", key, text));
  }
  return value;
}

// ---- keys with a value and a number: words:3, tfidf:20, top=auto ----------------------------------------

struct Parts {
  std::string_view name;
  std::string_view number;  // after the colon; empty if there is no colon
};

Parts split_at_colon(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

bool has_width(TokenKind kind) {
  return kind == TokenKind::words || kind == TokenKind::characters || kind == TokenKind::text ||
         kind == TokenKind::code;
}

std::string write_tokens(const RecipeSteps& steps) {
  const std::string name = text_of(kTokenKinds, steps.tokens);
  return has_width(steps.tokens) ? fmt::format("{}:{}", name, steps.token_width) : name;
}

void read_tokens(RecipeSteps& steps, std::string_view text) {
  const Parts parts = split_at_colon(text);
  const TokenKind kind = value_of(kTokenKinds, "tokens", parts.name);
  if (!has_width(kind)) {
    if (!parts.number.empty()) refuse(fmt::format("tokens={} takes no number, got '{}'", parts.name, text));
    steps.tokens = kind;
    return;
  }
  constexpr int kWidest = 16;
  if (parts.number.empty()) refuse(fmt::format("tokens={0} needs a number, e.g. {0}:3", parts.name));
  steps.token_width = number_of("N in tokens=" + std::string(parts.name) + ":N", parts.number, 1, kWidest);
  steps.tokens = kind;
}

std::string write_weights(const RecipeSteps& steps) {
  const std::string name = text_of(kWeightings, steps.weighting);
  return steps.weight_factor != 0 ? fmt::format("{}:{}", name, steps.weight_factor) : name;
}

void read_weights(RecipeSteps& steps, std::string_view text) {
  const Parts parts = split_at_colon(text);
  const Weighting weighting = value_of(kWeightings, "weights", parts.name);
  if (!parts.number.empty() && weighting != Weighting::tfidf) {
    refuse(fmt::format("only tfidf takes a factor, got weights={}", text));
  }
  constexpr int kLargestFactor = 1 << 20;
  steps.weight_factor =
      parts.number.empty() ? 0 : number_of("the factor of tfidf", parts.number, 1, kLargestFactor);
  steps.weighting = weighting;
}

std::string write_top(const RecipeSteps& steps) {
  if (steps.top.automatic) return "auto";
  return steps.top.count == Top::kAll ? "all" : fmt::format("{}", steps.top.count);
}

void read_top(RecipeSteps& steps, std::string_view text) {
  constexpr std::size_t kMost = 1U << 20;
  if (text == "all") {
    steps.top = {};
  } else if (text == "auto") {
    steps.top = {.count = Top::kAll, .automatic = true};
  } else {
    steps.top = {.count = number_of<std::size_t>("top", text, 1, kMost)};
  }
}

void read_language(RecipeSteps& steps, std::string_view text) {
  if (text == "auto") {
    steps.language.reset();
    return;
  }
  steps.language = language_named(text);
  if (!steps.language) refuse(fmt::format("language '{}' is not known", text));
}

// ---- the table of keys, in written order ----------------------------------------------------------------

struct Key {
  std::string_view name;
  std::string (*write)(const RecipeSteps&);
  void (*read)(RecipeSteps&, std::string_view);
};

std::string write_digest(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

constexpr std::array kKeys = {
    Key{"normalize", [](const RecipeSteps& s) { return text_of(kNormalizations, s.normalization); },
        [](RecipeSteps& s, std::string_view v) {
          s.normalization = value_of(kNormalizations, "normalize", v);
        }},
    Key{"tokens", write_tokens, read_tokens},
    Key{"identifiers",
        [](const RecipeSteps& s) { return text_of(kNormalizedOrKept, s.normalize_identifiers); },
        [](RecipeSteps& s, std::string_view v) {
          s.normalize_identifiers = value_of(kNormalizedOrKept, "identifiers", v);
        }},
    Key{"numbers", [](const RecipeSteps& s) { return text_of(kNormalizedOrKept, s.normalize_numbers); },
        [](RecipeSteps& s, std::string_view v) {
          s.normalize_numbers = value_of(kNormalizedOrKept, "numbers", v);
        }},
    Key{"strings", [](const RecipeSteps& s) { return text_of(kNormalizedOrKept, s.normalize_strings); },
        [](RecipeSteps& s, std::string_view v) {
          s.normalize_strings = value_of(kNormalizedOrKept, "strings", v);
        }},
    Key{"language",
        [](const RecipeSteps& s) { return std::string(s.language ? name_of(*s.language) : "auto"); },
        read_language},
    Key{"weights", write_weights, read_weights},
    Key{"top", write_top, read_top},
    Key{"hash", [](const RecipeSteps& s) { return text_of(kHashes, s.hash); },
        [](RecipeSteps& s, std::string_view v) { s.hash = value_of(kHashes, "hash", v); }},
    Key{"bits", [](const RecipeSteps& s) { return fmt::format("{}", s.bits); },
        [](RecipeSteps& s, std::string_view v) { s.bits = number_of("bits", v, 32, 128); }},
    Key{"tie", [](const RecipeSteps& s) { return text_of(kTies, s.tie); },
        [](RecipeSteps& s, std::string_view v) { s.tie = value_of(kTies, "tie", v); }},
    Key{"min-features", [](const RecipeSteps& s) { return fmt::format("{}", s.min_features); },
        [](RecipeSteps& s, std::string_view v) { s.min_features = number_of("min-features", v, 0, 1000); }},
    Key{"distance", [](const RecipeSteps& s) { return fmt::format("{}", s.max_distance); },
        [](RecipeSteps& s, std::string_view v) { s.max_distance = number_of("distance", v, 0, 128); }},
    Key{"similarity", [](const RecipeSteps& s) { return fmt::format("{}", s.similarity); },
        [](RecipeSteps& s, std::string_view v) { s.similarity = number_of("similarity", v, 0.0, 1.0); }},
    Key{"shingle", [](const RecipeSteps& s) { return fmt::format("{}", s.similarity_shingle); },
        [](RecipeSteps& s, std::string_view v) { s.similarity_shingle = number_of("shingle", v, 1, 64); }},
    Key{"idf", [](const RecipeSteps& s) { return write_digest(s.idf_digest); },
        [](RecipeSteps& s, std::string_view v) { s.idf_digest = digest_of("idf", v); }},
    Key{"stop-words", [](const RecipeSteps& s) { return write_digest(s.stop_words_digest); },
        [](RecipeSteps& s, std::string_view v) { s.stop_words_digest = digest_of("stop-words", v); }},
    Key{"user-dictionary", [](const RecipeSteps& s) { return write_digest(s.user_dictionary_digest); },
        [](RecipeSteps& s, std::string_view v) {
          s.user_dictionary_digest = digest_of("user-dictionary", v);
        }},
};

bool is_about_code(std::string_view key) {
  return key == "identifiers" || key == "numbers" || key == "strings" || key == "language";
}

}  // namespace

void set_step(RecipeSteps& steps, std::string_view key, std::string_view value) {
  const auto* const found = std::ranges::find(kKeys, key, &Key::name);
  if (found == kKeys.end()) {
    std::vector<std::string_view> names;
    for (const Key& known : kKeys) names.push_back(known.name);
    refuse(fmt::format("unknown key '{}'; known are {}", key, join_names(names)));
  }
  found->read(steps, value);
}

std::string write_steps(const RecipeSteps& steps) {
  std::string written = steps.base;
  const RecipeSteps& base = published_steps(steps.base);
  for (const Key& key : kKeys) {
    const std::string value = key.write(steps);
    if (value != key.write(base)) written += fmt::format(",{}={}", key.name, value);
  }
  return written;
}

std::string list_steps(const RecipeSteps& steps) {
  const bool is_code = steps.tokens == TokenKind::code;
  std::vector<std::string> settings;
  for (const Key& key : kKeys) {
    const std::string value = key.write(steps);
    if (value != write_digest(0) && (is_code || !is_about_code(key.name)))
      settings.push_back(fmt::format("{}={}", key.name, value));
  }
  return join_names(settings, " ");
}

RecipeSteps read_steps(std::string_view written) {
  std::size_t comma = written.find(',');
  RecipeSteps steps = published_steps(written.substr(0, comma));
  while (comma != std::string_view::npos) {
    written.remove_prefix(comma + 1);
    comma = written.find(',');
    const std::string_view setting = written.substr(0, comma);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos) refuse(fmt::format("expected key=value, got '{}'", setting));
    set_step(steps, setting.substr(0, equals), setting.substr(equals + 1));
  }
  check_steps(steps);
  return steps;
}

void check_steps(const RecipeSteps& steps) {
  const bool is_jieba = steps.tokens == TokenKind::cppjieba || steps.tokens == TokenKind::python_jieba;
  if (!hash_supports(steps.hash, steps.bits)) {
    refuse(fmt::format("hash {} has no {}-bit form", text_of(kHashes, steps.hash), steps.bits));
  }
  if ((steps.hash == FeatureHash::mt19937) != (steps.tokens == TokenKind::ascii)) {
    refuse("hash=mt19937 and tokens=ascii belong together: the hash is a table of ASCII characters");
  }
  if (steps.top != Top{} && !uses_idf(steps)) refuse("top needs weights=tfidf or weights=levels");
  if (steps.idf_digest != 0 && !uses_idf(steps)) refuse("an IDF table needs weights=tfidf or weights=levels");
  if (steps.user_dictionary_digest != 0 && steps.tokens != TokenKind::cppjieba) {
    refuse("a user dictionary needs tokens=cppjieba");
  }
  if (steps.stop_words_digest != 0 && !is_jieba && steps.tokens != TokenKind::words) {
    refuse("stop words need tokens=words, tokens=cppjieba or tokens=python-jieba");
  }
  if (steps.normalization == Normalization::none && steps.tokens == TokenKind::words) {
    refuse("tokens=words needs normalize=nfkc or normalize=simplified");
  }
}

}  // namespace neardup::internal
