#include "neardup/collection/boilerplate_reader.h"

#include <utility>

#include "neardup/collection/content_digest.h"
#include "neardup/features/sentences.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

class BoilerplateReader {
 public:
  explicit BoilerplateReader(const Recipe& recipe) : fingerprinter_(recipe), shingles_(recipe.steps()) {}

  void add(const Document& document) {
    const Features& features = fingerprinter_.features(document);
    for (std::size_t i = 0; i < features.size(); ++i) result_.features.insert(HashSet::hash(features[i]));
    for (const std::uint64_t shingle : shingles_.take(document)) result_.shingles.insert(shingle);
    for (std::size_t position = 0; position < document.text.size();) {
      const std::string_view sentence = next_sentence(document.text, position);
      const RecipeSteps& steps = fingerprinter_.recipe().steps();
      result_.sentences.insert(HashSet::hash(normal_prose(steps, sentence, scratch_)));
    }
  }
  [[nodiscard]] Boilerplate take() { return std::move(result_); }

 private:
  Fingerprinter fingerprinter_;
  ShingleSetTaker shingles_;
  std::string scratch_;
  Boilerplate result_;
};

}  // namespace

Boilerplate read_boilerplate(std::vector<std::string> inputs, const Recipe& recipe,
                             const ReadOptions& options,
                             const std::function<void(const Problem&)>& on_problem) {
  CorpusReader reader(std::move(inputs), options);
  BoilerplateReader boilerplate(recipe);
  while (const auto raw = reader.next()) {
    const DocumentBatch batch = reader.parse(*raw);
    for (const Problem& problem : batch.problems) {
      if (problem.severity == Problem::Severity::error)
        throw Error(ErrorCode::io, "template: " + problem.describe());
      if (on_problem) on_problem(problem);
    }
    for (const Document& document : batch.documents) boilerplate.add(document);
  }
  return boilerplate.take();
}

}  // namespace neardup::internal
