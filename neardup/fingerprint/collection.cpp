#include "neardup/fingerprint/collection.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <utility>

#include "neardup/corpus/process.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/shingle_set.h"

namespace neardup {

/// What one worker makes of a batch.
struct Collection::Piece {
  DocumentBatch batch;  // without the texts
  std::vector<ContentDigest> digests = {};
  std::vector<FingerprintResult> fingerprints = {};
  std::vector<std::uint32_t> lengths = {};  // of the texts
  SketchTable sketches;
};

class Collection::Worker {
 public:
  Worker(const CollectionOptions& options, const Sketcher* sketcher)
      : steps_(options.recipe.steps()),
        fingerprinter_(options.recipe),
        shingles_(steps_),
        sketcher_(sketcher),
        plan_(options.sketch) {}

  Piece work(DocumentBatch batch) {
    Piece piece{.batch = std::move(batch), .sketches = plan_ ? SketchTable(*plan_) : SketchTable()};
    for (Document& document : piece.batch.documents) {
      piece.digests.push_back(content_digest(steps_, document, scratch_));
      piece.fingerprints.push_back(fingerprinter_.fingerprint(document));
      if (plan_) add_sketch(document, piece.fingerprints.back(), piece.sketches);
      piece.lengths.push_back(static_cast<std::uint32_t>(document.text.size()));
      document.text = {};
      document.features.reset();
    }
    return piece;
  }

 private:
  void add_sketch(const Document& document, const FingerprintResult& result, SketchTable& sketches) {
    const std::span<const std::uint64_t> set = shingle_set(document, result);
    sketcher_ != nullptr ? sketches.add(set, *sketcher_) : sketches.add(set);
  }

  std::span<const std::uint64_t> shingle_set(const Document& document, const FingerprintResult& result) {
    // Every name of a program is the same token: two texts of a few names each are equal and say nothing.
    if (steps_.tokens == TokenKind::code && !result) return {};
    const bool shared = ShingleSetTaker::can_take_from_features(steps_) && !document.features;
    return shared ? shingles_.take_from(fingerprinter_.last_features()) : shingles_.take(document);
  }

  RecipeSteps steps_;
  Fingerprinter fingerprinter_;
  ShingleSetTaker shingles_;
  const Sketcher* sketcher_;
  std::optional<SketchPlan> plan_;
  std::string scratch_;
};

Collection::Collection(std::vector<std::string> inputs, CollectionOptions options)
    : options_(std::move(options)),
      sketches_(options_.sketch ? SketchTable(*options_.sketch) : SketchTable()) {
  options_.read.keep_records = true;
  if (!options_.reference.empty()) read(options_.reference);
  reference_documents_ = static_cast<std::uint32_t>(size());
  read(std::move(inputs));
}

void Collection::read(std::vector<std::string> inputs) {
  std::optional<Sketcher> sketcher;
  if (options_.sketch && options_.sketch->bands > 0) sketcher.emplace(*options_.sketch, options_.sketch_seed);
  const Worker prototype(options_, sketcher ? &*sketcher : nullptr);
  tbb::enumerable_thread_specific<Worker> workers(prototype);
  CorpusReader reader(std::move(inputs), options_.read);
  process_corpus(
      reader, options_.threads, [&](DocumentBatch batch) { return workers.local().work(std::move(batch)); },
      [&](Piece piece) { add(std::move(piece)); });
}

void Collection::add(Piece piece) {
  for (const Problem& problem : piece.batch.problems) {
    if (options_.on_problem) options_.on_problem(problem);
  }
  for (std::size_t i = 0; i < piece.fingerprints.size(); ++i) {
    add_fingerprint(size() + i, piece.fingerprints[i]);
    counts_.text_bytes += piece.lengths[i];
    for (const std::string& value : piece.batch.documents[i].fields)
      value_places_.push_back(values_.add(value));
  }
  if (options_.keep_lengths) lengths_.insert(lengths_.end(), piece.lengths.begin(), piece.lengths.end());
  digests_.insert(digests_.end(), piece.digests.begin(), piece.digests.end());
  records_.add(piece.batch);
  sketches_.append(piece.sketches);
}

void Collection::add_fingerprint(std::size_t document, const FingerprintResult& result) {
  if (!result || !result.comparable()) {
    ++counts_.without_fingerprint;
    return;
  }
  comparable_.push_back(static_cast<std::uint32_t>(document));
  if (result->bits == 128) {
    wide_words_.push_back({result->low, result->high});
  } else {
    words_.push_back(result->low);
  }
}

std::optional<Fingerprint> Collection::fingerprint(std::size_t document) const {
  const auto found = std::ranges::lower_bound(comparable_, document);
  if (found == comparable_.end() || *found != document) return std::nullopt;
  const auto place = static_cast<std::size_t>(found - comparable_.begin());
  const int bits = options_.recipe.steps().bits;
  if (bits == 128) return Fingerprint{wide_words_[place].low, wide_words_[place].high, bits};
  return Fingerprint{words_[place], 0, bits};
}

}  // namespace neardup
