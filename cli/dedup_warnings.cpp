#include "cli/dedup_warnings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "neardup/corpus/repeated_id.h"

namespace neardup::cli {

void warn_of_repeated_id(const Collection& collection, ProblemReport& problems) {
  const std::optional<std::uint32_t> again =
      find_repeated_id(collection.records(), collection.reference_documents());
  if (!again) return;
  problems.add({.severity = Problem::Severity::warning,
                .path = collection.records().path(*again),
                .message = "several documents have the id " + collection.records().id(*again) +
                           "; the lists name documents by their ids (said once)"});
}

void warn_of_unknown_fields(const Collection& collection, const std::vector<std::string>& names,
                            ProblemReport& problems) {
  for (std::size_t place = 0; place < names.size(); ++place) {
    std::size_t i = 0;
    while (i < collection.size() && collection.field(i, place).empty()) ++i;
    if (i < collection.size() || collection.size() == 0) continue;
    problems.add({.severity = Problem::Severity::warning,
                  .path = "field " + names[place],
                  .message = "no document has a value in it"});
  }
}

void warn_of_unknown_sources(const Collection& collection, const KeepPolicy& keep, ProblemReport& problems) {
  std::vector<bool> is_met(keep.sources.size());
  for (std::size_t i = 0; i < collection.size() && std::ranges::count(is_met, false) > 0; ++i) {
    const auto source = static_cast<std::size_t>(preference(keep, collection.records().path(i)));
    if (source < is_met.size()) is_met[source] = true;
  }
  for (std::size_t source = 0; source < is_met.size() && collection.size() > 0; ++source) {
    if (is_met[source]) continue;
    problems.add({.severity = Problem::Severity::warning,
                  .path = "--keep prefer:" + keep.sources[source],
                  .message = "no document is from it (a file, or a folder as the inputs name it)"});
  }
}

}  // namespace neardup::cli
