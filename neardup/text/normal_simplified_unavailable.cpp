// to_simplified in a build without OpenCC.
#include <string>
#include <string_view>

#include "neardup/text/normalize.h"
#include "neardup/util/error.h"

namespace neardup::internal {

std::string to_simplified(std::string_view /*text*/) {
  throw Error(ErrorCode::unavailable,
              "conversion to simplified Chinese needs OpenCC, which this build of neardup lacks");
}

}  // namespace neardup::internal
