#include "neardup/collection/collection.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "neardup/collection/repeated_words.h"
#include "neardup/collection/sentence_signature.h"
#include "neardup/corpus/process.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/util/parallel.h"

namespace neardup {

/// Holds what one worker computes for a batch.
struct Collection::Piece {
  DocumentBatch batch;  // without the texts
  std::vector<ContentDigest> digests = {};
  std::vector<std::optional<ContentDigest>> signatures = {};
  std::vector<FingerprintResult> fingerprints = {};
  std::vector<std::uint32_t> lengths = {};  // lengths of the texts
  SketchTable sketches;
};

class Collection::Worker {
 public:
  Worker(const CollectionOptions& options, const Sketcher* sketcher)
      : steps_(options.recipe.steps()),
        fingerprinter_(options.recipe, options.boilerplate),
        shingles_(steps_, options.boilerplate),
        has_boilerplate_(options.boilerplate != nullptr),
        sketcher_(sketcher),
        plan_(options.sketch) {
    if (options.sentences > 0) sentences_.emplace(steps_, options.sentences, options.boilerplate);
  }

  Piece operator()(DocumentBatch batch) {
    Piece piece{.batch = std::move(batch), .sketches = plan_ ? SketchTable(*plan_) : SketchTable()};
    for (Document& document : piece.batch.documents) {
      if (sentences_) piece.signatures.push_back(sentences_->sign(document));
      piece.fingerprints.push_back(fingerprinter_.fingerprint(document));
      piece.digests.push_back(digest_for_now(document, piece.fingerprints.back()));
      if (plan_) add_sketch(document, piece.fingerprints.back(), piece.sketches);
      piece.lengths.push_back(static_cast<std::uint32_t>(document.text.size()));
      document.text = {};
      document.features.reset();
    }
    return piece;
  }

 private:
  /// Returns a cheap provisional digest, because normalising a text takes longer than its fingerprint.
  /// Most fingerprints occur once, and the bytes of most copies are equal; settle_digests() computes
  /// the others properly. Until then one half of the digest covers the bytes and the other half covers
  /// the features: if the features differ, so does the content.
  ContentDigest digest_for_now(const Document& document, const FingerprintResult& result) {
    const bool can_wait = result && result.comparable() && !document.features;
    if (can_wait && content_decides_features(steps_))
      return {digest_bytes(document.text).low, digest_bytes(fingerprinter_.last_features().text).low};
    return content_digest(steps_, document, scratch_);
  }

  void add_sketch(const Document& document, const FingerprintResult& result, SketchTable& sketches) {
    const std::span<const std::uint64_t> set = shingle_set(document, result);
    if (sketcher_ != nullptr) {
      sketches.add(set, *sketcher_);
    } else {
      sketches.add(set);
    }
  }

  std::span<const std::uint64_t> shingle_set(const Document& document, const FingerprintResult& result) {
    // All names in a program become the same token, so two texts
    // of a few names each are equal, which means nothing.
    if (steps_.tokens == TokenKind::code && !result) return {};
    // With the boilerplate removed, the features have gaps, and shingles cannot be assembled from them.
    const bool shared =
        ShingleSetTaker::can_take_from_features(steps_) && !document.features && !has_boilerplate_;
    return shared ? shingles_.take_from(fingerprinter_.last_features()) : shingles_.take(document);
  }

  RecipeSteps steps_;
  Fingerprinter fingerprinter_;
  ShingleSetTaker shingles_;
  bool has_boilerplate_;
  std::optional<SentenceSigner> sentences_;
  const Sketcher* sketcher_;
  std::optional<SketchPlan> plan_;
  std::string scratch_;
};

Collection::Collection(std::vector<std::string> inputs, CollectionOptions options)
    : options_(std::move(options)),
      sketches_(options_.sketch ? SketchTable(*options_.sketch) : SketchTable()) {
  options_.read.keep_records = true;
  kept_fields_ = options_.read.fields.size();
  if (options_.within && !options_.within->field.empty())
    options_.read.fields.push_back(options_.within->field);  // the last field; its values are compartments
  if (!options_.reference.empty()) read(options_.reference);
  reference_documents_ = static_cast<std::uint32_t>(size());
  read(std::move(inputs));
  settle_digests();
  if (options_.within) warn_about_within();
}

void Collection::warn_about_within() const {
  const auto numbers = compartments();
  const bool divides = std::ranges::any_of(numbers, [&](std::uint32_t i) { return i != numbers.front(); });
  if (size() < 2 || divides || !options_.on_problem) return;
  const Within& within = *options_.within;
  const bool by_id = within.field.empty();
  const std::string place = by_id ? "id before \"" + within.sign + "\"" : "field \"" + within.field + "\"";
  std::string message;
  if (compartments_.values() == 0) {
    message = by_id ? "no document has an id with \"" + within.sign + "\"" : "no document has a " + place;
  } else {
    message = "all documents have the same " + place;
  }
  message += ": all are compared with each other";
  if (compartments_.values() == 1 && by_id)
    message += "; name the folders below as inputs, or work inside the folder";
  options_.on_problem({.severity = Problem::Severity::warning,
                       .code = ProblemCode::one_compartment,
                       .message = std::move(message)});
}

void Collection::read(std::vector<std::string> inputs) {
  std::optional<Sketcher> sketcher;
  if (options_.sketch && options_.sketch->bands > 0) sketcher.emplace(*options_.sketch, options_.sketch_seed);
  const Worker worker(options_, sketcher ? &*sketcher : nullptr);
  CorpusReader reader(std::move(inputs), options_.read);
  process_corpus(reader,
                 {.threads = options_.threads, .results_are_small = true, .on_problem = options_.on_problem},
                 worker, [&](Piece piece) {
                   add(std::move(piece));
                   if (options_.on_read) options_.on_read(read_before_ + reader.read_bytes());
                 });
  read_before_ += reader.read_bytes();
}

void Collection::add(Piece piece) {
  for (std::size_t i = 0; i < piece.fingerprints.size(); ++i) {
    add_fingerprint(size() + i, piece.fingerprints[i]);
    counts_.text_bytes += piece.lengths[i];
    add_fields(piece.batch.documents[i]);
  }
  if (options_.keep_lengths) lengths_.insert(lengths_.end(), piece.lengths.begin(), piece.lengths.end());
  digests_.insert(digests_.end(), piece.digests.begin(), piece.digests.end());
  signatures_.insert(signatures_.end(), piece.signatures.begin(), piece.signatures.end());
  records_.add(piece.batch);
  sketches_.append(piece.sketches);
}

/// Groups documents, which share one fingerprint, by features, and appends each group whose bytes are
/// not all equal.
void Collection::add_unsettled(std::vector<std::uint32_t> documents,
                               std::vector<std::uint32_t>& unsettled) const {
  const auto features = [this](std::uint32_t document) { return digests_[document].high; };
  const auto bytes = [this](std::uint32_t document) { return digests_[document].low; };
  std::ranges::sort(documents, {}, features);
  for (auto begin = documents.begin(), end = begin; begin != documents.end(); begin = end) {
    end = std::find_if(begin, documents.end(),
                       [&](std::uint32_t document) { return features(document) != features(*begin); });
    const bool are_equal =
        std::all_of(begin, end, [&](std::uint32_t document) { return bytes(document) == bytes(*begin); });
    if (!are_equal) unsettled.insert(unsettled.end(), begin, end);
  }
}

/// Computes the digest of the normal text for documents with equal fingerprints and features whose
/// bytes are not all equal.
void Collection::settle_digests() {
  const RecipeSteps& steps = options_.recipe.steps();
  if (!is_prose(steps) || !content_decides_features(steps)) return;
  const bool is_wide = steps.bits == 128;
  const auto have_one_word = [&](std::uint32_t a, std::uint32_t b) {
    return is_wide ? wide_words_[a] == wide_words_[b] : words_[a] == words_[b];
  };
  const std::vector<std::uint32_t> places = is_wide ? repeated_words(wide_words_) : repeated_words(words_);
  std::vector<std::uint32_t> unsettled;
  for (auto begin = places.begin(), end = begin; begin != places.end(); begin = end) {
    end =
        std::find_if(begin, places.end(), [&](std::uint32_t place) { return !have_one_word(*begin, place); });
    std::vector<std::uint32_t> documents;
    std::transform(begin, end, std::back_inserter(documents),
                   [&](std::uint32_t place) { return comparable_[place]; });
    add_unsettled(std::move(documents), unsettled);
  }
  std::ranges::sort(unsettled);
  digest_again(unsettled);
}

void Collection::digest_again(std::span<const std::uint32_t> documents) {
  if (documents.empty()) return;
  constexpr std::size_t kTask = 64;
  const int threads = thread_count(options_.threads);
  std::vector<RecordReader> readers;
  for (int i = 0; i < threads; ++i) readers.emplace_back(records_, options_.read);
  run_tasks(threads, (documents.size() + kTask - 1) / kTask, [&](std::size_t task, int thread) {
    std::string scratch;
    const auto some = documents.subspan(task * kTask, std::min(kTask, documents.size() - task * kTask));
    readers[static_cast<std::size_t>(thread)].read_all(some, [&](std::size_t i, const Document& again) {
      digests_[some[i]] = content_digest(options_.recipe.steps(), again, scratch);
    });
  });
}

void Collection::add_fields(const Document& document) {
  if (options_.within) {
    compartments_.add(options_.within->field.empty() ? value_before(document.id, options_.within->sign)
                                                     : document.fields.back());
  }
  for (std::size_t i = 0; i < kept_fields_; ++i) value_places_.push_back(values_.add(document.fields[i]));
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
  // Most documents have a fingerprint, so its place is at most `missing` before the document's number.
  const std::size_t missing = size() - comparable_.size();
  const auto begin =
      comparable_.begin() + static_cast<std::ptrdiff_t>(document - std::min(document, missing));
  const auto end =
      comparable_.begin() + static_cast<std::ptrdiff_t>(std::min(document + 1, comparable_.size()));
  const auto found = std::lower_bound(std::min(begin, end), end, document);
  if (found == end || *found != document) return std::nullopt;
  const auto place = static_cast<std::size_t>(found - comparable_.begin());
  const int bits = options_.recipe.steps().bits;
  if (bits == 128) return Fingerprint{wide_words_[place].low, wide_words_[place].high, bits};
  return Fingerprint{words_[place], 0, bits};
}

}  // namespace neardup
