#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "neardup/join/hamming/fingerprint_words.h"
#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/hamming/near_pairs.h"
#include "neardup/join/hamming/value_answer.h"
#include "neardup/join/hamming/value_pairs.h"
#include "neardup/simd/word_bits.h"

namespace neardup::internal {

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

template <typename Word>
PairStream stream_pairs(std::span<const Word> fingerprints, const NearPairs& overflowed,
                        const JoinOptions& options) {
  std::vector<GroupCopy> copies;
  std::vector<bool> is_copy(fingerprints.size());
  for (const NearPair& pair : overflowed.parts().copies) {
    copies.push_back({pair.first, pair.second});
    is_copy[pair.second] = true;
  }
  std::vector<std::uint32_t> all(fingerprints.size());
  std::iota(all.begin(), all.end(), std::uint32_t{0});
  std::vector<std::uint32_t> firsts;
  std::ranges::copy_if(all, std::back_inserter(firsts), [&](std::uint32_t i) { return !is_copy[i]; });
  std::vector<Word> reference;
  for (const std::uint32_t first : firsts) reference.push_back(fingerprints[first]);
  const JoinOptions cross{.max_distance = options.max_distance, .threads = options.threads};
  auto pairs_of = [=, firsts = std::move(firsts), reference = std::move(reference)](
                      const PairRequest& request) -> std::optional<std::vector<ScoredPair>> {
    const std::span<const std::uint32_t> asked = request.documents;
    std::vector<Word> words;
    for (const std::uint32_t document : asked) words.push_back(fingerprints[document]);
    JoinOptions limited = cross;
    limited.max_pairs = asked.size() > 1 ? request.max_pairs : 0;
    const NearPairs near = find_cross_pairs(words, reference, limited);
    if (near.stats().overflowed) return std::nullopt;
    std::vector<ScoredPair> pairs;
    near.for_each(EqualPairs::star, [&](const NearPair& pair) {
      const std::uint32_t other = firsts[pair.second];
      const bool is_wanted = !request.wants || request.wants(asked[pair.first], other);
      if (other != asked[pair.first] && is_wanted)
        pairs.push_back({asked[pair.first], other, static_cast<double>(pair.distance)});
    });
    return pairs;
  };
  return {std::move(all), std::move(copies), 0, std::move(pairs_of)};
}

template <typename Word>
JoinStats join_to_sink(std::span<const Word> fingerprints, const JoinOptions& options,
                       const std::function<void(const NearPair&)>& sink) {
  constexpr std::uint64_t kMostInMemory = std::uint64_t{1} << 24;
  JoinOptions bounded = options;
  if (bounded.max_pairs == 0) bounded.max_pairs = kMostInMemory;
  const NearPairs pairs = find_in_set(fingerprints, bounded);
  JoinStats stats = pairs.stats();
  if (!stats.overflowed) {
    pairs.for_each(options.equal, sink);
    return stats;
  }
  stream_pairs(fingerprints, pairs, options).for_each(options.equal, [&](const ScoredPair& pair) {
    sink({pair.first, pair.second, static_cast<int>(pair.score)});
  });
  stats.overflowed = false;  // nothing is missing
  return stats;
}

}  // namespace

NearPairs find_near_pairs(std::span<const std::uint64_t> fingerprints, const JoinOptions& options) {
  return find_in_set(fingerprints, options);
}

NearPairs find_near_pairs(std::span<const Bits128> fingerprints, const JoinOptions& options) {
  return find_in_set(fingerprints, options);
}

PairStream stream_near_pairs(std::span<const std::uint64_t> fingerprints, const NearPairs& overflowed,
                             const JoinOptions& options) {
  return stream_pairs(fingerprints, overflowed, options);
}

PairStream stream_near_pairs(std::span<const Bits128> fingerprints, const NearPairs& overflowed,
                             const JoinOptions& options) {
  return stream_pairs(fingerprints, overflowed, options);
}

}  // namespace neardup::internal

namespace neardup {

using namespace internal;

JoinResult self_join(std::span<const Fingerprint> fingerprints, const JoinOptions& options) {
  const int bits = fingerprints.empty() ? 64 : fingerprints.front().bits;
  require_width(fingerprints, bits);
  return bits == 128 ? self_join(wide_words(fingerprints), options)
                     : self_join(narrow_words(fingerprints), options);
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
  return join_to_sink(fingerprints, options, sink);
}

JoinStats self_join(std::span<const Bits128> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink) {
  return join_to_sink(fingerprints, options, sink);
}

}  // namespace neardup
