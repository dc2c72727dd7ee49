// The types of the old C++ API (zhongpingliang/simhash), which the headers of this folder keep alive on the
// engine of neardup. In the author's repository everything lives in the namespace simhash; his document
// writes it without, as if everything were global, and std too. Both ways compile: the names are in the
// namespace, and the headers open it. New programs should use neardup itself. C++11 is enough for these
// headers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simhash {

typedef std::uint64_t hash_t;
typedef std::uint32_t uint_t;
typedef double real_t;

const uint_t HASH_WIDTH = 64;  // bits of a hash_t
const hash_t HASH_1 = 1;       // the lowest of them

}  // namespace simhash

using namespace simhash;
using namespace std;
