// The lists that `dedup` can write besides the clean corpus: clusters (--clusters), removed documents with the
// reason for each (--removed), and pairs of a kept and a removed document (--pairs). The name of a list decides
// its format. All functions throw Error.
#pragma once

#include <string>

#include "cli/list_rows.h"
#include "cli/options.h"
#include "neardup/dedup/dedup.h"

namespace neardup::cli {

/// A file for a list. Its name decides the format.
struct ListTarget {
  std::string path = {};
  bool has_header = false;  // of TSV

  [[nodiscard]] ListChoice choice() const {
    return {.format = format_of_name(path), .has_header = has_header};
  }
};

/// Writes a line `cluster id role distance similarity` for each member of a cluster. `cluster` is the id of
/// the kept document, `role` is `kept` or `removed`.
void write_clusters(const DedupResult& result, const ListTarget& target);

/// Writes a line `id kept distance similarity reason` for each removed document. `reason` is `exact` or
/// `near`. JSONL lines also hold the removed record.
void write_removed(const DedupResult& result, const ListTarget& target);

/// Writes a line `id1 id2 distance similarity` for each removed document and the one kept in its place.
void write_pairs(const DedupResult& result, const ListTarget& target);

}  // namespace neardup::cli
