#include "neardup/corpus/web/html_parser.h"

namespace neardup::internal {

bool can_parse_html() noexcept { return false; }

PageTree parse_html(std::string_view /*html*/) { return {}; }

}  // namespace neardup::internal
