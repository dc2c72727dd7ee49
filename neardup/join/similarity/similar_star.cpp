#include "neardup/join/similarity/similar_star.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "neardup/join/similarity/overlap_counter.h"
#include "neardup/join/similarity/prefix_table.h"
#include "neardup/join/similarity/shingle_order.h"
#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kBatchShingles = std::size_t{1} << 19;  // 4 MB of sets

/// A document of a batch.
struct Member {
  std::uint32_t document = 0;
  bool is_always_kept = false;
  bool is_loaded = false;
  std::vector<std::uint64_t> set = {};
  ShinglePrefix prefix = {};
  std::optional<KeptMatch> match = {};
};

/// A kept document in a PrefixTable.
struct Entry {
  std::uint32_t document;
  std::uint32_t set_size;
};

/// Finds the closest entry of a table. One per thread.
class StarProber {
 public:
  explicit StarProber(const SimilarStarInput& input) : input_(input) {}

  /// Improves the match of the member. set_of(entry number) returns the set of an entry. REQUIRES:
  /// entries are in the order in which they were kept, and were kept after the match that the
  /// member already has
  template <typename SetOf>
  void run(Member& member, const PrefixTable& table, std::span<const Entry> entries, const SetOf& set_of) {
    if (is_met_.size() < entries.size()) is_met_.resize(entries.size() + entries.size() / 2);
    const std::uint32_t size = member.prefix.set_size;
    table.probe(member.prefix, [&](std::uint32_t entry, std::uint32_t there, std::uint32_t here) {
      if (!std::exchange(is_met_.data()[entry], true))
        meet(entry, size, size - here, entries[entry].set_size, entries[entry].set_size - there);
    });
    std::ranges::sort(candidates_met_);
    overlap_.compare_with(member.set);
    for (const std::uint32_t entry : candidates_met_) {
      if (input_.is_pair(member.document, entries[entry].document))
        check(member, entries[entry], set_of(entry));
    }
    for (const std::uint32_t entry : met_) is_met_[entry] = false;
    met_.clear();
    candidates_met_.clear();
  }

  [[nodiscard]] std::uint64_t candidates() const noexcept { return candidates_; }

 private:
  /// Takes an entry at its first common shingle with the member. Both sets are in the same order,
  /// so no shingle before it is common, and from it on no more than the shorter rest can be.
  void meet(std::uint32_t entry, std::uint32_t size, std::uint32_t rest, std::uint32_t entry_size,
            std::uint32_t entry_rest) {
    met_.push_back(entry);
    const std::size_t needed = least_overlap(size, entry_size, input_.min_similarity);
    if (std::min({rest, entry_rest, size, entry_size}) >= needed) candidates_met_.push_back(entry);
  }

  /// Compares the sets exactly. Ties go to the entry kept first, so only a closer entry replaces
  /// the match.
  void check(Member& member, const Entry& entry, std::span<const std::uint64_t> set) {
    ++candidates_;
    const std::size_t size = member.set.size();
    const std::size_t least =
        least_overlap(size, set.size(), member.match ? member.match->score : input_.min_similarity);
    const std::size_t common = overlap_.count_common(set, least);
    if (common < least || common == 0) return;
    const double score = jaccard(common, size, set.size());
    if (!member.match || score > member.match->score) member.match = {entry.document, score};
  }

  const SimilarStarInput& input_;
  OverlapCounter overlap_;
  std::vector<std::uint8_t> is_met_;  // by entry
  std::vector<std::uint32_t> met_;
  std::vector<std::uint32_t> candidates_met_;
  std::uint64_t candidates_ = 0;
};

class SimilarStar final : public StarSearch {
 public:
  explicit SimilarStar(SimilarStarInput input)
      : input_(std::move(input)),
        threads_(thread_count(input_.threads)),
        kept_(input_.min_similarity),
        new_(input_.min_similarity) {
    for (int i = 0; i < threads_; ++i) {
      probers_.emplace_back(input_);
      caches_.emplace_back(input_.source);
    }
  }

  void run(const StarOrder& order, StarVisitor& visitor) override {
    const std::size_t dense = count_dense(order.documents);
    const std::size_t counted = input_.count_all ? dense : std::min(dense, ShingleOrder::kSample);
    const ShingleOrder shingles({input_.sketches, input_.batches, input_.min_similarity, threads_},
                                sample(order.documents, dense, counted), counted == dense);
    for (std::size_t begin = 0; begin < order.documents.size();) {
      const std::size_t end = batch_end(order.documents, begin);
      load(order, begin, end, shingles, visitor);
      settle(order.documents.subspan(begin, end - begin), visitor);
      begin = end;
      if (input_.progress)
        input_.progress(static_cast<double>(begin) / static_cast<double>(order.documents.size()));
    }
  }

  [[nodiscard]] std::uint64_t candidates() const noexcept override {
    std::uint64_t sum = 0;
    for (const StarProber& prober : probers_) sum += prober.candidates();
    return sum;
  }

 private:
  [[nodiscard]] std::size_t count_dense(std::span<const std::uint32_t> documents) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(documents, [this](std::uint32_t i) { return input_.is_dense[i]; }));
  }
  /// Returns `wanted` of the dense documents, evenly spread.
  [[nodiscard]] std::vector<std::uint32_t> sample(std::span<const std::uint32_t> documents, std::size_t dense,
                                                  std::size_t wanted) const {
    std::vector<std::uint32_t> taken;
    std::size_t seen = 0;
    for (const std::uint32_t document : documents) {
      if (!input_.is_dense[document]) continue;
      if (seen * wanted / dense >= taken.size()) taken.push_back(document);
      ++seen;
    }
    return taken;
  }

  [[nodiscard]] std::size_t batch_end(std::span<const std::uint32_t> documents, std::size_t begin) const {
    const std::size_t most = input_.batch_shingles > 0 ? input_.batch_shingles : kBatchShingles;
    std::size_t shingles = 0;
    std::size_t end = begin;
    while (end < documents.size() && (end == begin || shingles < most)) {
      const std::uint32_t document = documents[end++];
      shingles += input_.is_dense[document] ? input_.sketches.shingles(document) : 1;
    }
    return end;
  }

  /// Reads the sets of the batch and compares them with the documents kept before it, on all
  /// threads.
  void load(const StarOrder& order, std::size_t begin, std::size_t end, const ShingleOrder& shingles,
            const StarVisitor& visitor) {
    constexpr std::size_t kTask = 32;
    batch_.resize(std::max(batch_.size(), end - begin));
    run_tasks(threads_, (end - begin + kTask - 1) / kTask, [&](std::size_t task, int thread) {
      PrefixScratch scratch;
      std::vector<std::uint32_t> documents;
      std::vector<Member*> members;
      for (std::size_t i = begin + task * kTask; i < std::min(end, begin + (task + 1) * kTask); ++i) {
        Member& member = batch_[i - begin];
        member.document = order.documents[i];
        member.match.reset();
        member.is_always_kept = i < order.always_kept;
        member.is_loaded = input_.is_dense[member.document] &&
                           (member.is_always_kept || visitor.needs_search(member.document));
        if (!member.is_loaded) continue;
        documents.push_back(member.document);
        members.push_back(&member);
      }
      input_.batches(documents, [&](std::size_t i, std::span<const std::uint64_t> set) {
        Member& member = *members[i];
        member.set.assign(set.begin(), set.end());
        shingles.take_prefix(set, scratch, member.prefix);
        if (!member.is_always_kept) search_kept(member, static_cast<std::size_t>(thread));
      });
    });
  }

  void search_kept(Member& member, std::size_t thread) {
    probers_[thread].run(member, kept_, kept_entries_, [&](std::uint32_t entry) {
      return caches_[thread].get(kept_entries_[entry].document);
    });
  }

  /// Settles the batch in order, on this thread. That is fast enough: most documents of a dense
  /// batch have found their match by now, and most of the others share no rare shingle with a newly
  /// kept document.
  void settle(std::span<const std::uint32_t> documents, StarVisitor& visitor) {
    for (std::uint32_t i = 0; i < documents.size(); ++i) {
      Member& member = batch_[i];
      if (member.is_loaded && !new_entries_.empty() && visitor.needs_search(member.document)) {
        probers_[0].run(member, new_, new_entries_, [&](std::uint32_t entry) {
          return std::span<const std::uint64_t>(batch_[new_places_[entry]].set);
        });
      }
      if (!visitor.settle(member.document, member.match) || !member.is_loaded) continue;
      new_.add(static_cast<std::uint32_t>(new_entries_.size()), member.prefix);
      new_entries_.push_back({member.document, member.prefix.set_size});
      new_places_.push_back(i);
    }
    for (const std::uint32_t place : new_places_) {
      kept_.add(static_cast<std::uint32_t>(kept_entries_.size()), batch_[place].prefix);
      kept_entries_.push_back({batch_[place].document, batch_[place].prefix.set_size});
    }
    if (!new_entries_.empty()) new_.clear();
    new_entries_.clear();
    new_places_.clear();
  }

  SimilarStarInput input_;
  int threads_;
  PrefixTable kept_;  // documents kept before this batch
  std::vector<Entry> kept_entries_;
  PrefixTable new_;  // documents kept in this batch
  std::vector<Entry> new_entries_;
  std::vector<std::uint32_t> new_places_;  // by new entry: its index in the batch
  std::vector<Member> batch_;
  std::vector<StarProber> probers_;  // by thread
  std::vector<SetCache> caches_;     // by thread
};

}  // namespace

std::unique_ptr<StarSearch> make_similar_star(SimilarStarInput input) {
  return std::make_unique<SimilarStar>(std::move(input));
}

}  // namespace neardup::internal
