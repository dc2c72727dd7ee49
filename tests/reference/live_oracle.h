// The obvious live collection: a list of kept documents that every document is compared with, one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/store/live_collection.h"

namespace neardup::internal::reference {

class LiveOracle {
 public:
  struct Kept {
    std::string id;
    std::string text;
    std::int64_t time = 0;
    std::uint64_t order = 0;
    std::optional<Fingerprint> fingerprint = {};
    std::set<std::uint64_t> shingles = {};
    ContentDigest content = {};
    std::uint64_t copies = 0;
    std::int64_t first_seen = 0;
    std::int64_t last_seen = 0;
    std::vector<std::string> sources = {};
  };

  LiveOracle(Recipe recipe, LiveRule rule, std::int64_t window = 0, std::int64_t ttl = 0)
      : recipe_(std::move(recipe)), rule_(rule), window_(window), ttl_(ttl) {}

  struct Arrival {
    std::string id;
    std::string text;
    std::optional<std::int64_t> time = {};
    std::string source = {};
    std::int64_t now = 0;
  };

  LiveAnswer query(const Arrival& arrival) { return answer(arrival, false, false); }
  LiveAnswer check(const Arrival& arrival) { return answer(arrival, true, false); }
  LiveAnswer add(const Arrival& arrival) { return answer(arrival, true, true); }

  bool remove(const std::string& id, std::int64_t now) {
    expire(now);
    return std::erase_if(kept_, [&](const Kept& kept) { return kept.id == id; }) != 0;
  }

  /// Returns the kept documents that are not expired.
  std::vector<Kept> kept(std::int64_t now) {
    expire(now);
    return kept_;
  }

 private:
  Kept take(const Arrival& arrival, std::int64_t time) {
    Kept taken{.id = arrival.id, .text = arrival.text, .time = time};
    const Document document{.id = arrival.id, .text = arrival.text};
    const FingerprintResult result = recipe_.fingerprint(arrival.text);
    if (result && result.comparable()) taken.fingerprint = *result;
    ShingleSetTaker taker(recipe_.steps());
    for (const std::uint64_t shingle : taker.take(document)) taken.shingles.insert(shingle);
    std::string scratch;
    taken.content = content_digest(recipe_.steps(), document, scratch);
    taken.first_seen = taken.last_seen = time;
    if (!arrival.source.empty()) taken.sources.push_back(arrival.source);
    return taken;
  }

  void expire(std::int64_t now) {
    std::int64_t least = horizon_;
    if (ttl_ != 0) least = std::max(least, now - ttl_);
    std::erase_if(kept_, [&](const Kept& kept) { return kept.time < least; });
  }

  void see(std::int64_t time, std::int64_t now) {
    constexpr std::int64_t kDay = 86'400;
    latest_ = std::max(latest_, time);
    std::int64_t least = window_ == 0 ? 0 : latest_ - window_;
    if (ttl_ != 0) least = std::max(least, now - ttl_);
    horizon_ = std::max(horizon_, std::max<std::int64_t>(least, 0) / kDay * kDay);
  }

  static double jaccard(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b) {
    std::vector<std::uint64_t> common;
    std::ranges::set_intersection(a, b, std::back_inserter(common));
    const auto shared = static_cast<double>(common.size());
    return shared / (static_cast<double>(a.size() + b.size()) - shared);
  }

  /// Returns how far the kept document is from this one, less is nearer, or no value if it is not near.
  std::optional<double> nearness(const Kept& asked, const Kept& kept) const {
    if (rule_.max_distance()) {
      if (!asked.fingerprint || !kept.fingerprint)
        return asked.content == kept.content ? std::optional(0.0) : std::nullopt;
      const int distance = hamming_distance(*asked.fingerprint, *kept.fingerprint);
      return distance <= *rule_.max_distance() ? std::optional<double>(distance) : std::nullopt;
    }
    if (asked.shingles.empty() || kept.shingles.empty())
      return asked.content == kept.content ? std::optional(0.0) : std::nullopt;
    const double similarity = jaccard(asked.shingles, kept.shingles);
    return similarity >= rule_.min_similarity() ? std::optional(1 - similarity) : std::nullopt;
  }

  Kept* nearest(const Kept& asked) {
    Kept* best = nullptr;
    double best_nearness = 0;
    for (Kept& kept : kept_) {
      if (window_ != 0 && kept.time < asked.time - window_) continue;
      const std::optional<double> near = nearness(asked, kept);
      if (!near) continue;
      const bool is_better =
          best == nullptr || *near < best_nearness ||
          (*near == best_nearness && std::pair(kept.time, kept.order) < std::pair(best->time, best->order));
      if (!is_better) continue;
      best = &kept;
      best_nearness = *near;
    }
    return best;
  }

  LiveAnswer answer(const Arrival& arrival, bool changes, bool always_keeps) {
    const std::int64_t time = arrival.time.value_or(std::max(arrival.now, latest_));
    if (changes) see(time, arrival.now);
    expire(arrival.now);
    Kept taken = take(arrival, time);
    Kept* const near = always_keeps ? nullptr : nearest(taken);
    if (near != nullptr) return tell(taken, *near, arrival, changes);
    const bool is_expired = time < horizon_ || (ttl_ != 0 && time < arrival.now - ttl_);
    if (changes && !is_expired) {
      std::erase_if(kept_, [&](const Kept& kept) { return kept.id == arrival.id; });
      taken.order = next_order_++;
      kept_.push_back(taken);
    }
    return {.id = arrival.id,
            .first_seen = time,
            .last_seen = time,
            .sources = changes && !is_expired ? taken.sources : std::vector<std::string>()};
  }

  LiveAnswer tell(const Kept& taken, Kept& near, const Arrival& arrival, bool changes) {
    const bool is_copy = taken.content == near.content;
    if (changes && !(is_copy && near.id == arrival.id)) {
      ++near.copies;
      near.first_seen = std::min(near.first_seen, taken.time);
      near.last_seen = std::max(near.last_seen, taken.time);
      if (!arrival.source.empty() && std::ranges::find(near.sources, arrival.source) == near.sources.end())
        near.sources.push_back(arrival.source);
    }
    LiveAnswer told{.verdict = is_copy ? LiveVerdict::exact_copy : LiveVerdict::near_duplicate,
                    .id = arrival.id,
                    .nearest = near.id,
                    .copies = near.copies,
                    .first_seen = near.first_seen,
                    .last_seen = near.last_seen,
                    .sources = near.sources};
    if (taken.fingerprint && near.fingerprint)
      told.distance = hamming_distance(*taken.fingerprint, *near.fingerprint);
    if (is_copy) {
      told.similarity = 1.0;
    } else if (!rule_.max_distance()) {
      told.similarity = jaccard(taken.shingles, near.shingles);
    }
    return told;
  }

  Recipe recipe_;
  LiveRule rule_;
  std::int64_t window_;
  std::int64_t ttl_;
  std::vector<Kept> kept_;
  std::uint64_t next_order_ = 0;
  std::int64_t latest_ = 0;
  std::int64_t horizon_ = 0;
};

/// Returns the answer without the name of the story, which an oracle does not know.
[[nodiscard]] inline LiveAnswer without_story(LiveAnswer answer) {
  answer.story.clear();
  return answer;
}

}  // namespace neardup::internal::reference
