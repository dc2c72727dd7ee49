#include "neardup/corpus/no_text.h"

#include <algorithm>
#include <vector>

#include "neardup/util/error.h"

namespace neardup::internal {

void NoText::refuse(bool is_whole_input) const {
  constexpr std::size_t kFewRecords = 10;  // fewer prove nothing
  if (records >= kFewRecords || is_whole_input) throw Error(ErrorCode::no_text, message);
}

std::optional<NoText> find_no_text(const DocumentBatch& batch) {
  const std::vector<Problem>& problems = batch.problems;
  if (!batch.documents.empty() || problems.size() < 2) return std::nullopt;
  const auto has_no_text = [](const Problem& problem) { return problem.code == ProblemCode::no_text; };
  if (!std::ranges::all_of(problems, has_no_text)) return std::nullopt;
  const std::size_t others = problems.size() - 1;
  const std::string none_after =
      others == 1 ? "the record after it has no text either"
                  : "none of the " + std::to_string(others) + " records after it has a text either";
  return NoText{problems.front().describe() + "; " + none_after + ", so nothing is read", problems.size()};
}

}  // namespace neardup::internal
