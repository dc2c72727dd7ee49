#include "neardup/util/process_memory.h"

#include <sys/resource.h>

namespace neardup {

std::uint64_t peak_memory_bytes() noexcept {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts kibibytes
}

}  // namespace neardup
