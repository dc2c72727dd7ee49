#include "neardup/util/checksum.h"

#include <xxhash.h>

namespace neardup {

std::uint64_t checksum(std::string_view bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace neardup
