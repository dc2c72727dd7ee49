// The only way to include cppjieba's headers: stops them from printing and aborting.
//
// cppjieba reports problems through two macros of limonp/Logging.hpp: XLOG prints to stderr, XCHECK
// prints and calls abort(). This file keeps that header out through its own include guard and defines
// the macros itself: XLOG discards its message (cppjieba then continues with an empty result, which the
// caller sees), and a failed XCHECK throws Error. For the same reason this file turns assertions off
// inside cppjieba. Include this file and never a cppjieba header: mixing both would define the same
// inline functions twice. Private to this stage.
#pragma once

#include <sstream>
#include <string>

#include "neardup/util/error.h"

namespace neardup::internal::cppjieba_quiet {

struct Silence {
  template <typename T>
  const Silence& operator<<(const T&) const noexcept {
    return *this;
  }
};

class Complaint {
 public:
  template <typename T>
  Complaint& operator<<(const T& part) {
    text_ << part;
    return *this;
  }
  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

/// Throws the complaint. In `Raise() & complaint` the & binds weaker than <<, so the complaint is
/// complete when it is thrown.
struct Raise {
  [[noreturn]] void operator&(const Complaint& complaint) const {
    throw Error(ErrorCode::corrupt, "cppjieba: " + complaint.text());
  }
};

}  // namespace neardup::internal::cppjieba_quiet

#define LIMONP_LOGGING_HPP
#define XLOG(level) ::neardup::internal::cppjieba_quiet::Silence()
#define XCHECK(condition)                                                                         \
  if (!(condition))                                                                               \
  ::neardup::internal::cppjieba_quiet::Raise() & ::neardup::internal::cppjieba_quiet::Complaint() \
                                                     << "broken: " #condition " "

#ifdef NDEBUG
#include "cppjieba/KeywordExtractor.hpp"
#else
#define NDEBUG
#include "cppjieba/KeywordExtractor.hpp"
#undef NDEBUG
#include <cassert>  // assert() works again for those who include this
#endif

#undef XLOG
#undef XCHECK
