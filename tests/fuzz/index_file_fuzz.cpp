// Opens any bytes as an index file and uses it. The checksums are made right first, because otherwise they
// would refuse nearly every input and nothing after them would be reached. Every call must end, within the
// memory limit of libFuzzer, in an answer or in an Error; every hit must be within the distance.
//
// Files of both kinds of index are opened as what they say they are, and as the other kind, which must refuse.
//
// The corpus holds files that save() wrote, with at most a dozen entries each; v2_second_level
// has 1100 equal ones, because only a large bucket gets a second level. Those of version 1 have no tags,
// which is all that the versions differ in. Those of version 3 are of a SimilarityIndex.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/index_file.h"
#include "neardup/index/similarity_index.h"
#include "neardup/util/error.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/require.h"
#include "tests/index/index_file_editor.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::MemoryFile;
using neardup::fuzz::require;

using neardup::Fingerprint;
using neardup::HammingIndex;
using neardup::SimilarityEntry;
using neardup::SimilarityIndex;

/// Returns the input as a file that gets past the first checks: right magic, length and checksums.
std::string make_plausible(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  neardup::lsm::FileHeader header{};
  if (bytes.size() < sizeof(header)) return bytes;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.magic = neardup::lsm::kFileMagic;
  header.file_length = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof(header));
  neardup::repair_checksums(bytes);
  return bytes;
}

/// Asks for the fingerprint in every way.
void ask(const HammingIndex& index, const Fingerprint& query) {
  const auto is_near = [&](const neardup::Hit& hit) {
    return hit.distance >= 0 && hit.distance <= index.options().max_distance;
  };
  for (const neardup::Hit& hit : index.find(query)) require(is_near(hit));
  const auto first = index.find_first(query);
  require(!first || is_near(*first));
  const auto nearest = index.find_nearest(query, index.options().max_distance / 2);
  require(!nearest || is_near(*nearest));
  static_cast<void>(index.find_batch(std::vector{query, query}));
}

/// Uses every part of the index: reads all entries, searches around some, changes and merges it.
void use(HammingIndex& index) {
  const int bits = index.options().bits;
  std::vector<Fingerprint> queries = {{0, 0, bits}};
  index.for_each([&](const neardup::IdRef& id, const Fingerprint& fingerprint) {
    static_cast<void>(index.contains(id));
    if (queries.size() < 4) queries.push_back(fingerprint);
  });
  for (Fingerprint query : queries) {
    ask(index, query);
    query.low ^= 1;
    ask(index, query);
  }
  if (index.id_kind() == neardup::IdKind::text) {
    index.add("new", queries.back());
    static_cast<void>(index.remove("missing"));
  } else {
    index.add(7, queries.back());
    static_cast<void>(index.remove(8));
  }
  static_cast<void>(index.explain());
  static_cast<void>(index.memory_bytes());
  index.compact();
  ask(index, queries.back());
}

void ask(const SimilarityIndex& index, const SimilarityEntry& query) {
  const auto is_similar = [&](const neardup::SimilarHit& hit) {
    return hit.similarity >= index.options().min_similarity && hit.similarity <= 1;
  };
  const neardup::SimilarResult found = index.find(query);
  require(found.size() <= index.size() + 1);
  for (const neardup::SimilarHit& hit : found) require(is_similar(hit));
  const auto first = index.find_first(query);
  require(!first || is_similar(*first));
  static_cast<void>(index.find_batch(std::vector{query, query}));
}

void use(SimilarityIndex& index) {
  index.for_each([&](const neardup::IdRef& id) { static_cast<void>(index.contains(id)); });
  const std::vector<std::uint64_t> shingles = {1, 2, 3};
  const SimilarityEntry entries[] = {{shingles, {}}, {{}, {}}, {{}, {1, 2}}};
  for (const SimilarityEntry& query : entries) ask(index, query);
  if (index.id_kind() == neardup::IdKind::text) {
    index.add("new", entries[0]);
    static_cast<void>(index.remove("missing"));
  } else {
    index.add(7, entries[0]);
    static_cast<void>(index.remove(8));
  }
  static_cast<void>(index.explain());
  static_cast<void>(index.memory_bytes());
  ask(index, entries[0]);
  index.compact();
  ask(index, entries[0]);
}

/// Opens the file as this kind of index and uses it, then verifies it.
template <typename Index>
void open_and_use(const std::string& path) {
  try {
    Index index = Index::open(path);
    use(index);
  } catch (const neardup::Error&) {
  }
  try {
    Index::verify(path);
  } catch (const neardup::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file;
  const std::string path = file.write(make_plausible(data, size));
  open_and_use<HammingIndex>(path);
  open_and_use<SimilarityIndex>(path);
  return 0;
}
