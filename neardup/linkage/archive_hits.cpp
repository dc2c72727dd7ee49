#include "neardup/linkage/archive_hits.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kTask = 4096;  // documents per task

/// A hit whose archived document has no index in ArchiveHits::ids yet.
struct NamedHit {
  std::uint32_t document;
  Hit hit;
};

/// Probes the index with one task's share of the new documents.
std::vector<NamedHit> ask(const Collection& collection, const HammingIndex& index, int max_distance,
                          std::size_t begin) {
  const std::span<const std::uint32_t> documents = collection.comparable();
  const std::size_t end = std::min(begin + kTask, documents.size());
  std::vector<NamedHit> found;
  for (std::size_t position = begin; position < end; ++position) {
    if (documents[position] < collection.reference_documents()) continue;
    std::optional<Hit> hit = index.find_nearest(collection.fingerprints()[position], max_distance);
    if (hit) found.push_back({documents[position], std::move(*hit)});
  }
  return found;
}

}  // namespace

ArchiveHits find_in_archive(const Collection& collection, const HammingIndex& index, int max_distance,
                            int threads) {
  std::vector<std::vector<NamedHit>> parts((collection.comparable().size() + kTask - 1) / kTask);
  run_tasks(thread_count(threads), parts.size(), [&](std::size_t task, int /*thread*/) {
    parts[task] = ask(collection, index, max_distance, task * kTask);
  });
  ArchiveHits found;
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (const std::vector<NamedHit>& part : parts) {
    for (const NamedHit& named : part) {
      const auto next = static_cast<std::uint32_t>(found.ids.size());
      const auto [known, is_new] = numbers.try_emplace(named.hit.id.written(), next);
      if (is_new) found.ids.push_back(known->first);
      found.hits.push_back({named.document, known->second, named.hit.distance});
    }
  }
  return found;
}

}  // namespace neardup::internal
