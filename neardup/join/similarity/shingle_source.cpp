#include "neardup/join/similarity/shingle_source.h"

#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>

#include "neardup/sketch/shingle_set.h"
#include "neardup/util/hash_spread.h"

namespace neardup::internal {
namespace {

struct ReaderOfThread {
  RecordReader reader;
  ShingleSetTaker shingles;
};

/// Makes the shingles of different compartments differ. Inside a compartment nothing changes,
/// because XOR with a constant is one-to-one; but a join by common shingles no longer meets the
/// template that a hundred thousand sites share.
void separate(std::vector<std::uint64_t>& shingles, std::uint32_t compartment) {
  for (std::uint64_t& shingle : shingles) {
    shingle ^= compartment * kGoldenRatio;
    shingle += shingle == 0 ? 1 : 0;  // 0 is not a valid shingle
  }
}

/// Reads documents and takes their shingles, with one reader per thread. Thread-safe.
class Readers {
 public:
  explicit Readers(const Collection& collection)
      : collection_(collection), compartments_(collection.compartments()) {}

  std::span<const std::uint64_t> read(std::uint32_t document, std::vector<std::uint64_t>& buffer) {
    ReaderOfThread& own = of_this_thread();
    return take(own, document, own.reader.read(document), buffer);
  }

  void read_all(std::span<const std::uint32_t> documents,
                const std::function<void(std::size_t, std::span<const std::uint64_t>)>& use) {
    ReaderOfThread& own = of_this_thread();
    std::vector<std::uint64_t> buffer;
    own.reader.read_all(documents, [&](std::size_t i, const Document& document) {
      use(i, take(own, documents[i], document, buffer));
    });
  }

 private:
  ReaderOfThread& of_this_thread() {
    const std::scoped_lock lock(mutex_);  // short, compared with reading a record
    const auto found = readers_.find(std::this_thread::get_id());
    if (found != readers_.end()) return found->second;
    const CollectionOptions& options = collection_.options();
    ReaderOfThread own{RecordReader(collection_.records(), options.read),
                       ShingleSetTaker(options.recipe.steps(), options.boilerplate)};
    return readers_.emplace(std::this_thread::get_id(), std::move(own)).first->second;
  }

  std::span<const std::uint64_t> take(ReaderOfThread& own, std::uint32_t number, const Document& document,
                                      std::vector<std::uint64_t>& buffer) {
    const std::span<const std::uint64_t> set = own.shingles.take(document);
    buffer.assign(set.begin(), set.end());
    if (!compartments_.empty()) separate(buffer, compartments_[number]);
    return buffer;
  }

  const Collection& collection_;
  std::span<const std::uint32_t> compartments_;
  std::mutex mutex_;  // guards the map, whose elements stay where they are
  std::unordered_map<std::thread::id, ReaderOfThread> readers_;
};

}  // namespace

ShingleSource shingles_from_records(const Collection& collection) {
  return [readers = std::make_shared<Readers>(collection)](std::uint32_t document,
                                                           std::vector<std::uint64_t>& buffer) {
    return readers->read(document, buffer);
  };
}

ShingleBatchSource shingle_batches_from_records(const Collection& collection) {
  return
      [readers = std::make_shared<Readers>(collection)](
          std::span<const std::uint32_t> documents, const auto& use) { readers->read_all(documents, use); };
}

}  // namespace neardup::internal
