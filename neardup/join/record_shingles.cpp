#include "neardup/join/record_shingles.h"

#include <tbb/enumerable_thread_specific.h>

#include <memory>
#include <span>

#include "neardup/fingerprint/shingle_set.h"

namespace neardup {
namespace {

struct ReaderOfThread {
  RecordReader reader;
  ShingleSetTaker shingles;
};

/// Makes the shingles of different compartments different. Inside one nothing changes, for exclusive or is
/// one-to-one; but a join by common shingles no longer meets the template that a hundred thousand sites
/// share.
void separate(std::vector<std::uint64_t>& shingles, std::uint32_t compartment) {
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  for (std::uint64_t& shingle : shingles) {
    shingle ^= compartment * kGoldenRatio;
    shingle += shingle == 0 ? 1 : 0;  // 0 is no shingle
  }
}

}  // namespace

ShingleSource shingles_from_records(const Collection& collection) {
  const auto make = [&collection]() -> ReaderOfThread {
    const CollectionOptions& options = collection.options();
    return {RecordReader(collection.records(), options.read),
            ShingleSetTaker(options.recipe.steps(), options.boilerplate)};
  };
  const auto readers = std::make_shared<tbb::enumerable_thread_specific<ReaderOfThread>>(make);
  const std::span<const std::uint32_t> compartments = collection.compartments();
  return [readers, compartments](std::uint32_t document, std::vector<std::uint64_t>& buffer) {
    ReaderOfThread& own = readers->local();
    const std::span<const std::uint64_t> set = own.shingles.take(own.reader.read(document));
    buffer.assign(set.begin(), set.end());
    if (!compartments.empty()) separate(buffer, compartments[document]);
    return std::span<const std::uint64_t>(buffer);
  };
}

}  // namespace neardup
