#include "neardup/join/record_shingles.h"

#include <tbb/enumerable_thread_specific.h>

#include <memory>

#include "neardup/fingerprint/shingle_set.h"

namespace neardup {
namespace {

struct ReaderOfThread {
  RecordReader reader;
  ShingleSetTaker shingles;
};

}  // namespace

ShingleSource shingles_from_records(const Collection& collection) {
  const auto make = [&collection]() -> ReaderOfThread {
    const CollectionOptions& options = collection.options();
    return {RecordReader(collection.records(), options.read), ShingleSetTaker(options.recipe.steps())};
  };
  const auto readers = std::make_shared<tbb::enumerable_thread_specific<ReaderOfThread>>(make);
  return [readers](std::uint32_t document, std::vector<std::uint64_t>& buffer) {
    ReaderOfThread& own = readers->local();
    const std::span<const std::uint64_t> set = own.shingles.take(own.reader.read(document));
    buffer.assign(set.begin(), set.end());
    return std::span<const std::uint64_t>(buffer);
  };
}

}  // namespace neardup
