#include "neardup/index/document_id.h"

#include <charconv>

namespace neardup {

std::optional<IdRef> to_id(std::optional<IdKind> kind, const std::string& text) {
  if (kind != IdKind::number) return IdRef(text);
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool is_other = text.size() > 1 && text.front() == '0';  // 007 would be printed as 7
  if (error != std::errc() || stop != end || is_other) return std::nullopt;
  return IdRef(number);
}

}  // namespace neardup
