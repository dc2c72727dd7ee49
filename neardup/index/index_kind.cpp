#include "neardup/index/index_kind.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "neardup/index/mapped_index_file.h"

namespace neardup {

using namespace internal;

IndexKind index_kind(const std::string& path) {
  const bool is_similarity =
      lsm::MappedIndexFile::open(path)->header().version == lsm::kSimilarityFileVersion;
  return is_similarity ? IndexKind::similarity : IndexKind::distance;
}

bool is_index_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  if (path.ends_with(".ndx")) return true;
  std::array<char, lsm::kFileMagic.size()> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  const std::string_view found(bytes.data(), static_cast<std::size_t>(file.gcount()));
  return !found.empty() &&
         std::string_view(lsm::kFileMagic.data(), lsm::kFileMagic.size()).starts_with(found);
}

}  // namespace neardup
