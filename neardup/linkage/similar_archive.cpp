#include "neardup/linkage/similar_archive.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "neardup/corpus/record_table.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

/// A hit whose archived document has no index in SimilarArchiveHits::ids yet.
struct NamedSimilarHit {
  std::uint32_t document;
  SimilarHit hit;
};

/// Reads the documents from `first` up to `end` again and asks the index about each.
std::vector<NamedSimilarHit> ask_similar(const Collection& collection, const SimilarityIndex& index,
                                         double min_similarity,
                                         std::pair<std::uint32_t, std::uint32_t> range) {
  const CollectionOptions& options = collection.options();
  std::vector<std::uint32_t> documents(range.second - range.first);
  std::iota(documents.begin(), documents.end(), range.first);
  RecordReader reader(collection.records(), options.read);
  SimilarityEntryTaker taker(options.recipe, options.boilerplate);
  std::vector<NamedSimilarHit> found;
  reader.read_all(documents, [&](std::size_t i, const Document& document) {
    SimilarResult result = index.find(taker.take(document), min_similarity);
    if (!result.empty()) found.push_back({documents[i], std::move(result.hits.front())});
  });
  return found;
}

}  // namespace

SimilarArchiveHits find_in_archive(const Collection& collection, const SimilarityIndex& index,
                                   double min_similarity, int threads) {
  constexpr std::uint32_t kDocumentsAtOnce = 1024;
  const std::uint32_t first = collection.reference_documents();
  const auto size = static_cast<std::uint32_t>(collection.size());
  std::vector<std::vector<NamedSimilarHit>> parts((size - first + kDocumentsAtOnce - 1) / kDocumentsAtOnce);
  run_tasks(thread_count(threads), parts.size(), [&](std::size_t task, int /*thread*/) {
    const std::uint32_t begin = first + static_cast<std::uint32_t>(task) * kDocumentsAtOnce;
    parts[task] =
        ask_similar(collection, index, min_similarity, {begin, std::min(begin + kDocumentsAtOnce, size)});
  });
  SimilarArchiveHits found;
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (const std::vector<NamedSimilarHit>& part : parts) {
    for (const NamedSimilarHit& named : part) {
      const auto next = static_cast<std::uint32_t>(found.ids.size());
      const auto [place, is_new] = numbers.try_emplace(named.hit.id.written(), next);
      if (is_new) found.ids.push_back(place->first);
      found.hits.push_back({named.document, place->second, named.hit.similarity});
    }
  }
  return found;
}

}  // namespace neardup::internal
