// Learns the frames of web sites before their pages are read, from a bounded sample: at most 64 pages of a
// site, in input order. So the frames, and with them the texts, depend on the input alone and not on threads.
//
// The site of a page in a crawl or a table is the host of its URL; the sample is the beginning of its file.
// The site of an HTML file is the folder below the input that it is in, if at least five pages are there, else
// the input itself; the sample are the first files. Standard input and pipes cannot be read twice, so
// their pages keep their frames.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/corpus/inputs.h"
#include "neardup/corpus/web/site_frames.h"

namespace neardup::internal {

/// What a file must know before its first record is parsed.
struct LearnedFrames {
  std::shared_ptr<const SiteFrames> frames = {};  // null if no block is frame
  std::optional<Problem> note = {};               // says so; only with the first file of a site
};

/// Thread-safe.
class SiteSampler {
 public:
  /// Shows the pages of some files to a learner, until it has seen enough of them.
  using Read = std::function<void(std::vector<std::string> paths, FrameLearner& learner)>;

  SiteSampler(std::vector<std::string> inputs, const ReadOptions& options, Read read);
  ~SiteSampler();

  /// Returns the frames for an HTML file.
  [[nodiscard]] LearnedFrames of_page(const std::string& path);
  /// Returns the frames for a crawl, or for a table with fields that hold HTML.
  [[nodiscard]] LearnedFrames of_crawl(const std::string& path) const;

 private:
  struct Site;
  void list_sites();
  void for_each_page(const std::function<void(const std::string&)>& use) const;

  std::vector<std::string> inputs_;
  ReadOptions options_;
  Read read_;
  std::mutex mutex_;
  bool is_listed_ = false;
  std::map<std::string, std::unique_ptr<Site>> sites_;
};

}  // namespace neardup::internal
