// Reads documents of the store into the indexes, on all cores: each thread reads ranges of documents and hands
// them to the index in chunks.
#include <algorithm>
#include <utility>

#include "neardup/store/live_state.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"

namespace neardup::internal::store {

namespace {

constexpr std::size_t kChunk = 65'536;
constexpr std::uint64_t kRangesPerThread = 8;

}  // namespace

void LiveState::read_documents(Number first, int threads) {
  const auto bounds = database_.bounds(Family::entries);
  if (!bounds || parse_number_key(bounds->second) < first) return;
  first = std::max(first, parse_number_key(bounds->first));
  const Number last = parse_number_key(bounds->second);
  const int workers = thread_count(threads);
  const std::uint64_t ranges =
      std::min<std::uint64_t>(last - first + 1, kRangesPerThread * static_cast<std::uint64_t>(workers));
  const std::uint64_t step = (last - first) / ranges + 1;
  std::mutex filling;
  run_tasks(workers, ranges, [&](std::size_t range, int /*thread*/) {
    const Number begin = first + range * step;
    const Number end = range + 1 == ranges ? last + 1 : begin + step;
    if (begin <= last) read_range(number_key(begin), number_key(end), filling);
  });
  matcher_->finish_filling();
}

void LiveState::read_range(std::string_view begin, std::string_view end, std::mutex& filling) {
  std::vector<Numbered> chunk;
  const auto take_chunk = [&] {
    read_shingles(chunk);
    take_in(chunk, filling);
    chunk.clear();
  };
  database_.for_each(Family::entries, begin, end, [&](std::string_view key, std::string_view value) {
    const Number number = parse_number_key(key);
    if (saved_ && matcher_->contains(number)) return;
    chunk.push_back({.number = number, .entry = decode_entry(value)});
    if (chunk.size() == kChunk) take_chunk();
  });
  take_chunk();
}

/// Reads the shingles of documents that are close to each other in the store, if the rule needs them.
void LiveState::read_shingles(std::vector<Numbered>& chunk) const {
  if (!sketcher_ || chunk.empty()) return;
  auto at = chunk.begin();
  database_.for_each(Family::bodies, number_key(chunk.front().number), number_key(chunk.back().number + 1),
                     [&](std::string_view key, std::string_view value) {
                       const Number number = parse_number_key(key);
                       while (at != chunk.end() && at->number < number) ++at;
                       if (at != chunk.end() && at->number == number)
                         at->shingles = decode_body(value, &*sketcher_).shingles;
                     });
}

/// Adds documents to the indexes.
void LiveState::take_in(std::vector<Numbered>& chunk, std::mutex& filling) {
  const bool content_decides = content_decides_features(catalog_.recipe.steps());
  std::vector<std::uint64_t> hashes;
  hashes.reserve(chunk.size());
  for (const Numbered& document : chunk) hashes.push_back(id_hash(document.entry.id));
  const std::scoped_lock lock(filling);
  matcher_->fill(chunk, 1);
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const Numbered& document = chunk[i];
    ids_.add(hashes[i]);
    const bool is_judged = sketcher_ ? !document.shingles.empty() : document.entry.fingerprint.has_value();
    if (!is_judged || !content_decides) {
      if (saved_) contents_.remove(document.entry.digest, document.number);  // the files may have it
      contents_.add(document.entry.digest, document.number);
    }
    const std::uint32_t next = counter_of(document.number) + 1;
    if (next > next_counter_) next_counter_ = next;
    times_.see(time_of(document.number));
  }
  unsaved_.fetch_add(chunk.size(), std::memory_order_relaxed);
}

}  // namespace neardup::internal::store
