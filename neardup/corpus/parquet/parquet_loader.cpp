#include "neardup/corpus/parquet/parquet_loader.h"

#include <dlfcn.h>

#include <string>

#include "neardup/util/data_files.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

[[noreturn]] void refuse(const std::string& reason) {
  throw Error(ErrorCode::unavailable, "Parquet needs a module that " + reason);
}

std::string find_module() {
  try {
    return find_data_file(NEARDUP_PARQUET_MODULE);
  } catch (const Error&) {
    refuse("is not installed here: lib/neardup/libneardup_parquet.so, which a build with Arrow makes");
  }
}

const parquet::Module& load() {
  // Never closed: Arrow has threads and other state of its own.
  void* const library = ::dlopen(find_module().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const std::string problem = ::dlerror();
    if (problem.find("libarrow.so") != std::string::npos ||
        problem.find("libparquet.so") != std::string::npos)
      refuse("needs Arrow " NEARDUP_ARROW_MAJOR
             ", for instance from the Python package pyarrow " NEARDUP_ARROW_MAJOR
             ", installed beside neardup: " +
             problem);
    refuse("cannot be loaded: " + problem);
  }
  void* const function = ::dlsym(library, parquet::kModuleFunction);
  if (function == nullptr) refuse("belongs to another version of neardup");
  return *reinterpret_cast<parquet::ModuleFunction>(function)();
}

}  // namespace

const parquet::Module& parquet_module() {
  static const parquet::Module& module = load();  // tried again if it fails
  return module;
}

}  // namespace neardup::internal
