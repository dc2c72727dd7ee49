#include "neardup/store/live_collection.h"

#include <filesystem>
#include <utility>

#include "neardup/store/live_state.h"
#include "neardup/util/error.h"

namespace neardup {

using namespace internal;

using store::Intent;
using store::Ticket;

PreparedDocument::PreparedDocument(std::unique_ptr<store::Prepared> prepared) noexcept
    : prepared_(std::move(prepared)) {}
PreparedDocument::~PreparedDocument() = default;
PreparedDocument::PreparedDocument(PreparedDocument&&) noexcept = default;
PreparedDocument& PreparedDocument::operator=(PreparedDocument&&) noexcept = default;

LiveCollection::LiveCollection(std::string folder, const LiveOptions& options)
    : state_(std::make_unique<store::LiveState>(std::move(folder), options)) {}
LiveCollection::~LiveCollection() = default;

LiveAnswer LiveCollection::check(LiveDocument document) {
  Ticket ticket = 0;
  LiveAnswer answer = state_->judge(state_->prepare(std::move(document)), Intent::check, ticket);
  state_->wait_until_safe(ticket);
  return answer;
}

LiveAnswer LiveCollection::check(std::string_view id, std::string_view text) {
  return check({.document = {.id = std::string(id), .text = std::string(text)}});
}

PreparedDocument LiveCollection::prepare(LiveDocument document) const {
  return PreparedDocument(std::make_unique<store::Prepared>(state_->prepare(std::move(document))));
}

std::vector<LiveAnswer> LiveCollection::check_all(std::vector<PreparedDocument> documents) {
  Ticket ticket = 0;
  std::vector<LiveAnswer> answers;
  answers.reserve(documents.size());
  for (PreparedDocument& document : documents)
    answers.push_back(state_->judge(std::move(*document.prepared_), Intent::check, ticket));
  state_->wait_until_safe(ticket);
  return answers;
}

LiveAnswer LiveCollection::query(LiveDocument document) const {
  Ticket ticket = 0;
  return state_->judge(state_->prepare(std::move(document)), Intent::query, ticket);
}

std::vector<LiveAnswer> LiveCollection::query_all(std::vector<PreparedDocument> documents) const {
  Ticket ticket = 0;
  std::vector<LiveAnswer> answers;
  answers.reserve(documents.size());
  for (PreparedDocument& document : documents)
    answers.push_back(state_->judge(std::move(*document.prepared_), Intent::query, ticket));
  return answers;
}

LiveAnswer LiveCollection::add(LiveDocument document) {
  Ticket ticket = 0;
  LiveAnswer answer = state_->judge(state_->prepare(std::move(document)), Intent::add, ticket);
  state_->wait_until_safe(ticket);
  return answer;
}

std::size_t LiveCollection::remove(std::span<const std::string> ids) { return state_->remove(ids); }
std::optional<StoredDocument> LiveCollection::get(const std::string& id) const { return state_->get(id); }
std::size_t LiveCollection::expire() { return state_->expire(); }
void LiveCollection::snapshot(const std::string& folder) const { state_->snapshot(folder); }
void LiveCollection::verify() const { state_->verify(); }

void LiveCollection::restore(const std::string& snapshot, const std::string& folder) {
  if (std::filesystem::exists(folder))
    throw Error(ErrorCode::invalid_argument, folder + ": exists already; restore to a new name");
  try {
    const store::LiveState readable(snapshot, {.create = false, .read_only = true});
    std::filesystem::copy(snapshot, folder, std::filesystem::copy_options::recursive);
  } catch (const std::filesystem::filesystem_error& error) {
    throw Error(ErrorCode::io, folder + ": " + error.code().message());
  }
}

void LiveCollection::for_each(const std::function<void(const StoredDocument&)>& visit) const {
  state_->for_each(visit);
}
void LiveCollection::export_index(const std::string& path) const { state_->export_index(path); }

std::size_t LiveCollection::size() const noexcept { return state_->size(); }
LiveInfo LiveCollection::info() const { return state_->info(); }
const Recipe& LiveCollection::recipe() const { return state_->catalog().recipe; }
const LiveRule& LiveCollection::rule() const { return state_->catalog().rule; }
std::uint64_t LiveCollection::syncs() const noexcept { return state_->syncs(); }

}  // namespace neardup
