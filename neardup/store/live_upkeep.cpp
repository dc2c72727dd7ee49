// What is done with a whole collection: dropping old days, snapshots, verification, export.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "neardup/store/live_state.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

/// Moves the horizon if it is time, durably and in order. Returns true if it moved.
bool LiveState::move_horizon() {
  if (!times_.next_horizon()) return false;
  const std::scoped_lock lock(horizon_mutex_);
  const std::optional<std::int64_t> next = times_.next_horizon();
  if (!next) return false;
  journal_->append(
      {{.family = Family::meta, .key = std::string(kHorizonKey), .value = std::to_string(*next)}});
  times_.move_horizon(*next);
  return true;
}

std::size_t LiveState::expire() {
  require_writing();
  const std::shared_lock operation = enter();
  require_whole();
  move_horizon();
  return drop_expired();
}

/// Drops everything before the horizon. No operation can match it any more, so only its ids need locks: one of
/// them may have been given to a new document.
std::size_t LiveState::drop_expired() {
  const std::scoped_lock dropping(dropping_);
  const std::string begin = number_key(0);
  const std::string end = number_key(make_number(times_.horizon(), 0));
  if (begin == end) return 0;
  journal_->drain();
  std::vector<std::pair<Number, Entry>> expired;
  database_.for_each(Family::entries, begin, end, [&](std::string_view key, std::string_view value) {
    expired.emplace_back(parse_number_key(key), decode_entry(value));
  });
  if (expired.empty()) return 0;
  for (const auto& [number, entry] : expired) {
    const std::array key = {lock_key(KeyKind::id, id_hash(entry.id))};
    const KeyLocks::Guard guard = locks_.lock(key);
    std::vector<Change> changes;
    if (journal_->get(Family::ids, entry.id) == number_key(number))
      changes.push_back({.family = Family::ids, .key = entry.id});
    mark(number, entry.digest, changes);
    if (!changes.empty()) journal_->append(changes);
    follow([&, &expired_number = number, &expired_entry = entry] {
      matcher_->remove(expired_number);
      contents_.remove(expired_entry.digest, expired_number);
    });
  }
  std::vector<Change> changes;
  for (const Family family : {Family::entries, Family::bodies, Family::stories})
    changes.push_back({.family = family, .key = begin, .range_end = end});
  journal_->append(changes);
  journal_->drain();
  unsaved_.fetch_add(expired.size(), std::memory_order_relaxed);
  for (const Family family : {Family::entries, Family::bodies, Family::stories})
    database_.drop_files(family, begin, end);
  return expired.size();
}

void LiveState::snapshot(const std::string& folder) {
  if (std::filesystem::exists(folder))
    throw Error(ErrorCode::invalid_argument, folder + ": exists already; a snapshot needs a new name");
  journal_->pause([&] {
    database_.write_checkpoint(folder);
    if (saved_) link_files(*saved_, folder);
  });
}

void LiveState::for_each(const std::function<void(const StoredDocument&)>& visit) {
  journal_->drain();
  database_.for_each(Family::entries, number_key(0), {}, [&](std::string_view key, std::string_view value) {
    const Number number = parse_number_key(key);
    if (times_.is_expired(time_of(number))) return;
    visit(stored(number, decode_entry(value), database_.get(Family::bodies, key).value_or("")));
  });
}

void LiveState::export_index(const std::string& path) {
  journal_->drain();
  matcher_->export_index(path, [&](const std::function<void(const Numbered&)>& take) {
    database_.for_each(Family::entries, number_key(0), {}, [&](std::string_view key, std::string_view value) {
      Numbered document{.number = parse_number_key(key), .entry = decode_entry(value)};
      if (times_.is_expired(time_of(document.number))) return;
      if (sketcher_) document.shingles = shingles_of(document.number);
      take(document);
    });
  });
}

/// Checks every document against its id and the indexes, and these for documents that the store lacks. Returns how
/// many documents have not expired.
std::size_t LiveState::verify_entries() const {
  const auto refuse = [&](Number number, const char* what) {
    throw Error(ErrorCode::corrupt,
                fmt::format("{}: document {}: {}", database_.path(), story_name(number), what));
  };
  std::size_t documents = 0;
  std::size_t judged = 0;
  std::size_t found_by_content = 0;
  database_.for_each(Family::entries, number_key(0), {}, [&](std::string_view key, std::string_view value) {
    const Number number = parse_number_key(key);
    const Prepared document = load(number, decode_entry(value));
    judged += document.is_judged ? 1 : 0;
    found_by_content += document.is_found_by_content ? 1 : 0;
    if (times_.is_expired(time_of(number))) return;
    ++documents;
    if (database_.get(Family::ids, document.entry.id) != std::string(key))
      refuse(number, "its id leads elsewhere");
    if (document.is_judged != matcher_->contains(number)) refuse(number, "the index and the store disagree");
    if (document.is_found_by_content && !contents_.find(document.entry.digest, 0))
      refuse(number, "its content is not found");
    if (const auto story = database_.get(Family::stories, key)) static_cast<void>(decode_story(*story));
  });
  // While documents expire, the indexes may be a few of them ahead or behind, which no answer shows.
  const bool is_exact = times_.horizon() == 0;
  if (is_exact && (matcher_->size() != judged || contents_.size() != found_by_content))
    throw Error(
        ErrorCode::corrupt,
        fmt::format("{}: the store has {} documents for the index and {} by content, the indexes {} and {}",
                    database_.path(), judged, found_by_content, matcher_->size(), contents_.size()));
  return documents;
}

void LiveState::verify() {
  const std::unique_lock alone = enter_alone();
  require_whole();
  journal_->drain();
  database_.verify();
  try {
    if (saved_) verify_files(*saved_);
  } catch (const Error&) {
    leave_behind();
    throw;
  }
  const std::size_t documents = verify_entries();
  std::size_t ids = 0;
  const auto refuse = [&](std::string_view what) {
    throw Error(ErrorCode::corrupt, fmt::format("{}: {}", database_.path(), what));
  };
  database_.for_each(Family::ids, {}, {}, [&](std::string_view /*id*/, std::string_view number) {
    if (!times_.is_expired(time_of(parse_number_key(number)))) ++ids;
  });
  if (ids != documents) refuse(fmt::format("{} documents, but {} ids", documents, ids));
  for (const Family family : {Family::bodies, Family::stories}) {
    database_.for_each(family, {}, {}, [&](std::string_view key, std::string_view /*value*/) {
      if (!database_.get(Family::entries, key)) refuse("a story or a body without its document");
    });
  }
}

std::size_t LiveState::size() const {
  const bool all_by_content = !content_decides_features(catalog_.recipe.steps());
  return all_by_content ? contents_.size() : matcher_->size() + contents_.size();
}

LiveInfo LiveState::info() const {
  return {.recipe = catalog_.recipe.written(),
          .rule = catalog_.rule.written(),
          .keeps_texts = catalog_.keeps_texts,
          .window = catalog_.window,
          .ttl = catalog_.ttl,
          .documents = size(),
          .unjudged = size() - matcher_->size(),
          .memory_bytes = matcher_->memory_bytes() + ids_.bytes() + contents_.size() * 64,
          .disk_bytes = database_.disk_bytes() + (saved_ ? bytes_of(*saved_) : 0),
          .index = matcher_->explain()};
}

}  // namespace neardup::internal::store
