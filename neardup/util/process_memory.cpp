#include "neardup/util/process_memory.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace neardup::internal {

std::uint64_t peak_memory_bytes() noexcept {
  constexpr std::uint64_t kKibibyte = 1024;
  try {
    // getrusage would include the peak of the process that started this one, because exec carries it over.
    std::ifstream status("/proc/self/status");
    for (std::string name; status >> name;) {
      std::uint64_t kibibytes = 0;
      if (name == "VmHWM:" && status >> kibibytes) return kibibytes * kKibibyte;
    }
  } catch (...) {
    return 0;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * kKibibyte;
}

}  // namespace neardup::internal
