// The types of the old C++ API (zhongpingliang/simhash). The headers of this folder provide that API on
// the engine of neardup; they need only C++11. New programs should use neardup itself.
//
// In the author's repository everything lives in the namespace simhash; his documentation omits both
// simhash:: and std::, as if all names were global. Both ways compile: the names are in the namespace, and
// the headers open both namespaces.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simhash {

typedef std::uint64_t hash_t;
typedef std::uint32_t uint_t;
typedef double real_t;

const uint_t HASH_WIDTH = 64;  // number of bits in a hash_t
const hash_t HASH_1 = 1;       // the lowest bit

}  // namespace simhash

using namespace simhash;
using namespace std;
