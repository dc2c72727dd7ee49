#include "neardup/index/packed_sets.h"

#include <bit>
#include <utility>

#include "neardup/util/error.h"
#include "neardup/util/prefetch.h"
#include "neardup/util/uniform_sort.h"

namespace neardup::internal::lsm {

std::optional<PackedSet> PackedSet::parse(std::string_view bytes) noexcept {
  PackedSet set;
  for (int shift = 0;; shift += 7) {
    if (bytes.empty() || shift > 28) return std::nullopt;  // a set has fewer than 2^32 values
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    set.size_ |= std::size_t{byte & 127U} << shift;
    if (byte < 128) break;
  }
  if (bytes.empty()) return std::nullopt;
  set.width_ = static_cast<std::uint8_t>(bytes.front());
  set.gaps_ = bytes.substr(1);
  const bool fits = set.width_ <= 32 && set.gaps_.size() == (set.size_ * set.width_ + 7) / 8;
  return fits ? std::optional(set) : std::nullopt;
}

std::vector<std::uint32_t> PackedSet::values() const {
  std::vector<std::uint32_t> values;
  values.reserve(size_);
  for_each([&values](std::uint32_t value) {
    values.push_back(value);
    return true;
  });
  return values;
}

namespace {

void append_size(std::size_t size, std::string& bytes) {
  for (; size >= 128; size >>= 7) bytes.push_back(static_cast<char>((size & 127) | 128));
  bytes.push_back(static_cast<char>(size));
}

}  // namespace

void append_packed(std::vector<std::uint32_t>& values, std::string& bytes) {
  sort_uniform(values);
  std::uint32_t all_gaps = 0;
  for (std::uint32_t last = 0; const std::uint32_t value : values) {
    all_gaps |= value - last;
    last = value;
  }
  const auto width = static_cast<std::size_t>(std::bit_width(all_gaps));
  const std::size_t length = (values.size() * width + 7) / 8;
  constexpr std::size_t kMostHeader = 6;
  bytes.reserve(bytes.size() + kMostHeader + length + sizeof(std::uint64_t));
  append_size(values.size(), bytes);
  bytes.push_back(static_cast<char>(width));
  const std::size_t begin = bytes.size();
  bytes.resize(begin + length + sizeof(std::uint64_t));  // room for whole words, cut off below
  char* out = bytes.data() + begin;
  std::uint64_t pending = 0;
  std::size_t bits = 0;
  for (std::uint32_t last = 0; const std::uint32_t value : values) {
    pending |= std::uint64_t{value - last} << bits;
    last = value;
    bits += width;
    if (bits < 32) continue;
    std::memcpy(out, &pending, sizeof(std::uint32_t));
    out += sizeof(std::uint32_t);
    pending >>= 32;
    bits -= 32;
  }
  std::memcpy(out, &pending, sizeof(pending));
  bytes.resize(begin + length);
}

PackedSet parse_set(std::string_view bytes) {
  const std::optional<PackedSet> set = PackedSet::parse(bytes);
  if (!set) throw Error(ErrorCode::corrupt, "index: a shingle set is damaged");
  return *set;
}

void PackedSets::prefetch_start(std::size_t place) const noexcept {
  internal::prefetch(starts.data() + place);
}

namespace {

constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << PackedSets::kOffsetBits) - 1;

}  // namespace

void PackedSets::prefetch(std::size_t place) const noexcept {
  const std::uint64_t segment = starts[place] >> kOffsetBits;
  const std::uint64_t offset = starts[place] & kOffsetMask;
  if (segment >= segments.size() || offset >= segments[segment].size())
    return;  // a damaged file: bytes_at says so
  const char* const begin = segments[segment].data() + offset;
  constexpr std::size_t kLine = 64;
  for (std::size_t line = 0; line < 9; ++line) internal::prefetch(begin + line * kLine);
}

std::string_view PackedSets::bytes_at(std::size_t place, const MappedIndexFile* guard) const {
  touch(guard, starts.values().subspan(place, 2));
  const auto refuse = [] { throw Error(ErrorCode::corrupt, "index: a shingle set ends outside its column"); };
  const std::uint64_t segment = starts[place] >> kOffsetBits;
  if (segment >= segments.size()) refuse();
  const Column<char>& bytes = segments[segment];
  const bool is_last = starts[place + 1] >> kOffsetBits != segment;
  const std::uint64_t begin = starts[place] & kOffsetMask;
  const std::uint64_t end = is_last ? bytes.size() : starts[place + 1] & kOffsetMask;
  if (begin > end || end > bytes.size()) refuse();
  const std::span<const char> set = bytes.values().subspan(begin, end - begin);
  touch(guard, set);
  return {set.data(), set.size()};
}

std::size_t PackedSets::bytes() const noexcept {
  std::size_t sum = 0;
  for (const Column<char>& segment : segments) sum += segment.bytes();
  return sum;
}

void PackedSetsWriter::share(const PackedSets& sets) {
  const std::uint64_t first = next_segment();
  for (std::size_t place = 0; place + 1 < sets.starts.size(); ++place)
    made_.starts.writable()[count_++] = sets.starts[place] + first;
  made_.segments.insert(made_.segments.end(), sets.segments.begin(), sets.segments.end());
}

std::span<const std::string_view> PackedSetsWriter::share(std::span<const Column<char>> pieces,
                                                          std::span<const std::string_view> sets) {
  for (const Column<char>& piece : pieces) {
    if (made_.segments.size() + 1 >= kMostSegments) break;
    std::size_t offset = 0;
    for (; offset < piece.size(); sets = sets.subspan(1)) {
      made_.starts.writable()[count_++] = next_segment() + offset;
      offset += sets.front().size();
    }
    made_.segments.push_back(piece);
  }
  return sets;
}

void PackedSetsWriter::copy(std::span<const std::string_view> sets) {
  if (sets.empty()) return;
  std::size_t bytes = 0;
  for (const std::string_view set : sets) bytes += set.size();
  Column<char> segment(pool_, bytes);
  std::size_t filled = 0;
  for (const std::string_view set : sets) {
    made_.starts.writable()[count_++] = next_segment() + filled;
    std::ranges::copy(set, segment.writable() + filled);
    filled += set.size();
  }
  made_.segments.push_back(std::move(segment));
}

PackedSets PackedSetsWriter::finish() {
  const std::uint64_t last = made_.segments.empty() ? 0 : made_.segments.size() - 1;
  const std::size_t end = made_.segments.empty() ? 0 : made_.segments.back().size();
  made_.starts.writable()[count_] = last << PackedSets::kOffsetBits | end;
  return std::move(made_);
}

PackedSets join_segments(const MemoryPool& pool, const PackedSets& sets) {
  std::vector<std::string_view> all;
  all.reserve(sets.starts.size() - 1);
  for (std::size_t place = 0; place + 1 < sets.starts.size(); ++place)
    all.push_back(sets.bytes_at(place, nullptr));
  PackedSetsWriter writer(pool, all.size());
  writer.copy(all);
  return writer.finish();
}

PackedSet PackedSets::set(std::size_t place, const MappedIndexFile* guard) const {
  return parse_set(bytes_at(place, guard));
}

namespace {

/// Returns how many slots a table of this many values has. Most slots of a small table stay empty, so that
/// nearly every look-up ends at the first slot and the processor foresees it.
std::size_t slots_for(std::size_t values) noexcept {
  constexpr std::size_t kFewValues = 4096;
  return std::bit_ceil((values <= kFewValues ? 8 : 2) * values + 2);
}

}  // namespace

// few_ is filled below, as far as it is used.
ShortHashTable::ShortHashTable(
    std::span<const std::uint32_t> values)  // NOLINT(cppcoreguidelines-pro-type-member-init)
    : size_(values.size()), mask_(slots_for(values.size()) - 1), shift_(32 - std::popcount(mask_)) {
  if (mask_ >= kFewSlots) many_.resize(mask_ + 1);
  slots_ = many_.empty() ? few_.data() : many_.data();
  if (many_.empty()) std::fill_n(slots_, mask_ + 1, 0U);
  for (const std::uint32_t value : values) {
    std::size_t slot = value >> shift_;
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = value;
  }
}

/// Returns whether the set has the value more than `repeats` times.
bool ShortHashTable::contains(std::uint32_t value, std::size_t repeats) const noexcept {
  for (std::size_t slot = value >> shift_; slots_[slot] != 0; slot = (slot + 1) & mask_) {
    if (slots_[slot] == value && repeats-- == 0) return true;
  }
  return false;
}

std::size_t ShortHashTable::count_common(const PackedSet& set, std::size_t least) const noexcept {
  if (set.size() < least) return 0;
  std::size_t allowed = set.size() - least;  // how many more may be missing
  bool enough = true;
  std::uint32_t last = 0;
  std::size_t repeats = 0;
  set.for_each([&](std::uint32_t value) {
    const bool is_repeated = std::exchange(last, value) == value;
    repeats = is_repeated ? repeats + 1 : 0;
    if (slots_[value >> shift_] == value && !is_repeated)
      return true;  // nearly always, if the sets are similar
    if (contains(value, repeats)) return true;
    enough = allowed != 0;
    allowed -= enough ? 1 : 0;
    return enough;
  });
  return enough ? least + allowed : 0;
}

}  // namespace neardup::internal::lsm
