#include "neardup/linkage/keep_policy.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "neardup/util/error.h"

namespace neardup {

namespace {

using Kind = KeepPolicy::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> kKinds = {{{"first", Kind::first},
                                                                      {"last", Kind::last},
                                                                      {"longest", Kind::longest},
                                                                      {"shortest", Kind::shortest},
                                                                      {"max", Kind::max},
                                                                      {"min", Kind::min},
                                                                      {"prefer", Kind::prefer}}};

bool takes_argument(Kind kind) { return kind == Kind::max || kind == Kind::min || kind == Kind::prefer; }

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

KeepPolicy parse_keep_policy(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  const std::string_view argument = colon < text.size() ? text.substr(colon + 1) : std::string_view();
  const auto* const found = std::ranges::find(kKinds, name, &std::pair<std::string_view, Kind>::first);
  KeepPolicy policy;
  if (found != kKinds.end()) policy.kind = found->second;
  if (policy.kind == Kind::prefer) policy.sources = split_at_commas(argument);
  if (policy.kind == Kind::max || policy.kind == Kind::min) policy.field = argument;
  const bool has_argument = !policy.sources.empty() || !policy.field.empty();
  if (found == kKinds.end() || has_argument != takes_argument(policy.kind) ||
      (colon < text.size() && !has_argument)) {
    throw Error(
        ErrorCode::invalid_argument,
        "keep: expected first, last, longest, shortest, max:FIELD, min:FIELD or prefer:SOURCE,..., got '" +
            std::string(text) + "'");
  }
  return policy;
}

}  // namespace neardup
