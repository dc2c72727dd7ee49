// A wrong name of the text field is one mistake, not one per record: if the first records of an input all
// lack the text, the run ends with one error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "neardup/corpus/corpus_reader.h"

namespace neardup::internal {

/// The finding that no record of a batch has a text.
struct NoText {
  std::string message;
  std::size_t records = 0;

  /// Throws Error, unless the batch is too small to prove anything and others follow.
  void refuse(bool is_whole_input) const;
};

/// Returns nullopt if a record of the batch has a text or some other problem, or if there is only one record.
[[nodiscard]] std::optional<NoText> find_no_text(const DocumentBatch& batch);

}  // namespace neardup::internal
