// Stands in for the store in a build without RocksDB.
#include <utility>

#include "neardup/store/live_collection.h"
#include "neardup/util/error.h"

namespace neardup {

using namespace internal;

namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorCode::unavailable, "live collections need RocksDB, which this build of neardup lacks");
}

}  // namespace

namespace internal::store {
struct Prepared {};
class LiveState {};
}  // namespace internal::store

PreparedDocument::PreparedDocument(std::unique_ptr<store::Prepared> prepared) noexcept
    : prepared_(std::move(prepared)) {}
PreparedDocument::~PreparedDocument() = default;
PreparedDocument::PreparedDocument(PreparedDocument&&) noexcept = default;
PreparedDocument& PreparedDocument::operator=(PreparedDocument&&) noexcept = default;

// NOLINTBEGIN(performance-unnecessary-value-param): the signatures are those of the store
LiveCollection::LiveCollection(std::string /*folder*/, const LiveOptions& /*options*/) { refuse(); }
LiveCollection::~LiveCollection() = default;
// No collection can be made, so no function below is ever called.
LiveAnswer LiveCollection::check(LiveDocument /*document*/) { refuse(); }
LiveAnswer LiveCollection::check(std::string_view /*id*/, std::string_view /*text*/) { refuse(); }
PreparedDocument LiveCollection::prepare(LiveDocument /*document*/) const { refuse(); }
std::vector<LiveAnswer> LiveCollection::check_all(std::vector<PreparedDocument> /*documents*/) { refuse(); }
LiveAnswer LiveCollection::query(LiveDocument /*document*/) const { refuse(); }
std::vector<LiveAnswer> LiveCollection::query_all(std::vector<PreparedDocument> /*documents*/) const {
  refuse();
}
LiveAnswer LiveCollection::add(LiveDocument /*document*/) { refuse(); }
std::size_t LiveCollection::remove(std::span<const std::string> /*ids*/) { refuse(); }
std::optional<StoredDocument> LiveCollection::get(const std::string& /*id*/) const { refuse(); }
std::size_t LiveCollection::expire() { refuse(); }
void LiveCollection::snapshot(const std::string& /*folder*/) const { refuse(); }
void LiveCollection::restore(const std::string& /*snapshot*/, const std::string& /*folder*/) { refuse(); }
void LiveCollection::verify() const { refuse(); }
void LiveCollection::for_each(const std::function<void(const StoredDocument&)>& /*visit*/) const { refuse(); }
void LiveCollection::export_index(const std::string& /*path*/) const { refuse(); }
std::size_t LiveCollection::size() const noexcept { return 0; }
LiveInfo LiveCollection::info() const { refuse(); }
const Recipe& LiveCollection::recipe() const { refuse(); }
const LiveRule& LiveCollection::rule() const { refuse(); }
std::uint64_t LiveCollection::syncs() const noexcept { return 0; }
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace neardup
