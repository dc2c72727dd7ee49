// Bob Jenkins' lookup3 (hashlittle2, both seeds 0), as yanyiwu/simhash and zhongpingliang/simhash use it.
#pragma once

#include <cstdint>
#include <string_view>

namespace neardup::internal {

/// Holds the two results of lookup3. The originals disagree on which is the upper half of a 64-bit hash.
struct JenkinsHash {
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

/// Hashes the bytes. Takes the length modulo 2^32, as the originals do. Does not depend on alignment.
[[nodiscard]] JenkinsHash jenkins_hash(std::string_view bytes) noexcept;

}  // namespace neardup::internal
