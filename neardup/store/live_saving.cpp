// Opens the indexes from files and saves them to files; see saved_index.h.
#include <algorithm>
#include <utility>

#include "neardup/store/live_state.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

void LiveState::fill_indexes(int threads) {
  if (fill_from_saved(threads)) return;
  forget_saved();
  read_documents(0, threads);
}

/// Loads the files that the store names, and what is newer from the store. Returns false, and leaves the indexes
/// empty, if the files cannot be used.
bool LiveState::fill_from_saved(int threads) {
  const std::optional<SavedFiles> files = saved_files(database_);
  if (!database_.is_read_only()) remove_other_files(database_.path(), files);
  if (!files) return false;
  try {
    const SavedState state(*files);
    matcher_->load(files->index());
    state.restore(ids_, contents_);
    next_counter_ = state.counters().next_counter;
    tail_ = state.counters().latest;
    times_.see(tail_);
    saved_ = files;
    look_up_marked();
    read_documents(make_number(tail_, 0), threads);
    return true;
  } catch (const Error&) {  // whatever it is, the documents have it all
    matcher_ = make_matcher(catalog_.recipe, catalog_.rule);
    ids_.clear();
    contents_.clear();
    saved_.reset();
    unsaved_ = 0;
    return false;
  }
}

/// Makes the indexes agree with the store about every number that has a mark.
void LiveState::look_up_marked() {
  constexpr std::size_t kMostHeld = 16'384;  // documents in memory
  std::vector<Numbered> present;
  std::mutex nobody_else;
  database_.for_each(Family::meta, kMarksBegin, kMarksEnd, [&](std::string_view key, std::string_view value) {
    const Number number = parse_mark_key(key);
    matcher_->remove(number);
    contents_.remove(ByteReader(value).get<ContentDigest>(), number);
    unsaved_.fetch_add(1, std::memory_order_relaxed);
    const std::optional<std::string> entry = database_.get(Family::entries, number_key(number));
    if (!entry) return;
    Numbered document{.number = number, .entry = decode_entry(*entry)};
    if (const auto body = database_.get(Family::bodies, number_key(number)); body && sketcher_)
      document.shingles = decode_body(*body, &*sketcher_).shingles;
    present.push_back(std::move(document));
    if (present.size() < kMostHeld) return;
    take_in(present, nobody_else);
    present.clear();
  });
  take_in(present, nobody_else);
  matcher_->finish_filling();
}

/// Says in the store that there are no files, before changes are made that leave no marks, and deletes them.
void LiveState::forget_saved() {
  if (database_.is_read_only() || !saved_files(database_)) return;
  rocksdb::WriteBatch batch;
  database_.erase(batch, Family::meta, kSavedKey);
  database_.erase_range(batch, Family::meta, kMarksBegin, kMarksEnd);
  const rocksdb::Status status = database_.write(batch, true);
  if (!status.ok()) fail(database_.path(), status);
  remove_other_files(database_.path(), std::nullopt);
}

/// Adds a mark to the changes, if there are files that differ from the store because of them. The files have no
/// number after the tail began.
void LiveState::mark(Number number, const ContentDigest& digest, std::vector<Change>& changes) const {
  if (!saved_ || time_of(number) > tail_) return;
  ByteWriter value(sizeof(digest));
  value.put(digest);
  changes.push_back({.family = Family::meta, .key = mark_key(number), .value = value.finish()});
}

/// Writes the files, and then says so in the store. REQUIRES: no operation runs
void LiveState::save_indexes() {
  journal_->drain();  // throws if the store lacks what the indexes have
  const SavedFiles files{.folder = database_.path(), .name = database_.sequence()};
  matcher_->save(files.index());
  write_state(files, {.latest = times_.latest(), .next_counter = next_counter_.load()}, ids_, contents_);
  journal_->append(
      {{.family = Family::meta, .key = std::string(kMarksBegin), .range_end = std::string(kMarksEnd)},
       {.family = Family::meta, .key = std::string(kSavedKey), .value = std::to_string(files.name)}});
  journal_->drain();
  remove_other_files(files.folder, files);
}

LiveState::~LiveState() {
  // Saving writes all documents, so it pays only after a good share of them has changed.
  const std::uint64_t least = std::max<std::uint64_t>(save_after_, matcher_->size() / 4);
  if (database_.is_read_only() || is_behind_ || unsaved_ < std::max<std::uint64_t>(least, 1)) return;
  try {
    save_indexes();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::corrupt)
      leave_behind();  // the files that the indexes began with are damaged
  } catch (...) {      // no memory: the earlier files stay
  }
}

}  // namespace neardup::internal::store
