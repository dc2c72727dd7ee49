// Removes documents in batches. A batch has the collection for itself, so it needs no locks of keys, and with them
// neither the shingles nor, for most documents, any record but that of the id.
#include <algorithm>
#include <utility>

#include "neardup/store/live_state.h"

namespace neardup::internal::store {

namespace {

constexpr std::size_t kBatch = 1024;  // others wait for some milliseconds

}  // namespace

std::size_t LiveState::remove(std::span<const std::string> ids) {
  require_writing();
  std::vector<std::string> sorted(ids.begin(), ids.end());
  std::ranges::sort(sorted);
  const auto repeated = std::ranges::unique(sorted);
  sorted.erase(repeated.begin(), repeated.end());
  std::size_t removed = 0;
  Ticket ticket = 0;
  for (std::size_t begin = 0; begin < sorted.size(); begin += kBatch) {
    const std::unique_lock alone = enter_alone();
    require_whole();
    removed +=
        remove_batch(std::span(sorted).subspan(begin, std::min(kBatch, sorted.size() - begin)), ticket);
  }
  wait_until_safe(ticket);
  return removed;
}

/// Removes documents in one step. REQUIRES: the ids are sorted; no other operation runs
std::size_t LiveState::remove_batch(std::span<const std::string> ids, Ticket& ticket) {
  const std::vector<std::optional<std::string>> keys = journal_->get_all(Family::ids, ids);
  std::vector<Change> changes;
  std::vector<std::pair<Number, ContentDigest>> removed;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!keys[i]) continue;
    const Number number = parse_number_key(*keys[i]);
    if (times_.is_expired(time_of(number))) continue;
    removed.emplace_back(number, digest_in_contents(number));
    for (const Family family : {Family::entries, Family::bodies, Family::stories})
      changes.push_back({.family = family, .key = *keys[i]});
    changes.push_back({.family = Family::ids, .key = ids[i]});
    mark(number, removed.back().second, changes);
  }
  if (removed.empty()) return 0;
  ticket = journal_->append(changes);  // if this throws, nothing has changed
  follow([&] {
    for (const auto& [number, digest] : removed) {
      matcher_->remove(number);
      contents_.remove(digest, number);
    }
  });
  unsaved_.fetch_add(removed.size(), std::memory_order_relaxed);
  return removed.size();
}

/// Returns the digest under which contents_ has the document; any if it does not.
ContentDigest LiveState::digest_in_contents(Number number) const {
  const bool is_judged_only = content_decides_features(catalog_.recipe.steps()) && matcher_->contains(number);
  return is_judged_only ? ContentDigest() : entry_of(number).digest;
}

}  // namespace neardup::internal::store
