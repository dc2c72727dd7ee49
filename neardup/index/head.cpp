#include "neardup/index/head.h"

#include <algorithm>

namespace neardup::index {

template <FingerprintWord Word>
bool Head<Word>::is_removed(View view, Location location) const {
  if (view.removed == 0) return false;
  return removals_
      .find(hash_of_location(location),
            [&](std::uint32_t i) { return i < view.removed && locations_[i] == location; })
      .has_value();
}

template <FingerprintWord Word>
std::optional<std::uint32_t> Head<Word>::find_id(View view, const IdRef& id, std::uint64_t hash) const {
  if (id.kind() != kind_) return std::nullopt;
  return ids_.find(hash, [&](std::uint32_t place) {
    if (place >= view.added) return false;
    const IdRef other = this->id(place);
    const bool same = kind_ == IdKind::text ? other.text() == id.text() : other.number() == id.number();
    return same && !is_removed(view, {Location::kHead, place});
  });
}

template <FingerprintWord Word>
void Head<Word>::stage_add(const Word& word, const IdRef& id, std::uint64_t hash) {
  assert(has_room() && id.kind() == kind_);
  if (kind_ == IdKind::text) texts_[added_] = std::string(id.text());
  if (kind_ == IdKind::number) numbers_[added_] = id.number();
  words_[added_] = word;
  ids_.insert(hash, added_++);
}

template <FingerprintWord Word>
void Head<Word>::stage_remove(Location location) noexcept {
  assert(removed_ < kMaxRemoved);
  locations_[removed_] = location;
  removals_.insert(hash_of_location(location), removed_++);
}

template <FingerprintWord Word>
NewEntries<Word> Head<Word>::live_entries(View view) const {
  NewEntries<Word> live;
  std::vector<std::uint32_t> places;
  std::size_t bytes = 0;
  for (std::uint32_t place = 0; place < view.added; ++place) {
    if (is_removed(view, {Location::kHead, place})) continue;
    places.push_back(place);
    live.words.push_back(words_[place]);
    bytes += kind_ == IdKind::text ? texts_[place].size() : 0;
  }
  live.ids.kind = kind_;
  const bool is_text = kind_ == IdKind::text;
  live.ids.numbers = Column<std::uint64_t>(places.size() + (is_text ? 1 : 0));
  live.ids.texts = Column<char>(bytes);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!is_text) live.ids.numbers.writable()[i] = numbers_[places[i]];
    if (!is_text) continue;
    const std::string& text = texts_[places[i]];
    std::ranges::copy(text, live.ids.texts.writable() + filled);
    live.ids.numbers.writable()[i + 1] = filled += text.size();
  }
  return live;
}

template <FingerprintWord Word>
std::size_t Head<Word>::bytes() const noexcept {
  return sizeof(*this) + (kind_ == IdKind::text ? kMaxAdded * sizeof(std::string) : 0);
}

template class Head<std::uint64_t>;
template class Head<Bits128>;

}  // namespace neardup::index
