#include "neardup/linkage/archive_hits.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "neardup/corpus/record_table.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

/// A hit whose archived document has no index in ArchiveHits::ids yet.
struct NamedHit {
  std::uint32_t document;
  DocumentId id;
  double score;
};

/// A task's share of the work: positions from `begin` up to `end`.
struct Share {
  std::size_t begin;
  std::size_t end;
};

/// Probes the index with the fingerprints of new documents.
std::vector<NamedHit> ask(const Collection& collection, const HammingIndex& index, int max_distance,
                          Share share) {
  const std::span<const std::uint32_t> documents = collection.comparable();
  std::vector<NamedHit> found;
  for (std::size_t position = share.begin; position < share.end; ++position) {
    if (documents[position] < collection.reference_documents()) continue;
    std::optional<Hit> hit = index.find_nearest(collection.fingerprints()[position], max_distance);
    if (hit) found.push_back({documents[position], std::move(hit->id), static_cast<double>(hit->distance)});
  }
  return found;
}

/// Reads new documents again and probes the index with their shingles.
std::vector<NamedHit> ask(const Collection& collection, const SimilarityIndex& index, double min_similarity,
                          Share share) {
  std::vector<std::uint32_t> documents(share.end - share.begin);
  std::iota(documents.begin(), documents.end(),
            collection.reference_documents() + static_cast<std::uint32_t>(share.begin));
  std::erase_if(documents, [&](std::uint32_t document) { return !collection.has_text(document); });
  RecordReader reader(collection.records(), collection.options().read);
  SimilarityEntryTaker taker(collection.options().recipe);
  std::vector<NamedHit> found;
  reader.read_all(documents, [&](std::size_t i, const Document& document) {
    SimilarResult result = index.find(taker.take(document), min_similarity);
    if (result.empty()) return;
    SimilarHit& nearest = result.hits.front();
    found.push_back({documents[i], std::move(nearest.id), nearest.similarity});
  });
  return found;
}

ArchiveHits number_ids(const std::vector<std::vector<NamedHit>>& parts) {
  ArchiveHits found;
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (const std::vector<NamedHit>& part : parts) {
    for (const NamedHit& named : part) {
      const auto next = static_cast<std::uint32_t>(found.ids.size());
      const auto [known, is_new] = numbers.try_emplace(named.id.written(), next);
      if (is_new) found.ids.push_back(known->first);
      found.hits.push_back({named.document, known->second, named.score});
    }
  }
  return found;
}

/// Calls probe(share) for shares of `total` positions, on all threads.
template <typename Probe>
ArchiveHits probe_all(std::size_t total, const ArchiveSearch& search, const Probe& probe) {
  constexpr std::size_t kTask = 1024;  // positions
  std::vector<std::vector<NamedHit>> parts((total + kTask - 1) / kTask);
  run_tasks(thread_count(search.threads), parts.size(), [&](std::size_t task, int /*thread*/) {
    if (search.stop.stop_requested()) return;
    parts[task] = probe(Share{task * kTask, std::min((task + 1) * kTask, total)});
  });
  return number_ids(parts);
}

}  // namespace

ArchiveHits find_in_archive(const Collection& collection, const HammingIndex& index, int max_distance,
                            const ArchiveSearch& search) {
  if (index.size() == 0) return {};
  return probe_all(collection.comparable().size(), search,
                   [&](Share share) { return ask(collection, index, max_distance, share); });
}

ArchiveHits find_in_archive(const Collection& collection, const SimilarityIndex& index, double min_similarity,
                            const ArchiveSearch& search) {
  if (index.size() == 0) return {};  // spares reading the texts
  return probe_all(collection.size() - collection.reference_documents(), search,
                   [&](Share share) { return ask(collection, index, min_similarity, share); });
}

}  // namespace neardup::internal
