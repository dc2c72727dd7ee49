#include "neardup/fingerprint/recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <mutex>

#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/recipe_resources.h"
#include "neardup/fingerprint/recipe_text.h"
#include "neardup/text/normalize.h"
#include "neardup/util/checksum.h"
#include "neardup/util/error.h"
#include "neardup/util/read_file.h"

namespace neardup {

using namespace internal;

namespace {

bool uses_jieba(const RecipeSteps& steps) {
  return steps.tokens == TokenKind::cppjieba || steps.tokens == TokenKind::python_jieba;
}

std::unordered_set<std::string> lines_of(const std::string& path) {
  std::unordered_set<std::string> lines;
  std::string_view rest;
  const std::string content = read_file(path);
  for (rest = content; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.emplace(line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

/// Sets the digest of a file that the caller provides, after checking it against the one that the
/// recipe names, if any.
void adopt_file(const std::string& path, std::string_view what, std::uint64_t& digest) {
  if (path.empty()) return;
  const std::uint64_t found = checksum(read_file(path));
  if (digest != 0 && digest != found) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: its digest is {:016x}, but the recipe names the {} with digest {:016x}",
                            path, found, what, digest));
  }
  digest = found;
}

void require_file(const std::string& path, std::string_view what, std::uint64_t digest) {
  if (digest == 0 || !path.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the recipe needs the {} with digest {:016x}, and none was given", what, digest));
}

RecipeResources load_resources(const RecipeSteps& steps, const RecipeFiles& files) {
  require_file(files.idf, "IDF table", steps.idf_digest);
  require_file(files.stop_words, "stop words", steps.stop_words_digest);
  require_file(files.user_dictionary, "user dictionary", steps.user_dictionary_digest);
  // A build without OpenCC says so now and not at some document.
  if (steps.normalization == Normalization::simplified) static_cast<void>(to_simplified(""));
  RecipeResources resources;
  if (steps.tokens == TokenKind::cppjieba) {
    resources.han_words = HanWords::shared(
        {.user_dictionary = files.user_dictionary, .stop_words = files.stop_words, .idf = files.idf});
  }
  if (steps.tokens == TokenKind::python_jieba) {
    resources.python_jieba = PythonJieba::shared(files.stop_words, files.idf);
  }
  if (uses_idf(steps) && !uses_jieba(steps)) {
    if (files.idf.empty()) {
      throw Error(ErrorCode::no_idf_table, "recipe: TF-IDF weights need an IDF table");
    }
    resources.idf = IdfTable::load(files.idf);
  }
  if (!files.stop_words.empty()) resources.stop_words = lines_of(files.stop_words);
  return resources;
}

}  // namespace

/// Loads the tables on first use, once for all copies of the recipe and all threads.
class Recipe::LazyResources {
 public:
  const RecipeResources& get(const RecipeSteps& steps, const RecipeFiles& files) {
    std::call_once(once_, [&] { resources_ = load_resources(steps, files); });
    return resources_;
  }

 private:
  std::once_flag once_;
  RecipeResources resources_;
};

Recipe::Recipe(RecipeSteps steps, RecipeFiles files)
    : steps_(std::move(steps)), files_(std::move(files)), resources_(std::make_shared<LazyResources>()) {}

Recipe Recipe::named(std::string_view name) { return {published_steps(name), {}}; }

Recipe Recipe::parse(std::string_view written) { return {read_steps(written), {}}; }

std::string Recipe::written() const { return write_steps(steps_); }

std::string Recipe::describe_steps() const { return list_steps(steps_); }

bool Recipe::repeats_an_original() const noexcept { return steps_.repeats_original; }

Recipe Recipe::with(std::string_view key, std::string_view value) const {
  RecipeSteps steps = steps_;
  set_step(steps, key, value);
  check_steps(steps);
  return {std::move(steps), files_};
}

Recipe Recipe::with_files(const RecipeFiles& files) const {
  RecipeSteps steps = steps_;
  adopt_file(files.idf, "IDF table", steps.idf_digest);
  adopt_file(files.stop_words, "stop words", steps.stop_words_digest);
  adopt_file(files.user_dictionary, "user dictionary", steps.user_dictionary_digest);
  check_steps(steps);
  return {std::move(steps), files};
}

FingerprintResult Recipe::fingerprint(std::string_view text) const {
  return Fingerprinter(*this).fingerprint(text);
}

const RecipeResources& Recipe::resources() const { return resources_->get(steps_, files_); }

}  // namespace neardup
