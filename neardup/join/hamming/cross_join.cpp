#include <utility>
#include <vector>

#include "neardup/join/hamming/fingerprint_words.h"
#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/hamming/near_pairs.h"
#include "neardup/join/hamming/value_answer.h"
#include "neardup/join/hamming/value_pairs.h"
#include "neardup/simd/word_bits.h"

namespace neardup::internal {

namespace {

/// Turns pairs of values into pairs of documents. The reference is the build side of the search and
/// the new set its probe side, so the pairs of values are (reference, new).
template <typename Word>
NearPairParts to_documents(const JoinInput<Word>& input, simd::FoundValues<Word>&& found,
                           const JoinControl& control) {
  ValueTable<Word> values;
  const std::vector<NumberedPair> numbered = number_pairs(std::move(found.pairs), values);
  Documents fresh = find_documents(input.asked, values, control);
  Documents reference = find_documents(input.stored, values, control);
  NearPairParts parts;
  parts.is_cross = true;
  if (control.stopped()) return parts;
  for (const NumberedPair& pair : numbered) {
    parts.near.push_back({fresh.first[pair.second], reference.first[pair.first], pair.distance});
  }
  parts.copies = std::move(fresh.copies);
  parts.reference_copies = std::move(reference.copies);
  for (auto* list : {&parts.near, &parts.copies, &parts.reference_copies})
    sort_pairs(*list, control.threads());
  return parts;
}

template <typename Word>
NearPairs find_between(std::span<const Word> fingerprints, std::span<const Word> reference,
                       const JoinOptions& options) {
  check_size(fingerprints.size());
  check_size(reference.size());
  const std::size_t size = fingerprints.size() + reference.size();
  const JoinPlan plan = plan_join(simd::kWordBits<Word>, size, options);
  JoinControl control(options, static_cast<double>(size) * static_cast<double>(plan.blocks.size()) + 1);
  const JoinInput<Word> input{reference, fingerprints, true};
  ValueJoin<Word> join = find_value_pairs(input, plan, control);
  JoinStats stats{.candidates = join.found.candidates,
                  .value_pairs = join.found.pairs.size(),
                  .oversized_buckets = join.oversized_buckets,
                  .overflowed = control.overflowed(),
                  .plan = explain(plan)};
  if (stats.overflowed) return {NearPairParts{.is_cross = true}, std::move(stats)};
  NearPairParts parts = to_documents(input, std::move(join.found), control);
  stats.copies = parts.copies.size();
  stats.stopped = control.stopped();
  if (stats.stopped) parts = {};
  control.finish();
  return {std::move(parts), std::move(stats)};
}

}  // namespace

NearPairs find_cross_pairs(std::span<const std::uint64_t> fingerprints,
                           std::span<const std::uint64_t> reference, const JoinOptions& options) {
  return find_between(fingerprints, reference, options);
}

NearPairs find_cross_pairs(std::span<const Bits128> fingerprints, std::span<const Bits128> reference,
                           const JoinOptions& options) {
  return find_between(fingerprints, reference, options);
}

}  // namespace neardup::internal

namespace neardup {

using namespace internal;

JoinResult cross_join(std::span<const Fingerprint> fingerprints, std::span<const Fingerprint> reference,
                      const JoinOptions& options) {
  const int bits = !fingerprints.empty() ? fingerprints.front().bits
                   : !reference.empty()  ? reference.front().bits
                                         : 64;
  require_width(fingerprints, bits);
  require_width(reference, bits);
  return bits == 128 ? cross_join(wide_words(fingerprints), wide_words(reference), options)
                     : cross_join(narrow_words(fingerprints), narrow_words(reference), options);
}

JoinResult cross_join(std::span<const std::uint64_t> fingerprints, std::span<const std::uint64_t> reference,
                      const JoinOptions& options) {
  const NearPairs pairs = find_cross_pairs(fingerprints, reference, options);
  return {pairs.collect(options.equal), pairs.stats()};
}

JoinResult cross_join(std::span<const Bits128> fingerprints, std::span<const Bits128> reference,
                      const JoinOptions& options) {
  const NearPairs pairs = find_cross_pairs(fingerprints, reference, options);
  return {pairs.collect(options.equal), pairs.stats()};
}

}  // namespace neardup
