// Linked into every test and benchmark program: lets the library find the dictionaries of this build. A program that is
// started by hand needs no environment variable for that.
#include "neardup/util/data_files.h"

namespace {

[[maybe_unused]] const bool kDone = [] {
  neardup::set_data_folder(NEARDUP_BUILT_DATA);
  return true;
}();

}  // namespace
