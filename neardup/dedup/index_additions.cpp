#include "neardup/dedup/index_additions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "neardup/corpus/record_table.h"
#include "neardup/dedup/dedup.h"
#include "neardup/index/hamming_index.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"

namespace neardup {

using namespace internal;
namespace {

/// How an index of fingerprints tells documents apart.
struct FingerprintEntries {
  HammingIndex& index;

  [[nodiscard]] bool has(const IdRef& id, const Fingerprint& fingerprint) const {
    return index.fingerprint(id) == fingerprint;
  }
  [[nodiscard]] static std::string mark(const Fingerprint& fingerprint) { return to_hex(fingerprint); }
};

/// How an index of shingles tells documents apart.
struct ShingleEntries {
  SimilarityIndex& index;

  /// Bands miss no equal set, so a find at similarity 1 meets the entry of the id if it has these shingles.
  [[nodiscard]] bool has(const IdRef& id, const SimilarityEntry& entry) const {
    const DocumentId wanted(id);
    return std::ranges::any_of(index.find(entry, 1).hits,
                               [&](const SimilarHit& hit) { return hit.id == wanted; });
  }
  [[nodiscard]] static std::string mark(const SimilarityEntry& entry) {
    const std::uint64_t none = entry.shingles.empty() ? entry.content.low : 0;
    return fmt::format("{:016x}", std::accumulate(entry.shingles.begin(), entry.shingles.end(), none));
  }
};

/// Adds the documents of one run. Keeps existing entries, because an entry of the same id is another document.
template <typename Entries>
class KeptDocuments {
 public:
  explicit KeptDocuments(Entries entries) : entries_(entries), kind_(entries.index.id_kind()) {}

  void add(const std::string& id, const auto& entry) {
    const std::optional<IdRef> ref = to_id(kind_, id);
    if (!ref) {
      if (additions_.not_numbers++ == 0) additions_.first_not_number = id;
      return;
    }
    std::string name = id;
    bool is_taken = entries_.index.contains(*ref);
    if (is_taken && entries_.has(*ref, entry)) return;  // the index cannot tell the two apart
    if (is_taken && ref->kind() == IdKind::number) {
      if (additions_.clashing++ == 0) additions_.first_clashing = id;
      return;
    }
    while (is_taken) {  // terminates: each round makes the name longer
      name += '#' + Entries::mark(entry);
      is_taken = entries_.index.contains(name);
      if (is_taken && entries_.has(name, entry)) return;
    }
    const bool has_own_name = name == id;
    entries_.index.add(has_own_name ? *ref : IdRef(name), entry);
    ++additions_.added;
    additions_.renamed += has_own_name ? 0 : 1;
  }

  void leave_out() { ++additions_.left_out; }
  [[nodiscard]] const IndexAdditions& additions() const noexcept { return additions_; }

 private:
  Entries entries_;
  std::optional<IdKind> kind_;
  IndexAdditions additions_;
};

/// A shingle set that owns its shingles.
struct TakenSet {
  std::vector<std::uint64_t> shingles;
  Bits128 content;
};

std::vector<TakenSet> take_sets(const Collection& collection, std::span<const Ordinal> documents) {
  RecordReader reader(collection.records(), collection.options().read);
  SimilarityEntryTaker taker(collection.options().recipe);
  std::vector<TakenSet> sets;
  reader.read_all(documents, [&](std::size_t /*place*/, const Document& document) {
    const SimilarityEntry entry = taker.take(document);
    sets.push_back({{entry.shingles.begin(), entry.shingles.end()}, entry.content});
  });
  return sets;
}

/// Throws Error if the index names another recipe: shingles of two recipes have nothing in common.
void require_recipe(const SimilarityIndex& index, const Recipe& recipe) {
  const std::string& own = index.options().recipe;
  if (own.empty() || own == recipe.written()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the index was made with the recipe {}, which cannot be compared with {}", own,
                          recipe.written()));
}

}  // namespace

IndexAdditions internal::add_documents(const Collection& collection, std::span<const Ordinal> documents,
                                       SimilarityIndex& index, int threads) {
  constexpr std::size_t kTask = 1024;  // documents
  require_recipe(index, collection.options().recipe);
  KeptDocuments kept(ShingleEntries{index});
  std::vector<Ordinal> with_text;
  for (const Ordinal document : documents) {
    if (collection.has_text(document)) with_text.push_back(document);
  }
  documents = with_text;
  const int workers = thread_count(threads);
  while (!documents.empty()) {
    const auto round = documents.first(std::min(kTask * static_cast<std::size_t>(workers), documents.size()));
    std::vector<std::vector<TakenSet>> parts((round.size() + kTask - 1) / kTask);
    run_tasks(workers, parts.size(), [&](std::size_t task, int /*thread*/) {
      parts[task] =
          take_sets(collection, round.subspan(task * kTask, std::min(kTask, round.size() - task * kTask)));
    });
    std::size_t place = 0;
    for (const std::vector<TakenSet>& part : parts) {
      for (const TakenSet& set : part)
        kept.add(collection.records().id(round[place++]),
                 SimilarityEntry{.shingles = set.shingles, .content = set.content});
    }
    documents = documents.subspan(round.size());
  }
  return kept.additions();
}

IndexAdditions add_kept(const DedupResult& result, HammingIndex& index) {
  KeptDocuments kept(FingerprintEntries{index});
  for (const Ordinal document : result.kept()) {
    if (const std::optional<Fingerprint> fingerprint = result.fingerprint(document)) {
      kept.add(result.id(document), *fingerprint);
    } else {
      kept.leave_out();
    }
  }
  return kept.additions();
}

}  // namespace neardup
