#include "neardup/index/merge.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "neardup/util/error.h"
#include "neardup/util/radix_sort.h"

namespace neardup::internal::lsm {

namespace {

// During a merge, each entry carries one number that leads to its id: the id itself if ids are
// numbers, else the number of the column that holds it and its place there.
constexpr int kPlaceBits = 40;

std::uint64_t id_carried(const IdColumn& ids, std::size_t column, std::size_t place) noexcept {
  if (ids.kind == IdKind::number) return ids.numbers[place];
  return std::uint64_t{column} << kPlaceBits | place;
}

/// Sorts by the leading 24 bits first, which leaves little to compare unless they are all the same.
template <FingerprintWord Word>
void sort_order(std::vector<std::pair<Word, std::uint32_t>>& order) {
  const auto leading_bits = [](const auto& entry) { return rotated_top(entry.first, 0) >> 40; };
  radix_sort<3>(order, leading_bits);
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end = std::find_if(
        begin, order.end(), [&](const auto& entry) { return leading_bits(entry) != leading_bits(*begin); });
    if (end - begin > 1) std::sort(begin, end);
    begin = end;
  }
}

template <FingerprintWord Word>
SortedEntries<Word> sort_entries(const MemoryPool& pool, const NewEntries<Word>& entries) {
  std::vector<std::pair<Word, std::uint32_t>> order(entries.fingerprints.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {entries.fingerprints[i], i};
  sort_order(order);
  SortedEntries<Word> sorted{Column<Word>(pool, order.size()), Column<std::uint64_t>(pool, order.size())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.fingerprints.writable()[i] = order[i].first;
    sorted.ids.writable()[i] = id_carried(entries.ids, 0, order[i].second);
  }
  return sorted;
}

/// Returns the entries of a run that were not removed. Returns the run's own columns if they can be
/// used as they are.
template <FingerprintWord Word>
SortedEntries<Word> live_entries(const MemoryPool& pool, const MergeSource<Word>& source,
                                 std::size_t column) {
  source.run->touch_entries();
  const Column<Word>& fingerprints = source.run->parts().tables[0].entries;
  const IdColumn& ids = source.run->parts().ids;
  if (source.dead->empty() && ids.kind == IdKind::number) return {fingerprints, ids.numbers};
  const std::size_t count = fingerprints.size() - count_dead(*source.dead);
  SortedEntries<Word> live{Column<Word>(pool, count), Column<std::uint64_t>(pool, count)};
  std::size_t filled = 0;
  for (std::size_t place = 0; place < fingerprints.size(); ++place) {
    if (is_dead(*source.dead, place)) continue;
    live.fingerprints.writable()[filled] = fingerprints[place];
    live.ids.writable()[filled++] = id_carried(ids, column, place);
  }
  return live;
}

/// Merges two sorted streams into one, a buffer at a time. However many runs are merged, an entry
/// passes through the cache on its way and is written to memory once.
template <FingerprintWord Word>
class MergeStream {
 public:
  explicit MergeStream(SortedEntries<Word> entries)
      : size_(entries.size()),
        source_(std::move(entries)),
        fingerprints_(source_.fingerprints.data()),
        ids_(source_.ids.data()),
        at_hand_(size_) {}

  MergeStream(std::unique_ptr<MergeStream> a, std::unique_ptr<MergeStream> b)
      : size_(a->size_ + b->size_),
        inputs_{std::move(a), std::move(b)},
        fingerprint_buffer_(kBuffer),
        id_buffer_(kBuffer) {}

  /// Returns the number of all entries, those already read included.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool is_leaf() const noexcept { return inputs_[0] == nullptr; }
  [[nodiscard]] SortedEntries<Word>& source() noexcept { return source_; }

  /// Writes up to `room` of the next entries; fewer only at the end.
  /// REQUIRES: not a leaf
  std::size_t read(Word* fingerprints, std::uint64_t* ids, std::size_t room) {
    MergeStream& a = *inputs_[0];
    MergeStream& b = *inputs_[1];
    std::size_t filled = 0;
    while (filled < room) {
      const bool has_a = a.fill();
      const bool has_b = b.fill();
      if (!has_a && !has_b) break;
      if (has_a && has_b) {
        filled += merge_at_hand(fingerprints + filled, ids + filled, room - filled);
      } else {
        filled += (has_a ? a : b).copy_at_hand(fingerprints + filled, ids + filled, room - filled);
      }
    }
    return filled;
  }

 private:
  static constexpr std::size_t kBuffer = 1024;

  /// Refills an empty buffer. Returns false if nothing is left.
  bool fill() {
    if (at_hand_ == 0 && !is_leaf()) {
      at_hand_ = read(fingerprint_buffer_.data(), id_buffer_.data(), kBuffer);
      fingerprints_ = fingerprint_buffer_.data();
      ids_ = id_buffer_.data();
    }
    return at_hand_ > 0;
  }

  void skip(std::size_t count) noexcept {
    fingerprints_ += count;
    ids_ += count;
    at_hand_ -= count;
  }

  std::size_t copy_at_hand(Word* fingerprints, std::uint64_t* ids, std::size_t room) {
    const std::size_t count = std::min(room, at_hand_);
    std::copy_n(fingerprints_, count, fingerprints);
    std::copy_n(ids_, count, ids);
    skip(count);
    return count;
  }

  /// Merges as many entries as the shorter buffer holds: neither buffer can run out before the last
  /// step, so the loop does not test for it.
  std::size_t merge_at_hand(Word* fingerprints, std::uint64_t* ids, std::size_t room) noexcept {
    MergeStream& a = *inputs_[0];
    MergeStream& b = *inputs_[1];
    const std::size_t count = std::min({room, a.at_hand_, b.at_hand_});
    const Word* const words_of[2] = {a.fingerprints_, b.fingerprints_};
    const std::uint64_t* const ids_of[2] = {a.ids_, b.ids_};
    std::size_t next[2] = {0, 0};
    for (std::size_t i = 0; i < count; ++i) {
      // An index instead of a branch, which would be unpredictable.
      const std::size_t from = words_of[1][next[1]] < words_of[0][next[0]] ? 1 : 0;
      fingerprints[i] = words_of[from][next[from]];
      ids[i] = ids_of[from][next[from]++];
    }
    a.skip(next[0]);
    b.skip(next[1]);
    return count;
  }

  std::size_t size_;
  SortedEntries<Word> source_;  // only of a leaf
  std::unique_ptr<MergeStream> inputs_[2];
  std::vector<Word> fingerprint_buffer_;
  std::vector<std::uint64_t> id_buffer_;
  const Word* fingerprints_ = nullptr;  // the entries that are buffered
  const std::uint64_t* ids_ = nullptr;
  std::size_t at_hand_ = 0;
};

/// Merges all sources. Always pairs the two smallest, so that no entry moves more often than necessary.
template <FingerprintWord Word>
SortedEntries<Word> merge_entries(const MemoryPool& pool, std::vector<SortedEntries<Word>> sources) {
  std::vector<std::unique_ptr<MergeStream<Word>>> streams;
  for (SortedEntries<Word>& source : sources)
    if (source.size() > 0) streams.push_back(std::make_unique<MergeStream<Word>>(std::move(source)));
  if (streams.empty()) return {};
  while (streams.size() > 1) {
    std::ranges::stable_sort(streams, std::greater(), [](const auto& stream) { return stream->size(); });
    auto last = std::move(streams.back());
    streams.pop_back();
    streams.back() = std::make_unique<MergeStream<Word>>(std::move(streams.back()), std::move(last));
  }
  MergeStream<Word>& all = *streams[0];
  if (all.is_leaf()) return std::move(all.source());
  SortedEntries<Word> merged{Column<Word>(pool, all.size()), Column<std::uint64_t>(pool, all.size())};
  all.read(merged.fingerprints.writable(), merged.ids.writable(), all.size());
  return merged;
}

/// Copies the texts into one column, in the order of the carried numbers.
IdColumn gather_texts(const MemoryPool& pool, const std::vector<const IdColumn*>& columns,
                      const Column<std::uint64_t>& carried) {
  const auto text_at = [&](std::size_t i) {
    const std::uint64_t place = carried[i] & ((std::uint64_t{1} << kPlaceBits) - 1);
    return columns[carried[i] >> kPlaceBits]->id(place, nullptr).text();
  };
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < carried.size(); ++i) bytes += text_at(i).size();
  IdColumn ids{IdKind::text, Column<std::uint64_t>(pool, carried.size() + 1), Column<char>(pool, bytes)};
  std::size_t filled = 0;
  ids.numbers.writable()[0] = 0;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const std::string_view text = text_at(i);
    std::ranges::copy(text, ids.texts.writable() + filled);
    filled += text.size();
    ids.numbers.writable()[i + 1] = filled;
  }
  return ids;
}

}  // namespace

template <FingerprintWord Word>
std::shared_ptr<const SortedRun<Word>> merge(const Plan& plan, const MemoryPool& pool,
                                             const NewEntries<Word>& entries,
                                             const std::vector<MergeSource<Word>>& sources) {
  std::vector<const IdColumn*> columns{&entries.ids};
  std::vector<SortedEntries<Word>> parts{sort_entries(pool, entries)};
  for (const MergeSource<Word>& source : sources) {
    parts.push_back(live_entries(pool, source, columns.size()));
    columns.push_back(&source.run->parts().ids);
  }
  SortedEntries<Word> merged = merge_entries(pool, std::move(parts));
  if (merged.size() == 0) return nullptr;
  if (merged.size() >= 0xFFFF'FFFF) {
    throw Error(ErrorCode::invalid_argument, "index: more than 2^32 - 2 fingerprints");
  }
  IdColumn ids{entries.ids.kind, merged.ids, {}};
  if (ids.kind == IdKind::text) ids = gather_texts(pool, columns, merged.ids);
  return std::make_shared<const SortedRun<Word>>(plan, pool, std::move(merged.fingerprints), std::move(ids));
}

template std::shared_ptr<const SortedRun<std::uint64_t>> merge(
    const Plan&, const MemoryPool&, const NewEntries<std::uint64_t>&,
    const std::vector<MergeSource<std::uint64_t>>&);
template std::shared_ptr<const SortedRun<Bits128>> merge(const Plan&, const MemoryPool&,
                                                         const NewEntries<Bits128>&,
                                                         const std::vector<MergeSource<Bits128>>&);

}  // namespace neardup::internal::lsm
