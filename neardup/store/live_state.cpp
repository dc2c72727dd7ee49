#include "neardup/store/live_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

Safety safety_of(Durability durability) noexcept {
  if (durability == Durability::sync) return Safety::at_once;
  return durability == Durability::interval ? Safety::soon : Safety::whenever;
}

std::optional<Sketcher> sketcher_of(const LiveRule& rule) {
  if (rule.max_distance()) return std::nullopt;
  return Sketcher(plan_sketch(rule.min_similarity()));
}

std::uint64_t id_key(std::string_view id) noexcept { return lock_key(KeyKind::id, id_hash(id)); }

/// Returns what erases a kept document, except its id.
std::vector<Change> erasure(Number number) {
  std::vector<Change> changes;
  for (const Family family : {Family::entries, Family::bodies, Family::stories})
    changes.push_back({.family = family, .key = number_key(number)});
  return changes;
}

void tell_story(Number number, const Story& story, LiveAnswer& answer) {
  answer.story = story_name(number);
  answer.copies = story.copies;
  answer.first_seen = story.first_seen;
  answer.last_seen = story.last_seen;
  answer.sources = story.sources;
}

}  // namespace

std::unique_ptr<Matcher> make_matcher(const Recipe& recipe, const LiveRule& rule) {
  if (rule.max_distance()) return make_distance_matcher(recipe, *rule.max_distance());
  return make_similarity_matcher(recipe, rule.min_similarity());
}

std::string story_name(Number number) {
  std::string name(16, '0');
  for (std::size_t i = name.size(); i-- > 0; number >>= 4) name[i] = "0123456789abcdef"[number & 15];
  return name;
}

std::uint64_t id_hash(std::string_view id) noexcept { return digest_bytes(id).low; }

LiveState::LiveState(std::string folder, const LiveOptions& options)
    : database_({.path = std::move(folder),
                 .read_only = options.read_only,
                 .create = options.create,
                 .environment = options.environment}),
      catalog_(Catalog::open(database_, options)),
      sketcher_(sketcher_of(catalog_.rule)),
      matcher_(make_matcher(catalog_.recipe, catalog_.rule)),
      preparers_(std::make_unique<PreparerPool>(catalog_.recipe, sketcher_ ? &*sketcher_ : nullptr,
                                                catalog_.keeps_texts)),
      times_(catalog_, options.clock),
      save_after_(options.save_after) {
  fill_indexes(options.threads);
  journal_ = std::make_unique<Journal>(database_, safety_of(options.durability));
  if (!database_.is_read_only()) expire();
}

void LiveState::require_writing() const {
  if (database_.is_read_only())
    throw Error(ErrorCode::invalid_argument, database_.path() + ": opened for reading only");
}

void LiveState::require_whole() const {
  if (is_behind_)
    throw Error(
        ErrorCode::io,
        database_.path() + ": an earlier error left the index behind the store; open the collection again");
}

void LiveState::leave_behind() noexcept {
  if (is_behind_.exchange(true) || database_.is_read_only()) return;
  try {
    journal_->append({{.family = Family::meta, .key = std::string(kSavedKey)}});
  } catch (
      ...) {  // the disk is full or dead, or there is no memory: the files, with all marks, stay as they are
  }
}

std::shared_lock<std::shared_mutex> LiveState::enter() const {
  const std::scoped_lock gate(gate_);
  return std::shared_lock(operations_);
}

std::unique_lock<std::shared_mutex> LiveState::enter_alone() const {
  const std::scoped_lock gate(gate_);
  return std::unique_lock(operations_);
}

void LiveState::wait_until_safe(Ticket ticket) {
  if (ticket != 0) journal_->wait_until_safe(ticket);
}

// ---- kept documents -------------------------------------------------------------------------------------

/// Returns the number of the kept document of this id; expired ones do not count.
std::optional<Number> LiveState::number_of(const std::string& id) const {
  if (!ids_.may_contain(id_hash(id))) return std::nullopt;
  const std::optional<std::string> key = journal_->get(Family::ids, id);
  if (!key) return std::nullopt;
  const Number number = parse_number_key(*key);
  if (times_.is_expired(time_of(number))) return std::nullopt;
  return number;
}

Entry LiveState::entry_of(Number number) const {
  const std::optional<std::string> bytes = journal_->get(Family::entries, number_key(number));
  if (bytes) return decode_entry(*bytes);
  throw Error(ErrorCode::corrupt,
              fmt::format("{}: the index has document {}, which the store lacks; restore a "
                          "snapshot",
                          database_.path(), story_name(number)));
}

PackedShingles LiveState::shingles_of(Number number) const {
  std::optional<std::string> bytes = database_.get(Family::bodies, number_key(number));
  if (!bytes) {  // bodies that are not in RocksDB yet are not found anywhere else
    journal_->drain();
    bytes = database_.get(Family::bodies, number_key(number));
  }
  return bytes ? decode_body(*bytes, &*sketcher_).shingles : PackedShingles();
}

/// Returns a kept document as it was prepared, without its text.
Prepared LiveState::load(Number number, Entry entry) const {
  Prepared document{.entry = std::move(entry)};
  if (sketcher_) document.body.shingles = shingles_of(number);
  document.is_judged = sketcher_ ? !document.body.shingles.empty() : document.entry.fingerprint.has_value();
  document.is_found_by_content = !document.is_judged || !content_decides_features(catalog_.recipe.steps());
  return document;
}

std::optional<LiveState::Kept> LiveState::kept(const std::string& id) const {
  const std::optional<Number> number = number_of(id);
  if (!number) return std::nullopt;
  // From one look-up to the next, the document may go away; then lock() notices that the id changed.
  const std::optional<std::string> bytes = journal_->get(Family::entries, number_key(*number));
  if (!bytes) return Kept{.number = *number};
  return Kept{.number = *number, .document = load(*number, decode_entry(*bytes))};
}

// ---- locks ------------------------------------------------------------------------------------------------

void LiveState::append_keys(const Prepared& document, std::vector<std::uint64_t>& keys) const {
  keys.reserve(keys.size() + document.body.shingles.bands.size() + 8);
  keys.push_back(id_key(document.entry.id));
  if (document.is_judged) matcher_->append_lock_keys(document, keys);
  if (document.is_found_by_content) keys.push_back(lock_key(KeyKind::content, document.entry.digest.low));
}

/// Returns whether the id still has the same document, or none. REQUIRES: the caller holds the lock of the id
bool LiveState::is_still(const std::string& id, const std::optional<Kept>& old) const {
  // A document never changes its id, so while it is kept, the id has it; and the index knows without RocksDB.
  if (old && old->document.is_judged) return matcher_->contains(old->number);
  return number_of(id) == (old ? std::optional(old->number) : std::nullopt);
}

std::optional<LiveState::Kept> LiveState::lock(const Prepared& document, Intent intent,
                                               KeyLocks::Guard& guard) {
  std::optional<Kept> old;  // nearly every id is new
  for (;;) {
    std::vector<std::uint64_t> keys;
    append_keys(document, keys);
    if (old) append_keys(old->document, keys);
    guard = locks_.lock(keys);
    require_whole();  // with the locks, because whoever left the index behind held them too
    if (intent == Intent::query) return std::nullopt;
    if (is_still(document.entry.id, old)) return old;
    guard.release();  // begin again with the document that has the id now
    old = kept(document.entry.id);
  }
}

// ---- one document -----------------------------------------------------------------------------------------

std::optional<Match> LiveState::find(const Prepared& document, Number least) {
  if (document.is_found_by_content) {
    if (const std::optional<Number> number = contents_.find(document.entry.digest, least))
      return Match{.number = *number, .similarity = 1.0};
  }
  if (!document.is_judged) return std::nullopt;
  try {
    return matcher_->find(document, least);
  } catch (const Error&) {  // its file is damaged
    leave_behind();
    throw;
  }
}

LiveAnswer LiveState::judge(Prepared document, Intent intent, Ticket& ticket) {
  if (intent != Intent::query) require_writing();
  const std::shared_lock operation = enter();
  KeyLocks::Guard guard;
  const std::optional<Kept> old = lock(document, intent, guard);
  const std::int64_t time = times_.time_of_arrival(document.time);
  if (intent != Intent::query) times_.see(time);
  const bool day_ended = intent != Intent::query && move_horizon();
  const std::optional<Match> match =
      intent == Intent::add ? std::nullopt : find(document, times_.least_match(time));
  LiveAnswer answer;
  if (match) {
    answer = tell_match(document, *match, time, intent, ticket);
  } else if (intent == Intent::query || times_.is_expired(time)) {
    answer = {.id = std::move(document.entry.id), .first_seen = time, .last_seen = time};
  } else {
    answer = keep(std::move(document), old, time, ticket);
  }
  guard.release();
  if (day_ended) drop_expired();
  return answer;
}

/// Returns the story of a kept document so far.
Story LiveState::story_of(Number number, const Entry& entry) const {
  if (const std::optional<std::string> bytes = journal_->get(Family::stories, number_key(number)))
    return decode_story(*bytes);
  Story story{.first_seen = time_of(number), .last_seen = time_of(number)};
  story.add_source(entry.source);
  return story;
}

/// Answers for a document that repeats a kept one, and counts it if the intent is a check.
LiveAnswer LiveState::tell_match(const Prepared& document, const Match& match, std::int64_t time,
                                 Intent intent, Ticket& ticket) {
  const Entry entry = entry_of(match.number);
  const bool is_copy = entry.digest == document.entry.digest;
  LiveAnswer answer{.verdict = is_copy ? LiveVerdict::exact_copy : LiveVerdict::near_duplicate,
                    .id = document.entry.id,
                    .nearest = entry.id,
                    .distance = match.distance,
                    .similarity = is_copy ? 1.0 : match.similarity};
  if (entry.fingerprint && document.entry.fingerprint)
    answer.distance = hamming_distance(*entry.fingerprint, *document.entry.fingerprint);
  const std::array key = {lock_key(KeyKind::story, match.number)};
  const KeyLocks::Guard guard = story_locks_.lock(key);
  Story story = story_of(match.number, entry);
  const bool is_asked_again = is_copy && entry.id == document.entry.id && !document.id_is_location;
  if (intent == Intent::check && !is_asked_again) {
    ++story.copies;
    story.first_seen = std::min(story.first_seen, time);
    story.last_seen = std::max(story.last_seen, time);
    story.add_source(document.entry.source);
    ticket = journal_->append(
        {{.family = Family::stories, .key = number_key(match.number), .value = encode(story)}});
  }
  tell_story(match.number, story, answer);
  return answer;
}

LiveAnswer LiveState::keep(Prepared document, const std::optional<Kept>& old, std::int64_t time,
                           Ticket& ticket) {
  const std::uint32_t counter = next_counter_.fetch_add(1, std::memory_order_relaxed);
  const Number number = make_number(time, counter);
  const bool takes_place = old && !document.id_is_location;
  // A record without an id of its own is named after its place, and another run has the same places.
  if (old && document.id_is_location) document.entry.id += fmt::format("#{}", counter);
  std::vector<Change> changes;
  changes.reserve(4);  // the usual three fit into a piece that the allocator has at hand
  if (takes_place) {
    changes = erasure(old->number);
    mark(old->number, old->document.entry.digest, changes);
  }
  if (time < tail_) mark(number, document.entry.digest, changes);
  changes.push_back({.family = Family::entries, .key = number_key(number), .value = encode(document.entry)});
  changes.push_back({.family = Family::ids, .key = document.entry.id, .value = number_key(number)});
  const bool has_body =
      !document.body.shingles.empty() || document.body.text || !document.body.fields.empty();
  constexpr std::size_t kLargeBody = std::size_t{1} << 20;
  static thread_local std::string body;  // keeps its memory
  if (has_body) {
    body = encode(document.body, std::move(body));
    changes.push_back({.family = Family::bodies, .key = number_key(number), .body = body});
  }
  ids_.add(id_hash(document.entry.id));
  ticket = journal_->append(changes);  // if this throws, nothing has changed
  if (body.capacity() > kLargeBody) body = {};
  unsaved_.fetch_add(1, std::memory_order_relaxed);
  follow([&] {
    if (takes_place) forget(*old);
    if (document.is_judged) matcher_->add(number, document);
    if (document.is_found_by_content) contents_.add(document.entry.digest, number);
  });
  Story story{.first_seen = time, .last_seen = time};
  story.add_source(document.entry.source);
  LiveAnswer answer{.id = std::move(document.entry.id)};
  tell_story(number, story, answer);
  return answer;
}

/// Takes a document out of the indexes.
void LiveState::forget(const Kept& old) {
  if (old.document.is_judged) matcher_->remove(old.number);
  if (old.document.is_found_by_content) contents_.remove(old.document.entry.digest, old.number);
}

StoredDocument LiveState::stored(Number number, const Entry& entry, std::string_view body) const {
  const Story story = story_of(number, entry);
  StoredDocument document{.id = entry.id,
                          .fingerprint = entry.fingerprint,
                          .story = story_name(number),
                          .copies = story.copies,
                          .first_seen = story.first_seen,
                          .last_seen = story.last_seen,
                          .sources = story.sources};
  if (!body.empty()) {
    Body decoded = decode_body(body, nullptr);
    document.text = std::move(decoded.text);
    document.fields = std::move(decoded.fields);
  }
  return document;
}

std::optional<StoredDocument> LiveState::get(const std::string& id) {
  const std::shared_lock operation = enter();
  const std::array key = {id_key(id)};
  const KeyLocks::Guard guard = locks_.lock(key);
  const std::optional<Number> number = number_of(id);
  if (!number) return std::nullopt;
  journal_->drain();
  const std::array story_key = {lock_key(KeyKind::story, *number)};
  const KeyLocks::Guard story_guard = story_locks_.lock(story_key);
  return stored(*number, entry_of(*number), database_.get(Family::bodies, number_key(*number)).value_or(""));
}

}  // namespace neardup::internal::store
