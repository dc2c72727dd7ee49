#include "neardup/corpus/web/site_sampler.h"

#include <algorithm>
#include <utility>

#include "neardup/corpus/input_list.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kPagesOfASite = 5;

/// Returns "12 blocks".
std::string count_of(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

Problem note_about(const std::string& path, std::string message) {
  return {.severity = Problem::Severity::warning,
          .path = path,
          .code = ProblemCode::site_frame,
          .message = std::move(message)};
}

std::string left_out(const SiteFrames::Site& site) {
  return count_of(site.blocks.size(), "block") + " that " + (site.blocks.size() == 1 ? "repeats" : "repeat") +
         " across its pages (seen on the first " + std::to_string(site.pages) + ")";
}

/// Returns the input that is the folder of the path, or the folder of a file that is an input itself.
std::string input_folder(const std::string& path, const std::vector<std::string>& inputs) {
  for (std::string input : inputs) {
    while (input.size() > 1 && input.ends_with('/')) input.pop_back();
    if (path.size() > input.size() && path.starts_with(input) && path[input.size()] == '/') return input;
  }
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

/// Returns the folder just below `folder` in which the path is; `folder` if it is in no folder below it.
std::string folder_below(const std::string& path, const std::string& folder) {
  const std::size_t begin = path.starts_with(folder + "/") ? folder.size() + 1 : path.size();
  const std::size_t slash = path.find('/', begin);
  return slash == std::string::npos ? folder : path.substr(0, slash);
}

}  // namespace

/// A folder of pages.
struct SiteSampler::Site {
  std::vector<std::string> first_pages = {};
  std::size_t pages = 0;
  std::once_flag learned = {};
  std::shared_ptr<const SiteFrames> frames = {};
};

SiteSampler::SiteSampler(std::vector<std::string> inputs, const ReadOptions& options, Read read)
    : inputs_(std::move(inputs)), options_(options), read_(std::move(read)) {}
SiteSampler::~SiteSampler() = default;

/// Walks the inputs once and notes the first pages of each folder. Pages in folders of few pages count for
/// the input as a whole.
void SiteSampler::list_sites() {
  if (std::exchange(is_listed_, true)) return;
  for_each_page([this](const std::string& path) {
    const std::string name = folder_below(path, input_folder(path, inputs_));
    std::unique_ptr<Site>& site = sites_[name];
    if (!site) site = std::make_unique<Site>();
    ++site->pages;
  });
  std::erase_if(sites_, [](const auto& site) { return site.second->pages < kPagesOfASite; });
  for_each_page([this](const std::string& path) {
    const std::string folder = input_folder(path, inputs_);
    const auto below = sites_.find(folder_below(path, folder));
    std::unique_ptr<Site>& site = below != sites_.end() ? below->second : sites_[folder];
    if (!site) site = std::make_unique<Site>();
    if (site->first_pages.size() < FrameLearner::kMostPages) site->first_pages.push_back(path);
  });
}

/// Calls `use` with each input that is an HTML file, or may be one as far as its name says.
void SiteSampler::for_each_page(const std::function<void(const std::string&)>& use) const {
  InputList list(inputs_, options_.globs);
  while (const std::optional<InputItem> item = list.next()) {
    const bool may_be_page = !item->problem && !item->is_stream &&
                             choose_format(options_.format, item->path, "<html") == InputFormat::html;
    if (may_be_page) use(item->path);
  }
}

LearnedFrames SiteSampler::of_page(const std::string& path) {
  Site* site = nullptr;
  std::string name;
  {
    const std::scoped_lock lock(mutex_);
    list_sites();
    const std::string folder = input_folder(path, inputs_);
    auto found = sites_.find(folder_below(path, folder));
    if (found == sites_.end()) found = sites_.find(folder);
    if (found == sites_.end()) return {};
    site = found->second.get();
    name = found->first;
  }
  if (site->first_pages.size() < kPagesOfASite) return {};
  std::call_once(site->learned, [&] {
    FrameLearner learner;
    read_(site->first_pages, learner);
    SiteFrames frames = learner.learn();
    if (!frames.empty()) site->frames = std::make_shared<const SiteFrames>(std::move(frames));
  });
  LearnedFrames result{.frames = site->frames};
  if (site->frames && path == site->first_pages.front())
    result.note = note_about(
        name, "left out as the frame of the site: " + left_out(site->frames->sites().begin()->second));
  return result;
}

LearnedFrames SiteSampler::of_crawl(const std::string& path) const {
  FrameLearner learner;
  read_({path}, learner);
  SiteFrames frames = learner.learn();
  if (frames.empty()) return {};
  const auto& sites = frames.sites();
  const auto largest =
      std::ranges::max_element(sites, {}, [](const auto& site) { return site.second.blocks.size(); });
  std::string message = "left out as the frame of " + largest->first + ": " + left_out(largest->second);
  if (sites.size() > 1) message += "; the same for " + count_of(sites.size() - 1, "other site");
  return {std::make_shared<const SiteFrames>(std::move(frames)), note_about(path, std::move(message))};
}

}  // namespace neardup::internal
