#include "neardup/corpus/web/site_frames.h"

#include <xxhash.h>

#include <algorithm>
#include <unordered_map>

#include "neardup/corpus/web/letter_count.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kLeastPages = 5;
constexpr std::size_t kShare = 4;            // a block is on at least one page in four
constexpr std::size_t kShareOfLong = 2;      // the same for a long block
constexpr std::size_t kLong = 200;           // letters
constexpr std::size_t kLeastRemainder = 40;  // letters of a page that are not frame, to be a page of its own
constexpr std::size_t kMostBlocks = 4096;    // of a page; more are not looked at

std::uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

struct Occurrences {
  std::size_t pages = 0;
  std::uint32_t letters = 0;
};

bool is_frequent(const Occurrences& block, std::size_t pages) {
  const std::size_t share = block.letters >= kLong ? kShareOfLong : kShare;
  return block.pages >= kLeastPages && block.pages * share >= pages;
}

}  // namespace

void SiteFrames::subtract(std::string_view site, std::vector<std::string>& blocks) const {
  const auto found = sites_.find(site);
  if (found == sites_.end()) return;
  std::erase_if(blocks,
                [&](const std::string& block) { return found->second.blocks.contains(hash_of(block)); });
}

bool FrameLearner::wants(std::string_view site) const {
  const auto found = sites_.find(site);
  return found == sites_.end() ? sites_.size() < kMostSites : found->second.size() < kMostPages;
}

void FrameLearner::add(std::string_view site, const std::vector<std::string>& blocks) {
  if (blocks.empty() || !wants(site)) return;
  Page page;
  for (const std::string& block : blocks) {
    if (page.size() == kMostBlocks) break;
    page.push_back({hash_of(block), static_cast<std::uint32_t>(count_letters(block))});
  }
  std::ranges::sort(page, {}, &Block::hash);
  const auto repeated = std::ranges::unique(page, {}, &Block::hash);
  page.erase(repeated.begin(), repeated.end());
  sites_.try_emplace(std::string(site)).first->second.push_back(std::move(page));
}

std::unordered_set<std::uint64_t> FrameLearner::frame_of(const std::vector<Page>& pages) {
  std::unordered_map<std::uint64_t, Occurrences> occurrences;
  for (const Page& page : pages)
    for (const Block& block : page) {
      Occurrences& known = occurrences[block.hash];
      ++known.pages;
      known.letters = block.letters;
    }
  const auto is_candidate = [&](std::uint64_t hash) {
    return is_frequent(occurrences.at(hash), pages.size());
  };
  // For each candidate, what remains of the pages it is on: equal remainders are copies of one page.
  std::unordered_map<std::uint64_t, std::unordered_set<std::uint64_t>> remainders;
  for (const Page& page : pages) {
    std::uint64_t remainder = 0;
    std::size_t letters = 0;
    for (const Block& block : page) {
      if (is_candidate(block.hash)) continue;
      remainder += block.hash;
      letters += block.letters;
    }
    if (letters < kLeastRemainder) continue;
    for (const Block& block : page)
      if (is_candidate(block.hash)) remainders[block.hash].insert(remainder);
  }
  std::unordered_set<std::uint64_t> frame;
  for (const auto& [hash, distinct] : remainders)
    if (distinct.size() >= kLeastPages) frame.insert(hash);
  return frame;
}

SiteFrames FrameLearner::learn() const {
  SiteFrames frames;
  for (const auto& [site, pages] : sites_) {
    std::unordered_set<std::uint64_t> frame = frame_of(pages);
    if (!frame.empty()) frames.sites_.emplace(site, SiteFrames::Site{std::move(frame), pages.size()});
  }
  return frames;
}

}  // namespace neardup::internal
