#include "neardup/join/verify/pair_verifier.h"

#include <cstddef>
#include <utility>

#include "neardup/corpus/record_table.h"
#include "neardup/join/similarity/candidate_tasks.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kTaskEvidence = std::size_t{64} << 20;  // bytes of features per task
// Bytes of text per task. Comparing texts takes far longer than reading them again, so many small
// tasks, which keep all threads busy, are worth repeated reads.
constexpr std::size_t kTaskTexts = std::size_t{1} << 20;

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
