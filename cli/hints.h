// What to do about a problem, in words of the command line. The library states facts and a code; the option
// that changes the outcome is known only here.
#pragma once

#include <string_view>

#include "neardup/corpus/document.h"
#include "neardup/util/error.h"

namespace neardup::cli {

/// Returns text to append to the message, such as " (see --text-field)"; empty if no option helps.
[[nodiscard]] std::string_view hint(ProblemCode code) noexcept;
[[nodiscard]] std::string_view hint(ErrorCode code) noexcept;

}  // namespace neardup::cli
