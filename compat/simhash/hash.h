// The hash of features in the old C++ API.
#pragma once

#include "common.h"

namespace simhash {

/// lookup3 of Bob Jenkins over the bytes, both seeds 0; its b is the upper half.
hash_t JenkinsHash(const std::string& str);

}  // namespace simhash
