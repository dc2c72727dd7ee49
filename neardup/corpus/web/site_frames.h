// The frame of a web site: blocks that its pages share, such as a slogan, a notice or a list of offices, and
// that the main text of a single page cannot tell from content.
//
// A learner sees the first pages of each site and takes a block for frame if it is on at least five of them
// and on a quarter. Two rules protect content that a site has several times. A long block must be on half of
// the pages. And the pages with the block must differ in what remains of them: five copies of one article are
// copies, which is what the user wants to find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace neardup::internal {

class SiteFrames {
 public:
  /// Removes the blocks that are frame on this site.
  void subtract(std::string_view site, std::vector<std::string>& blocks) const;
  [[nodiscard]] bool empty() const noexcept { return sites_.empty(); }

  struct Site {
    std::unordered_set<std::uint64_t> blocks = {};  // their hashes
    std::size_t pages = 0;                          // that were seen
  };
  /// Returns the sites that have a frame, by name.
  [[nodiscard]] const std::map<std::string, Site, std::less<>>& sites() const noexcept { return sites_; }

 private:
  friend class FrameLearner;
  std::map<std::string, Site, std::less<>> sites_;
};

/// Collects the first pages of sites. Memory is bounded: kMostPages of a site, kMostSites sites. Not
/// thread-safe.
class FrameLearner {
 public:
  static constexpr std::size_t kMostPages = 64;
  static constexpr std::size_t kMostSites = 1024;

  /// Returns false if enough pages of the site are known.
  [[nodiscard]] bool wants(std::string_view site) const;
  void add(std::string_view site, const std::vector<std::string>& blocks);
  /// Returns the frames of the sites that were seen.
  [[nodiscard]] SiteFrames learn() const;

 private:
  struct Block {
    std::uint64_t hash = 0;
    std::uint32_t letters = 0;
  };
  using Page = std::vector<Block>;  // distinct blocks
  [[nodiscard]] static std::unordered_set<std::uint64_t> frame_of(const std::vector<Page>& pages);

  std::map<std::string, std::vector<Page>, std::less<>> sites_;
};

}  // namespace neardup::internal
