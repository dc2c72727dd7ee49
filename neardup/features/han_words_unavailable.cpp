// HanWords in a build without cppjieba: cannot be created, so its functions are never reached.
#include "neardup/features/han_words.h"
#include "neardup/util/error.h"

namespace neardup::internal {

class HanWords::Impl {};

HanWords::HanWords(const HanWordFiles& /*files*/) {}

HanWords::~HanWords() = default;

std::shared_ptr<const HanWords> HanWords::shared(const HanWordFiles& /*files*/) {
  throw Error(ErrorCode::unavailable,
              "cutting Chinese text into words needs cppjieba, which this build of neardup lacks");
}

void HanWords::take_words(std::string_view /*text*/, Features& /*features*/) const {}

void HanWords::take_keywords(std::string_view /*text*/, std::size_t /*top*/, Features& /*features*/) const {}

}  // namespace neardup::internal
