#include "neardup/join/hamming/self_join.h"

#include <algorithm>
#include <utility>

#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/hamming/value_answer.h"
#include "neardup/join/hamming/value_pairs.h"
#include "neardup/simd/word_bits.h"

namespace neardup {

namespace {

template <typename Word>
NearPairParts to_documents(std::span<const Word> fingerprints, simd::FoundValues<Word>&& found,
                           const JoinControl& control) {
  ValueTable<Word> values;
  const std::vector<NumberedPair> numbered = number_pairs(std::move(found.pairs), values);
  for (const Word& copy : found.copies) values.insert(copy);
  Documents documents = find_documents(fingerprints, values, control);
  NearPairParts parts;
  if (control.stopped()) return parts;
  parts.near.reserve(numbered.size());
  for (const NumberedPair& pair : numbered) {
    const auto [first, second] = std::minmax(documents.first[pair.first], documents.first[pair.second]);
    parts.near.push_back({first, second, pair.distance});
  }
  parts.copies = std::move(documents.copies);
  sort_pairs(parts.near, control.threads());
  sort_pairs(parts.copies, control.threads());
  return parts;
}

template <typename Word>
NearPairs find_in_set(std::span<const Word> fingerprints, const JoinOptions& options) {
  check_size(fingerprints.size());
  const JoinPlan plan = plan_join(simd::kWordBits<Word>, fingerprints.size(), options);
  const auto work = static_cast<double>(fingerprints.size()) * static_cast<double>(plan.blocks.size());
  JoinControl control(options, work + 1);
  ValueJoin<Word> join = find_value_pairs({fingerprints}, plan, control);
  JoinStats stats{.candidates = join.found.candidates,
                  .value_pairs = join.found.pairs.size(),
                  .oversized_buckets = join.oversized_buckets,
                  .plan = explain(plan)};
  if (control.overflowed()) return overflowed_answer(fingerprints, {}, std::move(stats));
  NearPairParts parts = to_documents(fingerprints, std::move(join.found), control);
  stats.copies = parts.copies.size();
  stats.stopped = control.stopped();
  if (stats.stopped) parts = {};
  control.finish();
  return {std::move(parts), std::move(stats)};
}

}  // namespace

NearPairs find_near_pairs(std::span<const std::uint64_t> fingerprints, const JoinOptions& options) {
  return find_in_set(fingerprints, options);
}

NearPairs find_near_pairs(std::span<const Bits128> fingerprints, const JoinOptions& options) {
  return find_in_set(fingerprints, options);
}

JoinResult self_join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options) {
  const NearPairs pairs = find_near_pairs(fingerprints, options);
  return {pairs.collect(options.equal), pairs.stats()};
}

JoinResult self_join(std::span<const Bits128> fingerprints, const JoinOptions& options) {
  const NearPairs pairs = find_near_pairs(fingerprints, options);
  return {pairs.collect(options.equal), pairs.stats()};
}

JoinStats self_join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink) {
  const NearPairs pairs = find_near_pairs(fingerprints, options);
  pairs.for_each(options.equal, sink);
  return pairs.stats();
}

JoinStats self_join(std::span<const Bits128> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink) {
  const NearPairs pairs = find_near_pairs(fingerprints, options);
  pairs.for_each(options.equal, sink);
  return pairs.stats();
}

}  // namespace neardup
