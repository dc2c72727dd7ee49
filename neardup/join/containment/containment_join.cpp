#include "neardup/join/containment/containment_join.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/text_features.h"
#include "neardup/join/similarity/shingle_counts.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

/// The rarest shingle of a document that may be contained in another.
struct Anchor {
  std::uint64_t shingle = 0;
  std::uint32_t document = 0;
  friend auto operator<=>(const Anchor&, const Anchor&) = default;
};

/// The tokens of a document in one text, so that a run of tokens is a part of the text: each begins and ends with
/// a separator.
class TokenText {
 public:
  explicit TokenText(const RecipeSteps& steps) : steps_(steps) {}

  std::string_view of(const Document& document) {
    text_.clear();
    if (document.features) {
      for (const GivenFeature& feature : *document.features) text_.append(1, kSeparator).append(feature.text);
    } else {
      take_tokens_of_text(steps_, document.text, features_);
      text_.append(1, kSeparator).append(features_.text);
      std::ranges::replace(text_, ' ', kSeparator);
    }
    text_ += kSeparator;
    return text_;
  }

 private:
  static constexpr char kSeparator = '\x1F';  // in no token of a text
  const RecipeSteps& steps_;
  Features features_;
  std::string text_;
};

bool contains(std::string_view text, std::string_view part) {
  // Takes linear time in the worst case, unlike std::string_view::find.
  return ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

class Search {
 public:
  Search(const Collection& collection, const ContainmentOptions& options)
      : collection_(collection),
        options_(options),
        threads_(thread_count(options.threads)),
        batches_(shingle_batches_from_records(collection)) {
    for (std::uint32_t i = 0; i < collection.size(); ++i) {
      if (sketches().shingles(i) > 0) documents_.push_back(i);
    }
  }

  ContainedDocuments run() {
    find_lone_sets();
    const ShingleCounts counts = count_shingles();
    find_anchors(counts);
    find_postings();
    ContainedDocuments found = settle();
    if (options_.stop.stop_requested()) return {};
    return found;
  }

 private:
  [[nodiscard]] const SketchTable& sketches() const noexcept { return collection_.sketches(); }

  /// Calls work(part, documents) for the documents in parts, on all threads. `pass` counts the passes, for progress.
  template <typename Work>
  void for_each_part(std::size_t pass, std::span<const std::uint32_t> documents, const Work& work) {
    constexpr std::size_t kPart = 1024;
    constexpr double kPasses = 4;
    const std::size_t parts = (documents.size() + kPart - 1) / kPart;
    std::atomic<std::size_t> done = 0;
    run_tasks(threads_, parts, [&](std::size_t part, int thread) {
      if (options_.stop.stop_requested()) return;
      work(part, documents.subspan(part * kPart, std::min(kPart, documents.size() - part * kPart)));
      const std::size_t now = ++done;
      if (thread == 0 && options_.progress)
        options_.progress(
            (static_cast<double>(pass) + static_cast<double>(now) / static_cast<double>(parts)) / kPasses);
    });
  }
  [[nodiscard]] static std::size_t parts_of(std::size_t documents) { return (documents + 1023) / 1024; }

  /// Finds the documents whose set no other document has. Equal sets count as one in the counts of shingles, so a
  /// shingle that is counted once is alone only if its set is.
  void find_lone_sets() {
    std::vector<std::uint32_t> order = documents_;
    const auto key = [this](std::uint32_t i) {
      return std::pair(sketches().digest(i), sketches().shingles(i));
    };
    std::ranges::sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return std::pair(key(a), a) < std::pair(key(b), b); });
    is_lone_.assign(collection_.size(), true);
    is_first_.assign(collection_.size(), true);
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (key(order[i]) != key(order[i - 1])) continue;
      is_lone_[order[i]] = is_lone_[order[i - 1]] = false;
      is_first_[order[i]] = false;
    }
  }

  [[nodiscard]] ShingleCounts count_shingles() {
    std::vector<std::uint32_t> firsts;
    std::uint64_t occurrences = 0;
    for (const std::uint32_t document : documents_) {
      if (!is_first_[document]) continue;
      firsts.push_back(document);
      occurrences += sketches().shingles(document);
    }
    ShingleCounts counts(occurrences);
    for_each_part(0, firsts, [&](std::size_t /*part*/, std::span<const std::uint32_t> part) {
      batches_(part, [&](std::size_t /*i*/, std::span<const std::uint64_t> set) {
        for (const std::uint64_t shingle : set) counts.add(shingle);
      });
    });
    return counts;
  }

  /// Finds the rarest shingle of each document, unless the document is alone with it.
  void find_anchors(const ShingleCounts& counts) {
    const auto first_new = std::ranges::lower_bound(documents_, collection_.reference_documents());
    const std::span<const std::uint32_t> documents(first_new, documents_.end());
    std::vector<std::vector<Anchor>> found(parts_of(documents.size()));
    for_each_part(1, documents, [&](std::size_t number, std::span<const std::uint32_t> part) {
      batches_(part, [&](std::size_t i, std::span<const std::uint64_t> set) {
        const std::uint64_t rarest = *std::ranges::min_element(
            set, {}, [&](std::uint64_t shingle) { return std::pair(counts.count(shingle), shingle); });
        if (counts.count(rarest) > 1 || !is_lone_[part[i]]) found[number].push_back({rarest, part[i]});
      });
    });
    for (const std::vector<Anchor>& part : found) anchors_.insert(anchors_.end(), part.begin(), part.end());
    std::ranges::sort(anchors_);
  }

  /// Finds the documents that have the shingles of the anchors.
  void find_postings() {
    HashSet wanted;
    for (const Anchor& anchor : anchors_) wanted.insert(anchor.shingle);
    std::vector<std::vector<Anchor>> found(parts_of(documents_.size()));
    if (anchors_.empty()) return;
    for_each_part(2, documents_, [&](std::size_t number, std::span<const std::uint32_t> part) {
      batches_(part, [&](std::size_t i, std::span<const std::uint64_t> set) {
        for (const std::uint64_t shingle : set) {
          if (wanted.contains(shingle)) found[number].push_back({shingle, part[i]});
        }
      });
    });
    for (std::vector<Anchor>& part : found) {
      postings_.insert(postings_.end(), part.begin(), part.end());
      part = {};
    }
    std::ranges::sort(postings_);
  }

  /// Returns the documents that may contain the one of the anchor, largest sets first.
  [[nodiscard]] std::vector<std::uint32_t> candidates_of(const Anchor& anchor) const {
    const std::span<const std::uint32_t> compartments = collection_.compartments();
    std::vector<std::uint32_t> candidates;
    for (const Anchor& posting : std::ranges::equal_range(postings_, anchor.shingle, {}, &Anchor::shingle)) {
      const std::uint32_t other = posting.document;
      const bool is_apart = !compartments.empty() && compartments[other] != compartments[anchor.document];
      if (other != anchor.document && !is_apart && size_of(other) >= size_of(anchor.document))
        candidates.push_back(other);
    }
    std::ranges::sort(candidates, [this](std::uint32_t a, std::uint32_t b) {
      return std::pair(size_of(b), a) < std::pair(size_of(a), b);
    });
    return candidates;
  }
  [[nodiscard]] std::uint32_t size_of(std::uint32_t document) const noexcept {
    return sketches().shingles(document);
  }

  [[nodiscard]] ContainedDocuments settle() {
    std::ranges::sort(anchors_, {}, &Anchor::document);
    std::vector<std::uint32_t> questionable;
    for (const Anchor& anchor : anchors_) questionable.push_back(anchor.document);
    std::vector<ContainedDocuments> found(parts_of(questionable.size()));
    for_each_part(3, questionable, [&](std::size_t number, std::span<const std::uint32_t> part) {
      Comparer comparer(collection_);
      const std::size_t begin = static_cast<std::size_t>(part.data() - questionable.data());
      for (std::size_t i = begin; i < begin + part.size() && !options_.stop.stop_requested(); ++i) {
        const std::optional<std::uint32_t> container =
            comparer.find(anchors_[i], *this, found[number].candidates);
        if (!container) continue;
        const std::uint32_t document = anchors_[i].document;
        found[number].links.push_back(
            {document, *container, static_cast<double>(size_of(document)) / size_of(*container)});
      }
    });
    ContainedDocuments all;
    for (const ContainedDocuments& part : found) {
      all.links.insert(all.links.end(), part.links.begin(), part.links.end());
      all.candidates += part.candidates;
    }
    return all;
  }

  /// Compares the words of documents. Use one object per thread.
  class Comparer {
   public:
    explicit Comparer(const Collection& collection)
        : reader_(collection.records(), collection.options().read),
          part_(collection.options().recipe.steps()),
          whole_(collection.options().recipe.steps()) {}

    /// Returns the largest document that contains the one of the anchor. Sets of one size may differ in length:
    /// the longer text may contain the shorter one, and of equal texts the first contains the others.
    [[nodiscard]] std::optional<std::uint32_t> find(const Anchor& anchor, const Search& search,
                                                    std::uint64_t& compared) {
      const std::vector<std::uint32_t> candidates = search.candidates_of(anchor);
      if (candidates.empty()) return std::nullopt;
      const std::string_view part = part_.of(reader_.read(anchor.document));
      std::optional<std::uint32_t> best;
      std::size_t best_length = 0;
      for (const std::uint32_t candidate : candidates) {
        if (best && search.size_of(candidate) < search.size_of(*best)) break;
        ++compared;
        const std::string_view whole = whole_.of(reader_.read(candidate));
        const bool is_equal_but_later = whole.size() == part.size() && candidate > anchor.document;
        if (whole.size() <= best_length || is_equal_but_later || !contains(whole, part)) continue;
        best = candidate;
        best_length = whole.size();
      }
      return best;
    }

   private:
    RecordReader reader_;
    TokenText part_;
    TokenText whole_;
  };

  const Collection& collection_;
  const ContainmentOptions& options_;
  int threads_;
  ShingleBatchSource batches_;
  std::vector<std::uint32_t> documents_;  // those with shingles
  std::vector<bool> is_lone_;             // by document: no other has the same set
  std::vector<bool> is_first_;            // by document: no earlier one has the same set
  std::vector<Anchor> anchors_;
  std::vector<Anchor> postings_;
};

}  // namespace

std::vector<SimilarPair> ContainedDocuments::pairs() const {
  std::vector<SimilarPair> pairs;
  for (const ContainedLink& link : links)
    pairs.push_back(
        {std::min(link.document, link.container), std::max(link.document, link.container), link.similarity});
  std::ranges::sort(pairs);
  return pairs;
}

ContainedDocuments find_contained(const Collection& collection, const ContainmentOptions& options) {
  return Search(collection, options).run();
}

}  // namespace neardup::internal
