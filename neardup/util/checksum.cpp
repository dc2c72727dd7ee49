#include "neardup/util/checksum.h"

#include <xxhash.h>

namespace neardup::internal {

std::uint64_t checksum(std::string_view bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace neardup::internal
