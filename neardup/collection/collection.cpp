#include "neardup/collection/collection.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "neardup/collection/repeated_words.h"
#include "neardup/collection/sentence_signature.h"
#include "neardup/corpus/document_list.h"
#include "neardup/corpus/process.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/text/blank.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

SketchTable make_sketches(const Rule& rule, PagedMemory* memory) {
  const std::optional<SketchPlan> plan = sketch_for(rule);
  return plan ? SketchTable(*plan, memory) : SketchTable();
}

}  // namespace

std::optional<SketchPlan> sketch_for(const Rule& rule) {
  constexpr SketchPlan kNoBands{.bands = 0, .rows = 0, .equal_bands = 0};
  if (std::holds_alternative<Contained>(rule)) return kNoBands;
  const auto* const similar = std::get_if<AtLeastSimilar>(&rule);
  if (similar == nullptr) return std::nullopt;
  if (needs_exact_join(*similar)) return kNoBands;
  return plan_sketch(similar->min_similarity);
}

bool needs_exact_join(const AtLeastSimilar& rule) noexcept {
  return rule.exact || rule.min_similarity < kLeastBandedSimilarity;
}

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
        plan_(sketch_for(options.rule)) {
    if (const auto* const equal = std::get_if<EqualSentences>(&options.rule))
      sentences_.emplace(steps_, equal->sentences, options.boilerplate);
  }

  Piece operator()(DocumentBatch batch) {
    Piece piece{.batch = std::move(batch), .sketches = plan_ ? SketchTable(*plan_) : SketchTable()};
    for (Document& document : piece.batch.documents) {
      if (document.has_no_text) {
        add_nothing(document, piece);
        continue;
      }
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
  /// Adds a document without text, about which nothing is known. Collection::add makes its digest unique.
  void add_nothing(const Document& document, Piece& piece) const {
    if (sentences_) piece.signatures.emplace_back();
    piece.fingerprints.emplace_back(Absence::too_few_features);
    piece.digests.emplace_back();
    if (plan_) add_set({}, piece.sketches);
    piece.lengths.push_back(static_cast<std::uint32_t>(document.text.size()));
  }

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
    add_set(shingle_set(document, result), sketches);
  }

  void add_set(std::span<const std::uint64_t> set, SketchTable& sketches) const {
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

Collection::Collection(const Inputs& inputs, CollectionOptions options)
    : options_(std::move(options)),
      memory_(options_.memory == 0
                  ? std::make_unique<PagedMemory>()
                  : std::make_unique<PagedMemory>(options_.memory, options_.read.temporary_folder)),
      records_(memory_.get()),
      digests_(memory_.get()),
      signatures_(memory_.get()),
      comparable_(memory_.get()),
      fingerprints_(options_.recipe.steps().bits, memory_.get()),
      sketches_(make_sketches(options_.rule, memory_.get())),
      lengths_(memory_.get()),
      values_(memory_.get()),
      value_positions_(memory_.get()) {
  options_.read.keep_records = true;
  kept_fields_ = options_.read.fields.size();
  if (options_.within && !options_.within->field.empty())
    options_.read.fields.push_back(options_.within->field);  // the last field; its values are compartments
  if (!options_.reference.empty()) read_files(options_.reference);
  reference_documents_ = static_cast<std::uint32_t>(size());
  counts_.without_text = 0;  // those of the reference do not count
  read(inputs);
  settle_digests();
  if (options_.within) warn_about_within();
}

std::optional<Sketcher> Collection::make_sketcher() const {
  if (sketches_.plan().bands == 0) return std::nullopt;
  return Sketcher(sketches_.plan(), options_.sketch_seed);
}

void Collection::forget_callbacks() noexcept {
  options_.on_problem = {};
  options_.on_read = {};
}

void Collection::warn_about_within() const {
  const auto numbers = compartments();
  const bool divides = std::ranges::any_of(numbers, [&](std::uint32_t i) { return i != numbers.front(); });
  if (size() < 2 || divides || !options_.on_problem) return;
  const Within& within = *options_.within;
  const bool by_id = within.field.empty();
  const std::string subject = by_id ? "id before \"" + within.sign + "\"" : "field \"" + within.field + "\"";
  std::string message;
  if (compartments_.values() == 0) {
    message = by_id ? "no document has an id with \"" + within.sign + "\"" : "no document has a " + subject;
  } else {
    message = "all documents have the same " + subject;
  }
  message += ": all are compared with each other";
  if (compartments_.values() == 1 && by_id)
    message += "; name the folders below as inputs, or work inside the folder";
  options_.on_problem({.severity = Problem::Severity::warning,
                       .code = ProblemCode::one_compartment,
                       .message = std::move(message)});
}

void Collection::read(const Inputs& inputs) {
  if (const auto* const paths = std::get_if<Inputs::Paths>(&inputs.source())) return read_files(*paths);
  if (const auto* const documents = std::get_if<Inputs::Documents>(&inputs.source())) {
    records_.set_list(std::make_shared<DocumentSpan>(*documents));
    return read_documents([next = documents->begin(), end = documents->end()]() mutable {
      return next == end ? std::nullopt : std::optional(*next++);
    });
  }
  if (const auto* const table = std::get_if<Inputs::Table>(&inputs.source())) {
    records_.set_list(std::make_shared<TableDocuments>(*table));
    return read_table(**table);
  }
  const auto spooled = std::make_shared<SpooledDocuments>(options_.read.temporary_folder);
  records_.set_list(spooled);
  const auto& generator = std::get<DocumentGenerator>(inputs.source());
  read_documents([&] {
    std::optional<Document> document = generator();
    if (document) spooled->add(*document);
    return document;
  });
}

void Collection::read_files(Inputs::Paths paths) {
  const std::optional<Sketcher> sketcher = make_sketcher();
  const Worker worker(options_, sketcher ? &*sketcher : nullptr);
  CorpusReader reader(std::move(paths), options_.read);
  process_corpus(reader,
                 {.threads = options_.threads,
                  .results_are_small = true,
                  .on_problem = options_.on_problem,
                  .stop = options_.stop},
                 worker, [&](Piece piece) {
                   add(std::move(piece));
                   if (options_.on_read) options_.on_read(read_before_ + reader.read_bytes());
                 });
  read_before_ += reader.read_bytes();
  counts_.without_text += reader.without_text();
}

/// Puts the values of a document's fields into the order of options_.read.fields.
class Collection::FieldOrder {
 public:
  explicit FieldOrder(const CollectionOptions& options) {
    for (const std::string& name : options.read.fields) {
      const auto found = std::ranges::find(options.document_fields, name);
      if (found == options.document_fields.end())
        throw Error(ErrorCode::invalid_argument, "the documents have no field \"" + name + "\"");
      positions_.push_back(static_cast<std::size_t>(found - options.document_fields.begin()));
    }
  }

  void apply(Document& document) const {
    std::vector<std::string> values;
    for (const std::size_t position : positions_)
      values.push_back(position < document.fields.size() ? document.fields[position] : std::string());
    document.fields = std::move(values);
  }

 private:
  std::vector<std::size_t> positions_;
};

/// Gives a document that does not come from a file what readers of files give theirs. Its place among the others is
/// its number, so it cannot be left out.
void Collection::complete(Document& document, std::size_t ordinal, const FieldOrder& order) const {
  document.has_no_text = !document.features && is_blank_text(document.text);
  if (document.has_no_text && options_.read.missing != MissingText::keep) {
    const std::string name = document.id.empty() ? "a document in memory" : document.id;
    if (options_.read.missing == MissingText::stop)
      throw Error(ErrorCode::io, name + ": no text, so the run ends here");
    throw Error(ErrorCode::invalid_argument,
                name + ": no text, and documents in memory cannot be left out; keep it, or do not pass it");
  }
  order.apply(document);
  if (document.id.empty()) document.id = std::to_string(ordinal - reference_documents_);
  document.id_is_location = false;
  document.location = {};
}

void Collection::add_from_memory(Piece piece) {
  for (const Document& document : piece.batch.documents) counts_.without_text += document.has_no_text ? 1 : 0;
  add(std::move(piece));
}

namespace {

/// Returns an empty batch of documents that do not come from files.
DocumentBatch batch_from_memory() {
  static const auto file = std::make_shared<const InputFile>(InputFile{.path = "documents"});
  return {.files = {file}};
}

}  // namespace

void Collection::read_documents(const DocumentGenerator& next) {
  constexpr std::size_t kBatch = std::size_t{1} << 18;  // bytes of text
  const std::optional<Sketcher> sketcher = make_sketcher();
  const int threads = thread_count(options_.threads);
  std::vector<Worker> workers(static_cast<std::size_t>(threads),
                              Worker(options_, sketcher ? &*sketcher : nullptr));
  const FieldOrder order(options_);
  std::size_t ordinal = size();
  for (bool is_end = false; !is_end && !options_.stop.stop_requested();) {
    std::vector<DocumentBatch> batches;  // a few per thread
    while (!is_end && batches.size() < workers.size() * 4) {
      DocumentBatch& batch = batches.emplace_back(batch_from_memory());
      for (std::size_t bytes = 0; bytes < kBatch;) {
        std::optional<Document> document = next();
        is_end = !document.has_value();
        if (is_end) break;
        complete(*document, ordinal++, order);
        bytes += document->text.size() + sizeof(Document);
        batch.documents.push_back(std::move(*document));
      }
    }
    std::vector<std::optional<Piece>> pieces(batches.size());
    run_tasks(threads, batches.size(), [&](std::size_t task, int thread) {
      pieces[task].emplace(workers[static_cast<std::size_t>(thread)](std::move(batches[task])));
    });
    for (std::optional<Piece>& piece : pieces) add_from_memory(std::move(*piece));
    if (options_.on_read) options_.on_read(size() - reference_documents_);
  }
}

/// Reads the rows on the threads that use them.
void Collection::read_table(const DocumentTable& table) {
  constexpr std::size_t kRows = 256;  // in a task
  constexpr std::size_t kTasks = 64;  // per thread, between two additions to the collection
  const std::optional<Sketcher> sketcher = make_sketcher();
  const int threads = thread_count(options_.threads);
  std::vector<Worker> workers(static_cast<std::size_t>(threads),
                              Worker(options_, sketcher ? &*sketcher : nullptr));
  const FieldOrder order(options_);
  const std::size_t first = size();
  const std::size_t step = kRows * kTasks * workers.size();
  for (std::size_t begin = 0; begin < table.size() && !options_.stop.stop_requested(); begin += step) {
    const std::size_t rows = std::min(step, table.size() - begin);
    std::vector<std::optional<Piece>> pieces((rows + kRows - 1) / kRows);
    run_tasks(threads, pieces.size(), [&](std::size_t task, int thread) {
      DocumentBatch batch = batch_from_memory();
      if (options_.stop.stop_requested()) return;
      for (std::size_t row = begin + task * kRows; row < begin + std::min(rows, (task + 1) * kRows); ++row) {
        Document& document = batch.documents.emplace_back();
        table.read(row, document);
        complete(document, first + row, order);
      }
      pieces[task].emplace(workers[static_cast<std::size_t>(thread)](std::move(batch)));
    });
    if (options_.stop.stop_requested()) return;
    for (std::optional<Piece>& piece : pieces) add_from_memory(std::move(*piece));
    if (options_.on_read) options_.on_read(size() - reference_documents_);
  }
}

void Collection::add(Piece piece) {
  for (std::size_t i = 0; i < piece.fingerprints.size(); ++i) {
    if (piece.batch.documents[i].has_no_text) {
      constexpr std::uint64_t kNoText = 0x6E6F20746578743F;  // any number: no digest is likely to end in it
      piece.digests[i] = {size() + i, kNoText};
      without_text_.push_back(static_cast<std::uint32_t>(size() + i));
    } else {
      add_fingerprint(size() + i, piece.fingerprints[i]);
    }
    counts_.text_bytes += piece.lengths[i];
    add_fields(piece.batch.documents[i]);
  }
  if (options_.keep_lengths) lengths_.append(piece.lengths);
  digests_.append(piece.digests);
  signatures_.append(piece.signatures);
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
  const std::vector<std::uint32_t> positions =
      fingerprints_.visit([](auto numbers) { return repeated_words(numbers); });
  std::vector<std::uint32_t> unsettled;
  PagedVisits visits(memory_.get());
  for (auto begin = positions.begin(), end = begin; begin != positions.end(); begin = end) {
    visits.count();
    end = std::find_if(begin, positions.end(), [&](std::uint32_t position) {
      return fingerprints_[*begin] != fingerprints_[position];
    });
    std::vector<std::uint32_t> documents;
    std::transform(begin, end, std::back_inserter(documents),
                   [&](std::uint32_t position) { return comparable_[position]; });
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
  for (std::size_t i = 0; i < kept_fields_; ++i) value_positions_.push_back(values_.add(document.fields[i]));
}

void Collection::add_fingerprint(std::size_t document, const FingerprintResult& result) {
  if (!result || !result.comparable()) {
    ++counts_.without_fingerprint;
    return;
  }
  comparable_.push_back(static_cast<std::uint32_t>(document));
  fingerprints_.push_back(*result);
}

std::optional<Fingerprint> Collection::fingerprint(std::size_t document) const {
  // Most documents have a fingerprint, so its position is at most `missing` before the document's number.
  const std::size_t missing = size() - comparable_.size();
  const auto begin =
      comparable_.begin() + static_cast<std::ptrdiff_t>(document - std::min(document, missing));
  const auto end =
      comparable_.begin() + static_cast<std::ptrdiff_t>(std::min(document + 1, comparable_.size()));
  const auto found = std::lower_bound(std::min(begin, end), end, document);
  if (found == end || *found != document) return std::nullopt;
  return fingerprints_[static_cast<std::size_t>(found - comparable_.begin())];
}

std::vector<std::uint32_t> Collection::judged() const {
  if (distance_of(rule())) return {comparable_.begin(), comparable_.end()};
  std::vector<std::uint32_t> documents;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (is_judged_by_text(i)) documents.push_back(i);
  }
  return documents;
}

std::vector<std::uint32_t> Collection::unjudged() const {
  std::vector<std::uint32_t> documents;
  const bool by_distance = distance_of(rule()).has_value();
  auto comparable = comparable_.begin();
  for (std::uint32_t i = 0; i < size(); ++i) {
    const bool is_comparable = by_distance && comparable != comparable_.end() && *comparable == i;
    comparable += is_comparable ? 1 : 0;
    if (by_distance ? !is_comparable : !is_judged_by_text(i)) documents.push_back(i);
  }
  return documents;
}

bool Collection::is_judged_by_text(std::size_t document) const noexcept {
  return std::holds_alternative<EqualSentences>(rule()) ? signatures_[document].has_value()
                                                        : sketches_.shingles(document) != 0;
}

bool Collection::is_alike(std::size_t a, std::size_t b) const {
  if (std::holds_alternative<EqualSentences>(rule())) return true;
  if (distance_of(rule())) return fingerprint(a) == fingerprint(b);
  return sketches_.digest(a) == sketches_.digest(b) && sketches_.shingles(a) == sketches_.shingles(b);
}

std::uint64_t Collection::too_short() const {
  const auto new_ones = [this](const std::vector<std::uint32_t>& list) {
    return static_cast<std::uint64_t>(list.end() - std::ranges::lower_bound(list, reference_documents_));
  };
  return new_ones(unjudged()) - new_ones(without_text_);
}

bool Collection::has_text(std::size_t document) const noexcept {
  return !std::ranges::binary_search(without_text_, document);
}

}  // namespace neardup::internal
