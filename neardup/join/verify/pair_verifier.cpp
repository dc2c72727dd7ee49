#include "neardup/join/verify/pair_verifier.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/collection/rule.h"
#include "neardup/corpus/document.h"
#include "neardup/corpus/record_table.h"
#include "neardup/features/features.h"
#include "neardup/features/weighted_features.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/join/similarity/candidate_tasks.h"
#include "neardup/join/verify/text_similarity.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kTaskEvidence = std::size_t{64} << 20;  // bytes of features per task
// Bytes of text per task. Comparing texts takes far longer than reading them again, so many small
// tasks, which keep all threads busy, are worth repeated reads.
constexpr std::size_t kTaskTexts = std::size_t{1} << 20;

std::vector<WeightedHash> weigh(const std::vector<std::uint64_t>& hashes,
                                const std::vector<double>& weights) {
  std::vector<WeightedHash> entries(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) entries[i] = {hashes[i], weights.empty() ? 1 : weights[i]};
  sum_weights(entries);
  entries.shrink_to_fit();
  return entries;
}

struct SharedFeatures {
  std::size_t features = 0;
  double product = 0;
};

SharedFeatures shared_features(const std::vector<WeightedHash>& a, const std::vector<WeightedHash>& b) {
  SharedFeatures common;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->key == right->key) {
      ++common.features;
      common.product += left->weight * right->weight;
    }
    const bool step_left = left->key <= right->key;
    const bool step_right = right->key <= left->key;
    left += step_left ? 1 : 0;
    right += step_right ? 1 : 0;
  }
  return common;
}

/// Extracts the evidence of documents. Not thread-safe: use one per thread.
class EvidenceTaker {
 public:
  EvidenceTaker(const Recipe& recipe, const Verification& verification,
                std::shared_ptr<const Boilerplate> boilerplate = {})
      : fingerprinter_(recipe, boilerplate),
        verification_(verification),
        boilerplate_(std::move(boilerplate)) {}

  /// Returns the evidence of a document. Leaves out features of the boilerplate, but takes texts
  /// whole.
  [[nodiscard]] Evidence take(const Document& document);

 private:
  [[nodiscard]] const Features& features_of(const Document& document);
  [[nodiscard]] bool is_boilerplate(const WeightedHash& entry) const noexcept;

  Fingerprinter fingerprinter_;
  Verification verification_;
  std::shared_ptr<const Boilerplate> boilerplate_;
  Features shingles_;
  HashLists hashes_;
  std::string scratch_;
};

const Features& EvidenceTaker::features_of(const Document& document) {
  if (!verification_.on_shingles) return fingerprinter_.features(document);
  take_similarity_shingles(fingerprinter_.recipe().steps(), document, shingles_);
  return shingles_;
}

/// Returns true for shingles of the boilerplate. The fingerprinter has already left out the
/// boilerplate of the recipe's features.
bool EvidenceTaker::is_boilerplate(const WeightedHash& entry) const noexcept {
  return boilerplate_ && verification_.on_shingles && boilerplate_->shingles.contains(entry.key);
}

Evidence EvidenceTaker::take(const Document& document) {
  if (compares_texts(verification_.measure))
    return {.text = std::string(normal_text(fingerprinter_.recipe().steps(), document, scratch_))};
  const Features& features = features_of(document);
  hash_features(FeatureHash::xxh3, 64, features, hashes_);
  Evidence evidence{.features = weigh(hashes_.low, features.weights)};
  std::erase_if(evidence.features, [this](const WeightedHash& entry) { return is_boilerplate(entry); });
  return evidence;
}

/// Returns the score of two documents: exact if it is at least `least`, otherwise some value below
/// `least`.
double measure_evidence(Measure measure, const Evidence& a, const Evidence& b, double least) {
  if (compares_texts(measure)) return measure_texts(measure, a.text, b.text, least);
  const SharedFeatures common = shared_features(a.features, b.features);
  const auto shared = static_cast<double>(common.features);
  const std::size_t smaller = std::min(a.features.size(), b.features.size());
  const std::size_t all = a.features.size() + b.features.size() - common.features;
  if (measure == Measure::jaccard) return share_of(shared, static_cast<double>(all));
  if (measure == Measure::containment) return share_of(shared, static_cast<double>(smaller));
  return share_of(common.product, std::sqrt(squared_length(a.features) * squared_length(b.features)));
}

}  // namespace

/// Verifies the candidates of one task at a time. One per thread.
class PairVerifier::Worker {
 public:
  Worker(const Collection& collection, const Verification& verification)
      : reader_(collection.records(), collection.options().read),
        taker_(collection.options().recipe, verification, collection.options().boilerplate),
        verification_(verification) {}

  [[nodiscard]] Evidence read(std::uint32_t document) { return taker_.take(reader_.read(document)); }

  void run(std::span<const Candidate> candidates) {
    const std::vector<std::uint32_t> documents = documents_of(candidates);
    std::vector<Evidence> evidence;
    evidence.reserve(documents.size());
    for (const std::uint32_t document : documents) evidence.push_back(read(document));
    for (const Candidate candidate : candidates) {
      const Evidence& first = evidence[position_of(documents, first_of(candidate))];
      const Evidence& second = evidence[position_of(documents, second_of(candidate))];
      const double least = verification_.min_similarity;
      const double score = measure_evidence(verification_.measure, first, second, least);
      if (score >= least) found_.push_back({first_of(candidate), second_of(candidate), score});
    }
  }

  void move_found_to(std::vector<SimilarPair>& all) {
    all.insert(all.end(), found_.begin(), found_.end());
    found_.clear();
  }

 private:
  RecordReader reader_;
  EvidenceTaker taker_;
  Verification verification_;
  std::vector<SimilarPair> found_;
};

PairVerifier::PairVerifier(const Collection& collection, const Verification& verification, int threads)
    : collection_(collection), verification_(verification) {
  for (int thread = 0; thread < threads; ++thread)
    workers_.push_back(std::make_unique<Worker>(collection, verification));
}

PairVerifier::~PairVerifier() = default;

/// Returns an upper bound in bytes: at most one feature begins at each byte of the text.
std::size_t PairVerifier::cost_of(std::uint32_t document) const {
  const std::size_t length = collection_.records().location(document).length;
  return compares_texts(verification_.measure) ? length : length * sizeof(WeightedHash);
}

std::vector<SimilarPair> PairVerifier::verify(std::vector<Candidate> candidates, JoinControl& control) {
  const bool has_texts = compares_texts(verification_.measure);
  const CandidateTasks tasks(std::move(candidates), collection_.size(),
                             has_texts ? kTaskTexts : kTaskEvidence,
                             [this](std::uint32_t document) { return cost_of(document); });
  run_tasks(static_cast<int>(workers_.size()), tasks.size(), [&](std::size_t task, int thread) {
    if (control.stopped()) return;
    workers_[static_cast<std::size_t>(thread)]->run(tasks[task]);
    control.advance(static_cast<double>(tasks[task].size()), thread);
  });
  std::vector<SimilarPair> found;
  for (const auto& worker : workers_) worker->move_found_to(found);
  return found;
}

Evidence PairVerifier::read(std::uint32_t document, int thread) {
  return workers_[static_cast<std::size_t>(thread)]->read(document);
}

double PairVerifier::measure(const Evidence& a, const Evidence& b) const {
  return measure_evidence(verification_.measure, a, b, verification_.min_similarity);
}

}  // namespace neardup::internal
