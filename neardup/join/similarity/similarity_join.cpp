#include "neardup/join/similarity/similarity_join.h"

#include <fmt/format.h>

#include <limits>

#include "neardup/util/error.h"

namespace neardup::internal {

void require_valid(const SketchTable& sketches, const SimilarityOptions& options, double least) {
  const auto refuse = [](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, "similarity join: " + message);
  };
  if (!(options.min_similarity >= least && options.min_similarity <= 1)) {
    refuse(fmt::format("the similarity must be from {} to 1, got {}", least, options.min_similarity));
  }
  if (!options.compartments.empty() && options.compartments.size() != sketches.size()) {
    refuse(fmt::format("{} documents need as many compartments, got {}", sketches.size(),
                       options.compartments.size()));
  }
  if (sketches.size() >= std::numeric_limits<std::uint32_t>::max()) {
    refuse(fmt::format("at most 2^32 - 2 documents, got {}", sketches.size()));
  }
}

}  // namespace neardup::internal
