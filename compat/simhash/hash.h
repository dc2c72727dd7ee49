// Hashes features in the old C++ API (zhongpingliang/simhash).
#pragma once

#include "common.h"

namespace simhash {

/// Returns Bob Jenkins' lookup3 hash of the bytes, with both seeds 0: b is the upper half, c the lower.
hash_t JenkinsHash(const std::string& str);

}  // namespace simhash
