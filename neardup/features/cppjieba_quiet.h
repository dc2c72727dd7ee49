// The one door to cppjieba's headers, without their habit of printing and aborting.
//
// They complain through two macros of limonp/Logging.hpp: XLOG prints to stderr, XCHECK prints and calls
// abort(). That header is kept out by its own include guard and the macros are ours: what XLOG says is
// dropped (each place goes on with an empty result, which the caller sees), and a failed XCHECK throws Error.
// Assertions are off inside, for the same reason. Include this and never a cppjieba header: mixing both would
// give two definitions of the same inline functions. Private to this stage.
#pragma once

#include <sstream>
#include <string>

#include "neardup/util/error.h"

namespace neardup::cppjieba_quiet {

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

/// `Raise() & complaint` binds weaker than <<, so the complaint is complete when it is thrown.
struct Raise {
  [[noreturn]] void operator&(const Complaint& complaint) const {
    throw Error(ErrorCode::corrupt, "cppjieba: " + complaint.text());
  }
};

}  // namespace neardup::cppjieba_quiet

#define LIMONP_LOGGING_HPP
#define XLOG(level) ::neardup::cppjieba_quiet::Silence()
#define XCHECK(condition) \
  if (!(condition))       \
  ::neardup::cppjieba_quiet::Raise() & ::neardup::cppjieba_quiet::Complaint() << "broken: " #condition " "

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
