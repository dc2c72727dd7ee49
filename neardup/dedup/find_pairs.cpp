#include "neardup/dedup/find_pairs.h"

#include <optional>
#include <utility>

#include "neardup/dedup/read_inputs.h"
#include "neardup/util/error.h"

namespace neardup {

using namespace internal;

/// The pairs refer to the collection, so neither moves.
struct FoundPairs::State {
  State(const Inputs& inputs, const FindOptions& options)
      : collection(read_inputs(inputs, options, rule_of(options))),
        pairs(find_reported_pairs(collection, options, PairScope::Bound::listing)),
        counts{.documents = collection.size(),
               .reference = collection.reference_documents(),
               .without_fingerprint = collection.counts().without_fingerprint,
               .without_text = collection.counts().without_text,
               .too_short = collection.too_short(),
               .within_values = collection.compartment_values(),
               .candidates = pairs.candidates(),
               .text_bytes = collection.counts().text_bytes} {}

  Collection collection;
  DocumentPairs pairs;
  PairCounts counts;
};

FoundPairs::FoundPairs(std::unique_ptr<State> state) : state_(std::move(state)) {}
FoundPairs::FoundPairs(FoundPairs&&) noexcept = default;
FoundPairs& FoundPairs::operator=(FoundPairs&&) noexcept = default;
FoundPairs::~FoundPairs() = default;

void FoundPairs::for_each(const std::function<void(const DocumentPair&)>& sink) const {
  for_each(EqualPairs::all, sink);
}

void FoundPairs::for_each(EqualPairs equal, const std::function<void(const DocumentPair&)>& sink) const {
  state_->pairs.for_each(equal, sink);
}

std::uint64_t FoundPairs::count(EqualPairs equal) const { return state_->pairs.count(equal); }
std::string FoundPairs::id(Ordinal document) const { return state_->collection.records().id(document); }
const PairCounts& FoundPairs::counts() const noexcept { return state_->counts; }
const Rule& FoundPairs::rule() const noexcept { return state_->collection.rule(); }
const std::string& FoundPairs::plan() const noexcept { return state_->pairs.plan(); }
double FoundPairs::expected_recall() const noexcept { return state_->pairs.expected_recall(); }

FoundPairs find_pairs(const Inputs& inputs, const FindOptions& options) {
  if (options.rule && std::holds_alternative<Contained>(*options.rule))
    throw Error(ErrorCode::invalid_argument,
                "containment is a rule for removing documents; pairs are listed by similarity or distance");
  return FoundPairs(std::make_unique<FoundPairs::State>(inputs, options));
}

}  // namespace neardup
