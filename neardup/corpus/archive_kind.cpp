// How archives and packed streams begin, whether or not this build reads them.
#include <algorithm>
#include <array>
#include <cstddef>

#include "neardup/corpus/archive_reader.h"

namespace neardup::internal {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kTarHeader = 512;
constexpr std::size_t kChecksumBegin = 148;
constexpr std::size_t kChecksumEnd = 156;

/// Returns the checksum that a tar header states, in octal digits; 0 if it states none.
std::size_t stated_checksum(std::string_view header) noexcept {
  std::size_t sum = 0;
  for (const char c : header.substr(kChecksumBegin, kChecksumEnd - kChecksumBegin)) {
    if (c >= '0' && c <= '7') {
      sum = sum * 8 + static_cast<std::size_t>(c - '0');
    } else if (c != ' ' && c != '\0') {
      return 0;
    }
  }
  return sum;
}

/// Returns true for a tar header of any age: its checksum is right. The checksum counts itself as spaces.
bool is_tar(std::string_view beginning) noexcept {
  if (beginning.size() < kTarHeader) return false;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < kTarHeader; ++i)
    sum += i >= kChecksumBegin && i < kChecksumEnd ? ' ' : static_cast<unsigned char>(beginning[i]);
  return sum == stated_checksum(beginning);
}

/// Returns true for the beginning of a block or of an empty stream. A text may begin with these letters too, but what
/// follows them in a stream is not ASCII for long.
bool is_bzip2(std::string_view beginning) noexcept {
  constexpr std::size_t kMagic = 10;
  if (!beginning.starts_with("BZh"sv) || beginning.size() < kMagic) return false;
  const std::string_view block = beginning.substr(4, 6);
  if (block != "1AY&SY"sv && block != "\x17\x72\x45\x38\x50\x90"sv) return false;
  return std::ranges::any_of(beginning, [](char c) { return c < '\t'; });  // also true above 7F
}

}  // namespace

bool is_archive(std::string_view beginning) noexcept {
  if (!can_read_archives()) return false;
  return beginning.starts_with("PK\3\4"sv) || beginning.starts_with("PK\5\6"sv) || is_tar(beginning);
}

bool has_archive_name(std::string_view path) noexcept {
  constexpr std::array kEndings = {".zip"sv,    ".tar"sv,     ".tgz"sv,     ".tbz2"sv,  ".txz"sv,
                                   ".tar.gz"sv, ".tar.zst"sv, ".tar.bz2"sv, ".tar.xz"sv};
  return std::ranges::any_of(kEndings, [path](std::string_view ending) { return path.ends_with(ending); });
}

bool is_packed_stream(std::string_view beginning) noexcept {
  if (!can_read_archives()) return false;
  return is_bzip2(beginning) || beginning.starts_with(
                                    "\xFD"
                                    "7zXZ\0"sv);
}

}  // namespace neardup::internal
