#include "neardup/report/tune/shared_shingles.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "neardup/util/parallel.h"

namespace neardup::internal {

struct SharedShingles::Holder {
  std::uint64_t shingle;
  std::uint32_t document;
  friend bool operator<(const Holder& a, const Holder& b) {
    return std::tuple(a.shingle, a.document) < std::tuple(b.shingle, b.document);
  }
};

SharedShingles::SharedShingles(std::span<const SampledDocument> documents, std::uint64_t most_work,
                               int threads)
    : documents_(documents.size()) {
  // Partitions by the top byte first, so that threads can sort the parts.
  std::array<std::vector<Holder>, 256> parts;
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    for (const std::uint64_t shingle : documents[i].shingles) parts[shingle >> 56].push_back({shingle, i});
  }
  run_tasks(threads, parts.size(),
            [&](std::size_t part, int) { std::ranges::sort(parts[part], std::less<>()); });

  // Builds the lists first, then the offsets of each document's lists by counting sort.
  struct Entry {
    std::uint32_t document;
    std::size_t list;
  };
  std::vector<Entry> entries;
  std::vector<std::uint64_t> work(documents.size());
  for (std::vector<Holder>& part : parts) {
    for (std::size_t begin = 0, end = 0; begin < part.size(); begin = end) {
      while (end < part.size() && part[end].shingle == part[begin].shingle) ++end;
      if (end - begin < 2) continue;
      const std::size_t list = holders_.size();
      for (std::size_t i = begin; i < end; ++i) {
        holders_.push_back(part[i].document);
        entries.push_back({part[i].document, list});
        work[part[i].document] += i - begin;
      }
    }
    part = {};
  }
  firsts_.assign(documents.size() + 1, 0);
  for (const Entry& entry : entries) ++firsts_[entry.document + 1];
  for (std::size_t i = 0; i < documents.size(); ++i) firsts_[i + 1] += firsts_[i];
  lists_.resize(entries.size());
  std::vector<std::size_t> next(firsts_.begin(), firsts_.end() - 1);
  for (const Entry& entry : entries) lists_[next[entry.document]++] = entry.list;
  limit_work(work, most_work);
}

void SharedShingles::limit_work(std::span<const std::uint64_t> work, std::uint64_t most_work) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < work.size(); ++i) {
    sum += work[i];
    if (sum > most_work && i >= 2) {
      documents_ = i;
      return;
    }
  }
}

}  // namespace neardup::internal
