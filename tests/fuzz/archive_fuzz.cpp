// Any bytes as an archive or a packed stream: reading ends, names lead nowhere outside, and what a member holds does not
// depend on the sizes of the pieces in which it is read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/corpus/archive_reader.h"
#include "neardup/corpus/byte_source.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::MemoryFile;
using neardup::fuzz::require;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kMostMembers = 200;

struct Content {
  std::string name = {};
  std::string bytes = {};
  bool is_damaged = false;
};

Content read(neardup::ByteSource& source, std::string name, std::size_t piece) {
  Content content{.name = std::move(name)};
  std::string buffer(piece, '\0');
  std::size_t count = 0;
  while (content.bytes.size() < kMostBytes && (count = source.read(buffer)) != 0)
    content.bytes.append(buffer, 0, count);
  content.is_damaged = source.problem().has_value();
  content.bytes.resize(std::min(content.bytes.size(), kMostBytes));
  return content;
}

void check_name(std::string_view name, std::string_view archive) {
  require(name.starts_with(archive) && name.size() > archive.size() + 1);
  std::string_view rest = name.substr(archive.size());
  require(rest.find("//") == std::string_view::npos && rest.find("/.") == std::string_view::npos);
}

std::vector<Content> read_all(const std::string& path, std::size_t piece) {
  std::vector<Content> contents;
  auto source = neardup::open_byte_source(path);
  if (!neardup::is_archive(source->beginning())) {
    contents.push_back(read(*source, path, piece));
    return contents;
  }
  neardup::ArchiveReader reader(std::move(source), path);
  while (contents.size() < kMostMembers) {
    auto member = reader.next();
    if (!member) break;
    if (member->problem) {
      contents.push_back({.name = "problem", .is_damaged = true});
      continue;
    }
    check_name(member->path, path);
    const auto bytes = neardup::decompress(std::move(member->bytes), member->path);
    contents.push_back(read(*bytes, member->path, piece));
  }
  return contents;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file;
  const std::string path = file.write({reinterpret_cast<const char*>(data), size});
  const std::vector<Content> once = read_all(path, std::size_t{1} << 16);
  const std::vector<Content> again = read_all(path, 13);
  for (std::size_t i = 0; i < std::min(once.size(), again.size()); ++i) {
    // Where a member is damaged, larger pieces may lose more of it.
    if (once[i].is_damaged || again[i].is_damaged) break;
    require(once[i].name == again[i].name && once[i].bytes == again[i].bytes);
  }
  return 0;
}
