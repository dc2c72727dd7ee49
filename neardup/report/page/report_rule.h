// Describes a rule in the languages of the page. Private.
#pragma once

#include "neardup/collection/rule.h"
#include "neardup/report/page/report_data.h"

namespace neardup::internal {

[[nodiscard]] BothTexts rule_in_both(const Rule& rule);

}  // namespace neardup::internal
